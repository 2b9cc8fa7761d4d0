/** Panels of runs that are too long to record: what they draw and read where only ranges are known, and after a window was simulated again. */
import { expect, it } from 'vitest';
import { type Chunk, SAMPLED_TABLES, type Scenario, type Summary } from '../../engine/schema';
import { type Run, Trace } from '../../run/trace';
import * as congestionWindow from './congestionWindow';
import { lanesOf } from './define';
import { framed, shown } from './framed';
import * as queue from './queue';

const scenario = {
  duration_s: 100,
  links: [{ from: 'a', to: 'b', both_ways: false, queue: { kind: 'drop_tail_bytes', limit_bytes: 50_000 } }],
  flows: [{ name: 'transfer', smss_bytes: 1000, sender: { avoidance: { kind: 'aimd' } } }],
  datagrams: [],
} as unknown as Scenario;

const f64 = (...values: number[]) => Float64Array.from(values);
const u32 = (...values: number[]) => Uint32Array.from(values);

/** Rows of queue and window: so many packets, and a window of as many segments, at each time. */
function rows(time_s: number[], counts: number[]): Partial<Chunk> {
  return {
    queues: {
      time_s: f64(...time_s),
      link: new Uint16Array(time_s.length),
      bytes: u32(...counts.map((count) => 1000 * count)),
      packets: u32(...counts),
    },
    windows: {
      time_s: f64(...time_s),
      flow: new Uint16Array(time_s.length),
      cwnd: f64(...counts),
      ssthresh: f64(...counts.map(() => Number.POSITIVE_INFINITY)),
      flight: u32(...counts),
    },
  };
}

/** Recorded until 10 s, then in intervals of 8 s. */
function long(): Run {
  const trace = new Trace(scenario);
  const tables = ['queues', 'windows'].map((table) => SAMPLED_TABLES.indexOf(table as 'queues'));
  const gaps = { time_s: f64(9, 9), table: Uint8Array.from(tables), key: new Uint16Array(2), row: u32(2, 2) };
  const of = (least: number, most: number, first: number, last: number) => [least, most, first, last];
  const queues: number[] = [];
  const windows: number[] = [];
  for (const [place, range] of [[1, of(2, 9, 6, 3)] as const, [3, of(3, 22, 4, 12)] as const]) {
    queues.push(0, place, 50, ...range.map((count) => 1000 * count), ...range);
    const infinite = range.map(() => Number.POSITIVE_INFINITY);
    windows.push(0, place, 50, ...range, ...infinite, ...range);
  }
  const intervals = { width_s: 8, queues: f64(...queues), windows: f64(...windows) };
  trace.append({ ...rows([1, 8.5], [5, 6]), gaps }, intervals);
  const summary = { flows: [], links: [], ended_at_s: 40 } as unknown as Summary;
  return { id: 1, trace, scenario, prediction: null, summary, now_s: 40 };
}

const WHOLE = { from: 0, to: 40 };
const packetsAt = (run: Run, moment: number) =>
  framed(queue.PLOT, run, [0], WHOLE, { choice: 0 })
    .plot.rows.flatMap(({ read }) => read(moment, WHOLE))
    .find(({ label }) => label === 'packets')?.value;

it('the cursor reads ranges where only these are known', () => {
  const run = long();
  expect([8.7, 12, 20, 30, 39].map((moment) => packetsAt(run, moment))).toEqual([
    '6',
    'between 2 and 9',
    '3',
    'between 3 and 22',
    '12',
  ]);
});

it('the room in a queue is the smaller, the more is in it', () => {
  const plot = framed(queue.PLOT, long(), [0], WHOLE, { choice: 0 }).plot;
  const readings = plot.rows.flatMap(({ read }) => read(30, WHOLE));
  expect(readings.map(({ label, value }) => `${label} ${value}`)).toMatchInlineSnapshot(`
    [
      "queued between 2.9 KiB and 21.5 KiB",
      "packets between 3 and 22",
      "room between 27.3 KiB and 45.9 KiB",
    ]
  `);
});

it('bands fit the scale and are not hatched', () => {
  const frame = framed(congestionWindow.PLOT, long(), [0], WHOLE);
  expect(shown(frame, 'cwnd').bands).toEqual([
    { from: 9, to: 16, low: 2, high: 9 },
    { from: 24, to: 32, low: 3, high: 22 },
  ]);
  expect(lanesOf(frame).at(-1)?.domain[1]).toBeGreaterThan(22);
  expect(frame.of(frame.plot.unrecorded)).toEqual([]);
  const [low, high] = lanesOf(framed(queue.PLOT, long(), [0], WHOLE, { choice: 0 }))[0]?.domain ?? [];
  expect([low, (high ?? 0) > 22_000]).toEqual([0, true]);
});

it('a window that was simulated again is drawn and read with all its rows', () => {
  const run = long();
  const window = { from: 25, to: 31 };
  const missing = run.trace.missing(window, run.now_s);
  expect(missing).toEqual({ from: 24, to: 32 });
  const detail = run.trace.detailFrom(24);
  detail.append(rows([26, 28, 30], [4, 22, 12]));
  run.trace.addDetail({ window: { from: 24, to: 32 }, trace: detail });
  const frame = framed(congestionWindow.PLOT, run, [0], window);
  expect(frame.trace).toBe(detail);
  const { value, bands } = shown(frame, 'cwnd');
  expect([value.slice(-4, -1), bands]).toEqual([[4, 22, 12], undefined]);
  expect([25, 27, 29].map((moment) => packetsAt(run, moment))).toEqual(['3', '4', '22']);
  const whole = framed(congestionWindow.PLOT, run, [0], WHOLE);
  expect(shown(whole, 'cwnd').bands, 'a longer window has no more than bands').toHaveLength(2);
});
