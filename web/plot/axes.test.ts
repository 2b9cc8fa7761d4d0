import { expect, it } from 'vitest';
import { binaryTicks, enoughFor } from './axes';
import { linearScale } from './linear';

const labels = (domain: [number, number], count: number, unit: number) => {
  const { values, format } = binaryTicks(domain, count, unit);
  return values.map(format);
};

it('ticks of bytes are multiples of powers of two', () => {
  expect(labels([0, 18_350], 5, 1024)).toEqual(['0', '4', '8', '12', '16']);
  expect(labels([0, 2200], 5, 1)).toEqual(['0', '512', '1,024', '1,536', '2,048']);
  expect(labels([-20, 4100], 3, 1)).toEqual(['0', '2,048', '4,096']);
  expect(labels([0, 2000], 4, 1024)).toEqual(['0.0', '0.5', '1.0', '1.5']);
});

it('there are at most one more than asked for', () => {
  for (let high = 1; high < 1e7; high *= 1.37)
    for (const count of [2, 3, 5, 8]) {
      const { values } = binaryTicks([0, high], count, 1);
      expect(values.length).toBeLessThanOrEqual(count + 1);
      expect(values.length).toBeGreaterThan(count / 2);
    }
});

it('a scale without a length or a place has no ticks, and throws nothing', () => {
  const odd = [0, -3, 1e-320, 1e308, -1e308, Infinity, -Infinity, Number.NaN];
  for (const low of odd)
    for (const high of odd)
      for (const count of [2, 5]) {
        const { values, format } = binaryTicks([low, high], count, 1024);
        expect(values.length).toBeLessThanOrEqual(count + 1);
        expect(typeof format(high)).toBe('string');
      }
});

it('a low scale of RTTs has two numbers at least, and not more than fit', () => {
  for (const [low, high] of [
    [110, 260],
    [99, 101],
    [13.4, 18.2],
    [0, 1],
    [380, 720],
  ] as const)
    for (const count of [2, 3]) {
      const y = linearScale([low, high], [80, 0]);
      const values = y.ticks(enoughFor(y, count));
      expect(values.length, `${low} to ${high}`).toBeGreaterThanOrEqual(2);
      expect(values.length, `${low} to ${high}`).toBeLessThanOrEqual(6);
    }
});
