/** Six Vegas flows over three links, with alpha per RTT and per ms. */
import type { Lesson, LessonMetric } from '../../../web/lessons/lesson';
import {
  baseRttOf,
  meanOver,
  packetsOf,
  rateOf,
  rttOf,
  valueAt,
  waitingAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';
import { CHAIN_FLOWS } from './flows';

/** Rate of a flow in the last 10 s. A packet is 1000 bytes with its headers, so packets per second are kB/s. */
const atRest = (run: Run, flow: number) => rateOf(run, flow, run.now_s - 10, run.now_s);

/** Rows of tables: the rate of a flow in the last 10 s, and the wait of its packets. */
const rateRow = (flow: number): LessonMetric => ({
  label: `rate of ${CHAIN_FLOWS[`${flow + 1}a`]}, last ten seconds`,
  unit: 'kB/s',
  decimals: 0,
  of: (run) => atRest(run, flow),
});
const waitRow = (flow: number): LessonMetric => ({
  label: `wait of ${CHAIN_FLOWS[`${flow + 1}a`]}’s packets, last ten seconds`,
  unit: 'ms',
  decimals: 2,
  of: (run) => price(run, flow),
});

/** Mean total queueing delay of the flow's packets on their path, ms. */
function price(run: Run, flow: number): number {
  return meanOver(rttOf(run, flow), run.now_s - 10, run.now_s) - baseRttOf(run, flow);
}

/** Mean number of packets waiting at the link, without the one in transmission. */
function waiting(run: Run, link: string): number {
  const { x, y } = packetsOf(run, link);
  const without = Array.from(y, (packets) => Math.max(packets - 1, 0));
  return meanOver({ x, y: without }, run.now_s - 10, run.now_s);
}

/** Packets that a flow wants waiting if its alpha is for each ms of its path. */
function wanted(run: Run, flow: number): number {
  const avoidance = run.scenario.flows[flow]?.sender.avoidance;
  return avoidance !== undefined && 'alpha' in avoidance
    ? avoidance.alpha * baseRttOf(run, flow)
    : Number.NaN;
}
/** Twelve to twenty, rounded. */
const inBand = (packets: number) => packets > 11.5 && packets < 20.5;

const pf = (runs: Runs) => runs.of('chain');
const wpf = (runs: Runs) => runs.of('weighted');

/** The stage shows no rates. */
const SIX_S = 14;
/** The most packets that long may keep on the stage. */
const MOST = 8;
const LINKS = ['LA>SF', 'SF>CH', 'CH>East'];

/** The last moment at which packets wait at all three links, s. */
function allWait(run: Run): number | undefined {
  const queues = LINKS.map((link) => packetsOf(run, link));
  const times = queues.flatMap(({ x }) => Array.from(x)).sort((a, b) => a - b);
  return times.findLast((time) => queues.every((queue) => valueAt(queue, time) > 2));
}

export default {
  experiments: {
    chain: {
      kind: 'runs',
      title: 'Six flows over three links',
      look: 'Compare the rate of west, over one link, with that of long, over three.',
      arms: {
        pf: {
          label: 'six flows',
          experiment: 'low-2000/chain/pf',
          // With a larger alpha, the window of long grows for more than twenty seconds.
          set: { duration_s: 40 },
          flowNames: CHAIN_FLOWS,
        },
      },
      panels: ['throughput'],
      flows: [2, 5],
      controls: [
        { path: 'flows.5.sender.avoidance.alpha', label: 'alpha of long', range: [1, 8] },
        { path: 'flows.5.sender.avoidance.beta', label: 'beta of long', range: [1, 8] },
      ],
      metrics: [...[2, 5].map(rateRow), ...[2, 3, 4].map(waitRow)],
    },
    weighted: {
      kind: 'runs',
      title: 'Alpha in proportion to the path',
      look: 'The table has the waits at each link, by the flow that crosses only that one.',
      arms: {
        wpf: {
          label: 'more for longer paths',
          experiment: 'low-2000/chain/wpf',
          set: { duration_s: 30 },
          flowNames: CHAIN_FLOWS,
        },
      },
      panels: ['rtt', 'queue'],
      flows: [3, 5],
      metrics: [...[3, 5].map(rateRow), ...[2, 3, 4].map(waitRow)],
    },
  },

  predictions: {
    long: {
      kind: 'number',
      question:
        'Each flow keeps two packets waiting in all, at whichever links it crosses. What rate does long get?',
      covers: ['chain'],
      unit: 'kB/s',
      range: [0, 3000],
      step: 50,
      answer: (runs) => atRest(pf(runs), 5),
      within: 200,
      why: (runs) =>
        `It gets ${atRest(pf(runs), 5).toFixed(0)} kB/s, less than an equal share of any of its links. Its two packets are divided among three queues, so in each it has fewer packets than the flows that wait only there.`,
    },
    weights: {
      kind: 'choice',
      question:
        'With these weights, long keeps about twenty packets waiting in all, middle about twelve. Which of the two gets the higher rate?',
      covers: ['weighted'],
      options: {
        middle: 'middle, which pays at one link only',
        same: 'Both about the same',
        long: 'long, although it pays at three links',
      },
      answer: (runs) => {
        const ratio = atRest(wpf(runs), 5) / atRest(wpf(runs), 3);
        return ratio > 1.1 ? 'long' : ratio < 0.9 ? 'middle' : 'same';
      },
      instead: {
        middle:
          'You expected three prices to outweigh the packets. They would if the three links charged alike, but the second link charges nearly everything: see the waits in the table.',
        same: 'You expected the weight to make up for the links exactly. It does if a path with more busy links is longer in proportion. Here the second link has most of the distance.',
      },
      why: (runs) =>
        `long gets ${atRest(wpf(runs), 5).toFixed(0)} kB/s and middle ${atRest(wpf(runs), 3).toFixed(0)}. Packets wait ${price(wpf(runs), 3).toFixed(1)} ms at the second link, which both cross, but only ${price(wpf(runs), 2).toFixed(1)} ms at the first link and ${price(wpf(runs), 4).toFixed(1)} ms at the third link. So both pay about the same, and the one with more packets waiting gets more.`,
    },
  },

  checks: {
    sum: {
      experiment: 'chain',
      task: 'The table says how long packets of west, middle and east wait. How long do those of long wait on their way?',
      kind: 'read',
      unit: 'ms',
      answer: (mine) => price(mine(), 5),
      within: 0.1,
      right: 2.1,
      // At the busiest link alone.
      wrong: 0.94,
      hints: [
        'At which links do packets of long wait?',
        'They stand in the same queues as those of west, of middle and of east.',
      ],
      why: (mine) =>
        `In your run, packets wait ${price(mine(), 2).toFixed(2)} ms at the first link, ${price(mine(), 3).toFixed(2)} ms at the second link and ${price(mine(), 4).toFixed(2)} ms at the third link. Those of long wait ${price(mine(), 5).toFixed(2)} ms, because they wait at all three. At ${(atRest(mine(), 5) / 1000).toFixed(2)} packets per millisecond, that’s ${((atRest(mine(), 5) / 1000) * price(mine(), 5)).toFixed(1)} packets waiting: its alpha.`,
    },
    quarter: {
      experiment: 'chain',
      task: 'Change alpha and beta of long until it gets a quarter of the second link: 1500 kB/s, to within a tenth.',
      kind: 'reach',
      judge: (mine) => {
        const [long, short] = [atRest(mine(), 5), atRest(mine(), 2)];
        const { alpha, beta } = {
          alpha: Number.NaN,
          beta: Number.NaN,
          ...mine().scenario.flows[5]?.sender.avoidance,
        };
        const passed = Math.abs(long - 1500) < 150;
        return {
          passed,
          words: passed
            ? `In the last ten seconds, long gets ${long.toFixed(0)} kB/s. What it gains, it takes at three links at once: west is down to ${short.toFixed(0)} kB/s, and east to ${atRest(mine(), 4).toFixed(0)}.`
            : `long gets ${long.toFixed(0)} kB/s and west ${short.toFixed(0)}. ${alpha === beta ? `That's too ${long > 1500 ? 'much' : 'little'}.` : 'Set alpha and beta to the same value; otherwise it may settle anywhere in between.'} Fractions count, too.`,
        };
      },
      right: { 'flows.5.sender.avoidance.alpha': 3.3, 'flows.5.sender.avoidance.beta': 3.3 },
      // It passes through 1500 kB/s after twenty seconds, but doesn't stay there.
      wrong: { 'flows.5.sender.avoidance.alpha': 4, 'flows.5.sender.avoidance.beta': 4 },
    },
  },

  steps: {
    six: {
      experiment: 'chain',
      // While diff is above beta, a window shrinks, whatever alpha is. With the largest alpha, beta alone says how many packets wait.
      changes: { duration_s: SIX_S, 'flows.5.sender.avoidance.alpha': MOST },
      panels: ['window', 'queue'],
      seconds: [0, SIX_S],
      flows: [5, 2],
      controls: [
        { path: 'flows.5.sender.avoidance.beta', label: 'packets that long keeps waiting', range: [1, MOST] },
      ],
      time: ({ of }) => allWait(of('chain')),
      play: true,
      from: 0,
      shows: (run, at_s) => LINKS.every((link) => waitingAt(run, link, at_s) > 0),
    },
  },

  points: {
    everywhere: { time: ({ of }) => allWait(of('chain')) },
  },

  claims: {
    six: { number: (runs) => atRest(pf(runs), 5), unit: 'kB/s' },
    four: { number: (runs) => atRest(pf(runs), 3), unit: 'kB/s' },
    three: { number: (runs) => atRest(pf(runs), 2), unit: 'kB/s' },
    five: { number: (runs) => atRest(pf(runs), 4), unit: 'kB/s' },
    price3: { number: (runs) => price(pf(runs), 2), unit: 'ms' },
    price4: { number: (runs) => price(pf(runs), 3), unit: 'ms' },
    price5: { number: (runs) => price(pf(runs), 4), unit: 'ms' },
    price6: { number: (runs) => price(pf(runs), 5), unit: 'ms' },
    sums: {
      holds: (runs) => {
        const [one, two, three, all] = [2, 3, 4, 5].map((flow) => price(pf(runs), flow));
        return Math.abs((one ?? 0) + (two ?? 0) + (three ?? 0) - (all ?? 0)) < 0.02;
      },
      // Flows that join late take others' queues for distance, so their waits come out too short.
      wrong: { 'flows.2.start_s': 5, 'flows.5.start_s': 5 },
    },
    total: {
      number: (runs) => [0, 1, 2, 3, 4, 5].reduce((sum, flow) => sum + atRest(pf(runs), flow), 0),
      unit: 'kB/s',
    },
    atSF: { number: (runs) => waiting(wpf(runs), 'SF>CH') },
    slowFill: {
      holds: (runs) => meanOver(packetsOf(wpf(runs), 'SF>CH'), 0, 5) < 3,
      wrong: { 'links.1.rate_bps': 24_000_000 },
    },
    westWants: { number: (runs) => wanted(wpf(runs), 2) },
    overTwo: {
      holds: (runs) => [0, 1, 3, 5].every((flow) => inBand(wanted(wpf(runs), flow))),
      wrong: { 'flows.5.sender.avoidance.alpha': 0.5, 'flows.5.sender.avoidance.beta': 0.5 },
    },
    atLA: { number: (runs) => waiting(wpf(runs), 'LA>SF') },
  },

  numbers: {
    '1500 kB/s': 'the goal of the check',
  },

  beside: [
    {
      quantity: 'long, three links, two packets each',
      unit: 'kB/s',
      ours: (runs) => atRest(pf(runs), 5),
      decimals: 0,
      cited: 'low-2000/table-3/rate-6a',
      published: '980 KB/s',
    },
    {
      quantity: 'west, one link, two packets each',
      unit: 'kB/s',
      ours: (runs) => atRest(pf(runs), 2),
      decimals: 0,
      cited: 'low-2000/table-3/rate-3a',
      published: '3630 KB/s',
    },
    {
      quantity: 'waiting at the second link, two packets each',
      unit: 'packets',
      ours: (runs) => waiting(pf(runs), 'SF>CH'),
      decimals: 1,
      cited: 'low-2000/table-3/queue-SF',
      published: '5.51',
      note: 'Windows move by whole packets around alpha = beta, and the excess of four flows adds up.',
    },
    {
      quantity: 'long, two packets per 10 ms',
      unit: 'kB/s',
      ours: (runs) => atRest(wpf(runs), 5),
      decimals: 0,
      cited: 'low-2000/table-4/rate-6a',
      published: '1703 KB/s',
    },
    {
      quantity: 'middle, two packets per 10 ms',
      unit: 'kB/s',
      ours: (runs) => atRest(wpf(runs), 3),
      decimals: 0,
      cited: 'low-2000/table-4/rate-4a',
      published: '1306 KB/s',
    },
    {
      quantity: 'waiting at the second link, two packets per 10 ms',
      unit: 'packets',
      ours: (runs) => waiting(wpf(runs), 'SF>CH'),
      decimals: 1,
      cited: 'low-2000/table-4/queue-SF',
      published: '55.3',
    },
  ],
} satisfies Lesson;
