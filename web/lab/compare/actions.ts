/** Actions on a pinned run. */
import { same } from '../../base/same';
import type { Scenario } from '../../engine/schema';
import type { Bench } from '../../run/bench';
import { BASELINE } from '../../run/pinned';
import { placeOf } from '../../run/share/opening';
import { at, kindOf, wholeOf, withValue } from '../../scenario/path';
import { plainText } from '../../scenario/plainText';
import { pinnedParameters } from './address';
import type { PinnedRun } from './comparison';

/** Puts a pinned run on the bench, and pins the bench's scenario in its place. Opens its scenario's page if that's another one. */
export async function swap(bench: Bench, { pinned, scenario }: PinnedRun, asked_at: number): Promise<void> {
  if (scenario === null) return;
  const elsewhere = pinned.name !== bench.state.value.name;
  bench.exchange(pinned.letter, scenario, asked_at);
  if (!elsewhere) return;
  const { parameter, base, mark } = placeOf(pinned.name);
  const query = new URLSearchParams({ [parameter]: base, ...(mark !== null && { of: mark }) });
  for (const one of await pinnedParameters(bench)) query.append('with', one);
  window.location.hash = `#/bench?${query}`;
}

/** Measures differences from a pinned run. */
export function measureFrom(bench: Bench, letter: string): void {
  const [first] = bench.state.value.pinned;
  bench.view.of(BASELINE).set(letter === first?.letter ? '' : letter);
}

/**
 * A scenario with the value that another one has at a path; null if it has that value already, or lacks the field: another flow, link or
 * part is there.
 */
export function withFieldOf(theirs: Scenario, mine: Scenario, path: string): Scenario | null {
  const theirPath = pathIn(theirs, mine, wholeOf(path));
  if (theirPath === null) return null;
  const [value, there] = [at(mine, wholeOf(path)), at(theirs, theirPath)];
  if (there === undefined || value === undefined || same(value, there)) return null;
  return withValue(theirs, theirPath, value);
}

/** The path in another scenario, whose flows and links may have other numbers. */
function pathIn(theirs: Scenario, mine: Scenario, path: string): string | null {
  const [list, index, ...steps] = path.split('.');
  const parent = (scenario: Scenario, inside: string) =>
    kindOf(at(scenario, inside.split('.').slice(0, -1).join('.')));
  const withIndex = (number: number) => (number < 0 ? null : [list, number, ...steps].join('.'));
  const found = (() => {
    switch (list) {
      case 'flows': {
        const name = mine.flows[Number(index)]?.name;
        return withIndex(theirs.flows.findIndex((flow) => flow.name === name));
      }
      case 'links': {
        const link = mine.links[Number(index)];
        return withIndex(theirs.links.findIndex(({ from, to }) => from === link?.from && to === link.to));
      }
      default:
        return path;
    }
  })();
  return found !== null && parent(theirs, found) === parent(mine, path) ? found : null;
}

/** Gives a pinned run the bench's value at a path. A name that the user hasn't changed follows. */
export function applyTo(bench: Bench, { pinned, scenario }: PinnedRun, path: string, asked_at: number): void {
  const mine = bench.state.value.scenario;
  const next = scenario && mine && withFieldOf(scenario, mine, path);
  if (!next || scenario === null) return;
  const { letter, name } = pinned;
  const label = pinned.label === bench.nameOf(scenario, name) ? bench.nameOf(next, name) : pinned.label;
  const changed = { label, text: plainText(next, pinned.text), changes: [] };
  const all = bench.state.value.pinned.map((one) => (one.letter === letter ? { ...one, ...changed } : one));
  bench.setPinned(all, `apply ${path} to ${letter}`, asked_at);
}

export function remove(bench: Bench, letter: string, asked_at: number): void {
  // A run that's pinned later may get the letter.
  const baseline = bench.view.of(BASELINE);
  if (baseline.value === letter) baseline.set('');
  const others = bench.state.value.pinned.filter((other) => other.letter !== letter);
  bench.setPinned(others, `remove ${letter}`, asked_at);
}

export function rename(bench: Bench, letter: string, label: string, asked_at: number): void {
  const all = bench.state.value.pinned.map((one) => (one.letter === letter ? { ...one, label } : one));
  bench.setPinned(all, `name ${letter}`, asked_at);
}
