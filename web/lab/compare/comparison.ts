/**
 * Runs pinned scenarios: each has a runner with its own worker, at the bench's seed. A runner starts when
 * a scenario is pinned and stops when it's removed, so without pinned scenarios there are no workers.
 */
import { Observable } from '../../base/observable';
import { t } from '../../base/words/words';
import type { WorkerLike } from '../../engine/client';
import type { Problem, Scenario } from '../../engine/schema';
import { type RunStyle, styleOf } from '../../plot/runStyle';
import type { Bench } from '../../run/bench';
import type { Pinned } from '../../run/pinned';
import { type Phase, Runner } from '../../run/runner';
import type { Run } from '../../run/trace';

/** A pinned scenario and the state of its run. */
export interface PinnedRun {
  pinned: Pinned;
  style: RunStyle;
  phase: Phase;
  progress: number;
  problems: readonly Problem[];
  crash: string | null;
  /** As the engine reads it; null until it has. */
  scenario: Scenario | null;
  /** The latest run that has something to show. */
  shown: Run | null;
}

interface Entry {
  pinned: Pinned;
  runner: Runner;
  /** The text last given to the runner. */
  text: string;
  /** Stops listening to the runner. */
  unsubscribe(): void;
}

export class Comparison {
  readonly state = new Observable<readonly PinnedRun[]>([]);
  private readonly bench: Bench;
  private readonly create: (() => WorkerLike) | undefined;
  private readonly entries = new Map<string, Entry>();
  private seed = 0;

  constructor(bench: Bench, create?: () => WorkerLike) {
    this.bench = bench;
    this.create = create;
    bench.state.subscribe(() => this.follow());
    bench.view.looking.subscribe(() => {
      for (const { runner } of this.entries.values()) runner.look(bench.view.window);
    });
    this.follow();
  }

  /** Repeats a run that was cancelled or whose engine failed. */
  again(letter: string): void {
    this.entries.get(letter)?.runner.again();
  }

  cancel(letter: string): void {
    this.entries.get(letter)?.runner.cancel();
  }

  private follow(): void {
    const { pinned, scenario } = this.bench.state.value;
    if (pinned.length === 0 && this.entries.size === 0) return;
    this.seed = scenario?.seed ?? this.seed;
    for (const [letter, entry] of this.entries) {
      if (pinned.some((one) => one.letter === letter)) continue;
      entry.unsubscribe();
      entry.runner.dispose();
      this.entries.delete(letter);
    }
    for (const one of pinned) this.run(one);
    this.publish();
  }

  private run(pinned: Pinned): void {
    const known = this.entries.get(pinned.letter);
    const text = atSeed(pinned.text, this.seed);
    if (known?.text === text) {
      known.pinned = pinned;
      return;
    }
    const runner = known?.runner ?? new Runner(this.create);
    known?.unsubscribe();
    const unsubscribe = runner.state.subscribe(() => this.onRunnerState(pinned.letter));
    this.entries.set(pinned.letter, { pinned, runner, text, unsubscribe });
    runner.run(text, null, { changes: pinned.changes });
  }

  private onRunnerState(letter: string): void {
    const entry = this.entries.get(letter);
    if (entry === undefined) return;
    const { changes, label } = entry.pinned;
    const { accepted, refused } = entry.runner.state.value;
    entry.runner.look(this.bench.view.window);
    if (changes.length > 0 && accepted?.changes === changes) this.settle(letter, { text: accepted.text });
    else if (changes.length > 0 && refused?.changes === changes)
      this.settle(letter, { label: t('{name}, unchanged', { name: label }) });
    else this.publish();
  }

  /** A link's changes to a pinned scenario are made, or can't be. */
  private settle(letter: string, done: Partial<Pinned>): void {
    const { pinned } = this.bench.state.value;
    this.bench.restorePinned(
      pinned.map((one) => (one.letter === letter ? { ...one, ...done, changes: [] } : one)),
    );
  }

  private publish(): void {
    const before = new Map(this.state.value.map((one) => [one.pinned.letter, one]));
    const now = this.bench.state.value.pinned.flatMap(({ letter }) => {
      const entry = this.entries.get(letter);
      if (entry === undefined) return [];
      const { phase, progress, problems, crash, accepted, shown } = entry.runner.state.value;
      const style = before.get(letter)?.style ?? styleOf(letter);
      const scenario = accepted?.text === entry.text ? accepted.scenario : null;
      return [{ pinned: entry.pinned, style, phase, progress, problems, crash, scenario, shown }];
    });
    this.state.set(now);
  }
}

/** The text with another seed. Unreadable text stays as it is, so that the engine reports its problems. */
function atSeed(text: string, seed: number): string {
  try {
    return JSON.stringify({ ...JSON.parse(text), seed });
  } catch {
    return text;
  }
}

const COMPARISONS = new WeakMap<Bench, Comparison>();

/** The comparison of a bench; it lives as long as the bench, so that its runs survive a visit to another page. */
export function comparisonOf(bench: Bench): Comparison {
  const found = COMPARISONS.get(bench) ?? new Comparison(bench);
  COMPARISONS.set(bench, found);
  return found;
}
