import { expect, it } from 'vitest';
import {
  type Chunk,
  FLOW_STATES,
  SAMPLED_TABLES,
  type Scenario,
  SEGMENT_KINDS,
  SEND_LIMITS,
  type Summary,
} from '../../engine/schema';
import { busiest } from '../../run/bottleneck';
import { type Run, Trace } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { MARKS, type SegmentKind } from '../../ui/marks';
import { flowToken } from '../../ui/theme';
import * as congestionWindow from './congestionWindow';
import { lanesOf, legendOf, plotOf } from './define';
import type { Frame } from './definition';
import { framed, shown } from './framed';
import * as queue from './queue';
import * as receiver from './receiverSequence';
import * as roundTrip from './roundTrip';
import { rttDomainOf, srttFits } from './rttScale';
import * as sender from './senderSequence';
import * as sequence from './sequence';
import { EVENT_NAMES } from './sequence';
import { spansOf } from './states';
import { thresholdsOf } from './thresholds';

const scenario = {
  duration_s: 10,
  links: [{ from: 'a', to: 'b', both_ways: true, queue: { kind: 'drop_tail_bytes', limit_bytes: 2000 } }],
  flows: [
    { name: 'transfer', smss_bytes: 500, sender: { avoidance: { kind: 'cam', alpha: 1, beta: 3 } } },
    { name: 'other', smss_bytes: 1000, sender: { avoidance: { kind: 'aimd' } } },
  ],
  datagrams: [],
} as unknown as Scenario;

type Event = [time: number, kind: (typeof SEGMENT_KINDS)[number], seq: number];

/** A run of one flow with these segment events. */
function runOf(events: Event[], overrides: Partial<Chunk> = {}): Run {
  const none = (count = 0) => new Uint16Array(count);
  const trace = new Trace(scenario);
  trace.append({
    segments: {
      time_s: Float64Array.from(events, ([time]) => time),
      flow: none(events.length),
      kind: Uint8Array.from(events, ([, kind]) => SEGMENT_KINDS.indexOf(kind)),
      seq: Uint32Array.from(events, ([, , seq]) => seq),
      place: none(events.length),
    },
    windows: {
      time_s: Float64Array.of(0, 1, 2),
      flow: none(3),
      cwnd: Float64Array.of(1, 8, 4),
      ssthresh: Float64Array.of(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 4),
      flight: Uint32Array.of(0, 8, 8),
    },
    rtts: {
      time_s: Float64Array.of(1, 2),
      flow: none(2),
      rtt_ms: Float64Array.of(100, 140),
      srtt_ms: Float64Array.of(100, 105),
      rto_ms: Float64Array.of(1000, 1000),
      base_rtt_ms: Float64Array.of(100, 100),
      diff: Float64Array.of(Number.NaN, 2),
    },
    queues: {
      time_s: Float64Array.of(1, 1.5, 1.8, 2),
      link: Uint16Array.of(1, 0, 0, 1),
      bytes: Uint32Array.of(40, 1800, 0, 0),
      packets: Uint32Array.of(1, 3, 0, 0),
    },
    states: { time_s: Float64Array.of(0, 1, 1.5), flow: none(3), state: Uint8Array.of(0, 2, 1) },
    ...overrides,
  });
  return { id: 1, trace, scenario, prediction: null, summary: null, now_s: 2.5 };
}

const LOSSY: Event[] = [
  [0.1, 'send', 0],
  [0.2, 'data_arrived', 0],
  [0.2, 'ack_sent', 1],
  [0.3, 'ack', 1],
  [0.3, 'send', 1],
  [0.35, 'drop_full', 1],
  [0.4, 'send', 2],
  [0.5, 'data_arrived', 2],
  [0.5, 'dup_ack_sent', 1],
  [0.6, 'dup_ack', 1],
  [1.9, 'retransmit_timeout', 1],
];

const SENDER: sequence.Tap = {
  kinds: ['ack', 'send', 'dup_ack', 'retransmit_timeout', 'drop_full'],
  data: ['send', 'retransmit_timeout'],
  acks: ['ack', 'dup_ack'],
};

const sequenceOf = (trace: Trace, window: TimeWindow, tap = SENDER) =>
  framed(
    sequence.sequencePlot(200, tap, () => ''),
    { ...runOf([]), trace },
    [0],
    window,
    { choice: false },
  );

