/**
 * Makes hidden runs for predictions. An embed with a single experiment may have a prediction that depends on other
 * experiments; their runs start when the prediction is locked.
 */
import { Lab } from '../lessons/experiment/lab';
import { NotYet } from '../lessons/runs';
import type { Visit } from '../lessons/visit';

/** Runs what is missing, now and whenever another prediction is locked. */
export function runUnseen(visit: Visit, shown: string): void {
  const begun = new Set([shown]);
  const look = () => {
    const { lesson } = visit.opened;
    for (const id of Object.keys(visit.progress.value.predictions)) {
      const missing = missingFor(() => lesson.predictions[id]?.answer(visit.runs));
      const experiment = missing === null ? undefined : lesson.experiments[missing];
      if (missing === null || begun.has(missing) || experiment?.kind !== 'runs') continue;
      begun.add(missing);
      const lab = new Lab(visit, missing, experiment);
      const leave = visit.standings.subscribe(() => {
        const mine = visit.standings.value.get(missing)?.mine;
        if (mine?.size !== lab.names.length) return;
        leave();
        lab.dispose();
      });
      void lab.start();
    }
  };
  visit.progress.subscribe(look);
  visit.news.subscribe(look);
  look();
}

/** The experiment whose run an answer needs. */
function missingFor(answer: () => unknown): string | null {
  try {
    answer();
    return null;
  } catch (error) {
    if (error instanceof NotYet) return error.message.split('/')[0] ?? null;
    throw error;
  }
}
