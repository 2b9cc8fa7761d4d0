import { expect, it } from 'vitest';
import { type Chunk, type Scenario, SEGMENT_KINDS } from '../engine/schema';
import { curveOf, eventsOf, freePixels, Moments } from './series';
import { Trace } from './trace';

const SEND = SEGMENT_KINDS.indexOf('send');
const DROP = SEGMENT_KINDS.indexOf('drop_full');

/** One segment a second for ten seconds; the second, fifth and eighth are dropped. The queue has as many bytes as seconds have passed. */
function traceOf(): Trace {
  const trace = new Trace({ links: [], flows: [], datagrams: [] } as unknown as Scenario);
  const seconds = Array.from({ length: 10 }, (_, i) => i);
  trace.append({
    segments: {
      time_s: Float64Array.from(seconds),
      flow: new Uint16Array(10),
      kind: Uint8Array.from(seconds, (i) => (i % 3 === 1 ? DROP : SEND)),
      seq: Uint32Array.from(seconds, (i) => 100 - i),
      place: new Uint16Array(10),
    },
    queues: {
      time_s: Float64Array.from(seconds),
      link: new Uint16Array(10),
      bytes: Uint32Array.from(seconds),
      packets: Uint32Array.from(seconds),
    },
  } as unknown as Chunk);
  return trace;
}

it('a curve gives its points, its extent and the line through them', () => {
  const queue = curveOf(traceOf(), 'queues', 0, 'bytes');
  const window = { from: 2, to: 5 };
  expect(queue.length).toBe(10);
  expect(queue.points(window)).toEqual({ time_s: [2, 3, 4, 5], value: [2, 3, 4, 5] });
  expect(queue.extent()).toEqual([0, 9]);
  expect(queue.extent(queue.within(window))).toEqual([2, 5]);
  expect(queue.line(window, 4).time_s, 'with a point on both sides').toEqual([1, 2, 3, 4, 5, 6]);
  expect(queue.line(window, 1).time_s, 'first and last of the only pixel column').toEqual([1, 2, 5, 6]);
  expect(queue.valueAt(3.9)).toBe(3);
  expect(queue.valueAt(-1)).toBeUndefined();
});

it('a curve without rows has no extent, no points and no value', () => {
  const queue = curveOf(traceOf(), 'queues', 1, 'bytes');
  expect(queue.extent()).toEqual([Number.NaN, Number.NaN]);
  expect(queue.points({ from: 0, to: 9 })).toEqual({ time_s: [], value: [] });
  expect(queue.line({ from: 0, to: 9 }, 5)).toEqual({ time_s: [], value: [] });
  expect(queue.valueAt(9)).toBeUndefined();
});

it('events of one kind are counted, found and drawn from their index', () => {
  const drops = eventsOf(traceOf(), 0, 'drop_full');
  expect(drops.length).toBe(3);
  expect([drops.row(1), drops.time(1), drops.value(1)]).toEqual([4, 4, 96]);
  expect(drops.within({ from: 2, to: 7 })).toEqual([1, 3]);
  expect(drops.points({ from: 2, to: 7 })).toEqual({ time_s: [4, 7], value: [96, 93] });
  expect(drops.extent()).toEqual([93, 99]);
  expect([drops.rowAt(0.9), drops.rowAt(6.9), drops.rowAt(7)]).toEqual([-1, 4, 7]);
  expect([0, 1, 2, 7, 8].map((row) => drops.placeOfRow(row))).toEqual([0, 0, 1, 2, 3]);
});

it('dots are reduced to the first on each pixel', () => {
  const queue = curveOf(traceOf(), 'queues', 0, 'bytes');
  const scale = { line: (bytes: number) => Math.floor(bytes / 2), key: 'two bytes a line' };
  expect(queue.dots({ from: 0, to: 9.5 }, 1, scale).time_s).toEqual([0, 2, 4, 6, 8]);
  const drops = eventsOf(traceOf(), 0, 'drop_full');
  const flat = { line: () => 0, key: 'one line' };
  expect(drops.dots({ from: 0, to: 10 }, 2, flat)).toEqual({ time_s: [1, 7], value: [99, 93] });
});

it('a window of zero length contains all moments at its time', () => {
  const moments = new Moments(Float64Array.of(1, 2, 2, 2, 3), Uint32Array.of(0, 2, 3, 4));
  expect(moments.within({ from: 2, to: 2 })).toEqual([1, 3]);
  expect(new Moments(moments.time_s).within({ from: 2, to: 2 })).toEqual([1, 4]);
});

it('a pixel is free until it is taken', () => {
  const take = freePixels(10, 5);
  expect([take(3.2, 1.9), take(3.8, 1.1), take(4, 1), take(10, 1)]).toEqual([true, false, true, false]);
});