const layer = (frame: Frame, kind: SegmentKind) => shown(frame, MARKS[kind].explains);

it('sequence panels put each kind of event in its own layer, in bytes', () => {
  const marks = sequenceOf(runOf(LOSSY).trace, { from: 0, to: 2 });
  expect(layer(marks, 'send')).toEqual({ time_s: [0.1, 0.3, 0.4], value: [0, 500, 1000] });
  expect(layer(marks, 'drop_full')).toEqual({ time_s: [0.35], value: [500] });
  expect(layer(marks, 'retransmit_timeout').value).toEqual([500]);
  expect(lanesOf(marks)[0]?.label).toBe('Sequence number (bytes)');
});

it('sequence panels show how long a sender waited for its timer, from its last transmission until the timeout', () => {
  const timeout = FLOW_STATES.indexOf('timeout');
  const states = {
    time_s: Float64Array.of(0, 1.9),
    flow: new Uint16Array(2),
    state: Uint8Array.of(0, timeout),
  };
  const { trace } = runOf(LOSSY, { states });
  const waits = (from: number, to: number) =>
    shown<TimeWindow[]>(sequenceOf(trace, { from, to }), 'timer_wait');
  expect(waits(0, 2)).toEqual([{ from: 0.4, to: 1.9 }]);
  expect(waits(0.6, 0.7)).toEqual([{ from: 0.4, to: 1.9 }]);
  expect(waits(0, 0.3)).toEqual([]);
  expect(waits(1.95, 2)).toEqual([]);
  const elsewhere = sequenceOf(trace, { from: 0, to: 2 }, { ...SENDER, data: ['data_arrived'] });
  expect(elsewhere.plot.marks.map(({ kind }) => kind)).not.toContain('timer_wait');
  const labels = ({ plot }: Frame) => legendOf(plot).map(({ label }) => label);
  expect(labels(sequenceOf(trace, { from: 0, to: 2 }))).toContain('waiting for the timer');
  expect(labels(elsewhere)).not.toContain('waiting for the timer');
});

it('sequence panels fit the scale to the time shown', () => {
  const { trace } = runOf(LOSSY);
  const narrow = sequenceOf(trace, { from: 0, to: 0.2 });
  const wide = sequenceOf(trace, { from: 0, to: 2 });
  const top = (frame: Frame) => lanesOf(frame)[0]?.domain[1] ?? Number.NaN;
  expect(top(narrow)).toBeLessThan(top(wide));
  expect(layer(narrow, 'send').time_s).toEqual([0.1]);
});

it('sequence panels thin dots that share a pixel, but never loss marks', () => {
  const crowd: Event[] = [0, 1, 2].flatMap((i): Event[] => [
    [1 + i * 1e-6, 'send', 7],
    [1 + i * 1e-6, 'drop_full', 7],
  ]);
  const marks = sequenceOf(runOf(crowd).trace, { from: 0, to: 2 });
  expect(layer(marks, 'send').time_s).toHaveLength(1);
  expect(layer(marks, 'drop_full').time_s).toHaveLength(3);
});

it('sequence panels read the last data and the last ACK at a moment', () => {
  const { plot } = sequenceOf(runOf(LOSSY).trace, { from: 0, to: 2 });
  const readings = plot.rows.flatMap(({ read }) => read(0.45, { from: 0, to: 2 }));
  expect(readings.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'last data 1,000 B',
    'last ACK 500 B',
  ]);
});

it('sequence panels count events that a thinned trace leaves out, or don’t count them', () => {
  const gaps = {
    time_s: Float64Array.of(0.2),
    table: Uint8Array.of(SAMPLED_TABLES.indexOf('segments')),
    key: Uint16Array.of(0),
    row: Uint32Array.of(1),
  };
  const run = runOf([[0.1, 'data_arrived', 0]], { gaps });
  const flow = { segments_sent: 12, retransmitted_segments: 2 };
  const summary = { rows_thinned: 9, flows: [flow] } as unknown as Summary;
  expect(sender.describe({ ...run, summary }, [0])).toContain('sent 10 segments');
  expect(receiver.describe({ ...run, summary }, [0])).toMatch(
    /^The receiver of transfer sent 0 duplicate ACKs/,
  );
});

