import { expect, it } from 'vitest';
import type { TraceEvent } from '../run/event';
import type { Trace } from '../run/trace';
import { View } from '../run/view';
import { layOut, MARGIN } from './layout';
import { describedEvents, type EventMarks, NARRATION, nearestEvent, positionOf } from './snap';

const event = (row: number): TraceEvent => ({ time_s: row, flow: 0, table: 'segments', row });
const layer = (time_s: number[], value: number[], rare = false) => ({
  lane: 'one',
  points: { time_s, value },
  rare,
  event: (index: number) => event(time_s[index] ?? -1),
});
const marksOf = (...layers: ReturnType<typeof layer>[]): EventMarks => ({
  trace: null as unknown as Trace,
  layers,
  place: ({ row }) => (row < 50 ? { lane: 'one', value: row } : null),
});

/** One pixel per second, and one per unit of value. */
const layout = layOut(
  [{ name: 'one', label: '', domain: [0, 100], share: 1 }],
  { from: 0, to: 200 },
  200 + MARGIN.left + MARGIN.right,
  100 + MARGIN.top + MARGIN.bottom,
);

it('the nearest event is within twelve pixels of the pointer', () => {
  const marks = marksOf(layer([40], [50]));
  expect(nearestEvent(marks, layout, 45, 50)).toEqual(event(40));
  expect(nearestEvent(marks, layout, 40, 61)).toEqual(event(40));
  expect(nearestEvent(marks, layout, 49, 59)).toBeNull();
  expect(nearestEvent(marks, layout, 53, 50)).toBeNull();
});

it('the nearest event is the closer of two, and of equals the one on top', () => {
  const marks = marksOf(layer([40, 60], [50, 50]), layer([50], [50]));
  expect(nearestEvent(marks, layout, 43, 50)).toEqual(event(40));
  expect(nearestEvent(marks, layout, 45, 50)).toEqual(event(50));
  expect(nearestEvent(marks, layout, 54, 50)).toEqual(event(50));
});

it('the nearest event is a loss rather than a plain segment that is a little closer', () => {
  const marks = marksOf(layer([50], [50], true), layer([44], [50]));
  expect(nearestEvent(marks, layout, 46.5, 50)).toEqual(event(50));
  expect(nearestEvent(marks, layout, 44, 50)).toEqual(event(44));
});

it('the nearest event skips points without a value', () => {
  expect(nearestEvent(marksOf(layer([40], [Number.NaN])), layout, 40, 50)).toBeNull();
});

it('events of another run are not described', () => {
  const view = new View();
  const marks = { ...marksOf(), trace: { links: [] } as unknown as Trace };
  const narrate = (trace: Trace) => {
    view.of(NARRATION).set({ trace, describe: async () => '', packet: () => null });
  };
  expect(describedEvents(marks, view)).toBeNull();
  narrate({ ...marks.trace } as Trace);
  expect(describedEvents(marks, view)).toBeNull();
  narrate(marks.trace);
  expect(describedEvents(marks, view)).toBe(marks);
});

it('the position of an event is in its lane', () => {
  expect(positionOf(marksOf(), layout, event(30))).toEqual({ x: 30, y: 70 });
});

it('the position of an event is missing where the plot does not show the event', () => {
  expect(positionOf(marksOf(), layout, event(60))).toBeNull();
  expect(positionOf(marksOf(), layout, event(-1))).toBeNull();
  expect(positionOf(null, layout, event(30))).toBeNull();
});
