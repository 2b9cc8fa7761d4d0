/** Scenarios that are put aside to be compared with the one on the bench: what one is, and what becomes of their list. */
import type { Problem, Scenario } from '../engine/schema';
import { t } from '../words/words';

/** What a link makes of a scenario: its text, or why there is none. */
export type Make = (origin: Scenario) => string | readonly Problem[];

/** A scenario put aside. */
export interface Kept {
  /** Its sign wherever it is shown, B to F: A is on the bench. */
  letter: string;
  /** What the reader calls it. */
  label: string;
  /** The file that it came from. */
  name: string;
  text: string;
  /** What a link makes of the text once the engine has read it; null: nothing. */
  make: Make | null;
}

/** What is on the bench, as far as it can be put aside. */
interface OnBench {
  name: string;
  text: string;
  scenario: Scenario;
}

export const KEPT_LETTERS = ['B', 'C', 'D', 'E', 'F'];

/** The list with what is on the bench under the first letter that is free; null if there is none. */
export function withAside(
  kept: readonly Kept[],
  onBench: OnBench,
): { kept: readonly Kept[]; letter: string } | null {
  const letter = KEPT_LETTERS.find((one) => kept.every((other) => other.letter !== one));
  if (letter === undefined) return null;
  const all = [...kept, aside(letter, onBench)];
  return { kept: all.toSorted((a, b) => a.letter.localeCompare(b.letter)), letter };
}

/** The list with what is on the bench in the place of a letter. */
export function withInPlace(kept: readonly Kept[], letter: string, onBench: OnBench): readonly Kept[] {
  return kept.map((one) => (one.letter === letter ? aside(letter, onBench) : one));
}

function aside(letter: string, { name, text, scenario }: OnBench): Kept {
  return { letter, label: labelOf(scenario), name, text, make: null };
}

/** A short name for a scenario: its senders. */
export function labelOf({ flows }: Scenario): string {
  const presets = [...new Set(flows.map(({ sender }) => sender.preset ?? t('own parts')))];
  const [first = t('no flow'), ...more] = presets;
  return more.length > 2
    ? t('{first} and {count} others', { first, count: more.length })
    : presets.join(' + ') || first;
}
