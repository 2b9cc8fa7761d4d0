/** Runs simulations in the browser, with its own reader and worker pool. Dispose of it after grading. */
import { Reader } from '../engine/reader';
import type { Catalogue } from '../engine/schema';
import type { Pool } from '../sweep/pool';
import { type Asked, gradingPool, runIn, type Simulator } from './simulate';

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
