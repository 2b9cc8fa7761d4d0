/** Numbers as sentences about events have them. */
import { format } from 'd3';

const one = format(',.1f');
const plain = format(',.4~g');

export function milliseconds(ms: number): string {
  return `${ms < 99.95 ? one(ms) : format(',.0f')(ms)} ms`;
}

/** A window, segments. */
export function segments(count: number): string {
  return count === Number.POSITIVE_INFINITY ? 'none yet' : one(count);
}

/** A rate, segments/s. */
export const rate = one;

/** Segments in queues. */
export const queued = format(',.2f');

/** A figure that something is reckoned from: with a second decimal where it has one. */
export function exact(value: number): string {
  return Math.abs(value * 10 - Math.round(value * 10)) < 0.05 ? one(value) : queued(value);
}

/** A number of the scenario, as it was written. */
export function given(value: number): string {
  return plain(value);
}

const WORDS = ['first', 'second', 'third'];
const PLURALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "first", "second", "third", "4th", "21st". */
export function ordinal(count: number): string {
  return WORDS[count - 1] ?? `${count}${ENDINGS[PLURALS.select(count)] ?? 'th'}`;
}
