/** Styles that distinguish the runs of a comparison: letters, dashes and colors. */
import { flowToken } from '../ui/theme';

export interface RunStyle {
  letter: string;
  /** A color in `tokens.css`. */
  token: string;
  /** Dash pattern in pixels; empty for a solid line. */
  dash: number[];
}

const DASHES = [[], [9, 3], [3, 2], [9, 3, 3, 3], [1.5, 2.5], [14, 4]];

/** The place of a letter: 0 for A, the bench's run. */
export function placeOf(letter: string): number {
  return letter.charCodeAt(0) - 'A'.charCodeAt(0);
}

/** The style for a letter. A, the bench's run, looks the same as without a comparison. */
export function styleOf(letter: string): RunStyle {
  const place = placeOf(letter);
  return { letter, token: flowToken(place), dash: DASHES[place] ?? [] };
}
