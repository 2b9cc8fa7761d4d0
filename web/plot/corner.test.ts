import { expect, test } from 'vitest';
import type { Trace } from '../run/trace';
import { cornerHeight, cornerOf, isSmall } from './corner';
import { layOut, STACKED } from './layout';
import type { EventMarks } from './snap';

const layoutOf = (width: number, height: number) =>
  layOut(
    [{ name: 'one', label: '', domain: [0, 10], share: 1 }],
    { from: 0, to: 10 },
    width,
    height,
    STACKED,
  );

/** Marks at these values, one a second. */
function marksAt(value: number[]): EventMarks {
  const points = { time_s: value.map((_, second) => second), value };
  return {
    trace: {} as Trace,
    layers: [{ lane: 'one', points, rare: false, event: () => null }],
    place: () => null,
  };
}

test('the readings of a low or narrow plot are in a corner', () => {
  expect(isSmall(layoutOf(900, 120))).toBe(true);
  expect(isSmall(layoutOf(300, 400))).toBe(true);
  expect(isSmall(layoutOf(510, 250)), 'one of two columns').toBe(true);
  expect(isSmall(layoutOf(900, 400))).toBe(false);
});

test('the corner is away from the cursor, and below a line that rises into it', () => {
  const layout = layoutOf(900, 120);
  const rising = marksAt([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(cornerOf(layout, rising, false)).toEqual({ side: 'left', edge: 'top' });
  expect(cornerOf(layout, rising, true)).toEqual({ side: 'right', edge: 'bottom' });
  const falling = marksAt([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  expect(cornerOf(layout, falling, false)).toEqual({ side: 'left', edge: 'bottom' });
  expect(cornerOf(layout, falling, true)).toEqual({ side: 'right', edge: 'top' });
});

test('the readings take two lines, or a quarter of the height', () => {
  expect(cornerHeight(layoutOf(900, 120))).toBe(34);
  expect(cornerHeight(layoutOf(510, 226))).toBe(50);
});

test('a plot without events keeps its readings at the top', () => {
  expect(cornerOf(layoutOf(900, 120), null, true)).toEqual({ side: 'right', edge: 'top' });
});
