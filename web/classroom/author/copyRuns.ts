/** Runs a copy's experiments in workers, each again when its scenario changes, so that claims are checked while they are written. */

import { Observable } from '../../base/observable';
import type { Catalogue } from '../../engine/schema';
import type { Experiment, Lesson } from '../../lessons/lesson';
import { NotYet, type Runs } from '../../lessons/runs';
import { BrowserSimulator, type LessonRuns, type OpenedArm, runLesson } from '../assignments/simulate';

interface Ran {
  key: string;
  /** Null while it runs, and if it failed. */
  made: LessonRuns | null;
  failure: string;
}

export class CopyRuns {
  /** Gets a new value whenever runs finish. */
  readonly updates = new Observable<object>({});
  catalogue: Catalogue | null = null;
  private readonly simulator = new BrowserSimulator(2);
  private readonly ran = new Map<string, Ran>();
  /** The arms of each experiment when it last ran. */
  private readonly lastArms = new Map<string, [arm: string, opened: OpenedArm][]>();
  private queue: Promise<void> = Promise.resolve();
  private disposed = false;

  constructor() {
    void this.simulator.catalogue.then((catalogue) => {
      this.catalogue = catalogue;
      this.updates.set({});
    });
  }

  /** Runs these experiments, unless they have run as they are. */
  need({ experiments }: Lesson, names: Iterable<string>): void {
    for (const name of names) {
      const experiment = experiments[name];
      if (experiment === undefined) continue;
      const key = keyOf(experiment);
      if (this.ran.get(name)?.key === key) continue;
      const entry: Ran = { key, made: null, failure: '' };
      this.ran.set(name, entry);
      this.queue = this.queue.then(() => this.run(name, experiment, entry));
    }
  }

  /** The reason why an experiment can't run; '' if it can. */
  failureOf(experiment: string): string {
    return this.ran.get(experiment)?.failure ?? '';
  }

  /** The arms of an experiment with their scenarios, those of its last run while it runs again: fields stay while they are edited. */
  armsOf(experiment: string): readonly [arm: string, opened: OpenedArm][] {
    return this.lastArms.get(experiment) ?? [];
  }

  /** True if the experiment has run as it is now. */
  isReady(experiment: string): boolean {
    return this.ran.get(experiment)?.made != null;
  }

  /** Access to a run that hasn't finished throws `NotYet`. */
  readonly runs: Runs = {
    of: (experiment, arm) => this.made(experiment, arm).of(experiment, arm),
    sweep: (experiment, measure) => this.made(experiment).sweep(experiment, measure),
    samples: (experiment, arm) => this.made(experiment, arm).samples(experiment, arm),
  };

  dispose(): void {
    this.disposed = true;
    this.simulator.dispose();
  }

  private made(experiment: string, arm = ''): Runs {
    const made = this.ran.get(experiment)?.made;
    if (made === null || made === undefined) throw new NotYet(`${experiment}/${arm}`);
    return made.runs;
  }

  private async run(name: string, experiment: Experiment, entry: Ran): Promise<void> {
    // A later change may have replaced it while it waited.
    if (this.disposed || this.ran.get(name) !== entry) return;
    try {
      const catalogue = await this.simulator.catalogue;
      const lesson = { experiments: { [name]: experiment } } as unknown as Lesson;
      entry.made = await runLesson(lesson, this.simulator, catalogue);
      const arms = [...(entry.made?.arms ?? [])];
      this.lastArms.set(
        name,
        arms.map(([arm, opened]) => [arm.slice(name.length + 1), opened]),
      );
    } catch (error) {
      entry.failure = error instanceof Error ? error.message : String(error);
    }
    if (!this.disposed) this.updates.set({});
  }
}

/** The same for experiments with the same scenarios, whatever their texts and controls are. */
function keyOf(experiment: Experiment): string {
  const runs = 'arms' in experiment ? experiment.arms : experiment.base;
  return JSON.stringify([experiment.kind, runs, 'seeds' in experiment ? experiment.seeds : 1]);
}
