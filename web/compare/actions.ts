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

export function remove(bench: Bench, letter: string, at: number): void {
  const others = bench.state.value.kept.filter((other) => other.letter !== letter);
  bench.setKept(others, `remove ${letter}`, at);
}

export function rename(bench: Bench, letter: string, label: string, at: number): void {
  const all = bench.state.value.kept.map((one) => (one.letter === letter ? { ...one, label } : one));
  bench.setKept(all, `name ${letter}`, at);
}
