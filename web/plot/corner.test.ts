import { expect, test } from 'vitest';
import type { Trace } from '../run/trace';
import { cornerOf } from './corner';
import { type Lane, layOut, STACKED } from './layout';
import type { EventMarks } from './snap';

const ONE: Lane = { name: 'one', label: '', domain: [0, 10], share: 1 };
const BAND: Lane = { name: 'band', label: '', domain: [0, 1], pixels: 16 };

const layoutOf = (width: number, height: number, lanes = [ONE]) =>
  layOut(lanes, { from: 0, to: 10 }, width, height, STACKED);

/** Marks at these values, one a second. */
function marksAt(value: number[]): EventMarks {
  const points = { time_s: value.map((_, second) => second), value };
  return {
    trace: {} as Trace,
    layers: [{ lane: 'one', points, rare: false, event: () => null }],
    place: () => null,
  };
}

const NO_MARKS = { events: null, lines: [] };

const lineAt = (time_s: number[], value: number[], lane = 'one') => ({
  events: null,
  lines: [{ lane, points: { time_s, value } }],
});

test('the corner is away from the cursor, and below a line that rises into it', () => {
  const layout = layoutOf(900, 120);
  const rising = { events: marksAt([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), lines: [] };
  expect(cornerOf(layout, rising, false)).toMatchObject({ side: 'left', edge: 'top', offset: 0 });
  expect(cornerOf(layout, rising, true)).toMatchObject({ side: 'right', edge: 'bottom', offset: 0 });
  const falling = { events: marksAt([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]), lines: [] };
  expect(cornerOf(layout, falling, false)).toMatchObject({ side: 'left', edge: 'bottom' });
  expect(cornerOf(layout, falling, true)).toMatchObject({ side: 'right', edge: 'top' });
});

test('a line keeps its value until the next one', () => {
  const layout = layoutOf(900, 120);
  expect(cornerOf(layout, lineAt([0], [10]), true)).toMatchObject({ side: 'right', edge: 'bottom' });
  expect(cornerOf(layout, lineAt([0, 1], [10, Number.NaN]), true)).toMatchObject({ edge: 'top' });
});

test('the readings take two lines, or a quarter of the height', () => {
  expect(cornerOf(layoutOf(900, 120), NO_MARKS, true).height).toBe(34);
  expect(cornerOf(layoutOf(510, 226), NO_MARKS, true).height).toBe(50);
});

test('a plot without marks has its readings at the top, below its bands', () => {
  expect(cornerOf(layoutOf(900, 120), NO_MARKS, true)).toMatchObject({
    side: 'right',
    edge: 'top',
    offset: 0,
  });
  for (const height of [60, 150, 600]) {
    const layout = layoutOf(900, height, [BAND, { ...BAND, name: 'other' }, ONE]);
    const end = layout.lanes[1]?.bottom ?? Number.POSITIVE_INFINITY;
    for (const marks of [NO_MARKS, lineAt([0], [10]), lineAt([0], [0])]) {
      const { edge, offset, height: room } = cornerOf(layout, marks, true);
      const top = edge === 'top' ? offset : layout.height - offset - room;
      expect(top).toBeGreaterThan(end);
      expect(top + room).toBeLessThanOrEqual(layout.height);
    }
  }
});

test('of several lanes, the readings are in the emptiest', () => {
  const layout = layoutOf(900, 220, [ONE, { ...ONE, name: 'two' }]);
  const first = lineAt([0, 6, 7], [10, 0, 10]);
  const { edge, offset } = cornerOf(layout, first, true);
  expect({ edge, offset }).toEqual({ edge: 'top', offset: layout.lanes[1]?.top });
});

test('between two lines at the edges, the readings are in the middle', () => {
  const layout = layoutOf(900, 220);
  const lines = [lineAt([0], [10]), lineAt([0], [0])].flatMap((marks) => marks.lines);
  const { edge, offset, height } = cornerOf(layout, { events: null, lines }, true);
  expect(edge).toBe('top');
  expect(offset).toBeGreaterThan(0);
  expect(offset + height).toBeLessThan(layout.height);
});
