import { expect, it } from 'vitest';
import { DRAWN_POINTS, distance, rightAnswer } from './answers';
import type { Prediction } from './lesson';
import type { Runs } from './runs';

const runs = {} as Runs;

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
