import { expect, it } from 'vitest';
import { formatCount } from '../../base/words/format';
import type { Summary } from '../../engine/schema';
import type { Measure } from '../../run/measures';
import { t95 } from '../../run/statistics';
import { LESSON_RATE } from '../rates';
import { containsZero, differencesOf, meansOf } from './pairs';
import { drawnDifferences } from './select';
import { differenceInWords, inOneUnit, intervalInWords, signed } from './words';

const format = (value: number) => `${Number(value.toFixed(2))} kB/s`;
const measure = { label: 'goodput', unit: LESSON_RATE.unit, format } as Measure;

// Differences 1, 2, 3: mean 2, standard deviation 1, so the interval is t(2 degrees) over the root of 3.
const columns = [
  [10, 20, 30],
  [11, 22, 33],
];

it('paired runs computes the interval from the differences, not from the runs', () => {
  const [one] = differencesOf(columns);
  expect(one).toMatchObject({ arm: 1, other: 0, above: 3, below: 0 });
  expect(one?.mean.value).toBe(2);
  expect(one?.mean.ci95).toBeCloseTo(4.302653 / Math.sqrt(3), 5);
});

it('paired runs also computes the interval without pairing', () => {
  // Variances 100 and 121, pooled 110.5; t(4 degrees) = 2.776445.
  const [one] = differencesOf(columns);
  expect(one?.unpaired_ci95).toBeCloseTo(2.776445 * Math.sqrt((2 * 110.5) / 3), 4);
  expect(t95(4)).toBeCloseTo(2.776445, 5);
});

it('paired runs reports whether an interval contains zero', () => {
  const [one] = differencesOf(columns);
  if (one === undefined) throw new Error('no difference');
  expect(containsZero(one.mean, one.mean.ci95)).toBe(true);
  expect(containsZero({ ...one.mean, value: 2.5 }, one.mean.ci95)).toBe(false);
  expect(containsZero(one.mean, null)).toBeNull();
});

it('paired runs leaves out seeds with a missing value', () => {
  const [one] = differencesOf([
    [1, null, 3, 9],
    [2, 5, null, 10],
  ]);
  expect(one?.mean).toEqual({ value: 1, ci95: 0, count: 2 });
  expect(meansOf([[1, null, 3]])[0]).toMatchObject({ value: 2, count: 2 });
  expect(differencesOf([[null], [1]])).toEqual([]);
});

it('paired runs compares every further arm with the first', () => {
  const both = differencesOf([
    [1, 1],
    [2, 2],
    [0, 0],
  ]);
  expect(both.map(({ arm, mean }) => [arm, mean.value])).toEqual([
    [1, 1],
    [2, -1],
  ]);
});

const words = (mine: number[], others: number[]) =>
  differencesOf([others, mine]).map((one) => differenceInWords(one, ['Reno', 'Vegas'], measure))[0];

it('the sentence about a difference says if chance may explain the difference', () => {
  expect(words([11, 22, 33], [10, 20, 30])).toBe(
    'Goodput: 2 kB/s more with Vegas than with Reno, on average over 3 pairs. In 3 of 3 pairs, it was faster with Vegas. The 95 % interval of the difference, −0.48 kB/s to ' +
      '+4.48 kB/s, includes zero: these runs don’t show a difference.',
  );
});

it('the sentence about a difference says if chance hardly explains the difference', () => {
  expect(words([10, 20, 30], [14, 24.1, 33.9])).toMatch(
    /4 kB\/s less with Vegas than with Reno.* In 3 of 3 pairs, it was faster with Reno\. .*excludes zero: .*$/,
  );
});

it('the sentence about a difference sets labels with a comma apart', () => {
  const [one] = differencesOf([
    [2, 4],
    [1, 1],
  ]).map((difference) => differenceInWords(difference, ['Reno, 10 ms', 'Vegas, 10 ms'], measure));
  expect(one).toContain('2 kB/s less with “Vegas, 10 ms” than with “Reno, 10 ms”');
});

it('the chart of differences has a point per pair, and each mean with its interval around it', () => {
  const { pairs, means } = drawnDifferences([...columns, [10, null, 28]]);
  expect(pairs.map(({ x, ours }) => [x, ours])).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 0],
    [1, -2],
  ]);
  expect(means.map(({ x, arm, other, ours }) => [x, arm, other, ours])).toEqual([
    [0, 1, 0, 2],
    [1, 2, 0, -1],
  ]);
  const [low = 0, high = 0] = means[0]?.whisker ?? [];
  expect([low + high, high - low].map((one) => one / 2)).toEqual([
    2,
    expect.closeTo(4.302653 / Math.sqrt(3), 5),
  ]);
  expect(drawnDifferences([[5], [7]]).means[0]?.whisker).toBeNull();
});

it('the sentence about a difference omits the interval if there is none', () => {
  expect(words([2], [1])).toBe(
    'Goodput: 1 kB/s more with Vegas than with Reno, on average over 1 pair. One pair has no interval.',
  );
  expect(intervalInWords({ value: 1, ci95: null, count: 1 }, null, format)).toBe('–');
  expect([signed(-1, format), signed(0, format), signed(1, format)]).toEqual([
    '−1 kB/s',
    '0 kB/s',
    '+1 kB/s',
  ]);
});

it('the sentence about a difference gives rates in one unit, however small their differences', () => {
  const rate = { ...measure, unit: 'bytes/s', of: () => 40_000 };
  const one = inOneUnit(rate);
  expect(one.of({} as Summary)).toBe(40);
  expect([one.format(40), one.format(0.012345), one.unit]).toEqual(['40 kB/s', '0.0123 kB/s', 'kB/s']);
  const time = inOneUnit({ ...measure, unit: 's', of: () => 34.0186 });
  expect([time.of({} as Summary), time.format(34.0186)]).toEqual([34.0186, '34 s']);
  expect(inOneUnit({ ...measure, unit: '', format: formatCount }).format(2.0491)).toBe('2.05');
  // Shares keep their own format.
  expect(inOneUnit({ ...measure, unit: 'share' }).format).toBe(format);
});
