/** Formats numbers: always with a unit, with thousands separators where they help, and without false precision. Formats dates too. */
import { type FormatLocaleDefinition, formatDefaultLocale, formatLocale } from 'd3-format';
import { bitsPerRateUnit, rateUnit } from './units';

/** An unknown number. */
export const UNKNOWN = '–';

const ENGLISH: FormatLocaleDefinition = { decimal: '.', thousands: ',', grouping: [3], currency: ['', ''] };

let { format } = formatLocale(ENGLISH);
let thousands = format(',');
let fixed3 = format(',.3f');
let fixed1 = format(',.1f');
let decimal = ENGLISH.decimal;
let grouping = ENGLISH.thousands;
let language = 'en';

/** Sets the language for all numbers, including those on axes. */
export function speakNumbers(tag: string): void {
  language = tag;
  const marks = new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).formatToParts(-1234567.8);
  const mark = (type: string, otherwise: string) =>
    marks.find((part) => part.type === type)?.value ?? otherwise;
  // The minus sign stays the English one in every language.
  decimal = mark('decimal', ENGLISH.decimal);
  grouping = mark('group', ENGLISH.thousands);
  const locale = { ...ENGLISH, decimal, thousands: grouping };
  format = formatDefaultLocale(locale).format;
  thousands = format(',');
  fixed3 = format(',.3f');
  fixed1 = format(',.1f');
}

export function formatTime(seconds: number): string {
  return Number.isNaN(seconds) ? UNKNOWN : `${fixed3(seconds)} s`;
}

export function formatCount(count: number): string {
  return Number.isNaN(count) ? UNKNOWN : thousands(count);
}

export function formatBytes(bytes: number): string {
  if (Number.isNaN(bytes)) return UNKNOWN;
  if (Math.abs(bytes) < 1024) return `${thousands(Math.round(bytes))} B`;
  if (Math.abs(bytes) < 10 * 1024 * 1024) return `${fixed1(bytes / 1024)} KiB`;
  return `${fixed1(bytes / 1024 / 1024)} MiB`;
}

export function formatMs(ms: number): string {
  return Number.isNaN(ms) ? UNKNOWN : `${fixed1(ms)} ms`;
}

/** Converts a number in English format, for example `0.5`, to the language's decimal mark. */
export function marked(english: string): string {
  return english.replace('.', decimal);
}

/** All digits without grouping, so that it can be typed. */
export function formatExact(value: number): string {
  return marked(String(value));
}

/** Converts the numbers in a text of the language to English format. */
export function unmarked(text: string): string {
  return decimal === ENGLISH.decimal ? text : text.replace(/[.,]/g, (mark) => (mark === decimal ? '.' : ','));
}

/** The mark between groups of digits in the current language. */
export function groupingMark(): string {
  return grouping;
}

/** True if numbers have a decimal comma in the current language. */
export function hasDecimalComma(): boolean {
  return decimal === ',';
}

/** A fixed number of decimals, without grouping. */
export function formatFixed(value: number, decimals: number): string {
  return Number.isNaN(value) ? UNKNOWN : marked(value.toFixed(decimals));
}

/** A fixed number of decimals, with grouping. */
export function formatGrouped(value: number, decimals: number): string {
  return Number.isNaN(value) ? UNKNOWN : format(`,.${decimals}f`)(value);
}

export function formatShare(share: number): string {
  return formatPercent(share * 100);
}

/** Formats a number that is already in percent. */
export function formatPercent(percent: number): string {
  return Number.isNaN(percent) ? UNKNOWN : `${fixed1(percent)} %`;
}

/** An index between 0 and 1, for example Jain's fairness index. */
export function formatIndex(index: number): string {
  return format(',.4f')(index);
}

/** At most four significant digits for fractions, all digits for integers. For fields of any size. */
export function formatPlain(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return Number.isInteger(value) ? thousands(value) : format(',.4~g')(value);
}

/** A rate that someone set, in the chosen unit: up to five significant digits, without zeros at the end. */
export function formatRate(bits_per_s: number): string {
  const rate = bits_per_s / bitsPerRateUnit();
  return `${format(`,.${decimalsFor(rate, 5)}~f`)(rate)} ${rateUnit.value}`;
}

/** Decimals of measured rates: enough for a part in a thousand of typical rates, and the same in a column. */
const RATE_DECIMALS = { 'kbit/s': 1, 'Mbit/s': 3, 'KiB/s': 1 };

/** A measured rate, in the chosen unit. */
export function formatMeasuredRate(bits_per_s: number): string {
  if (Number.isNaN(bits_per_s)) return UNKNOWN;
  const rate = bits_per_s / bitsPerRateUnit();
  const usual = RATE_DECIMALS[rateUnit.value];
  const decimals = rate !== 0 && Math.abs(rate) < 10 ? Math.max(usual, decimalsFor(rate, 3)) : usual;
  return `${format(`,.${decimals}f`)(rate)} ${rateUnit.value}`;
}

/** A number with half the width of its interval, both rounded to two digits of the latter: "156 ± 30", "1.7 ± 1.4". */
export function formatWithin(value: number, half: number): string {
  const decimals = decimalsFor(half, 2);
  return `${formatGrouped(value, decimals)} ± ${formatGrouped(half, decimals)}`;
}

/** Decimals that give a number this many significant digits. */
function decimalsFor(value: number, digits: number): number {
  if (value === 0 || !Number.isFinite(value)) return 0;
  return Math.min(12, Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(value)))));
}

/** The day and the minute of a moment, in ms since 1970. */
export function formatMoment(at: number): string {
  // For English, use the British format, with the day before the month.
  return new Date(at).toLocaleString(language === 'en' ? 'en-GB' : language, {
    numberingSystem: 'latn',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
}
