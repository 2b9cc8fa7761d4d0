/** Styles that distinguish the runs of a comparison: letters, dashes and colors. */
import { flowToken } from '../ui/theme';

export interface RunStyle {
  letter: string;
  /** A colour of tokens.css. */
  token: string;
  /** Pixels on and off; empty for a line without gaps. */
  dash: number[];
}

const DASHES = [[], [9, 3], [3, 2], [9, 3, 3, 3], [1.5, 2.5], [14, 4]];

/** The style of a letter; A, on the bench, is what it is without a comparison. */
export function styleOf(letter: string): RunStyle {
  const place = letter.charCodeAt(0) - 'A'.charCodeAt(0);
  return { letter, token: flowToken(place), dash: DASHES[place] ?? [] };
}
