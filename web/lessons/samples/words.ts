/** Describes the results of a sample. */

import { formatCount } from '../../base/words/format';
import { capital, filled, plural, t } from '../../base/words/words';
import type { Measure } from '../../run/measures';
import type { Mean } from '../../run/statistics';
import { LESSON_RATE } from '../rates';
import { containsZero, type Difference } from './pairs';

type Format = Measure['format'];

/** "+1.2 kB/s", "−0.4 kB/s". */
export function signed(value: number, format: Format): string {
  const size = format(Math.abs(value));
  return value === 0 ? size : `${value < 0 ? '−' : '+'}${size}`;
}

/** The ends of an interval: "−0.4 kB/s to +1.2 kB/s". */
export function intervalInWords({ value }: Mean, ci95: number | null, format: Format): string {
  if (ci95 === null) return '–';
  return t('{low} to {high}', {
    low: signed(value - ci95, format),
    high: signed(value + ci95, format),
  });
}

/** Three digits; more would suggest a precision that the mean doesn't have. */
const short = (value: number) => filled('{value}', { value: Number(value.toPrecision(3)) });

/** The display unit for a metric's unit, and its size in that unit; undefined if the metric's own format should be kept. */
function unitOf(unit: string): readonly [unit: string, size: number] | undefined {
  switch (unit) {
    case t('bytes/s'):
      return [LESSON_RATE.unit, LESSON_RATE.size];
    case 's':
    case 'ms':
    case 'ms²':
    case t('segments'):
      return [unit, 1];
    default:
      return undefined;
  }
}

/** A metric with one fixed unit, so that chart, sentence and tables use the same unit however small a difference is. */
export function inOneUnit(measure: Measure): Measure {
  if (measure.format === formatCount) return { ...measure, format: short };
  const found = unitOf(measure.unit);
  if (found === undefined) return measure;
  const [unit, size] = found;
  return {
    ...measure,
    unit,
    of: (summary) => {
      const value = measure.of(summary);
      return value === null ? null : value / size;
    },
    format: (value) => `${short(value)} ${unit}`,
  };
}

/** An arm's label as a part of a sentence: in quotation marks if it has a comma. */
const inSentence = (label: string) => (label.includes(',') ? t('“{label}”', { label }) : label);

/** The sentence about a difference, below the chart. */
export function differenceInWords(
  difference: Difference,
  labels: readonly string[],
  { label, format, unit }: Measure,
): string {
  const { mean, above, below, arm, other } = difference;
  const [mine, theirs] = [inSentence(labels[arm] ?? ''), inSentence(labels[other] ?? '')];
  const names = { metric: label, mine, other: theirs };
  const sized = { ...names, size: format(Math.abs(mean.value)) };
  const found =
    mean.value === 0
      ? t('{metric}: the same mean with {mine} and with {other}.', names)
      : mean.value < 0
        ? plural(
            mean.count,
            '{metric}: {size} less with {mine} than with {other}, on average over {n} pair.',
            '{metric}: {size} less with {mine} than with {other}, on average over {n} pairs.',
            sized,
          )
        : plural(
            mean.count,
            '{metric}: {size} more with {mine} than with {other}, on average over {n} pair.',
            '{metric}: {size} more with {mine} than with {other}, on average over {n} pairs.',
            sized,
          );
  const sentence = capital(found);
  const zero = containsZero(mean, mean.ci95);
  if (zero === null) return `${sentence} ${t('One pair has no interval.')}`;
  const interval = intervalInWords(mean, mean.ci95, format);
  const verdict = zero
    ? t(
        'The 95 % interval of the difference, {interval}, includes zero: these runs don’t show a difference.',
        { interval },
      )
    : t(
        'The 95 % interval of the difference, {interval}, excludes zero: chance alone would rarely give this.',
        { interval },
      );
  const [most, count] = above >= below ? [mine, above] : [theirs, below];
  const counted = { most, count, all: mean.count };
  const counts =
    unit === LESSON_RATE.unit
      ? t('In {count} of {all} pairs, it was faster with {most}.', counted)
      : t('In {count} of {all} pairs, it was more with {most}.', counted);
  return `${sentence} ${counts} ${verdict}`;
}
