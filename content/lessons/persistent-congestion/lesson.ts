/** Vegas flows that start one after another, with and without a configured base RTT, and a path that becomes longer. */
import type { Lesson } from '../../../web/lessons/lesson';
import { cwndOf, meanOver, packetsOf, rateOf, rttOf, smoothed, valueAt } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';

const LINK = 'Router1>Router2';
const FLOWS = [0, 1, 2, 3, 4];

const measured = (runs: Runs) => runs.of('late', 'measured');
const told = (runs: Runs) => runs.of('late', 'told');

/** Rate of a flow in the last 5 s before the next flow starts. A packet is 1000 bytes, so packets per second are KB/s. */
const rate = (run: Run, flow: number, until: number) => rateOf(run, flow, until - 5, until);
const queue = (run: Run, until: number) => meanOver(packetsOf(run, LINK), until - 5, until);

/** The smallest RTT that a flow measured during the run, ms. */
const base = (run: Run, flow: number) => run.trace.rows('rtts', flow).base_rtt_ms.at(-1) ?? Number.NaN;

/** Ratio of the higher to the lower rate of the two flows, over the last 5 s. */
function apart(run: Run): number {
  const [one, two] = [rate(run, 0, run.now_s), rate(run, 1, run.now_s)];
  return Math.max(one, two) / Math.min(one, two);
}

const longer = (runs: Runs) => runs.of('longer');
const [BEFORE, AFTER] = [
  [5, 15],
  [25, 40],
] as const;
/** Rate of a flow in the run with the longer path, segments per second. */
const pace = (runs: Runs, flow: number, [from, to]: readonly [number, number]) =>
  rateOf(longer(runs), flow, from, to);

