/** Long traces: plots leave out samples, but never losses or timeouts. */
import { expect, it } from 'vitest';
import type { Chunk, Scenario, Summary } from '../../engine/schema';
import { SEGMENT_KINDS, TRACE_TABLES } from '../../engine/schema';
import { eventsOf } from '../../run/series';
import { type Run, Trace } from '../../run/trace';
import { commonOf } from '../compare/overlay';
import { lanesOf } from './define';
import { framed, shown } from './framed';
import { describeFinished } from './Panel';
import * as sequence from './sequence';

const scenario = {
  links: [{ from: 'a', to: 'b', both_ways: false }],
  flows: [{ name: 'transfer', smss_bytes: 500 }],
  datagrams: [],
} as unknown as Scenario;

const DROP = SEGMENT_KINDS.indexOf('drop_full');
const TAP: sequence.Tap = { kinds: ['send', 'drop_full'], data: ['send'], acks: [] };

/** A chunk of segments only. */
function segments(time_s: number[], kind: number[], seq: number[]): Chunk {
  const empty = Object.fromEntries(
    Object.keys(TRACE_TABLES).map((table) => [table, { time_s: Float64Array.of() }]),
  );
  const none = () => new Uint16Array(time_s.length);
  return {
    ...empty,
    segments: {
      time_s: Float64Array.from(time_s),
      flow: none(),
      kind: Uint8Array.from(kind),
      seq: Uint32Array.from(seq),
      place: none(),
    },
  } as unknown as Chunk;
}

/** A trace of `count` segments within ten seconds; every third is dropped. */
function lossy(count: number): Trace {
  const trace = new Trace(scenario);
  const rows = Array.from({ length: count }, (_, i) => i);
  const cut = Math.floor(count / 3);
  for (const part of [rows.slice(0, cut), rows.slice(cut)])
    trace.append(
      segments(
        part.map((i) => (i / count) * 10),
        part.map((i) => (i % 3 === 0 ? DROP : 0)),
        part.map((i) => Math.floor(i / 7)),
      ),
    );
  return trace;
}

const PLOT = sequence.sequencePlot(100, TAP, () => '');

const frameOf = (trace: Trace, width: number) =>
  framed(PLOT, { trace, scenario } as Run, [0], { from: 0, to: 10 }, { choice: false, width, height: 100 });

const drops = (trace: Trace, width: number) => shown(frameOf(trace, width), 'dropped');

it('marks of loss are all drawn, even where they share a pixel', () => {
  expect(drops(lossy(5000), 50).time_s).toHaveLength(1667);
});

it('marks of loss are thinned to one per pixel when there are thousands', () => {
  const trace = lossy(60_000);
  const frame = frameOf(trace, 50);
  const [low = 0, high = 0] = lanesOf(frame)[0]?.domain ?? [];
  const { bytes } = commonOf(frame) as sequence.Unit;
  const perUnit = 100 / (high - low);
  const pixel = (time: number, value: number) =>
    `${Math.floor(time * 5)} ${Math.floor((value - low) * perUnit + 1e-9)}`;
  const points = drops(trace, 50);
  const drawn = points.time_s.map((time, i) => pixel(time, points.value[i] ?? 0));
  const lost = eventsOf(trace, 0, 'drop_full');
  const all = Array.from({ length: lost.length }, (_, i) =>
    pixel(lost.time(i), (lost.value(i) * 500) / bytes),
  );
  expect(all).toHaveLength(20_000);
  expect(new Set(drawn)).toEqual(new Set(all));
  expect(drawn).toHaveLength(new Set(all).size);
});

it('finds rows by kind while the trace grows', () => {
  const trace = new Trace(scenario);
  for (let part = 0; part < 9; part += 1) {
    trace.append(segments([part, part + 0.5], [part % 2 === 0 ? DROP : 0, 0], [part, part]));
    const { kind } = trace.rows('segments', 0);
    const scanned = [...kind.keys()].filter((row) => kind[row] === DROP);
    expect([...(eventsOf(trace, 0, 'drop_full').rows ?? [])]).toEqual(scanned);
  }
});

it('the description states how much a thinned trace omits', () => {
  const run = (summary: Partial<Summary> | null, whole_until_s = Number.POSITIVE_INFINITY) =>
    describeFinished({ summary, trace: { whole_until_s } } as Run, () => 'Much happened.');
  expect(run(null)).toBe('This run hasn’t finished.');
  expect(run({ rows_thinned: 0, rows_recorded: 5 })).toBe('Much happened.');
  expect(run({ rows_thinned: 1_500_000, rows_recorded: 500_000 }, 81.5)).toBe(
    'Much happened. This run is too long to record in full: every sample is kept until 81.500 s, and 25.0 % of them in all. Losses, retransmissions and duplicate ACKs are all kept.',
  );
});

const HEIGHT = 238;

it.each(Array.from({ length: 50 }, (_, seed) => seed))(
  'the scale of sequence numbers fits a random range with little to spare (seed %i)',
  (seed) => {
    const [low, span] = [((seed * 7919) % 1000) ** 3 - 500, 1.7 ** (seed % 40) * 600];
    const { from, to, pixel } = sequence.scaleOf(low, low + span, HEIGHT);
    expect(from).toBeLessThanOrEqual(low);
    expect(from).toBeGreaterThan(low - pixel);
    expect(to).toBeGreaterThanOrEqual(low + span - 1e-6 * span);
    expect(to - from).toBeLessThan(span * 1.035);
  },
);

it('the scale of sequence numbers starts on a whole pixel and keeps its pixel size, so that a moved window can reuse the picture', () => {
  const one = sequence.scaleOf(0, 1_000_000, HEIGHT);
  for (const low of [1, 4_000, 123_456, 9_999_999]) {
    const next = sequence.scaleOf(low, low + 1_003_000, HEIGHT);
    expect(next.pixel).toBe(one.pixel);
    expect(next.from / next.pixel).toBeCloseTo(Math.round(next.from / next.pixel), 6);
  }
});
