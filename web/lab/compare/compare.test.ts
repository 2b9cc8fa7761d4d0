import { describe, expect, it } from 'vitest';
import { type Catalogue, type Scenario, SEGMENT_KINDS, type Summary } from '../../engine/schema';
import { type Run, Trace } from '../../run/trace';
import { differencesOf } from './differences';
import { divergenceInWords, divergenceOf } from './divergence';
import { duration, flowDifference, flowRows, linkRows } from './metrics';
import { mergeLanes } from './overlay';

type Row = [time_s: number, flow: number, kind: (typeof SEGMENT_KINDS)[number], seq: number];

const SCENARIO = {
  flows: [
    { name: 'one', smss_bytes: 1000 },
    { name: 'two', smss_bytes: 1000 },
  ],
  links: [{ name: 'l', from: 'a', to: 'b', both_ways: false }],
  datagrams: [],
} as unknown as Scenario;

function traceOf(rows: Row[]): Trace {
  const trace = new Trace(SCENARIO);
  trace.append({
    segments: {
      time_s: Float64Array.from(rows, ([time]) => time),
      flow: Uint16Array.from(rows, ([, flow]) => flow),
      kind: Uint8Array.from(rows, ([, , kind]) => SEGMENT_KINDS.indexOf(kind)),
      seq: Uint32Array.from(rows, ([, , , seq]) => seq),
      place: new Uint16Array(rows.length),
    },
    windows: { flow: new Uint16Array(0) },
    rtts: { flow: new Uint16Array(0) },
    queues: { link: new Uint16Array(0) },
    states: { flow: new Uint16Array(0) },
  } as unknown as Parameters<Trace['append']>[0]);
  return trace;
}

const ROWS: Row[] = [
  [0, 0, 'send', 0],
  [0.1, 1, 'send', 0],
  [0.2, 0, 'ack', 1],
  [0.3, 0, 'send', 1],
  [0.3, 1, 'ack', 1],
];

const withRow = (place: number, row: Row) => ROWS.map((one, i) => (i === place ? row : one));

it('the first divergence is absent between identical runs', () => {
  expect(divergenceOf(traceOf(ROWS), traceOf(ROWS))).toBeNull();
});

it('the first divergence is the earliest row that differs in any column of any flow', () => {
  const later = traceOf(withRow(3, [0.3, 0, 'retransmit_fast', 1]));
  expect(divergenceOf(traceOf(ROWS), later)).toEqual({
    time_s: 0.3,
    flow: 0,
    here: { time_s: 0.3, kind: 'send', seq: 1, place: 0 },
    there: { time_s: 0.3, kind: 'retransmit_fast', seq: 1, place: 0 },
  });
  const both = traceOf(
    withRow(3, [0.3, 0, 'send', 2]).map((row, i) => (i === 1 ? [0.15, 1, 'send', 0] : row)),
  );
  expect(divergenceOf(traceOf(ROWS), both)).toMatchObject({ time_s: 0.1, flow: 1 });
});

it('the first divergence is exact: even the last bit of a time counts', () => {
  const nudged = traceOf(withRow(2, [0.2 + Number.EPSILON / 4, 0, 'ack', 1]));
  expect(divergenceOf(traceOf(ROWS), nudged)).toMatchObject({ time_s: 0.2, flow: 0 });
});

it('the first divergence is where one run ends before the other', () => {
  const shorter = traceOf(ROWS.slice(0, 4));
  expect(divergenceOf(shorter, traceOf(ROWS))).toMatchObject({ time_s: 0.3, flow: 1, here: null });
});

it('the first divergence is described in words', () => {
  const [a, b] = [traceOf(ROWS), traceOf(withRow(3, [0.3001, 0, 'retransmit_fast', 1]))];
  const found = divergenceOf(a, b);
  if (found === null) throw new Error('expected a divergence');
  const run = (trace: Trace) => ({ trace, scenario: SCENARIO }) as unknown as Run;
  expect(divergenceInWords(found, { letter: 'A', run: run(a) }, { letter: 'C', run: run(b) })).toBe(
    'A and C are identical until 0.300 s. Then one differs: A has “segment sent”, sequence 1,000, at 0.3 s; C has “fast retransmit”, sequence 1,000, at 0.3001 s.',
  );
});

const summary = (goodput: number, timeouts: number, drops: number, completed: number | null) =>
  ({
    flows: [
      {
        name: 'one',
        goodput_bytes_per_s: goodput,
        coarse_timeouts: timeouts,
        completed_at_s: completed,
        time_to_bytes_s: {},
        mean_rtt_ms: null,
        var_rtt_ms2: null,
      },
    ],
    links: [
      {
        name: 'a>b',
        drops,
        utilization: 0.5,
        mean_queue_bytes: 1,
        mean_queue_packets: 1,
        mean_waiting_packets: 1,
        max_queue_bytes: 1,
      },
    ],
  }) as unknown as Summary;

