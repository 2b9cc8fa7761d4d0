import { expect, it } from 'vitest';
import { meanOf, t95 } from './statistics';

it("Student's t has the quantiles of printed tables, for odd and even degrees of freedom", () => {
  const printed: [freedom: number, quantile: number][] = [
    [1, 12.706_205],
    [2, 4.302_653],
    [3, 3.182_446],
    [4, 2.776_445],
    [5, 2.570_582],
    [8, 2.306_004],
    [9, 2.262_157],
    [29, 2.045_23],
    [30, 2.042_272],
    [120, 1.979_93],
  ];
  for (const [freedom, quantile] of printed) expect(t95(freedom), `${freedom}`).toBeCloseTo(quantile, 5);
});

it('a mean has a confidence interval', () => {
  // Mean 3, variance 2.5, standard error 0.7071.
  const mean = meanOf([1, 2, 3, 4, 5]);
  expect(mean?.value).toBe(3);
  expect(mean?.count).toBe(5);
  expect(mean?.ci95).toBeCloseTo(2.776_445 * Math.sqrt(0.5), 5);
});

it('a mean has no interval for one number, and is null for no numbers', () => {
  expect(meanOf([7])).toEqual({ value: 7, ci95: null, count: 1 });
  expect(meanOf([])).toBeNull();
});
