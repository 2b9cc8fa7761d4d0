/** Vegas flows that start one after another, with and without a configured base RTT, and a path that becomes longer. */
import type { Lesson, LessonMetric } from '../../../web/lessons/lesson';
import {
  baseRttOf,
  cwndOf,
  meanOver,
  packetsOf,
  rateOf,
  rttOf,
  segmentsOf,
  valueAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';

const LINK = 'Router1>Router2';
const FLOWS = [0, 1, 2, 3, 4];

const measured = (runs: Runs) => runs.of('late', 'measured');
const given = (runs: Runs) => runs.of('late', 'told');

/** Rate of a flow in the last 5 s before the next flow starts. A packet is 1000 bytes, so packets per second are kB/s. */
const rate = (run: Run, flow: number, until: number) => rateOf(run, flow, until - 5, until);
const queue = (run: Run, until: number) => meanOver(packetsOf(run, LINK), until - 5, until);

/** Ratio of the higher to the lower rate of the two flows, over the last 5 s. */
function apart(run: Run): number {
  const [one, two] = [rate(run, 0, run.now_s), rate(run, 1, run.now_s)];
  return Math.max(one, two) / Math.min(one, two);
}

/** The second flow's start, and the end of the run with two, s. */
const [SECOND_S, PAIR_S] = [8, 18];
/** The paths become longer at 15 s. The stage shows what comes before. */
const DETOUR_S = 15;

/** The moment of a flow's smallest RTT, s. */
function smallestAt(run: Run, flow: number): number {
  const { x, y } = rttOf(run, flow);
  return x[Array.from(y).indexOf(Math.min(...Array.from(y)))] ?? Number.NaN;
}

const longer = (runs: Runs) => runs.of('longer');
const [BEFORE, AFTER] = [
  [5, 15],
  [25, 40],
] as const;
/** Rate of a flow with headers in the run with the longer path, kB/s. */
function pace(run: Run, flow: number, [from, to]: readonly [number, number]): number {
  const { smss_bytes = Number.NaN, header_bytes = Number.NaN } = run.scenario.flows[flow] ?? {};
  return (rateOf(run, flow, from, to) * (smss_bytes + header_bytes)) / 1000;
}

const QUEUE: LessonMetric = {
  label: 'mean queue, last five seconds',
  unit: 'packets',
  decimals: 0,
  of: (run) => queue(run, run.now_s),
};
const rateRow = (flow: number): LessonMetric => ({
  label: `rate of ${flow + 1}a, last five seconds`,
  unit: 'kB/s',
  decimals: 0,
  of: (run) => rate(run, flow, run.now_s),
});
const paceRow = (flow: number, seconds: typeof BEFORE | typeof AFTER): LessonMetric => ({
  label: `rate of ${flow === 0 ? 'Vegas' : 'Reno'}, ${seconds === BEFORE ? 'ten seconds before the change' : 'last fifteen seconds'}`,
  unit: 'kB/s',
  decimals: 0,
  of: (run) => pace(run, flow, seconds),
});

export default {
  experiments: {
    late: {
      kind: 'runs',
      title: 'One more flow every twenty seconds',
      look: 'The same five flows twice. Once each measures the length of its path, once each knows it in advance.',
      arms: {
        measured: { label: 'measured', experiment: 'low-2000/late-comers/measured' },
        told: { label: 'known', experiment: 'low-2000/late-comers/told' },
      },
      panels: ['queue', 'rtt'],
      flows: [0, 4],
      metrics: [QUEUE, ...[0, 4].map(rateRow)],
    },
    two: {
      kind: 'runs',
      staged: true,
      title: 'One late flow',
      look: 'The second flow starts after eight seconds. Compare the rates.',
      arms: {
        two: {
          label: 'two flows',
          scenario: 'persistent-congestion.late-comer',
          nodeNames: { Host1a: '1a', Host2a: '2a' },
          // Short enough to be recorded in full.
          set: { duration_s: PAIR_S },
        },
      },
      panels: ['throughput', 'queue'],
    },
    longer: {
      kind: 'runs',
      title: 'The paths become longer',
      look: 'After fifteen seconds, packets take a longer route. Compare the two windows.',
      arms: { longer: { label: 'Vegas and Reno, a path each', scenario: 'longer-path' } },
      panels: ['window', 'rtt'],
      metrics: [0, 1].flatMap((flow) => [paceRow(flow, BEFORE), paceRow(flow, AFTER)]),
    },
  },

  predictions: {
    stairs: {
      kind: 'draw',
      question:
        'The first flow keeps 21 packets waiting. One more flow starts every twenty seconds, on a path of the same length. Draw the queue.',
      covers: ['late'],
      x: { label: 'time', unit: 's', from: 0, to: 100 },
      y: { label: 'queue', unit: 'packets', from: 0, to: 500 },
      answer: (runs) => packetsOf(measured(runs), LINK),
      line: 0,
      features: [{ is: 'rising', pace: 'faster', from: 0, to: 100 }],
      why: (runs) =>
        `With one flow, ${queue(measured(runs), 20).toFixed(0)} packets wait. Then it is ${queue(measured(runs), 40).toFixed(0)}, ${queue(measured(runs), 60).toFixed(0)}, ${queue(measured(runs), 80).toFixed(0)}, and ${queue(measured(runs), 100).toFixed(0)}. Steps of twenty would end at a hundred, as in the other run, in which each flow knows the length of its path.`,
    },
    times: {
      kind: 'number',
      question:
        'Of two flows, the second got twice as much as the first. Of five, how many times as much does the last one get?',
      covers: ['late'],
      unit: 'times',
      range: [1, 20],
      step: 0.5,
      answer: (runs) => rate(measured(runs), 4, 100) / rate(measured(runs), 0, 100),
      within: 1.9,
      why: (runs) =>
        `The last flow gets ${rate(measured(runs), 4, 100).toFixed(0)} kB/s and the first ${rate(measured(runs), 0, 100).toFixed(0)} kB/s. The later a flow starts, the longer it takes its path to be. So it keeps more packets waiting, and recognizes less of the wait as a queue.`,
    },
    detour: {
      kind: 'choice',
      question:
        'Now each path becomes longer by 100 ms, without any queue. What does Vegas do with its window?',
      covers: ['longer'],
      options: {
        raise: 'It raises it: a longer path has room for more packets',
        keep: 'It leaves it as it is',
        lower: 'It lowers it',
      },
      answer: (runs) => {
        const cwnd = cwndOf(longer(runs), 0);
        const ratio = meanOver(cwnd, ...AFTER) / meanOver(cwnd, ...BEFORE);
        return ratio > 1.1 ? 'raise' : ratio < 0.9 ? 'lower' : 'keep';
      },
      instead: {
        raise:
          'You expected Vegas to fill the longer path, and it should. But it doesn’t know that the path is longer. All it knows is that its RTT has grown.',
        keep: 'You expected Vegas not to care. But its RTT is now far above the smallest one it has seen, so diff is far above beta.',
      },
      why: (runs) =>
        `Its window falls from ${meanOver(cwndOf(longer(runs), 0), ...BEFORE).toFixed(0)} segments to ${meanOver(cwndOf(longer(runs), 0), ...AFTER).toFixed(1)}. To Vegas, every millisecond above base_rtt is a queue.`,
    },
  },

  checks: {
    believed: {
      experiment: 'late',
      task: 'How long does 5a, when it measures, take its path to be? Read it off the RTT panel.',
      kind: 'read',
      unit: 'ms',
      answer: (mine) => baseRttOf(mine('measured'), 4),
      within: 3,
      right: 49.7,
      // The length of the path.
      wrong: 10.2,
      hints: [
        'A flow takes its smallest RTT for the length of its path. When did 5a see its smallest RTT?',
        'Zoom into the RTT panel just after 5a starts (Ctrl and the wheel, or two fingers), and read the lowest of its RTTs.',
      ],
      why: (mine) =>
        `Its smallest RTT is ${baseRttOf(mine('measured'), 4).toFixed(1)} ms; the path takes ${baseRttOf(mine('told'), 4).toFixed(2)} ms. The first packet of 5a arrived behind ${valueAt(packetsOf(mine('measured'), LINK), 79.99).toFixed(0)} packets, and the link sends six of them in a millisecond.`,
    },
    equal: {
      experiment: 'two',
      task: 'Make the two rates equal, to within a tenth. There is more than one way.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const passed = apart(run) < 1.1;
        const [one, two] = [rate(run, 0, run.now_s), rate(run, 1, run.now_s)];
        const shares = `1a gets ${one.toFixed(0)} kB/s and 2a gets ${two.toFixed(0)} kB/s`;
        return {
          passed,
          words: passed
            ? `${shares}. Both now use about the same base_rtt, ${baseRttOf(run, 0).toFixed(1)} and ${baseRttOf(run, 1).toFixed(1)} ms, and ${queue(run, run.now_s).toFixed(0)} packets wait instead of sixty.`
            : `${shares}. 1a takes its path to be ${baseRttOf(run, 0).toFixed(1)} ms long, 2a takes it to be ${baseRttOf(run, 1).toFixed(1)} ms long. As long as these differ, so do the rates.`,
        };
      },
      right: { 'flows.1.sender.base_rtt': 'told' },
      wrong: { 'flows.1.start_s': 2 },
    },
  },

  steps: {
    first: {
      experiment: 'two',
      panels: ['throughput', 'queue'],
      seconds: [0, PAIR_S],
      flows: [0, 1],
      play: true,
      from: 6,
      speed: 2,
      controls: [
        {
          path: 'flows.1.sender.base_rtt',
          label: 'path length that 2a goes by',
          choices: ['measured', 'told'],
        },
        { path: 'flows.1.start_s', label: 'start of 2a', range: [0, 12] },
      ],
    },
    second: {
      experiment: 'two',
      panels: ['rtt'],
      seconds: [0, SECOND_S + 0.5],
      flows: [0, 1],
      time: ({ of }) => smallestAt(of('two'), 1),
    },
    third: {
      experiment: 'two',
      panels: ['queue', 'rtt'],
      seconds: [SECOND_S - 1, SECOND_S + 5],
      flows: [0, 1],
      play: true,
    },
    before: {
      experiment: 'longer',
      changes: { duration_s: DETOUR_S - 0.1 },
      panels: ['window'],
      seconds: [0, DETOUR_S - 0.1],
      flows: [0, 1],
      time: DETOUR_S - 0.1,
    },
  },

  points: {
    smallest: { time: ({ of }) => smallestAt(of('two'), 1), highlight: 'rtt_sample' },
    arrives: { time: ({ of }) => segmentsOf(of('two'), 'send', 1)[0]?.time_s },
    empty: { time: ({ of }) => smallestAt(of('two'), 0), highlight: 'rtt_sample' },
    steady: { time: ({ of }) => of('longer').trace.rows('windows', 0).time_s.at(-1) },
  },

  claims: {
    double: {
      holds: (runs) => Math.abs(rate(runs.of('two'), 1, PAIR_S) / rate(runs.of('two'), 0, PAIR_S) - 2) < 0.05,
      wrong: { 'flows.1.sender.base_rtt': 'told' },
    },
    'late-base': { number: (runs) => baseRttOf(runs.of('two'), 1), unit: 'ms' },
    path: { number: (runs) => baseRttOf(runs.of('two'), 0), unit: 'ms' },
    keeps: { number: (runs) => meanOver(packetsOf(runs.of('two'), LINK), 4, SECOND_S) },
    onlyFirst: {
      holds: (runs) =>
        FLOWS.slice(1).every((flow) => baseRttOf(measured(runs), flow) > 1.2 * baseRttOf(measured(runs), 0)),
      wrong: { 'flows.4.sender.base_rtt': 'told' },
    },
    one: { number: (runs) => queue(measured(runs), 20) },
    two: { number: (runs) => queue(measured(runs), 40) },
    linear: {
      holds: (runs) =>
        FLOWS.every((flow) => {
          const before = flow === 0 ? 0 : queue(given(runs), 20 * flow);
          return Math.abs(queue(given(runs), 20 * (flow + 1)) - before - 20) < 1;
        }),
      wrong: { 'flows.4.sender.base_rtt': 'measured' },
    },
    truth: { number: (runs) => baseRttOf(measured(runs), 0), unit: 'ms' },
    second: { number: (runs) => baseRttOf(measured(runs), 1), unit: 'ms' },
    fifth: { number: (runs) => baseRttOf(measured(runs), 4), unit: 'ms' },
    share1: { number: (runs) => rate(measured(runs), 0, 100), unit: 'kB/s' },
    share2: { number: (runs) => rate(measured(runs), 1, 100) / rate(measured(runs), 0, 100) },
    share3: { number: (runs) => rate(measured(runs), 2, 100) / rate(measured(runs), 0, 100) },
    share4: { number: (runs) => rate(measured(runs), 3, 100) / rate(measured(runs), 0, 100) },
    share5: { number: (runs) => rate(measured(runs), 4, 100) / rate(measured(runs), 0, 100) },
    toldShares: {
      holds: (runs) => {
        const shares = FLOWS.map((flow) => rate(given(runs), flow, 100));
        return Math.max(...shares) / Math.min(...shares) < 1.02;
      },
      wrong: { 'flows.4.sender.base_rtt': 'measured' },
    },
    pairFirst: { number: (runs) => rate(runs.of('two'), 0, PAIR_S), unit: 'kB/s' },
    pairSecond: { number: (runs) => rate(runs.of('two'), 1, PAIR_S), unit: 'kB/s' },
    paceBefore: { number: (runs) => pace(longer(runs), 0, BEFORE), unit: 'kB/s' },
    paceAfter: { number: (runs) => pace(longer(runs), 0, AFTER), unit: 'kB/s' },
    renoAfter: { number: (runs) => pace(longer(runs), 1, AFTER), unit: 'kB/s' },
    nothingWaits: {
      number: (runs) => meanOver(packetsOf(longer(runs), 'vegas R1>vegas R2'), ...AFTER),
    },
    baseStays: {
      number: (runs) => baseRttOf(longer(runs), 0),
      unit: 'ms',
    },
    rttAfter: {
      number: (runs) => {
        const { x, y } = rttOf(longer(runs), 0);
        return Math.min(...Array.from(y).filter((_, row) => (x[row] ?? 0) >= AFTER[0]));
      },
      unit: 'ms',
    },
  },

  numbers: { '21': ({ of }) => meanOver(packetsOf(of('two'), LINK), 4, SECOND_S) },

  beside: [
    {
      quantity: '1a of five',
      unit: 'kB/s',
      ours: (runs) => rate(measured(runs), 0, 100),
      decimals: 0,
      cited: 'low-2000/table-5/rate-1a-of-5',
      published: '290 KB/s',
    },
    {
      quantity: '5a of five',
      unit: 'kB/s',
      ours: (runs) => rate(measured(runs), 4, 100),
      decimals: 0,
      cited: 'low-2000/table-5/rate-5a-of-5',
      published: '3278 KB/s',
    },
    {
      quantity: 'queue with five',
      unit: 'packets',
      ours: (runs) => queue(measured(runs), 100),
      decimals: 0,
      cited: 'low-2000/table-5/queue-of-5',
      published: '416.3',
    },
    {
      quantity: 'base_rtt of 5a',
      unit: 'ms',
      ours: (runs) => baseRttOf(measured(runs), 4),
      decimals: 1,
      cited: 'low-2000/table-6/base_rtt-5a',
      published: '49.86',
    },
    {
      quantity: 'queue with five, path lengths known',
      unit: 'packets',
      ours: (runs) => queue(given(runs), 100),
      decimals: 0,
      cited: 'low-2000/figure-5a/queue-of-5',
      published: '101.85',
      note: 'The model; the figure is a straight line without numbers.',
    },
  ],
} satisfies Lesson;