it('sequence panels describe the events with numbers', () => {
  const run = runOf(LOSSY);
  expect(sender.describe(run, [0])).toBe(
    'transfer sent 3 segments of 500 bytes; 1 dropped, the first at 0.350 s; 1 retransmitted (1 after a timeout).',
  );
  expect(receiver.describe(run, [0])).toBe(
    '2 segments of transfer arrived; the receiver sent 1 ACK, and 1 duplicate ACK, the first at 0.500 s.',
  );
  expect(sender.describe(runOf([[0.1, 'send', 0]]), [0])).toContain('none was lost or retransmitted');
});

it('window panel takes its scale from cwnd and flight, not from an infinite ssthresh', () => {
  const windowOf = (to: number) => framed(congestionWindow.PLOT, runOf([]), [0], { from: 0, to });
  const top = (frame: Frame) => lanesOf(frame).at(-1)?.domain[1];
  expect(top(windowOf(2.5))).toBeCloseTo(8 * 1.08);
  expect(shown(windowOf(2.5), 'cwnd')).toEqual({ time_s: [0, 1, 2], value: [1, 8, 4] });
  expect(top(windowOf(0.5)), 'the scale of the time shown').toBeCloseTo(4 * 1.08);
});

it('window panel ends each state where the next begins, and the last at the end of the run', () => {
  expect(spansOf(runOf([]).trace, 0, 2.5)).toEqual([
    { name: 'slow_start', from: 0, to: 1 },
    { name: 'recovery', from: 1, to: 1.5 },
    { name: 'avoidance', from: 1.5, to: 2.5 },
  ]);
});

it('window panel has a band with what limits the sender', () => {
  const limit = (name: (typeof SEND_LIMITS)[number]) => SEND_LIMITS.indexOf(name);
  const limits = {
    time_s: Float64Array.of(0.5, 1.2),
    flow: new Uint16Array(2),
    limit: Uint8Array.of(limit('cwnd'), limit('timer')),
  };
  const run = runOf([], { limits });
  const frame = framed(congestionWindow.PLOT, run, [0], { from: 0, to: 1.5 });
  expect(lanesOf(frame).map(({ name }) => name)).toEqual(['state-0', 'limit-0', 'segments']);
  const band = frame.plot.marks.find(({ lane }) => lane === 'limit-0');
  expect(band && frame.of(band.channel)).toEqual([
    { name: 'application', from: 0, to: 0.5 },
    { name: 'cwnd', from: 0.5, to: 1.2 },
    { name: 'timer', from: 1.2, to: 2.5 },
  ]);
  expect(band?.legend?.().map(({ label }) => label)).toEqual([
    'limited by cwnd',
    'nothing to send',
    'only the timer can help',
  ]);
  const [reading] = frame.plot.rows.flatMap((rows) =>
    rows.read(1.3, frame.window).filter(({ label }) => label === 'why no more'),
  );
  expect(reading?.value).toBe('only the timer can help');
});

it('window panel names the peak and counts recoveries', () => {
  expect(congestionWindow.describe(runOf([]), [0])).toBe(
    'cwnd of transfer peaked at 8.0 seg at 1.000 s; 1.0 s in slow start, 1.0 s in avoidance; 1 recovery, 0 timeouts.',
  );
});

const queueOf = (run: Run) => framed(queue.PLOT, run, [0], { from: 0, to: 2 }, { choice: 0 });

it('queue panel opens with the busiest directed link', () => {
  expect(busiest(runOf([]))).toBe(0);
});

it('queue panel shows the limit, and drops at the queue length of their time', () => {
  const run = runOf([[1.6, 'drop_full', 3]]);
  const frame = queueOf(run);
  expect(shown(frame, 'limit')).toBe(2000);
  expect(shown(frame, 'dropped')).toEqual({ time_s: [1.6], value: [1800] });
  expect(queue.describe(run, 0)).toContain('1 dropped, the first at 1.600 s');
});

it('queue panel has the color of its run among others, and otherwise none of a flow', () => {
  const tokenOf = (among: boolean) => {
    const given = {
      run: runOf([]),
      flows: [0],
      theory: null,
      choice: 0,
      compared: null,
      common: null,
      among,
      without: [],
    };
    return legendOf(plotOf(queue.PLOT, given))[0]?.token;
  };
  expect([tokenOf(true), tokenOf(false)]).toEqual([flowToken(0), 'ink']);
});

