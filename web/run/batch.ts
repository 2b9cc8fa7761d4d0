/** Runs several scenarios, one after the other. */
import { Observable } from '../base/observable';
import { Runner } from './runner';
import type { Run } from './trace';

export interface BatchState {
  /** In the order of the scenarios; null for a run that has not finished. */
  runs: (Run | null)[];
  failure: string | null;
}

export class Batch {
  readonly state: Observable<BatchState>;
  private readonly texts: readonly string[];
  private readonly predicted: boolean;
  private readonly runner: Runner;
  private started = 0;

  /** @param predicted true to wait for the prediction of each run, which may arrive after the run has ended */
  constructor(texts: readonly string[], predicted = false, runner = new Runner()) {
    this.texts = texts;
    this.predicted = predicted;
    this.runner = runner;
    this.state = new Observable<BatchState>({ runs: texts.map(() => null), failure: null });
    runner.state.subscribe(() => this.onRunnerChange());
  }

  /** Starts with the first scenario that has no run yet. Call it again to retry after a failure. */
  start(): void {
    const { runs } = this.state.value;
    const next = runs.indexOf(null);
    const text = this.texts[next];
    if (text === undefined) return;
    this.state.set({ runs, failure: null });
    this.started = next;
    this.runner.run(text);
  }

  dispose(): void {
    this.runner.dispose();
  }

  private onRunnerChange(): void {
    const { phase, shown, crash, problems } = this.runner.state.value;
    const { runs } = this.state.value;
    if (phase === 'crashed' || phase === 'refused') {
      const failure = crash ?? problems.map(({ path, problem }) => `${path}: ${problem}`).join('; ');
      this.state.set({ runs, failure });
      return;
    }
    if (phase !== 'done' || shown === null || runs.includes(shown)) return;
    if (this.predicted && shown.prediction === null) return;
    this.state.set({ runs: runs.map((run, i) => (i === this.started ? shown : run)), failure: null });
    this.start();
  }
}
