import { expect, it } from 'vitest';
import type { Chunk, Scenario } from '../../engine/schema';
import { SAMPLED_TABLES } from '../../engine/schema';
import { curveOf, unrecorded } from '../series';
import { Trace } from '../trace';

/** A queue of packets, of which the rows until 3 s are known. Intervals of 2 s follow: from 2 s, from 4 s and from 10 s. */
function long(): Trace {
  const trace = new Trace({ links: [], flows: [], datagrams: [] } as unknown as Scenario);
  const interval = (place: number, [min, max, first, last]: readonly [number, number, number, number]) => [
    ...[0, place, 7],
    ...[min, max, first, last].map((packets) => 100 * packets),
    ...[min, max, first, last],
  ];
  trace.append(rows([1, 2, 3.5, 9], [5, 6, 1, 1], 3.2), {
    width_s: 2,
    queues: Float64Array.from([
      ...interval(1, [7, 9, 7, 8]),
      ...interval(2, [2, 3, 3, 2]),
      ...interval(5, [1, 4, 1, 4]),
    ]),
  });
  return trace;
}

/** Rows of the queue; from a moment on, they are thinned. */
function rows(time_s: number[], packets: number[], thinnedFrom?: number): Partial<Chunk> {
  const queues = {
    time_s: Float64Array.from(time_s),
    link: new Uint16Array(time_s.length),
    bytes: Uint32Array.from(packets, (count) => 100 * count),
    packets: Uint32Array.from(packets),
  };
  if (thinnedFrom === undefined) return { queues };
  const row = Uint32Array.of(time_s.findIndex((time) => time > thinnedFrom));
  const table = Uint8Array.of(SAMPLED_TABLES.indexOf('queues'));
  return { queues, gaps: { time_s: Float64Array.of(thinnedFrom), table, key: Uint16Array.of(0), row } };
}

const queueOf = (trace: Trace) => curveOf(trace, 'queues', 0, 'packets');

it('a line is drawn from whole rows, then as bands, and between these where nothing changes', () => {
  const { time_s, value, bands } = queueOf(long()).line({ from: 0, to: 20 }, 400);
  expect(bands, 'each with the value before it').toEqual([
    { from: 3.2, to: 4, low: 6, high: 9 },
    { from: 4, to: 6, low: 2, high: 8 },
    { from: 10, to: 12, low: 1, high: 4 },
  ]);
  expect(time_s.map((time, i) => [time, value[i]])).toEqual([
    [1, 5],
    [2, 6],
    ...[
      [3.2, Number.NaN],
      [4, 8],
    ],
    ...[
      [4, Number.NaN],
      [6, 2],
    ],
    ...[
      [10, Number.NaN],
      [12, 4],
    ],
  ]);
});

it('a line that begins after the whole rows continues the last interval', () => {
  const { time_s, value, bands } = queueOf(long()).line({ from: 7, to: 11 }, 400);
  expect(bands).toEqual([{ from: 10, to: 12, low: 1, high: 4 }]);
  expect(time_s.map((time, i) => [time, value[i]])).toEqual([
    [6, 2],
    ...[
      [10, Number.NaN],
      [12, 4],
    ],
  ]);
});

it('dots become bands of the rows only', () => {
  const scale = { line: (value: number) => value, key: '' };
  const { time_s, bands } = queueOf(long()).dots({ from: 0, to: 11 }, 400, scale);
  expect(time_s).toEqual([1, 2]);
  expect(bands).toEqual([
    { from: 3.2, to: 4, low: 7, high: 9 },
    { from: 4, to: 6, low: 2, high: 3 },
    { from: 10, to: 12, low: 1, high: 4 },
  ]);
});

it('a value is known where no row is missing, and has a range elsewhere', () => {
  const queue = queueOf(long());
  const at = (moment: number) => [queue.rangeAt(moment), queue.valueAt(moment)];
  expect(at(0.5)).toEqual([null, undefined]);
  expect(at(3.1)).toEqual([null, 6]);
  expect(at(3.5)).toEqual([[6, 9], Number.NaN]);
  expect(at(5)).toEqual([[2, 8], Number.NaN]);
  expect(at(8)).toEqual([[2, 2], 2]);
  expect(at(30)).toEqual([[4, 4], 4]);
  expect(queue.extent()).toEqual([1, 9]);
});

it('bands are not hatched', () => {
  expect(unrecorded(long(), 'queues', [0], { from: 0, to: 20 }, 400)).toEqual([]);
});

it('a window with all rows takes the place of bands', () => {
  const trace = long();
  const missing = trace.missing({ from: 5, to: 11 }, 20);
  expect(missing, 'from where intervals meet').toEqual({ from: 4, to: 12 });
  const detail = trace.detailFrom(4);
  detail.append(rows([4.5, 5.5], [3, 2]));
  detail.append(rows([10.5, 11], [1, 4]));
  trace.addDetail({ window: { from: 4, to: 12 }, trace: detail });
  expect(trace.within({ from: 3.9, to: 11 })).toBe(trace);
  expect(trace.within({ from: 5, to: 12.1 })).toBe(trace);
  expect(trace.within({ from: 5, to: 11 })).toBe(detail);
  expect(trace.missing({ from: 5, to: 11 }, 20)).toBeNull();
  const queue = queueOf(detail);
  expect([4, 4.2, 4.5, 9, 11.9].map((moment) => queue.valueAt(moment))).toEqual([8, 8, 3, 2, 4]);
  expect(queue.valueAt(12.1), 'not known').toBeNaN();
  expect(queue.wholeIn({ from: 4, to: 11.9 })).toBe(true);
  expect(queue.wholeIn({ from: 3.9, to: 5 })).toBe(false);
  const { time_s, value, bands } = queue.line({ from: 5, to: 11 }, 400);
  expect(bands).toBeUndefined();
  expect(time_s.map((time, i) => [time, value[i]]).slice(0, 4)).toEqual([
    [4.5, 3],
    [5.5, 2],
    [10.5, 1],
    [11, 4],
  ]);
});

it('a window that begins among whole rows starts with the last of them', () => {
  const trace = long();
  expect(trace.missing({ from: 2.5, to: 3.5 }, 20)).toEqual({ from: 2, to: 4 });
  const detail = trace.detailFrom(2);
  detail.append(rows([2, 3.5], [6, 7]));
  trace.addDetail({ window: { from: 2, to: 4 }, trace: detail });
  expect(queueOf(detail).valueAt(2)).toBe(6);
  const early = trace.detailFrom(1.5);
  expect(queueOf(early).valueAt(1.5)).toBe(5);
});

it('a window that reaches the end of the run has no end, and one with nothing missing is not asked for', () => {
  const trace = long();
  expect(trace.missing({ from: 11, to: 20 }, 20)).toEqual({ from: 10, to: Number.POSITIVE_INFINITY });
  expect(trace.missing({ from: 0, to: 3 }, 20)).toBeNull();
  const whole = new Trace(trace.scenario);
  whole.append(rows([1], [1]));
  expect(whole.missing({ from: 0, to: 3 }, 20)).toBeNull();
});