export default {
  experiments: {
    late: {
      kind: 'runs',
      title: 'One more flow every twenty seconds',
      look: 'The same five flows twice: once each measures its path for itself, once each is told how long it is.',
      arms: {
        measured: { label: 'measured', experiment: 'low-2000/late-comers/measured' },
        told: { label: 'told', experiment: 'low-2000/late-comers/told' },
      },
      panels: ['queue', 'rtt'],
      flows: [0, 4],
      figures: ['links.Router1>Router2.max_queue_bytes', 'links.Router1>Router2.utilization'],
    },
    two: {
      kind: 'runs',
      title: 'One late comer',
      look: 'Only two flows, and the second begins after eight seconds.',
      arms: { two: { label: 'two flows', scenario: 'persistent-congestion.late-comer' } },
      panels: ['window', 'queue'],
      controls: [
        { path: 'flows.1.start_s', label: 'start of 2a', range: [0, 12] },
        { path: 'flows.1.sender.base_rtt', label: 'base_rtt of 2a' },
        { path: 'flows.0.sender.base_rtt', label: 'base_rtt of 1a' },
      ],
      figures: ['links.Router1>Router2.mean_queue_packets'],
    },
    longer: {
      kind: 'runs',
      title: 'The path becomes longer',
      look: 'After fifteen seconds packets are sent another way. Compare the two windows, and what waits.',
      arms: { longer: { label: 'Vegas and Reno, a path each', scenario: 'longer-path' } },
      panels: ['window', 'rtt'],
      figures: ['flows.0.goodput_bytes_per_s', 'flows.1.goodput_bytes_per_s'],
    },
  },

  predictions: {
    stairs: {
      kind: 'draw',
      question:
        'Five Vegas flows over paths of the same length, one more every twenty seconds. Each keeps twenty packets in the queue, as far as it knows. Draw the queue.',
      covers: ['late'],
      x: { label: 'time', unit: 's', from: 0, to: 100 },
      y: { label: 'queue', unit: 'packets', from: 0, to: 500 },
      answer: (runs) => smoothed(packetsOf(measured(runs), LINK), 0, 100, 100),
      within: 0.08,
      why: (runs) =>
        `With one flow ${queue(measured(runs), 20).toFixed(0)} packets, then ${queue(measured(runs), 40).toFixed(0)}, ${queue(measured(runs), 60).toFixed(0)}, ${queue(measured(runs), 80).toFixed(0)}, ${queue(measured(runs), 100).toFixed(0)}. Steps of twenty would end at a hundred: that is the other run, in which each is told how long its path is.`,
    },
    who: {
      kind: 'choice',
      question: 'All five send at the end. Who has the largest share?',
      covers: ['late'],
      options: {
        first: 'The first: it was there before the others',
        last: 'The last, who came to a full queue',
        same: 'No one: their paths are the same, so their shares are',
      },
      answer: (runs) => {
        const [first, last] = [rate(measured(runs), 0, 100), rate(measured(runs), 4, 100)];
        return last > 1.2 * first ? 'last' : first > 1.2 * last ? 'first' : 'same';
      },
      instead: {
        first:
          'It has no right to its place: each newcomer raises the wait, and the first backs off before a wait that it takes for its own.',
        same: 'The paths are the same, but what the five know of them is not.',
      },
      why: (runs) =>
        `The last gets ${rate(measured(runs), 4, 100).toFixed(0)} KB/s, the first ${rate(measured(runs), 0, 100).toFixed(0)}. The later a flow comes the longer it takes the path to be, and the less of its wait it holds against itself.`,
    },
    detour: {
      kind: 'choice',
      question:
        'Now the path itself becomes longer by 100 ms, with no queue on it. What does Vegas do with its window?',
      covers: ['longer'],
      options: {
        raise: 'Raises it: a longer path holds more',
        keep: 'Leaves it as it is',
        lower: 'Lowers it',
      },
      answer: (runs) => {
        const cwnd = cwndOf(longer(runs), 0);
        const ratio = meanOver(cwnd, ...AFTER) / meanOver(cwnd, ...BEFORE);
        return ratio > 1.1 ? 'raise' : ratio < 0.9 ? 'lower' : 'keep';
      },
      instead: {
        raise:
          'It should. But it would have to know that the path is longer, and all that it has is an RTT that has grown.',
        keep: 'The RTT has grown far above the smallest one; diff is far above beta.',
      },
      why: (runs) =>
        `From ${meanOver(cwndOf(longer(runs), 0), ...BEFORE).toFixed(0)} segments it goes down to ${meanOver(cwndOf(longer(runs), 0), ...AFTER).toFixed(1)}. To Vegas every ms above base_rtt is a queue.`,
    },
  },

  checks: {
    believed: {
      experiment: 'late',
      task: 'Read off the RTT panel what 5a, measuring, takes for the length of its path.',
      kind: 'read',
      unit: 'ms',
      answer: (mine) => base(mine('measured'), 4),
      within: 3,
      right: 49.7,
      // The length of the path.
      wrong: 10.2,
      hints: ['5a takes its smallest RTT for its path. Look at the RTT panel just after 5a has started.'],
      why: (mine) =>
        `Its smallest RTT is ${base(mine('measured'), 4).toFixed(1)} ms; the path takes ${base(mine('told'), 4).toFixed(2)} ms. The first packet of 5a came to a queue of ${valueAt(packetsOf(mine('measured'), LINK), 79.99).toFixed(0)} packets, six of which are sent in a millisecond.`,
    },
    equal: {
      experiment: 'two',
      task: 'Make the two shares equal, to within a tenth. There is more than one way.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const passed = apart(run) < 1.1;
        const [one, two] = [rate(run, 0, run.now_s), rate(run, 1, run.now_s)];
        const shares = `1a has ${one.toFixed(0)} KB/s and 2a ${two.toFixed(0)}`;
        return {
          passed,
          words: passed
            ? `${shares}. Both compare with the same base_rtt now, ${base(run, 0).toFixed(1)} and ${base(run, 1).toFixed(1)} ms, and ${queue(run, run.now_s).toFixed(0)} packets wait in place of sixty.`
            : `${shares}. 1a takes the path for ${base(run, 0).toFixed(1)} ms long, 2a for ${base(run, 1).toFixed(1)} ms: as long as they differ in that, they differ in what they take.`,
        };
      },
      right: { 'flows.1.sender.base_rtt': 'told' },
      wrong: { 'flows.1.start_s': 2 },
    },
  },

  claims: {
    one: { number: (runs) => queue(measured(runs), 20) },
    two: { number: (runs) => queue(measured(runs), 40) },
    five: { number: (runs) => queue(measured(runs), 100) },
    toldFive: { number: (runs) => queue(told(runs), 100) },
    linear: {
      holds: (runs) =>
        FLOWS.every((flow) => {
          const before = flow === 0 ? 0 : queue(told(runs), 20 * flow);
          return Math.abs(queue(told(runs), 20 * (flow + 1)) - before - 20) < 1;
        }),
      wrong: { 'flows.4.sender.base_rtt': 'measured' },
    },
    truth: { number: (runs) => base(measured(runs), 0), unit: 'ms' },
    second: { number: (runs) => base(measured(runs), 1), unit: 'ms' },
    fifth: { number: (runs) => base(measured(runs), 4), unit: 'ms' },
    share1: { number: (runs) => rate(measured(runs), 0, 100), unit: 'KB/s' },
    share2: { number: (runs) => rate(measured(runs), 1, 100) / rate(measured(runs), 0, 100) },
    share3: { number: (runs) => rate(measured(runs), 2, 100) / rate(measured(runs), 0, 100) },
    share4: { number: (runs) => rate(measured(runs), 3, 100) / rate(measured(runs), 0, 100) },
    share5: { number: (runs) => rate(measured(runs), 4, 100) / rate(measured(runs), 0, 100) },
    toldShares: {
      holds: (runs) => {
        const shares = FLOWS.map((flow) => rate(told(runs), flow, 100));
        return Math.max(...shares) / Math.min(...shares) < 1.02;
      },
      wrong: { 'flows.4.sender.base_rtt': 'measured' },
    },
    pairFirst: { number: (runs) => rate(runs.of('two'), 0, 20), unit: 'KB/s' },
    pairSecond: { number: (runs) => rate(runs.of('two'), 1, 20), unit: 'KB/s' },
    paceBefore: { number: (runs) => pace(runs, 0, BEFORE) },
    paceAfter: { number: (runs) => pace(runs, 0, AFTER) },
    renoAfter: { number: (runs) => pace(runs, 1, AFTER) },
    nothingWaits: {
      number: (runs) => meanOver(packetsOf(longer(runs), 'vegas R1>vegas R2'), ...AFTER),
    },
    baseStays: {
      number: (runs) => base(longer(runs), 0),
      unit: 'ms',
    },
    rttAfter: { number: (runs) => meanOver(rttOf(longer(runs), 0), ...AFTER), unit: 'ms' },
  },

  beside: [
    {
      quantity: '1a of five',
      unit: 'KB/s',
      ours: (runs) => rate(measured(runs), 0, 100),
      decimals: 0,
      cited: 'low-2000/table-5/rate-1a-of-5',
      published: '290',
    },
    {
      quantity: '5a of five',
      unit: 'KB/s',
      ours: (runs) => rate(measured(runs), 4, 100),
      decimals: 0,
      cited: 'low-2000/table-5/rate-5a-of-5',
      published: '3278',
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
      ours: (runs) => base(measured(runs), 4),
      decimals: 1,
      cited: 'low-2000/table-6/base_rtt-5a',
      published: '49.86',
    },
    {
      quantity: 'queue with five, told',
      unit: 'packets',
      ours: (runs) => queue(told(runs), 100),
      decimals: 0,
      cited: 'low-2000/figure-5a/queue-of-5',
      published: '101.85',
      note: 'The model; the figure is a straight line without numbers.',
    },
  ],
} satisfies Lesson;
