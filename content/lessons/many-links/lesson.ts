/** Six Vegas flows over three links, with alpha per RTT and per ms. */
import type { Lesson, LessonMetric } from '../../../web/lessons/lesson';
import { baseRttOf, meanOver, packetsOf } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';
import { CHAIN_FLOWS, CHAIN_NODES } from './flows';
import { EAST, LONG, MIDDLE, rateAtEnd, WEST, waitAtEnd } from './measures';

const NAMES = { flowNames: CHAIN_FLOWS, nodeNames: CHAIN_NODES };

/** The last seconds of a run, after its windows have settled. */
const SECONDS = 10;
const atRest = (run: Run, flow: number) => rateAtEnd(run, flow, SECONDS);
const price = (run: Run, flow: number) => waitAtEnd(run, flow, SECONDS);

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

const pf = (runs: Runs) => runs.of('chain', 'pf');
const more = (runs: Runs) => runs.of('chain', 'more');
const wpf = (runs: Runs) => runs.of('weighted');

const ALPHA = 'flows.5.sender.avoidance.alpha';
const BETA = 'flows.5.sender.avoidance.beta';
/** As long as a window over three links needs to settle. */
const CROSSING_S = 10;

const total = (run: Run) => run.scenario.flows.reduce((sum, _, flow) => sum + atRest(run, flow), 0);

export default {
  experiments: {
    chain: {
      kind: 'runs',
      title: 'Six flows over three links',
      look: 'Compare the rate of west, over one link, with that of long, over three.',
      arms: {
        pf: {
          label: 'two packets',
          experiment: 'low-2000/chain/pf',
          // With a larger alpha, the window of long grows for more than twenty seconds.
          set: { duration_s: 40 },
          ...NAMES,
        },
        more: {
          label: 'long keeps more',
          experiment: 'low-2000/chain/pf',
          set: { duration_s: 40, [ALPHA]: 4, [BETA]: 4 },
          ...NAMES,
        },
      },
      panels: ['throughput'],
      flows: [WEST, LONG],
      controls: [
        {
          path: BETA,
          together: [ALPHA],
          label: 'packets that long keeps waiting',
          range: [1, 8],
          arms: ['more'],
        },
      ],
      metrics: [...[WEST, LONG].map(rateRow), ...[WEST, MIDDLE, EAST].map(waitRow)],
    },
    crossing: {
      kind: 'runs',
      staged: true,
      title: 'One link, two or three',
      look: 'Six flows share three links. One of them crosses as many as you choose.',
      arms: {
        pf: {
          label: 'six flows',
          experiment: 'low-2000/chain/pf',
          set: { duration_s: CROSSING_S, 'flows.5.to': 'Host3b' },
          ...NAMES,
        },
      },
      panels: ['throughput'],
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
          ...NAMES,
        },
      },
      panels: ['throughput', 'queue'],
      flows: [MIDDLE, LONG],
      metrics: [...[MIDDLE, LONG].map(rateRow), ...[WEST, MIDDLE, EAST].map(waitRow)],
    },
  },

  predictions: {
    long: {
      kind: 'number',
      question:
        'Over three links, long keeps two packets waiting in all. Now let it keep four. What rate does it get?',
      covers: ['chain'],
      unit: 'kB/s',
      range: [0, 3000],
      step: 50,
      answer: (runs) => atRest(more(runs), LONG),
      within: 200,
      why: (runs) =>
        `With two packets it gets ${atRest(pf(runs), LONG).toFixed(0)} kB/s, with four ${atRest(more(runs), LONG).toFixed(0)}: not twice as much. Its own packets make the queues at all three links longer, so it pays ${price(more(runs), LONG).toFixed(2)} ms instead of ${price(pf(runs), LONG).toFixed(2)}. And ${CHAIN_FLOWS['3a']} falls from ${atRest(pf(runs), WEST).toFixed(0)} kB/s to ${atRest(more(runs), WEST).toFixed(0)}.`,
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
      task: 'The column “two packets” says how long the packets of west, middle and east wait. How long do those of long wait on their way?',
      kind: 'read',
      unit: 'ms',
      answer: (mine) => price(mine('pf'), LONG),
      within: 0.1,
      right: 2.1,
      // At the busiest link alone.
      wrong: 0.94,
      hints: [
        'At which links do packets of long wait?',
        'They stand in the same queues as those of west, of middle and of east.',
      ],
      why: (mine) => {
        const run = mine('pf');
        const waits = [WEST, MIDDLE, EAST].map((flow) => price(run, flow).toFixed(2)).join(' + ');
        const perMs = atRest(run, LONG) / 1000;
        return `${waits} ms, and the run has ${price(run, LONG).toFixed(2)}. At ${perMs.toFixed(2)} packets per millisecond, that’s ${(perMs * price(run, LONG)).toFixed(1)} packets waiting: its alpha.`;
      },
    },
    quarter: {
      experiment: 'chain',
      task: 'Give long a quarter of the second link, an equal share: 1500 kB/s, to within a tenth. How many packets must it keep waiting, and who pays?',
      kind: 'reach',
      judge: (mine) => {
        const run = mine('more');
        const [long, west, before] = [atRest(run, LONG), atRest(run, WEST), atRest(mine('pf'), WEST)];
        const passed = Math.abs(long - 1500) < 150;
        const loss = `west is down from ${before.toFixed(0)} kB/s to ${west.toFixed(0)}`;
        return {
          passed,
          words: passed
            ? `In the last ten seconds, long gets ${long.toFixed(0)} kB/s. It takes room at three links at once: ${loss}, and all six together carry ${total(run).toFixed(0)} kB/s instead of ${total(mine('pf')).toFixed(0)}.`
            : `long gets ${long.toFixed(0)} kB/s, too ${long > 1500 ? 'much' : 'little'}, and ${loss}. Fractions of a packet count, too.`,
        };
      },
      right: { [ALPHA]: 3.3, [BETA]: 3.3 },
      // It passes through 1500 kB/s after twenty seconds, but doesn't stay there.
      wrong: { [ALPHA]: 4, [BETA]: 4 },
    },
  },

  steps: {
    six: {
      experiment: 'crossing',
      panels: ['throughput'],
      seconds: [0, CROSSING_S],
      flows: [LONG, WEST],
      controls: [
        {
          path: 'flows.5.to',
          label: 'long crosses',
          choices: ['Host3b', 'Host4b', 'Host6b'],
          words: { Host3b: 'one link', Host4b: 'two links', Host6b: 'three links' },
        },
      ],
      play: true,
      from: 0,
      speed: 5,
    },
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
    total: { number: (runs) => total(pf(runs)), unit: 'kB/s' },
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
    '1500 kB/s': 'a quarter of 6000 kB/s',
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
