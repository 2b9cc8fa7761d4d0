/** Actions on a pinned run. */
import type { Bench } from '../run/bench';
import { placeOf } from '../share/opening';
import type { PinnedRun } from './comparison';

/** Puts a pinned run on the bench, and pins the bench's scenario in its place. Opens its scenario's page if that's another one. */
export function swap(bench: Bench, { kept, scenario }: PinnedRun, at: number): void {
  if (scenario === null) return;
  const elsewhere = kept.name !== bench.state.value.name;
  bench.exchange(kept.letter, scenario, at);
  if (!elsewhere) return;
  const { parameter, base, mark } = placeOf(kept.name);
  const query = new URLSearchParams({ [parameter]: base, ...(mark !== null && { of: mark }) });
  window.location.hash = `#/bench?${query}`;
}

/** Measures differences from a pinned run. */
export function measureFrom(bench: Bench, letter: string): void {
  const [first] = bench.state.value.kept;
  bench.view.arrange({ baseline: letter === first?.letter ? '' : letter });
}

export function remove(bench: Bench, letter: string, at: number): void {
  // A run that's pinned later may get the letter.
  if (bench.view.arrangement.value.baseline === letter) bench.view.arrange({ baseline: '' });
  const others = bench.state.value.kept.filter((other) => other.letter !== letter);
  bench.setKept(others, `remove ${letter}`, at);
}

export function rename(bench: Bench, letter: string, label: string, at: number): void {
  const all = bench.state.value.kept.map((one) => (one.letter === letter ? { ...one, label } : one));
  bench.setKept(all, `name ${letter}`, at);
}