it('queue panel omits a limit far above the queue', () => {
  const top = (limit_bytes: number | null) => {
    const links = [{ ...scenario.links[0], queue: { kind: 'drop_tail_bytes', limit_bytes } }];
    return lanesOf(queueOf({ ...runOf([]), scenario: { ...scenario, links } as unknown as Scenario }))[0]
      ?.domain[1];
  };
  expect(top(2000)).toBeCloseTo(2240);
  expect(top(100_000_000)).toBeCloseTo(top(null) ?? Number.NaN);
});

it('queue panel separates link losses from buffer overflow', () => {
  const run = runOf([
    [1.6, 'drop_full', 3],
    [1.7, 'drop_error', 4],
  ]);
  expect(queue.describe(run, 0)).toContain(
    '1 dropped, the first at 1.600 s; 1 lost on the link, the first at 1.700 s.',
  );
  expect(queue.describe(runOf([[1.7, 'drop_error', 4]]), 0)).not.toContain('nothing was dropped');
  expect(queue.describe(runOf([]), 0)).toContain('nothing was dropped');
});

it('queue panel lists marked and dropped packets', () => {
  const run = runOf([
    [1.2, 'marked', 2],
    [1.6, 'marked', 3],
  ]);
  expect(queue.describe(run, 0)).toContain('nothing was dropped; 2 marked, the first at 1.200 s.');
  expect(shown(queueOf(run), 'marked').time_s).toEqual([1.2, 1.6]);
});

it('round-trip panel has a lane for diff only when a flow computes one', () => {
  const run = runOf([]);
  const window = { from: 0, to: 2.5 };
  const frameOf = (flow: number) => framed(roundTrip.PLOT, run, [flow], window, { choice: true });
  expect(lanesOf(frameOf(0))).toHaveLength(2);
  expect(legendOf(frameOf(0).plot)).toContainEqual(expect.objectContaining({ label: 'alpha, beta' }));
  expect(thresholdsOf(run, 0)).toEqual({ alpha: 1, beta: 3 });
  expect(lanesOf(frameOf(1))).toHaveLength(1);
});

it('thresholds per ms are as many segments as the sender wants at its base_rtt', () => {
  const { trace } = runOf([]);
  const perMs = {
    ...scenario,
    flows: [{ sender: { avoidance: { alpha: 0.2, beta: 0.4, unit: 'per_ms' } } }],
  };
  expect(thresholdsOf({ trace, scenario: perMs as unknown as Scenario }, 0)).toEqual({ alpha: 20, beta: 40 });
});

it('round-trip panel detects whether srtt fits the scale of the samples', () => {
  const coarse = runOf([], {
    rtts: {
      time_s: Float64Array.of(1, 2),
      flow: new Uint16Array(2),
      rtt_ms: Float64Array.of(100, 140),
      srtt_ms: Float64Array.of(1000, 500),
      rto_ms: Float64Array.of(2000, 2000),
      base_rtt_ms: Float64Array.of(100, 100),
      diff: Float64Array.of(Number.NaN, Number.NaN),
    },
  });
  expect(srttFits(runOf([]).trace, [0])).toBe(true);
  expect(srttFits(coarse.trace, [0])).toBe(false);
  expect(rttDomainOf(coarse.trace, [0], false)[1]).toBeLessThan(200);
  expect(rttDomainOf(coarse.trace, [0], true)[1]).toBeGreaterThan(1000);
});

it('round-trip panel excludes outliers from the scale and counts them', () => {
  const count = 200;
  const samples = Float64Array.from({ length: count }, (_, i) => (i === 50 ? 3000 : 100 + (i % 20)));
  const flat = new Float64Array(count).fill(100);
  const run = runOf([], {
    rtts: {
      time_s: Float64Array.from({ length: count }, (_, i) => i / 100),
      flow: new Uint16Array(count),
      rtt_ms: samples,
      srtt_ms: flat,
      rto_ms: flat,
      base_rtt_ms: flat,
      diff: new Float64Array(count).fill(Number.NaN),
    },
  });
  const frame = framed(roundTrip.PLOT, run, [0], { from: 0, to: 2.5 }, { choice: true });
  expect(lanesOf(frame)[0]?.domain[1]).toBeLessThan(200);
  expect(Math.max(...shown(frame, 'rtt_sample').value)).toBe(3000);
  expect(roundTrip.describe(run, [0], true)).toContain('1 sample above the scale');
});

it('exported files use the event names of the English legend', () => {
  for (const kind of SEGMENT_KINDS) expect(EVENT_NAMES[kind]).toBe(MARKS[kind].label);
});
