import { scaleLinear } from 'd3-scale';
import { expect, it } from 'vitest';
import { linearScale } from './linear';

const DOMAINS = [
  [0, 27.798610521],
  [1.3, 1.30000001],
  [0, 2_097_152],
  [-3, 7],
  [9, 2],
  [5, 5],
] as const;
const RANGES = [
  [0, 1091],
  [153.25, 22],
  [0.1, 0.3],
] as const;
/** Shares of the domain, also outside of it. */
const SHARES = [-0.1, 0, 1 / 3, 0.1, 0.5, 0.77, 1, 1.2];

for (const domain of DOMAINS)
  for (const range of RANGES)
    it(`a linear scale maps ${domain} to ${range} as d3-scale does`, () => {
      const ours = linearScale(domain, range);
      const theirs = scaleLinear(domain, range);
      for (const share of SHARES) {
        const value = domain[0] + share * (domain[1] - domain[0]);
        const position = range[0] + share * (range[1] - range[0]);
        expect(ours(value)).toBe(theirs(value));
        expect(ours.invert(position)).toBe(theirs.invert(position));
      }
      expect(ours.domain()).toEqual(theirs.domain());
      expect(ours.range()).toEqual(theirs.range());
      for (const count of [2, 5, 12]) {
        const ticks = theirs.ticks(count);
        expect(ours.ticks(count)).toEqual(ticks);
        expect(ticks.map(ours.tickFormat(count))).toEqual(ticks.map(theirs.tickFormat(count)));
      }
    });

it('a linear scale gives no position to an unknown value', () => {
  expect(linearScale([0, 1], [0, 100])(Number.NaN)).toBeNaN();
});

it('a linear scale never throws, whatever its domain, its range and the number of ticks', () => {
  const odd = [0, -0, 1, -7, 5e-324, 1e-300, 1e300, Number.MAX_VALUE, Infinity, -Infinity, Number.NaN];
  for (const low of odd)
    for (const high of odd)
      for (const count of [0, 2, -3, Infinity, Number.NaN]) {
        const scale = linearScale([low, high], [odd[3] ?? 0, high]);
        const format = scale.tickFormat(count);
        // As many as a plot asks for at most, so that a scale can't take the page's memory.
        expect(scale.ticks(Math.min(count, 50)).length).toBeLessThan(200);
        expect(typeof format(low)).toBe('string');
        expect(typeof scale(1)).toBe('number');
      }
});
