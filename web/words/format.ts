/** Numbers as the lab writes them: a unit always, a thousands separator where it helps, no false precision. */
import { type FormatLocaleDefinition, formatDefaultLocale, formatLocale } from 'd3';

const ENGLISH: FormatLocaleDefinition = { decimal: '.', thousands: ',', grouping: [3], currency: ['', ''] };

let { format } = formatLocale(ENGLISH);
let thousands = format(',');
let fixed3 = format(',.3f');
let fixed1 = format(',.1f');
let decimal = ENGLISH.decimal;

/** Writes numbers, those of axes too, as a language does. */
export function speakNumbers(tag: string): void {
  const marks = new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).formatToParts(-1234567.8);
  const mark = (type: string, otherwise: string) =>
    marks.find((part) => part.type === type)?.value ?? otherwise;
  // The minus of English stays as it is: the lab writes it so everywhere.
  decimal = mark('decimal', ENGLISH.decimal);
  const locale = { ...ENGLISH, decimal, thousands: mark('group', ENGLISH.thousands) };
  format = formatDefaultLocale(locale).format;
  thousands = format(',');
  fixed3 = format(',.3f');
  fixed1 = format(',.1f');
}

export function formatTime(seconds: number): string {
  return `${fixed3(seconds)} s`;
}

export function formatCount(count: number): string {
  return thousands(count);
}

export function formatBytes(bytes: number): string {
  if (Math.abs(bytes) < 10_000) return `${thousands(Math.round(bytes))} B`;
  if (Math.abs(bytes) < 10 * 1024 * 1024) return `${fixed1(bytes / 1024)} KiB`;
  return `${fixed1(bytes / 1024 / 1024)} MiB`;
}

export function formatMs(ms: number): string {
  return `${fixed1(ms)} ms`;
}

/** A number that is written in English, as `0.5`, with the language's decimal mark. */
export function marked(english: string): string {
  return english.replace('.', decimal);
}

/** All digits that it has, and no groups: as it can be typed. */
export function formatExact(value: number): string {
  return marked(String(value));
}

/** Parses a typed number, in the format of `formatExact`; NaN if it isn't one. */
export function readExact(typed: string): number {
  return Number(typed.replace(decimal, '.'));
}

/** So many decimals, and no groups. */
export function formatFixed(value: number, decimals: number): string {
  return marked(value.toFixed(decimals));
}

/** So many decimals, in groups. */
export function formatGrouped(value: number, decimals: number): string {
  return format(`,.${decimals}f`)(value);
}

export function formatShare(share: number): string {
  return formatPercent(share * 100);
}

/** Formats a number that is already in percent. */
export function formatPercent(percent: number): string {
  return `${fixed1(percent)} %`;
}

/** An index between 0 and 1, as that of fairness. */
export function formatIndex(index: number): string {
  return format(',.4f')(index);
}

/** Three significant figures and no exponent, for fields of any size. */
export function formatPlain(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return Number.isInteger(value) ? thousands(value) : format(',.4~g')(value);
}

export function formatRate(bits_per_s: number): string {
  return `${format('.4~s')(bits_per_s).replace(/([kMGT])?$/, ' $1')}bit/s`;
}
