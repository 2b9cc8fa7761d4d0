/** Runs the latest request, one run after another, and reports whole runs only. A run is never cancelled, so a student who moves
 * all the time still sees results. */
import { Runner, type RunnerState } from '../../run/runner';
import type { Run } from '../../run/trace';

/** The subset of `Runner` we use; tests supply a fake. */
export type RunnerLike = Pick<Runner, 'state' | 'run' | 'wake' | 'again' | 'dispose'>;

export interface Arrival<Tag> {
  run: Run;
  text: string;
  tag: Tag;
}

export class Rerun<Tag> {
  readonly runner: RunnerLike;
  private readonly tell: (arrival: Arrival<Tag>) => void;
  private readonly leave: () => void;
  private wanted: { text: string; tag: Tag } | null = null;
  private current: { text: string; tag: Tag } | null = null;
  private told: Run | null = null;

  constructor(tell: (arrival: Arrival<Tag>) => void, runner: RunnerLike = new Runner()) {
    this.tell = tell;
    this.runner = runner;
    this.leave = runner.state.subscribe(() => this.follow(runner.state.value));
  }

  /** `tag` comes back with the run. */
  want(text: string, tag: Tag): void {
    this.wanted = { text, tag };
    if (this.current === null) this.begin();
  }

  /** Tries the latest again, after a failure. */
  again(): void {
    const latest = this.wanted ?? this.current;
    this.current = null;
    if (latest !== null) this.want(latest.text, latest.tag);
  }

  dispose(): void {
    this.leave();
    this.runner.dispose();
  }

  private begin(): void {
    this.current = this.wanted;
    this.wanted = null;
    if (this.current !== null) this.runner.run(this.current.text);
  }

  private follow({ phase, shown }: RunnerState): void {
    if (phase === 'refused' || phase === 'crashed') {
      // A newer request may be valid, or find a recovered engine.
      if (this.wanted !== null) this.begin();
      return;
    }
    if (phase !== 'done' || shown === null || shown.summary === null) return;
    if (this.current === null || shown === this.told) return;
    const { current } = this;
    this.told = shown;
    this.current = null;
    this.begin();
    this.tell({ run: shown, ...current });
  }
}
