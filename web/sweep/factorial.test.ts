import { expect, it } from 'vitest';
import { type Factorial, factorialOf } from './factorial';

// The worked examples of engine-wasm/papers/src/factorial.rs. Means of the cells: 15, 48, 24, 77.
const WORKED = [
  [15, 18, 12],
  [45, 48, 51],
  [25, 28, 19],
  [75, 75, 81],
];

function analyze(cells: number[][]): Factorial {
  const found = factorialOf(cells);
  if (found === null) throw new Error('expected a complete 2^k design');
  return found;
}

it('a 2^k design computes effects by the sign table', () => {
  expect(analyze(WORKED).effects.map(({ effect }) => effect.value)).toEqual([41, 21.5, 9.5, 5]);
});

it('a 2^k design allocates all of the variation', () => {
  // Errors squared: 0 + 9 + 9, 9 + 0 + 9, 1 + 16 + 25, 4 + 4 + 16. Effects 21.5, 9.5 and 5, squared, times 12.
  const total = 5547 + 1083 + 300 + 102;
  const { effects, error } = analyze(WORKED);
  expect(effects[0]?.variation).toBeNull();
  expect(effects[1]?.variation).toBeCloseTo((100 * 5547) / total, 9);
  expect(effects[2]?.variation).toBeCloseTo((100 * 1083) / total, 9);
  expect(effects[3]?.variation).toBeCloseTo((100 * 300) / total, 9);
  expect(error).toBeCloseTo((100 * 102) / total, 9);
});

it('a 2^k design gives every effect a confidence interval from the pooled errors', () => {
  // 102 / 8 is the variance of a response, an effect is the mean of 12, and t of 8 degrees of freedom 2.306004.
  const half = 2.306_004 * Math.sqrt(102 / 8 / 12);
  for (const { effect } of analyze(WORKED).effects) expect(effect.ci95).toBeCloseTo(half, 5);
});

it('a 2^k design separates one main effect from an interaction', () => {
  const cells = Array.from({ length: 8 }, (_, cell) => {
    const sign = (bit: number) => ((cell >> bit) & 1 ? 1 : -1);
    return [10 + 3 * sign(0) + 2 * sign(1) * sign(2)];
  });
  const { effects, error } = analyze(cells);
  expect(effects.map(({ effect }) => effect.value)).toEqual([10, 3, 0, 0, 0, 0, 2, 0]);
  expect(effects[0b001]?.variation).toBeCloseTo((100 * 9) / 13, 9);
  expect(effects[0b110]?.variation).toBeCloseTo((100 * 4) / 13, 9);
  expect(error).toBe(0);
  expect(effects[1]?.effect.ci95).toBeNull();
});

it('a 2^k design has no result for an incomplete design, and no shares if nothing varies', () => {
  for (const cells of [[], [[], []], [[1], [1], [1]], [[1], [1, 2]]]) expect(factorialOf(cells)).toBeNull();
  const idle = analyze([
    [5, 5],
    [5, 5],
  ]);
  expect([idle.effects[1]?.variation, idle.error]).toEqual([null, null]);
});
