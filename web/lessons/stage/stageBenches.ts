/** The benches of a stage: one for each scenario that its steps show. They stay until the stage goes, so that going back is instant. */
import type { WorkerLike } from '../../engine/client';
import { hasStudentsRuns } from '../controls';
import { BenchGroup, type RunsReceiver } from '../experiment/benchGroup';
import type { Lesson, RunExperiment, StageStep } from '../lesson';
import type { LessonSession } from '../lessonSession';

export class StageBenches {
  private readonly session: LessonSession;
  private readonly groups = new Map<string, BenchGroup>();
  private readonly create: (() => WorkerLike) | undefined;

  constructor(session: LessonSession, create?: () => WorkerLike) {
    this.session = session;
    this.create = create;
  }

  /** The bench of a step. It starts to run when a step first needs it. */
  of(step: StageStep): BenchGroup {
    const key = keyOf(step);
    const known = this.groups.get(key);
    if (known !== undefined) return known;
    const { session } = this;
    const experiment = experimentOf(session.opened.lesson, step);
    const group = new BenchGroup(receiverOf(session, step), step.experiment, experiment, [], this.create);
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

/** Passes on the runs that the lesson and its tasks are about. */
function receiverOf(session: LessonSession, step: StageStep): RunsReceiver {
  const counts = hasStudentsRuns(session.opened.lesson, step);
  return {
    addOriginalRun: (id, arm, run) => {
      if (step.changes === undefined) session.addOriginalRun(id, arm, run);
    },
    setExperimentState: (id, state) => {
      if (counts) session.setExperimentState(id, state);
    },
  };
}
