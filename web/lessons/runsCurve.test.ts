import { expect, it, test } from 'vitest';
import { pathOfSteps } from './runsCurve';

const scale = { from: 0, to: 10, across: (x: number) => 10 * x, up: (y: number) => 100 - y };

/** The corners of a path. */
const corners = (path: string) =>
  path
    .slice(1)
    .split('L')
    .map((corner) => corner.split(',').map(Number));

it('a step curve keeps each level until the next one', () => {
  expect(pathOfSteps({ x: [0, 5], y: [20, 40] }, scale)).toBe('M0,80.0L50,80.0L50,60.0L100,60.0');
});

it('a curve that begins or ends outside the axis is drawn between its ends', () => {
  expect(pathOfSteps({ x: [-3, 12], y: [20, 40] }, scale)).toBe('M0,80.0L100,80.0');
  expect(pathOfSteps({ x: [4, 6], y: [20, 20] }, scale)).toBe('M40,80.0L60,80.0L100,80.0');
});

test('each tooth of a fast sawtooth reaches its lowest and its highest value', () => {
  const x = Array.from({ length: 5000 }, (_, row) => row / 500);
  const y = x.map((_, row) => 25 + (row % 8));
  const path = corners(pathOfSteps({ x, y }, scale));
  const inside = path.filter(([column = 0]) => column > 0 && column < 100);
  const heights = (column: number) => inside.flatMap(([at, height]) => (at === column ? [height] : []));
  for (const column of new Set(inside.map(([at = 0]) => at))) {
    expect(Math.max(...heights(column).map(Number)), `column ${column}`).toBe(75);
    expect(Math.min(...heights(column).map(Number)), `column ${column}`).toBe(68);
  }
  expect(path.length).toBeLessThanOrEqual(4 * 101);
});

it('an empty curve has no path', () => {
  expect(pathOfSteps({ x: [], y: [] }, scale)).toBe('');
});
