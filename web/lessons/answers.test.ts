import { expect, it } from 'vitest';
import { acceptedRange, DRAWN_POINTS, distance, rightAnswer } from './answers';
import type { Prediction } from './lesson';
import type { Runs } from './runs';

const runs = {} as Runs;

const number = (range: readonly [number, number], step: number, within: number) =>
  ({
    kind: 'number',
    question: '',
    covers: [],
    unit: '',
    range,
    step,
    within,
    why: '',
    answer: () => 0,
  }) as const;

it('the accepted numbers are those that the slider has within the tolerance', () => {
  expect(acceptedRange(number([0, 5], 0.1, 0.25), 1.704)).toEqual([1.5, 1.9]);
  expect(acceptedRange(number([0, 100], 1, 4), 4.08)).toEqual([1, 8]);
  expect(acceptedRange(number([0.5, 5], 0.5, 1), 1)).toEqual([0.5, 2]);
});

/** Ten teeth per point of a drawn curve, from 20 to 30. */
const sawtooth: Prediction & { kind: 'draw' } = {
  kind: 'draw',
  question: '',
  covers: [],
  x: { label: '', unit: 's', from: 0, to: 40 },
  y: { label: '', unit: 'segments', from: 0, to: 50 },
  answer: () => {
    const x = Array.from({ length: 4000 }, (_, row) => row / 100);
    return { x, y: x.map((_, row) => 20 + (row % 11)) };
  },
  within: 0.1,
  why: '',
};

it('a curve drawn through the middle of a fast sawtooth is close to it', () => {
  const middle = Array.from({ length: DRAWN_POINTS }, () => 25);
  expect(distance(sawtooth, middle, runs)).toBeLessThan(0.005);
  const heights = rightAnswer(sawtooth, runs) as number[];
  expect(heights).toHaveLength(DRAWN_POINTS);
  for (const height of heights) expect(height).toBeCloseTo(25, 0);
});
