/** Runs several scenarios, one after the other. */
import { Observable } from '../base/observable';
import { type SimulateOptions, simulate, verdictOf } from './simulate';
import type { Run } from './trace';

export interface BatchState {
  /** In the order of the scenarios; null for a run that has not finished. */
  runs: (Run | null)[];
  failure: string | null;
}

export class Batch {
  readonly state: Observable<BatchState>;
  private readonly texts: readonly string[];
  private readonly options: SimulateOptions;
  private readonly controller = new AbortController();

  /** @param options `predicted` to wait for the prediction of each run, which may arrive after the run has ended */
  constructor(texts: readonly string[], options: Pick<SimulateOptions, 'predicted' | 'workers'> = {}) {
    this.texts = texts;
    this.options = { rows: true, ...options, signal: this.controller.signal };
    this.state = new Observable<BatchState>({ runs: texts.map(() => null), failure: null });
  }

  /** Starts with the first scenario that has no run yet. Call it again to retry after a failure. */
  async start(): Promise<void> {
    this.state.set({ ...this.state.value, failure: null });
    for (const [place, text] of this.texts.entries()) {
      const { runs } = this.state.value;
      if (runs[place] !== null) continue;
      const verdict = await verdictOf(simulate(text, this.options));
      if (verdict?.type === 'failed') this.state.set({ runs, failure: verdict.failure });
      if (verdict?.type !== 'done') return;
      const { run = null } = verdict;
      this.state.set({ runs: runs.map((one, index) => (index === place ? run : one)), failure: null });
    }
  }

  dispose(): void {
    this.controller.abort();
  }
}
