/** Repeats runs in a pool of workers. Grading uses only this interface, so tests can run without a browser. */
import type { Scenario } from '../engine/schema';
import { type Job, type Outcome, Pool, poolSize } from '../sweep/pool';

export interface Asked extends Job {
  onOutcome(outcome: Outcome): void;
}

export interface Simulator {
  /** Parses a scenario text and fills in all defaults. */
  read(text: string): Promise<Scenario>;
  /** Runs the jobs; resolves to false if the user cancels. */
  run(jobs: readonly Asked[]): Promise<boolean>;
}

/** Uses every processor: the page does nothing else during grading. */
export function gradingPool(): Pool<Asked> {
  return new Pool<Asked>(Math.max(2, poolSize()));
}

export function runIn(pool: Pool<Asked>, jobs: readonly Asked[]): Promise<boolean> {
  return new Promise((resolve) => {
    const unsubscribe = pool.state.subscribe(() => {
      const { phase } = pool.state.value;
      if (phase !== 'done' && phase !== 'cancelled') return;
      unsubscribe();
      resolve(phase === 'done');
    });
    pool.start(jobs, (job, outcome) => job.onOutcome(outcome));
  });
}
