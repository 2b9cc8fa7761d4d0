/** Scenarios pinned for comparison with the one on the bench. */
import type { Problem, Scenario } from '../engine/schema';
import { t } from '../words/words';

/** Applies a link's changes to a scenario: returns the new text, or the problems that prevent it. */
export type Make = (origin: Scenario) => string | readonly Problem[];

/** A pinned scenario. */
export interface Kept {
  /** Its label in panels and tables, B to F; A is the scenario on the bench. */
  letter: string;
  /** A name that the user can change. */
  label: string;
  /** The file it came from. */
  name: string;
  text: string;
  /** A link's changes, to apply once the engine has parsed the text; null if there are none. */
  make: Make | null;
}

/** The part of the bench's state that is pinned. */
interface BenchScenario {
  name: string;
  text: string;
  scenario: Scenario;
}

export const KEPT_LETTERS = ['B', 'C', 'D', 'E', 'F'];

/** The list with the bench's scenario added under the first free letter; null if no letter is free. */
export function withPinned(
  kept: readonly Kept[],
  current: BenchScenario,
): { kept: readonly Kept[]; letter: string } | null {
  const letter = KEPT_LETTERS.find((candidate) => kept.every((other) => other.letter !== candidate));
  if (letter === undefined) return null;
  const all = [...kept, pinned(letter, current)];
  return { kept: all.toSorted((a, b) => a.letter.localeCompare(b.letter)), letter };
}

/** The list with the bench's scenario in place of the one with this letter. */
export function withReplaced(kept: readonly Kept[], letter: string, current: BenchScenario): readonly Kept[] {
  return kept.map((one) => (one.letter === letter ? pinned(letter, current) : one));
}

function pinned(letter: string, { name, text, scenario }: BenchScenario): Kept {
  return { letter, label: labelOf(scenario), name, text, make: null };
}

/** A short name for a scenario: the names of its senders. */
export function labelOf({ flows }: Scenario): string {
  const presets = [...new Set(flows.map(({ sender }) => sender.preset ?? t('own parts')))];
  const [first = t('no flow'), ...more] = presets;
  return more.length > 2
    ? t('{first} and {count} others', { first, count: more.length })
    : presets.join(' + ') || first;
}
