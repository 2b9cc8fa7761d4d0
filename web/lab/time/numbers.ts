/** Formats numbers for sentences about events. */
import { formatGrouped, formatPlain } from '../../base/words/format';
import { currentLanguage, ENGLISH, t } from '../../base/words/words';

export function milliseconds(ms: number): string {
  return `${formatGrouped(ms, ms < 99.95 ? 1 : 0)} ms`;
}

/** A window, segments. */
export function segments(count: number): string {
  return count === Number.POSITIVE_INFINITY ? t('none yet') : formatGrouped(count, 1);
}

/** A rate, segments/s. */
export function rate(segments_per_s: number): string {
  return formatGrouped(segments_per_s, 1);
}

/** Segments in queues. */
export function queued(count: number): string {
  return formatGrouped(count, 2);
}

/** An operand of a calculation, with a second decimal if it has one. */
export function exact(value: number): string {
  return formatGrouped(value, Math.abs(value * 10 - Math.round(value * 10)) < 0.05 ? 1 : 2);
}

/** A number of the scenario, as it was written. */
export function asWritten(value: number): string {
  return formatPlain(value);
}

const WORDS = ['first', 'second', 'third'];
const PLURALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "first", "second", "third", "4th", "21st"; other languages use one ending for all of them. */
export function ordinal(count: number): string {
  if (currentLanguage() !== ENGLISH.tag) return t('{count}th', { count });
  return WORDS[count - 1] ?? `${count}${ENDINGS[PLURALS.select(count)] ?? 'th'}`;
}
