/** What the runs of a sample say, in words. */
import { counted, formatCount } from '../../plot/format';
import type { Mean } from '../../run/statistics';
import type { Measure } from '../../sweep/measures';
import { type Difference, holdsZero } from './pairs';

type Format = Measure['format'];

/** "+1.2 KiB/s", "−0.4 KiB/s". */
export function signed(value: number, format: Format): string {
  const size = format(Math.abs(value));
  return value === 0 ? size : `${value < 0 ? '−' : '+'}${size}`;
}

/** The ends of an interval: "−0.4 KiB/s to +1.2 KiB/s". */
export function intervalInWords({ value }: Mean, ci95: number | null, format: Format): string {
  if (ci95 === null) return '–';
  return `${signed(value - ci95, format)} to ${signed(value + ci95, format)}`;
}

/** Three digits: more would say that the mean is better known than it is. */
const short = (value: number) => String(Number(value.toPrecision(3)));

/** Units in which means and their differences are written, and how many of the figure's own make one. */
const UNITS: Readonly<Record<string, readonly [unit: string, size: number]>> = {
  'bytes/s': ['KiB/s', 1024],
  s: ['s', 1],
  ms: ['ms', 1],
  'ms²': ['ms²', 1],
  segments: ['segments', 1],
};

/** A figure in one unit, however small its differences are: in the picture, the words and the tables. */
export function inOneUnit(measure: Measure): Measure {
  if (measure.format === formatCount) return { ...measure, format: short };
  const found = UNITS[measure.unit];
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

/** What is to be said of a difference below the picture. */
export function differenceInWords(
  difference: Difference,
  labels: readonly string[],
  { label, format }: Measure,
): string {
  const { mean, above, below, arm, less } = difference;
  const [mine = '', other = ''] = [labels[arm], labels[less]];
  const way = mean.value < 0 ? 'less' : 'more';
  const size = format(Math.abs(mean.value));
  const found =
    mean.value === 0
      ? `${label}: ${mine} and ${other} have the same mean.`
      : `${label}: ${mine} has ${size} ${way} than ${other} in the mean of ${counted(mean.count, 'pair')}.`;
  const sentence = found.charAt(0).toUpperCase() + found.slice(1);
  const zero = holdsZero(mean, mean.ci95);
  if (zero === null) return `${sentence} One pair has no interval.`;
  const interval = intervalInWords(mean, mean.ci95, format);
  const verdict = zero
    ? `The 95 % interval of the difference, ${interval}, holds zero: these runs do not tell the two apart.`
    : `The 95 % interval of the difference, ${interval}, does not hold zero: chance alone would hardly give this.`;
  return `${sentence} ${verdict} ${mine} has more in ${above}, ${other} in ${below} of ${mean.count}.`;
}
