/** Repeats runs in a pool of workers. Grading uses only `Simulator`, so tests can run without a browser. */
import { Reader } from '../engine/reader';
import type { Catalogue, Scenario } from '../engine/schema';
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

/** Runs simulations in the browser, with its own reader and worker pool. Dispose of it after grading. */
export class BrowserSimulator implements Simulator {
  readonly pool: Pool<Asked>;
  private readonly reader = new Reader();

  constructor(pool: Pool<Asked> = gradingPool()) {
    this.pool = pool;
  }

  get catalogue(): Promise<Catalogue> {
    return this.reader.known.then(({ catalogue }) => catalogue);
  }

  get engineVersion(): Promise<string> {
    return this.reader.known.then(({ engine_version }) => engine_version);
  }

  readonly read: Simulator['read'] = (text) => this.reader.read(text);

  readonly run: Simulator['run'] = (jobs) => runIn(this.pool, jobs);

  dispose(): void {
    this.pool.cancel();
    this.pool.dispose();
    this.reader.dispose();
  }
}
