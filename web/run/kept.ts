/** Scenarios pinned for comparison with the one on the bench. */
import type { Change } from '../engine/protocol';

/** A pinned scenario. */
export interface Kept {
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
type Pinned = Pick<Kept, 'label' | 'name' | 'text'>;

export const KEPT_LETTERS = ['B', 'C', 'D', 'E', 'F'];

/** The list with a scenario added under the first free letter; null if no letter is free. */
export function withPinned(
  kept: readonly Kept[],
  added: Pinned,
): { kept: readonly Kept[]; letter: string } | null {
  const letter = KEPT_LETTERS.find((candidate) => kept.every((other) => other.letter !== candidate));
  if (letter === undefined) return null;
  const all = [...kept, { letter, ...added, changes: [] }];
  return { kept: all.toSorted((a, b) => a.letter.localeCompare(b.letter)), letter };
}

/** The letter of the pinned run from which differences are measured: the chosen one, else the first. Null while none is pinned. */
export function baselineOf(kept: readonly Kept[], chosen: string): string | null {
  return (kept.find(({ letter }) => letter === chosen) ?? kept[0])?.letter ?? null;
}

/** The list with another scenario in place of the one with this letter. */
export function withReplaced(kept: readonly Kept[], letter: string, replacement: Pinned): readonly Kept[] {
  return kept.map((one) => (one.letter === letter ? { letter, ...replacement, changes: [] } : one));
}
