/** Compares the numbers that a text prints with those of a run. */
import { unmarked } from '../base/words/format';
import { t } from '../base/words/words';
import type { Claim } from './lesson';
import type { Runs } from './runs';

/** The number that a claim states, or its truth. */
export function readClaim(claim: Claim, runs: Runs): number | boolean {
  return 'holds' in claim ? claim.holds(runs) : claim.number(runs);
}

/** A number in a text: its value, and half a unit of its last printed digit. */
export interface PrintedNumber {
  value: number;
  half: number;
}

/** The words for each number from 0 on. */
function numberWords(): string[][] {
  const words = t(
    'no none nothing never, one once, two twice, three, four, five, six, seven, eight, nine, ten, eleven, twelve',
  );
  return words.split(', ').map((one) => one.split(' '));
}

/** The first number in a text, in digits (`1,024`, `16.5`, `−3`, `2.5 %`) or as a word up to twelve; null if there is no number. */
export function firstNumberIn(text: string): PrintedNumber | null {
  const digits = /([-−–]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?/.exec(unmarked(text));
  if (digits !== null) {
    const [, sign = '', whole = '', decimals = ''] = digits;
    const size = Number(`${whole.replaceAll(',', '')}.${decimals || '0'}`);
    return { value: sign === '' ? size : -size, half: 0.5 * 10 ** -decimals.length };
  }
  const numbers = numberWords();
  for (const word of text.toLowerCase().split(/[^\p{L}]+/u)) {
    const value = numbers.findIndex((words) => words.includes(word));
    if (value >= 0) return { value, half: 0.5 };
  }
  return null;
}

/** Returns true if a text prints this number, at the text's own precision. */
export function prints(text: string, value: number): boolean {
  const printed = firstNumberIn(text);
  return printed !== null && Math.abs(printed.value - value) <= printed.half * (1 + 1e-9);
}
