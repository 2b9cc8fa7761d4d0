/** Scenarios pinned for comparison with the one on the bench. */
import type { Change } from '../engine/protocol';
import type { ViewState } from './view';

/** A pinned scenario. */
export interface Pinned {
  /** Its label in panels and tables, B to F; A is the scenario on the bench. */
  letter: string;
  /** A name that the user can change. */
  label: string;
  /** The file it came from. */
  name: string;
  text: string;
  /** A link's changes, which the engine hasn't applied to the text yet. */
  changes: readonly Change[];
}

/** A scenario to pin, under its name. */
type ToPin = Pick<Pinned, 'label' | 'name' | 'text'>;

export const PINNED_LETTERS = ['B', 'C', 'D', 'E', 'F'];

/** The list with a scenario added under the first free letter; null if no letter is free. */
export function withPinned(
  pinned: readonly Pinned[],
  added: ToPin,
): { pinned: readonly Pinned[]; letter: string } | null {
  const letter = PINNED_LETTERS.find((candidate) => pinned.every((other) => other.letter !== candidate));
  if (letter === undefined) return null;
  const all = [...pinned, { letter, ...added, changes: [] }];
  return { pinned: all.toSorted((a, b) => a.letter.localeCompare(b.letter)), letter };
}

/** Letter of the pinned run from which differences are measured; empty for the first. */
export const BASELINE: ViewState<string> = { usual: '', until: 'address' };

/** The letter of the pinned run from which differences are measured: the chosen one, else the first. Null while none is pinned. */
export function baselineOf(pinned: readonly Pinned[], chosen: string): string | null {
  return (pinned.find(({ letter }) => letter === chosen) ?? pinned[0])?.letter ?? null;
}

/** The list with another scenario in place of the one with this letter. */
export function withReplaced(
  pinned: readonly Pinned[],
  letter: string,
  replacement: ToPin,
): readonly Pinned[] {
  return pinned.map((one) => (one.letter === letter ? { letter, ...replacement, changes: [] } : one));
}
