import { describe, expect, it } from 'vitest';
import type { Chunk, Prediction, Scenario } from '../../engine/schema';
import type { Points } from '../../plot/ink';
import { type Equilibrium, meanOf, theoryOf } from '../../run/equilibria';
import { type Run, Trace } from '../../run/trace';
import * as congestionWindow from './congestionWindow';
import { lanesOf } from './define';
import type { Frame } from './definition';
import { framed, shown } from './framed';
import * as queue from './queue';
import * as roundTrip from './roundTrip';
import { inWords, linesOf, widenDomain } from './theory';

const interval = (from_s: number, to_s: number, low: number | null, high: number): Equilibrium => ({
  from_s,
  to_s,
  low,
  high,
});

const ALL = { from: 0, to: 10 };

it('theory lines step from interval to interval and break where the theory makes no prediction', () => {
  expect(linesOf([interval(0, 4, 8, 8), interval(4, 6, 5, 5), interval(8, 10, 3, 3)])).toEqual([
    { time_s: [0, 4, 6, 8, 10], value: [8, 5, Number.NaN, 3, Number.NaN] },
  ]);
  expect(linesOf([])).toEqual([]);
});

it('theory lines are two for a range between alpha and beta, and one without a lower bound', () => {
  expect(linesOf([interval(0, 4, 2, 8)]).map(({ value }) => value[0])).toEqual([8, 2]);
  expect(linesOf([interval(0, 4, null, 8)]).map(({ value }) => value[0])).toEqual([8]);
});

it('theory lines widen the scale if they are near, but not if they would flatten the trace', () => {
  const level = (value: number) => linesOf([interval(0, 10, value, value)]);
  expect(widenDomain([0, 10], level(5), ALL)).toEqual([0, 10]);
  expect(widenDomain([0, 10], level(15), ALL)[1]).toBeCloseTo(15.6);
  expect(widenDomain([0, 10], level(300), ALL)).toEqual([0, 10]);
  expect(widenDomain([20, 30], level(12), ALL)[0]).toBeCloseTo(11.4);
  expect(widenDomain([0, 10], level(15), { from: 11, to: 12 }), 'outside the window').toEqual([0, 10]);
});

it('theory lines are described as levels with the times of their changes', () => {
  const plain = (value: number) => value.toFixed(0);
  expect(inWords('it', [], plain)).toBe('');
  expect(inWords('it', [interval(0, 4, 8, 8), interval(4, 6, 8, 8), interval(6, 9, 2, 5)], plain)).toBe(
    ' In theory it is 8, from 6.000 s on between 2 and 5.',
  );
  expect(inWords('it', [interval(0, 4, null, 8)], plain)).toBe(' In theory it is 8 at most.');
});

it('theory lines have means weighted by duration and by an optional weight', () => {
  const levels = [interval(0, 6, 10, 10), interval(6, 9, 40, 40)];
  expect(meanOf(levels)).toEqual({ low: 20, high: 20 });
  expect(meanOf(levels, [interval(0, 6, 1, 1), interval(6, 9, 4, 4)])).toEqual({ low: 30, high: 30 });
  expect(meanOf([interval(0, 6, null, 10)])).toEqual({ low: null, high: 10 });
  expect(meanOf([])).toBeNull();
});

const scenario = {
  duration_s: 10,
  links: [{ from: 'a', to: 'b', both_ways: false, queue: { kind: 'drop_tail_packets', limit_packets: 20 } }],
  flows: [{ name: 'one', smss_bytes: 500, sender: { avoidance: { kind: 'cam' } } }],
  datagrams: [],
  timeline: [],
} as unknown as Scenario;

function intervalAt(cwnd_segments: number, rtt_ms: number, base_rtt_ms: number, held_packets: number) {
  const diff_segments = cwnd_segments * (1 - base_rtt_ms / rtt_ms);
  const flow = { name: 'one', cwnd_segments, rtt_ms, base_rtt_ms, propagation_rtt_ms: 100, diff_segments };
  return [{ range_end: 'point', flows: [flow], links: [{ name: 'a>b', held_packets }] }];
}

const prediction = {
  scenario: 's',
  flows: [{ name: 'one', applies: true }],
  intervals: [
    { from_s: 0, to_s: 1, theory: 'A', caveats: [], at_rest: intervalAt(6, 120, 100, 3) },
    { from_s: 1, to_s: 10, theory: 'B', caveats: [], at_rest: intervalAt(9, 130, 110, 4) },
  ],
} as unknown as Prediction;

