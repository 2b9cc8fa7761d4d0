/** The benches of a stage: one for each scenario that its steps show. They stay until the stage goes, so that going back is instant. */
import { BenchGroup, type RunsReceiver } from '../experiment/benchGroup';
import type { Lesson, RunExperiment, StageStep } from '../lesson';
import type { LessonSession } from '../lessonSession';

export class StageBenches {
  private readonly session: LessonSession;
  private readonly groups = new Map<string, BenchGroup>();

  constructor(session: LessonSession) {
    this.session = session;
  }

  /** The bench of a step. It starts to run when a step first needs it. */
  of(step: StageStep): BenchGroup {
    const key = keyOf(step);
    const known = this.groups.get(key);
    if (known !== undefined) return known;
    const { session } = this;
    const experiment = experimentOf(session.opened.lesson, step);
    const group = new BenchGroup(receiverOf(session, step), step.experiment, experiment);
    this.groups.set(key, group);
    void group.start();
    return group;
  }

  dispose(): void {
    for (const group of this.groups.values()) group.dispose();
    this.groups.clear();
  }
}

/** The same for all steps that show the same scenario. */
export function keyOf({ experiment, arm, changes }: StageStep): string {
  return JSON.stringify([experiment, arm, changes]);
}

/** The experiment with only the step's arm, and with the step's changes and controls. */
export function experimentOf({ experiments }: Lesson, step: StageStep): RunExperiment {
  const one = experiments[step.experiment];
  if (one?.kind !== 'runs')
    throw new Error(`The stage can't show ${step.experiment}: it has no single runs.`);
  const name = step.arm ?? Object.keys(one.arms)[0] ?? '';
  const arm = one.arms[name];
  if (arm === undefined) throw new Error(`The experiment ${step.experiment} has no arm ${name}.`);
  return { ...one, arms: { [name]: { ...arm, set: { ...arm.set, ...step.changes } } } };
}

/** Runs with a step's changes aren't the lesson's. The student's runs count if no `<Experiment>` has others. */
function receiverOf(session: LessonSession, { experiment, changes }: StageStep): RunsReceiver {
  const one = session.opened.lesson.experiments[experiment];
  const staged = one?.kind === 'runs' && one.staged === true;
  return {
    addOriginalRun: (id, arm, run) => {
      if (changes === undefined) session.addOriginalRun(id, arm, run);
    },
    setExperimentState: (id, state) => {
      if (changes === undefined && staged) session.setExperimentState(id, state);
    },
  };
}
