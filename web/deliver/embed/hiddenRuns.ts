/**
 * Makes hidden runs for predictions. In an embed with a single experiment, the right answer of a prediction may depend
 * on other experiments. Their runs start when the prediction is locked.
 */
import { BenchGroup } from '../../lessons/experiment/benchGroup';
import type { LessonSession } from '../../lessons/lessonSession';
import { NotYet } from '../../lessons/runs';

/** Runs the experiments that locked predictions depend on, now and whenever another prediction is locked. */
export function startHiddenRuns(session: LessonSession, shown: string): void {
  const started = new Set([shown]);
  const startMissing = () => {
    const { lesson } = session.opened;
    for (const id of Object.keys(session.progress.value.predictions)) {
      const missing = missingExperiment(() => lesson.predictions[id]?.answer(session.runs));
      const experiment = missing === null ? undefined : lesson.experiments[missing];
      if (missing === null || started.has(missing) || experiment?.kind !== 'runs') continue;
      started.add(missing);
      const group = new BenchGroup(session, missing, experiment);
      const unsubscribe = session.experimentStates.subscribe(() => {
        const runs = session.experimentStates.value.get(missing)?.mine;
        if (runs?.size !== group.names.length) return;
        unsubscribe();
        group.dispose();
      });
      void group.start();
    }
  };
  session.progress.subscribe(startMissing);
  session.runUpdates.subscribe(startMissing);
  startMissing();
}

/** The experiment whose runs an answer still needs, or null. */
function missingExperiment(answer: () => unknown): string | null {
  try {
    answer();
    return null;
  } catch (error) {
    if (error instanceof NotYet) return error.message.split('/')[0] ?? null;
    throw error;
  }
}