function run(diff = Number.NaN): Run {
  const none = (count: number) => new Uint16Array(count);
  const trace = new Trace(scenario);
  trace.append({
    segments: {
      time_s: new Float64Array(),
      flow: none(0),
      kind: new Uint8Array(),
      seq: new Uint32Array(),
      place: none(0),
    },
    windows: {
      time_s: Float64Array.of(0, 1),
      flow: none(2),
      cwnd: Float64Array.of(5, 8),
      ssthresh: Float64Array.of(4, 4),
      flight: Uint32Array.of(5, 8),
    },
    rtts: {
      time_s: Float64Array.of(1),
      flow: none(1),
      rtt_ms: Float64Array.of(125),
      srtt_ms: Float64Array.of(125),
      rto_ms: Float64Array.of(1000),
      base_rtt_ms: Float64Array.of(100),
      diff: Float64Array.of(diff),
    },
    queues: {
      time_s: Float64Array.of(1),
      link: none(1),
      bytes: Uint32Array.of(1000),
      packets: Uint32Array.of(2),
    },
    states: { time_s: Float64Array.of(0), flow: none(1), state: Uint8Array.of(1) },
  } as Chunk);
  return { id: 1, trace, scenario, prediction, summary: null, now_s: 2 };
}

describe('panels with theory', () => {
  const theory = theoryOf(run());

  it('panels with theory draw it until the run ends', () => {
    const frame = framed(congestionWindow.PLOT, run(), [0], ALL, { theory });
    expect(shown(frame, 'theory')).toEqual([{ time_s: [0, 1, 2], value: [6, 9, Number.NaN] }]);
    expect(lanesOf(frame).at(-1)?.domain[1], 'the scale includes it').toBeGreaterThan(9);
    const without = framed(congestionWindow.PLOT, run(), [0], ALL);
    expect(shown(without, 'theory'), 'only if wanted').toEqual([]);
  });

  it("panels with theory show a link's contents in the unit of its limit", () => {
    const frame = framed(queue.PLOT, run(), [0], ALL, { choice: 0, theory });
    expect(shown(frame, 'theory')).toEqual([{ time_s: [0, 1, 2], value: [3, 4, Number.NaN] }]);
  });

  it('panels with theory show base_rtt only where it is overestimated', () => {
    const frame = framed(roundTrip.PLOT, run(), [0], ALL, { choice: false, theory });
    expect(shown(frame, 'theory')).toEqual([
      { time_s: [0, 1, 2], value: [120, 130, Number.NaN] },
      { time_s: [1, 2], value: [110, Number.NaN] },
    ]);
  });

  it('panels with theory show the diff in equilibrium if the sender computes one, on a scale that includes it', () => {
    const diffTheory = (frame: Frame) =>
      frame.plot.marks.flatMap(({ kind, lane, channel }) =>
        kind === 'theory' && lane === 'diff' ? (frame.of(channel) as Points[]) : [],
      );
    const given = { choice: false, theory };
    expect(diffTheory(framed(roundTrip.PLOT, run(), [0], ALL, given))).toEqual([]);
    const frame = framed(roundTrip.PLOT, run(0.2), [0], ALL, given);
    // 6 (1 - 100 / 120), and 9 (1 - 110 / 130).
    const [line] = diffTheory(frame);
    expect(line?.time_s).toEqual([0, 1, 2]);
    expect(line?.value).toEqual([expect.closeTo(1, 9), expect.closeTo(18 / 13, 9), Number.NaN]);
    expect(lanesOf(frame)[1]?.domain[1]).toBeGreaterThan(18 / 13);
    expect(roundTrip.describe(run(0.2), [0], false, theory)).toMatch(
      / In theory its diff is 1\.0 seg, from 1\.000 s on 1\.4 seg\.$/,
    );
  });

  it('panels with theory describe it with numbers', () => {
    expect(congestionWindow.describe(run(), [0], theory)).toMatch(
      / In theory it is 6\.0 seg, from 1\.000 s on 9\.0 seg\.$/,
    );
    expect(queue.describe(run(), 0, theory)).toMatch(
      / In theory its mean is 3\.0 packets, from 1\.000 s on 4\.0 packets\.$/,
    );
    expect(roundTrip.describe(run(), [0], false, theory)).toMatch(
      / In theory its RTT is 120\.0 ms, from 1\.000 s on 130\.0 ms\. In theory its mistaken base_rtt is 110\.0 ms\.$/,
    );
    expect(congestionWindow.describe(run(), [0])).not.toContain('theory');
  });

  it('panels with theory are empty until the prediction arrives, or if there is none', () => {
    expect(theoryOf({ ...run(), prediction: null })).toBeNull();
    expect(theoryOf({ ...run(), prediction: { ...prediction, intervals: [] } })).toBeNull();
  });
});