describe('compared metrics', () => {
  const rows = flowRows(
    [summary(1000, 2, 0, 10), summary(1100, 3, 0, null), summary(900, 2, 0, 12), null],
    0,
    0,
  );
  const row = (name: string) => rows.find((one) => one.name === name)?.cells;

  it('compared metrics differ from the baseline in words with one sign convention, and mark the better one', () => {
    expect(row('goodput_bytes_per_s')?.[1]).toEqual({
      value: 1100,
      text: '8.80 kbit/s',
      difference: { words: '+0.800 kbit/s', percent: '10.0 %', better: true },
    });
    expect(row('goodput_bytes_per_s')?.[2]?.difference?.words).toBe('−0.800 kbit/s');
    expect(row('coarse_timeouts')?.[1]?.difference).toEqual({
      words: '1 more',
      percent: '50.0 %',
      better: false,
    });
    expect(row('coarse_timeouts')?.[2]?.difference).toEqual({ words: 'the same', percent: '', better: null });
    expect(row('completed_at_s')?.[2]?.difference).toEqual({
      words: '2.0 s slower',
      percent: '20.0 %',
      better: false,
    });
    expect(row('goodput_bytes_per_s')?.[0]?.difference).toBeNull();
  });

  it('compared metrics have any run as the baseline', () => {
    const [first, second, third] =
      flowRows([summary(1000, 2, 0, 10), summary(1100, 3, 0, 12), summary(1, 1, 0, 12)], 0, 1).find(
        ({ name }) => name === 'completed_at_s',
      )?.cells ?? [];
    expect(first?.difference?.words).toBe('2.0 s faster');
    expect(second?.difference).toBeNull();
    expect(third?.difference?.words).toBe('the same');
  });

  it('compared metrics have a dash for a missing metric, and no percentage of zero', () => {
    expect(row('completed_at_s')?.[1]).toEqual({ value: null, text: '–', difference: null });
    expect(row('goodput_bytes_per_s')?.[3]?.text).toBe('–');
    const drops = linkRows([summary(1, 0, 0, 1), summary(1, 0, 7, 1)], 'a>b', 0)[0]?.cells[1];
    expect(drops?.difference).toEqual({ words: '7 more', percent: '', better: false });
  });

  it('compared shares differ by percentage points, without a percentage of a percentage', () => {
    const busy = summary(1, 0, 0, 1);
    const idle = { ...busy, links: busy.links.map((link) => ({ ...link, utilization: 0.437 })) };
    const cell = linkRows([busy, idle], 'a>b', 0).find(({ name }) => name === 'utilization')?.cells[1];
    expect(cell?.difference).toEqual({ words: '−6.3 percentage points', percent: '', better: false });
  });

  it('compared metrics name short differences of time exactly', () => {
    expect([12.34, 0.4567, 0.0123, 0.0000005].map(duration)).toEqual([
      '12.3 s',
      '0.46 s',
      '12 ms',
      '0.001 ms',
    ]);
    expect(flowDifference('retransmitted_segments', 63, 75, String)?.words).toBe('12 fewer');
    expect(flowDifference('nothing', 63, 75, String)).toBeNull();
  });
});

it('lanes of several runs fit all runs; lanes that only one run has are added, bands on top', () => {
  const lane = (name: string, low: number, high: number) => ({
    name,
    label: '',
    domain: [low, high] as [number, number],
    share: 1,
  });
  const band = (name: string) => ({ name, label: '', domain: [0, 1] as [number, number], pixels: 9 });
  const lanes = mergeLanes(
    [band('s'), lane('rtt', 2, 5)],
    [band('s-B'), lane('rtt', 1, 4), lane('diff', 0, 3)],
  );
  expect(lanes.map(({ name, domain }) => [name, domain])).toEqual([
    ['s', [0, 1]],
    ['s-B', [0, 1]],
    ['rtt', [1, 5]],
    ['diff', [0, 3]],
  ]);
});

const whole = (alpha: number, flows = 1) =>
  ({
    seed: alpha,
    title: `alpha ${alpha}`,
    topology: null,
    flows: Array.from({ length: flows }, () => ({
      name: 'v',
      sender: { avoidance: { kind: 'cam', alpha } },
    })),
    links: [],
    datagrams: [],
    drops: [],
    timeline: [],
  }) as unknown as Scenario;

it('differences use the names of flows, and leave out descriptive fields', () => {
  expect(differencesOf(whole(1), whole(3), { parts: {} } as Catalogue)).toEqual([
    { where: 'v: sender avoidance alpha', mine: '1', theirs: '3' },
  ]);
  expect(differencesOf(whole(1), whole(1, 2), { parts: {} } as Catalogue)).toEqual([
    { where: 'flows', mine: '1', theirs: '2' },
  ]);
});
