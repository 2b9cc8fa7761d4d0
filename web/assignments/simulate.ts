/** Runs that are made again, in a pool of workers: what grading needs of it, so that tests can do without a browser. */
import type { Scenario } from '../engine/schema';
import { type Job, type Outcome, Pool, poolSize } from '../sweep/pool';

export interface Asked extends Job {
  onOutcome(outcome: Outcome): void;
}

export interface Simulator {
  /** The scenario of a text with nothing left out. */
  read(text: string): Promise<Scenario>;
  /** Makes the runs; false: somebody has cancelled. */
  run(jobs: readonly Asked[]): Promise<boolean>;
}

/** While codes are looked at, the page has nothing else to do: no processor is left to it. */
export function gradingPool(): Pool<Asked> {
  return new Pool<Asked>(Math.max(2, poolSize()));
}

export function runIn(pool: Pool<Asked>, jobs: readonly Asked[]): Promise<boolean> {
  return new Promise((resolve) => {
    const leave = pool.state.subscribe(() => {
      const { phase } = pool.state.value;
      if (phase !== 'done' && phase !== 'cancelled') return;
      leave();
      resolve(phase === 'done');
    });
    pool.start(jobs, (job, outcome) => job.onOutcome(outcome));
  });
}
