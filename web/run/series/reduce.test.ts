import { expect, it } from 'vitest';
import { m4, PixelGrid } from './reduce';

const series = (...points: [number, number][]) => ({
  time_s: Float64Array.from(points, ([time]) => time),
  value: Float64Array.from(points, ([, value]) => value),
});

it('m4 keeps first, lowest, highest and last of each pixel column, in chronological order', () => {
  const { time_s, value } = series(
    [0, 5],
    [0.1, 9],
    [0.2, 6],
    [0.3, 1],
    [0.4, 4],
    [1, 7],
    [1.5, 7],
    [1.9, 7],
  );
  // Column 0 has rows 0-4: first 0, highest 1, lowest 3, last 4. Column 1 is flat: first and last.
  expect(m4(time_s, value, { from: 0, to: 2 }, 2)).toEqual([0, 1, 3, 4, 5, 7]);
});

it('m4 keeps every row once if each falls into its own pixel column', () => {
  const { time_s, value } = series([0, 1], [1, 2], [2, 3], [3, 2]);
  expect(m4(time_s, value, { from: 0, to: 4 }, 4)).toEqual([0, 1, 2, 3]);
});

it('m4 adds the neighbors outside the window, so that the line reaches both edges', () => {
  const { time_s, value } = series([0, 1], [1, 2], [2, 3], [3, 4], [4, 5]);
  expect(m4(time_s, value, { from: 1.5, to: 2.5 }, 10)).toEqual([1, 2, 3]);
});

it('m4 puts a row at the end of the window into the last column', () => {
  const { time_s, value } = series([0, 1], [1, 2], [2, 9]);
  expect(m4(time_s, value, { from: 0, to: 2 }, 2)).toEqual([0, 1, 2]);
});

it('m4 ignores NaN when it looks for extremes', () => {
  const { time_s, value } = series([0, Number.NaN], [0.1, 3], [0.2, 8], [0.3, 2], [0.4, 5]);
  expect(m4(time_s, value, { from: 0, to: 1 }, 1)).toEqual([0, 2, 3, 4]);
});

it('m4 draws the same picture as all rows would', () => {
  const count = 5000;
  const time_s = Float64Array.from({ length: count }, (_, i) => i / 500);
  const value = Float64Array.from({ length: count }, (_, i) => Math.sin(i * i) * 50 + Math.sin(i / 300) * 20);
  const columns = 40;
  const extremes = (rows: number[]) => {
    const table = Array.from({ length: columns }, () => [Infinity, -Infinity]);
    for (const row of rows) {
      const cell = table[Math.floor(((time_s[row] ?? 0) / 10) * columns)] ?? [];
      cell[0] = Math.min(cell[0] ?? 0, value[row] ?? 0);
      cell[1] = Math.max(cell[1] ?? 0, value[row] ?? 0);
    }
    return table;
  };
  const kept = m4(time_s, value, { from: 0, to: 10 }, columns);
  expect(kept.length).toBeLessThanOrEqual(4 * columns);
  expect(extremes(kept)).toEqual(extremes(Array.from({ length: count }, (_, i) => i)));
});

it('pixel grid keeps one dot per pixel and rejects dots outside', () => {
  const grid = new PixelGrid();
  grid.clear(10, 5);
  expect(grid.take(3.2, 1.9)).toBe(true);
  expect(grid.take(3.8, 1.1)).toBe(false);
  expect(grid.take(4, 1)).toBe(true);
  expect(grid.take(-0.5, 1)).toBe(false);
  expect(grid.take(10, 1)).toBe(false);
  expect(grid.take(1, 5)).toBe(false);
  grid.clear(10, 5);
  expect(grid.take(3.8, 1.1)).toBe(true);
  grid.clear(20, 9);
  expect(grid.take(19, 8)).toBe(true);
});
