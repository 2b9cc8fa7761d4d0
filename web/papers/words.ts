/** Texts for the papers' numbers and for verdicts. */

import { currentLanguage, t } from '../base/words/words';
import type { Entry, Experiment, Finding } from '../scenario/content/papers';

/** A verdict's sign and text, so that verdicts differ by more than color. Exported files use the name. */
interface VerdictWords {
  sign: string;
  name: string;
  readonly words: string;
}

export const VERDICTS: Record<Finding['verdict'], VerdictWords> = {
  agrees: {
    sign: '✓',
    name: 'agrees',
    get words() {
      return t('agrees');
    },
  },
  deviates: {
    sign: '≠',
    name: 'deviates',
    get words() {
      return t('deviates');
    },
  },
  holds: {
    sign: '↗',
    name: 'holds',
    get words() {
      return t('holds');
    },
  },
  fails: {
    sign: '✗',
    name: 'fails',
    get words() {
      return t('fails');
    },
  },
  ours: {
    sign: '·',
    name: 'ours',
    get words() {
      return t('ours');
    },
  },
  not_simulated: {
    sign: '–',
    name: 'not simulated',
    get words() {
      return t('not simulated');
    },
  },
  missing: {
    sign: '?',
    name: 'missing',
    get words() {
      return t('measurement failed');
    },
  },
};

/** Degrees of completeness of a paper's set-up: a short label and a sentence. */
export const SPECIFIED: Record<Experiment['specified'], () => { words: string; meaning: string }> = {
  full: () => ({
    words: t('set-up given in full'),
    meaning: t('The paper gives every parameter of this set-up.'),
  }),
  partial: () => ({
    words: t('set-up partly assumed'),
    meaning: t('The paper gives some parameters of this set-up. We assumed the others, as the text says.'),
  }),
  no: () => ({
    words: t('stand-in'),
    meaning: t('The paper measured on a path that no longer exists. This set-up stands in for it.'),
  }),
};

/** Formats a number with up to about four significant digits, by default in the interface language. */
export function number(value: number, tag = currentLanguage()): string {
  const size = Math.abs(value);
  const write = (one: number, decimals: number, useGrouping = false) =>
    one.toLocaleString(tag, { maximumFractionDigits: decimals, useGrouping, numberingSystem: 'latn' });
  if (size > 0 && size < 0.0005) return `< ${write(0.001, 3)}`;
  const decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  return write(value, decimals, size >= 10_000);
}

/** A label with its unit: "buffer (packets)". Without a unit, just the label. */
export function withUnit(label: string, unit = ''): string {
  return unit === '' ? label : `${label} (${unit})`;
}

/** Our confidence interval: half its width, and its confidence in percent. Null if there is none. */
export function intervalOf(finding: Finding | undefined): { percent: number; half: number } | null {
  if (finding?.ci != null) return finding.ci;
  return finding?.ci95 == null ? null : { percent: 95, half: finding.ci95 };
}

/** Our interval, for example " ± 0.3", with its confidence if that isn't 95 %. Empty if there is none. */
export function plusMinus(finding: Finding | undefined): string {
  const interval = intervalOf(finding);
  if (interval === null) return '';
  const { percent, half } = interval;
  return ` ± ${number(half)}${percent === 95 ? '' : ` (${percent} %)`}`;
}

/** The published number with its interval, or the paper's words for a direction with the number that it prints. */
export function published({ published, expect }: Entry): string {
  const { value, interval, words } = published;
  const ends =
    interval === undefined
      ? ''
      : t('{low} to {high}', { low: number(interval[0]), high: number(interval[1]) });
  const printed = [value === undefined ? '' : number(value), ends].filter(Boolean);
  const numbers = printed.length === 2 ? `${printed[0]} (${printed[1]})` : (printed[0] ?? '');
  if (expect.kind !== 'direction') return numbers;
  return [words, numbers === '' ? '' : `(${numbers})`].filter(Boolean).join(' ');
}

/** The expected direction, if only the direction must agree; else empty. */
export function expected(expect: Entry['expect']): string {
  if (expect.kind !== 'direction') return '';
  const sides = [
    expect.above === undefined ? '' : t('more than {limit}', { limit: number(expect.above) }),
    expect.below === undefined ? '' : t('less than {limit}', { limit: number(expect.below) }),
  ];
  return sides.filter(Boolean).join(', ');
}

/** Shares of a value below which an interval is only the computation's last digits. */
const NEGLIGIBLE = 1e-6;

/**
 * Our number with its interval and unit, for sentences: two digits of the interval, and as many places of the number. A number without an
 * interval has four digits.
 */
export function measured({ unit }: Pick<Entry, 'unit'>, finding: Finding | undefined): string {
  if (finding?.ours == null) return '–';
  const { ours } = finding;
  const half = intervalOf(finding)?.half ?? 0;
  const certain = half <= NEGLIGIBLE * Math.abs(ours);
  const places = certain
    ? placesOf(ours, 4)
    : Math.min(placesOf(half, 2), Math.max(placesOf(half, 1), placesOf(ours, 4)));
  const write = (value: number) =>
    value.toLocaleString(currentLanguage(), {
      minimumFractionDigits: certain ? 0 : places,
      maximumFractionDigits: places,
      useGrouping: Math.abs(value) >= 10_000,
      numberingSystem: 'latn',
    });
  return `${write(ours)}${certain ? '' : ` ± ${write(half)}`}${unit === '' ? '' : `\u00a0${unit}`}`;
}

/** The places after the decimal point that show this many digits of a number. */
function placesOf(value: number, digits: number): number {
  if (value === 0) return 0;
  return Math.min(Math.max(digits - 1 - Math.floor(Math.log10(Math.abs(value))), 0), 8);
}
