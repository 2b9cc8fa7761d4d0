/**
 * Makes hidden runs for predictions. An embed with a single experiment may have a prediction that depends on other
 * experiments; their runs start when the prediction is locked.
 */
import { BenchGroup } from '../lessons/experiment/benchGroup';
import type { LessonSession } from '../lessons/lessonSession';
import { NotYet } from '../lessons/runs';

/** Runs the missing experiments, now and after each locked prediction. */
export function runUnseen(session: LessonSession, shown: string): void {
  const begun = new Set([shown]);
  const look = () => {
    const { lesson } = session.opened;
    for (const id of Object.keys(session.progress.value.predictions)) {
      const missing = missingFor(() => lesson.predictions[id]?.answer(session.runs));
      const experiment = missing === null ? undefined : lesson.experiments[missing];
      if (missing === null || begun.has(missing) || experiment?.kind !== 'runs') continue;
      begun.add(missing);
      const group = new BenchGroup(session, missing, experiment);
      const leave = session.experimentStates.subscribe(() => {
        const mine = session.experimentStates.value.get(missing)?.mine;
        if (mine?.size !== group.names.length) return;
        leave();
        group.dispose();
      });
      void group.start();
    }
  };
  session.progress.subscribe(look);
  session.runUpdates.subscribe(look);
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
