/** Vegas over REM compared with Vegas over a plain queue; one flow alone, with the parameters of both; and how marks are averaged. */
import { SEGMENT_KINDS } from '../../../web/engine/schema';
import { meanPrice, pricesOf } from '../../../web/lab/panels/linkPrice';
import type { Curve, Lesson, LessonMetric, Names } from '../../../web/lessons/lesson';
import { baseRttOf, largest, linkOf, meanOver, packetsOf, rateOf } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import { eventsOf } from '../../../web/run/series';
import type { Run } from '../../../web/run/trace';
import { CHAIN_FLOWS } from '../many-links/flows';

const LINK = 'Router1>Router2';
const FLOWS = [0, 1, 2, 3, 4];
/** The flows on the page, in the order in which they join. */
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const NAMES: Names = Object.fromEntries(ORDINALS.map((name, flow) => [`${flow + 1}a`, name]));
/** Capacity of the link, packets per second. A packet is 1000 bytes, so this is also kB/s. */
const CAPACITY = 6000;
const PHI = 1.1;
/** The senders' hosts have the names of their flows. */
const HOSTS: Names = Object.fromEntries(ORDINALS.map((name, flow) => [`Host${flow + 1}a`, name]));

/** Changes that set a field of each flow. */
const each = (field: string, value: (flow: number) => string | number) =>
  Object.fromEntries(FLOWS.map((flow) => [`flows.${flow}.${field}`, value(flow)]));

/** One more flow every few seconds. The paper's twenty seconds show the same but take longer to run. */
const oneEvery = (seconds: number) => ({
  ...Object.fromEntries([1, 2, 3, 4].map((flow) => [`flows.${flow}.start_s`, seconds * flow])),
  duration_s: 5 * seconds,
});
/** Seconds between the flows whose price is shown, and the moments at which the fifth starts and the run ends. */
const EACH_S = 4;
const [FIFTH_S, END_S] = [4 * EACH_S, 5 * EACH_S];
/** The price is known as long as every packet is. */
const PRICED = { ...oneEvery(EACH_S), 'record.max_rows': 3_000_000 };

/** Rate of a flow in the last 3 s, in which the averages of marks are compared. */
const rate = (run: Run, flow: number, until: number) => rateOf(run, flow, until - 3, until);
const rateRow = (flow: number): LessonMetric => ({
  label: `rate of the ${ORDINALS[flow]} flow, last three seconds`,
  unit: 'kB/s',
  decimals: 0,
  of: (run) => rate(run, flow, run.now_s),
});
/** Rate, queue and price in the last 2 s before a moment at which the next flow starts, or the run ends. */
const LAST_S = 2;
const settled = (run: Run, flow: number, until: number) => rateOf(run, flow, until - LAST_S, until);
const total = (run: Run, until: number) => FLOWS.reduce((sum, flow) => sum + settled(run, flow, until), 0);
const queue = (run: Run, until: number) => meanOver(packetsOf(run, LINK), until - LAST_S, until);
const counted = (run: Run, until: number) =>
  meanPrice(pricesOf(run, placeOf(run)), { from: until - LAST_S, to: until });
const placeOf = (run: Run) => run.trace.links.indexOf(LINK);

/** The price in intervals of a fifth of a second, as the plot shows it. */
function priceCurve(run: Run): Curve {
  const x = Array.from({ length: 5 * Math.floor(run.now_s) }, (_, place) => place / 5);
  const prices = pricesOf(run, placeOf(run));
  return { x, y: x.map((from) => meanPrice(prices, { from, to: from + 0.2 })) };
}

const MARKED = SEGMENT_KINDS.indexOf('marked');
const ARRIVED = SEGMENT_KINDS.indexOf('data_arrived');

/** Share of marked packets among those of some flows. */
function marked(run: Run, flows: readonly number[], from: number, to: number): number {
  let [marks, packets] = [0, 0];
  for (const flow of flows) {
    const { time_s, kind } = run.trace.rows('segments', flow);
    for (let row = 0; row < kind.length; row += 1) {
      const at = time_s[row] ?? 0;
      if (at < from || at >= to) continue;
      if (kind[row] === MARKED) marks += 1;
      if (kind[row] === ARRIVED) packets += 1;
    }
  }
  return marks / packets;
}

/** The price that a share of marked packets signals, ms. */
const priceOf = (share: number) => -Math.log(1 - share) / Math.log(PHI);

/** The last moment in the first six seconds at which only the packet being sent is at the link, s. */
function balancedAt(run: Run): number | undefined {
  const { x, y } = packetsOf(run, LINK);
  return Array.from(x).findLast((time, row) => time < 6 && y[row] === 1);
}

const rem = (runs: Runs) => runs.of('price', 'rem');
const plain = (runs: Runs) => runs.of('price', 'queue');
/** The price that a flow sees while four flows send, ms. */
const price = (runs: Runs, flow: number) => priceOf(marked(rem(runs), [flow], FIFTH_S - LAST_S, FIFTH_S));

/** Places of flows in the chain. */
const [WEST, MIDDLE, EAST, LONG] = [2, 3, 4, 5] as const;
/** Share of a flow's packets that are marked in the last 6 s. Rates and prices still move then, but prices add up all the time. */
const markedAtEnd = (run: Run, flow: number) => marked(run, [flow], run.now_s - 6, run.now_s);
const chainPrice = (runs: Runs, flow: number) => priceOf(markedAtEnd(runs.of('chain'), flow));
/** The share that remains unmarked at none of three links, in terms of the flows that cross one. */
const atAnyLink = (run: Run) =>
  1 - [WEST, MIDDLE, EAST].reduce((clear, flow) => clear * (1 - markedAtEnd(run, flow)), 1);

const alone = (run: Run) => rateOf(run, 0, 5, run.now_s) / CAPACITY;
/** True if the sender gives its latest marks more weight than at first. */
const isSooner = ({ scenario }: Run) => {
  const avoidance = scenario.flows[0]?.sender.avoidance;
  return avoidance !== undefined && 'gain' in avoidance && avoidance.gain > 0.1;
};
const aloneQueue = (run: Run) => meanOver(packetsOf(run, LINK), 5, run.now_s);

export default {
  experiments: {
    price: {
      kind: 'runs',
      title: 'The same price, signaled in two ways',
      look: 'One more flow every four seconds: once over a plain queue, once over a link that marks.',
      arms: {
        queue: {
          label: 'plain queue',
          scenario: 'low-rem',
          set: {
            ...PRICED,
            'links.0.queue.kind': 'drop_tail_packets',
            'links.0.queue.limit_packets': 100000,
            ...each('sender.preset', () => 'vegas-wpf'),
            ...each('sender.avoidance.alpha', () => 2),
            ...each('sender.avoidance.beta', () => 2),
          },
          flowNames: NAMES,
        },
        rem: { label: 'marks', scenario: 'low-rem', set: PRICED, flowNames: NAMES },
      },
      panels: ['queue', 'price'],
      metrics: [
        {
          label: 'mean queue, last two seconds of five flows',
          unit: 'packets',
          decimals: 1,
          of: (run) => queue(run, run.now_s),
        },
        {
          label: 'link used, last two seconds of five flows',
          unit: '%',
          decimals: 0,
          of: (run) => (100 * total(run, run.now_s)) / CAPACITY,
        },
        {
          label: 'packets marked, last two seconds of five flows',
          unit: '%',
          decimals: 0,
          of: (run) => 100 * marked(run, FLOWS, run.now_s - LAST_S, run.now_s),
        },
        ...[0, 2].map(
          (flow): LessonMetric => ({
            label: `rate of the ${ORDINALS[flow]} flow, last two seconds of four flows`,
            unit: 'kB/s',
            decimals: 0,
            of: (run) => settled(run, flow, FIFTH_S),
          }),
        ),
      ],
    },
    switch: {
      kind: 'runs',
      staged: true,
      title: 'Wait or mark',
      look: 'Five flows join one after the other, at a link that makes packets wait, or marks them.',
      arms: {
        link: {
          label: 'five flows',
          scenario: 'low-rem',
          set: {
            ...oneEvery(2),
            'links.0.queue.kind': 'drop_tail_packets',
            'links.0.queue.limit_packets': 100000,
            ...each('sender.preset', () => 'vegas-wpf'),
            ...each('sender.avoidance.alpha', () => 2),
            ...each('sender.avoidance.beta', () => 2),
          },
          flowNames: NAMES,
          nodeNames: HOSTS,
        },
      },
      panels: ['queue'],
    },
    alone: {
      kind: 'runs',
      title: 'One flow alone',
      look: 'How far does the window swing, and how often does the link have nothing to send?',
      arms: {
        rem: {
          label: 'price by marks',
          scenario: 'rem.rem-alone',
          set: { duration_s: 15 },
          flowNames: NAMES,
          nodeNames: { Host1a: 'first', Host1b: 'receiver' },
        },
      },
      panels: ['window', 'price'],
      seconds: [5, 15],
      controls: [
        {
          path: 'flows.0.sender.avoidance.gain',
          label: 'sender: weight of the latest marks',
          range: [0.01, 1],
        },
        { path: 'links.0.queue.mu', label: 'link: price of a waiting packet (mu)', range: [0.01, 1] },
        { path: 'links.0.queue.gamma', label: 'link: step of the price (gamma)', range: [0.0005, 0.02] },
      ],
      metrics: [
        { label: 'mean queue, after five seconds', unit: 'packets', decimals: 1, of: aloneQueue },
        {
          label: 'share of the link used, after five seconds',
          unit: '%',
          decimals: 1,
          of: (run) => 100 * alone(run),
        },
      ],
    },
    chain: {
      kind: 'runs',
      title: 'Six flows over three links that mark',
      look: 'Six flows share the chain. The table has the shares of packets marked for the three that cross one link.',
      arms: { rem: { label: 'price by marks', scenario: 'rem.rem-chain', flowNames: CHAIN_FLOWS } },
      panels: ['window', 'queue'],
      flows: [WEST, MIDDLE, EAST, LONG],
      metrics: [WEST, MIDDLE, EAST].map(
        (flow): LessonMetric => ({
          label: `marked packets of ${CHAIN_FLOWS[`${flow + 1}a`]}, last six seconds`,
          unit: '%',
          decimals: 1,
          of: (run) => 100 * markedAtEnd(run, flow),
        }),
      ),
    },
    averaging: {
      kind: 'runs',
      title: 'A long memory and a short one',
      look: 'Watch the first flow after 24 s, when the fifth has joined.',
      arms: {
        long: { label: 'long memory', scenario: 'low-rem', set: oneEvery(6), flowNames: NAMES },
        short: {
          label: 'latest round only',
          scenario: 'low-rem',
          set: { ...oneEvery(6), ...each('sender.avoidance.gain', () => 1) },
          flowNames: NAMES,
        },
      },
      panels: ['window'],
      flows: [0, 4],
      seconds: [18, 30],
      metrics: [0, 4].map(rateRow),
    },
  },

  steps: {
    switch: {
      experiment: 'switch',
      panels: ['queue', 'rtt'],
      seconds: [0, 10],
      without: ['diff', 'base_rtt', 'marked'],
      play: true,
      from: 0.2,
      speed: 4,
      controls: [
        {
          path: 'links.0.queue',
          label: 'the link tells senders its price by',
          choices: ['drop_tail_packets', 'rem'],
          words: { drop_tail_packets: 'making packets wait', rem: 'marking packets (REM)' },
          along: {
            rem: {
              'links.0.queue.backlog': 'waiting',
              'links.0.queue.limit_packets': 100000,
              ...each('sender.avoidance.kind', () => 'rem_price'),
              ...each('sender.avoidance.alpha', () => 2),
              ...each('sender.avoidance.gain', () => 0.1),
              ...each('sender.ecn', () => 'per_packet'),
            },
          },
        },
      ],
    },
    counts: {
      experiment: 'alone',
      panels: ['queue', 'price'],
      seconds: [0, 6],
      without: ['marked', 'marked_share'],
      time: ({ of }) => balancedAt(of('alone')),
      play: true,
      from: 0.2,
      speed: 1,
    },
    marks: {
      experiment: 'alone',
      panels: ['price', 'queue'],
      seconds: [0, 3],
      time: ({ of }) => eventsOf(of('alone').trace, 0, 'marked').time(0),
      highlight: 'marked_share',
      play: true,
      from: 0.1,
      speed: 0.3,
    },
    reads: {
      experiment: 'alone',
      panels: ['price', 'window'],
      seconds: [0, 6],
      play: true,
      from: 0.2,
      speed: 1,
    },
    stairs: {
      experiment: 'price',
      arm: 'queue',
      panels: ['queue', 'price'],
      seconds: [0, END_S],
      play: true,
      from: 1,
      speed: 5,
    },
  },
  points: {
    'second-flow': { time: ({ of }) => of('price', 'queue').scenario.flows[1]?.start_s },
    balance: { time: ({ of }) => balancedAt(of('alone')), highlight: 'queued' },
    'first-mark': {
      time: ({ of }) => eventsOf(of('alone').trace, 0, 'marked').time(0),
      highlight: 'marked',
    },
  },

  predictions: {
    stairs: {
      kind: 'draw',
      question:
        'Now five flows share the link that marks, one more every four seconds, and no queue builds up. Draw the price that the link counts.',
      covers: ['price'],
      x: { label: 'time', unit: 's', from: 0, to: END_S },
      y: { label: 'price', unit: 'ms', from: 0, to: 50 },
      answer: (runs) => priceCurve(rem(runs)),
      line: 1,
      features: [{ is: 'rising', from: EACH_S, to: END_S }],
      why: (runs) =>
        `The price climbs from ${counted(rem(runs), EACH_S).toFixed(0)} ms with one flow to ${counted(rem(runs), END_S).toFixed(0)} ms with five, because each must send less. The queue doesn't: it stays at ${queue(rem(runs), END_S).toFixed(1)} packets, and the plain one grows to ${queue(plain(runs), END_S).toFixed(0)}. The price is a number in the router instead of a row of packets.`,
    },
    share: {
      kind: 'number',
      question: 'With five flows on that link, what share of the packets gets marked?',
      covers: ['price'],
      unit: '%',
      range: [0, 100],
      step: 1,
      answer: (runs) => 100 * marked(rem(runs), FLOWS, END_S - LAST_S, END_S),
      within: 6,
      why: (runs) =>
        `${(100 * marked(rem(runs), FLOWS, END_S - LAST_S, END_S)).toFixed(0)} %, which says ${priceOf(marked(rem(runs), FLOWS, END_S - LAST_S, END_S)).toFixed(0)} ms: each millisecond marks one in eleven of the packets that are left. A mark isn't an alarm that halves the window. The share is the message.`,
    },
    path: {
      kind: 'choice',
      question: 'What share of the packets of long gets marked?',
      covers: ['chain'],
      options: {
        largest: 'As large a share as at the busiest link: a mark can’t be set twice',
        between: 'A larger share than at any link, but less than the three shares together',
        sum: 'The sum of the three shares',
      },
      answer: (runs) => {
        const run = runs.of('chain');
        const shares = [WEST, MIDDLE, EAST].map((flow) => markedAtEnd(run, flow));
        const long = markedAtEnd(run, LONG);
        if (long < Math.max(...shares) * 1.1) return 'largest';
        return long < 0.95 * shares.reduce((sum, one) => sum + one, 0) ? 'between' : 'sum';
      },
      instead: {
        largest: 'The other links mark some of the packets that the busiest one left unmarked.',
        sum: 'Some packets get marked at two links, and they carry only one mark. Three links that mark half of their packets can’t mark one and a half of all.',
      },
      why: (runs) => {
        const share = (flow: number) => (100 * markedAtEnd(runs.of('chain'), flow)).toFixed(1);
        return `The links mark ${share(WEST)} %, ${share(MIDDLE)} % and ${share(EAST)} %. A packet of long stays unmarked only if none of them marks it. So its share is larger than each of these, but smaller than their sum. How large?`;
      },
    },
    small: {
      kind: 'choice',
      question: 'With five flows, who loses if every sender counts only its latest round of marks?',
      covers: ['averaging'],
      options: {
        all: 'All flows, about equally',
        small: 'Flows with small windows',
        large: 'Flows with large windows',
      },
      answer: (runs) => {
        const change = (flow: number) =>
          rate(runs.of('averaging', 'short'), flow, 30) / rate(runs.of('averaging', 'long'), flow, 30);
        return change(0) < 0.8 && change(4) > 1 ? 'small' : change(4) < 0.8 ? 'large' : 'all';
      },
      instead: {
        all: 'The share is the same for all on average. But a sender with seven packets in a round can only see sevenths, and the price is a logarithm of what it sees.',
        large:
          'Large windows collect more marks, but also more packets without one. More packets in a round give a better estimate of the share.',
      },
      why: (runs) =>
        `The first flow falls from ${rate(runs.of('averaging', 'long'), 0, 30).toFixed(0)} kB/s to ${rate(runs.of('averaging', 'short'), 0, 30).toFixed(0)}, and the fifth rises from ${rate(runs.of('averaging', 'long'), 4, 30).toFixed(0)} to ${rate(runs.of('averaging', 'short'), 4, 30).toFixed(0)}. A small window often has every packet of a round marked. That reads as an infinite price, so the sender backs off, and its window gets even smaller.`,
    },
  },

  checks: {
    product: {
      experiment: 'chain',
      task: 'If the links mark independently, what share of the packets of long stays unmarked? Work it out from the shares of west, middle and east in the table.',
      kind: 'read',
      unit: '%',
      answer: (mine) => 100 * (1 - atAnyLink(mine())),
      within: 3,
      right: 45,
      // The sum of the shares, taken from a hundred.
      wrong: 33,
      hints: [
        'Begin with the share that each link leaves unmarked.',
        'Of the packets that the first link leaves unmarked, the second leaves its share unmarked, and so on: multiply.',
      ],
      why: (mine) =>
        `${(100 * (1 - atAnyLink(mine()))).toFixed(0)} % by the table, and in the run ${(100 * (1 - markedAtEnd(mine(), LONG))).toFixed(0)} % of the packets of long stay unmarked. No link knew of the others. Shares don’t add up, but prices do: ${[WEST, MIDDLE, EAST].map((flow) => priceOf(markedAtEnd(mine(), flow)).toFixed(1)).join(' + ')} ms for the three, ${priceOf(markedAtEnd(mine(), LONG)).toFixed(1)} ms for long.`,
    },
    both: {
      experiment: 'alone',
      task: 'Get more than 90 % of the link used, with fewer than three packets at it on average.',
      kind: 'reach',
      judge: (mine) => {
        const [use, there] = [alone(mine()), aloneQueue(mine())];
        const passed = use > 0.9 && there < 3;
        const now = `${(100 * use).toFixed(1)} % of the link is used, with ${there.toFixed(1)} packets at it.`;
        if (passed)
          return {
            passed,
            words: `${now} ${isSooner(mine()) ? 'The sender now learns the price sooner.' : 'The price now moves more gently.'} So sender and price stop chasing each other.`,
          };
        return {
          passed,
          words: `${now} ${use > 0.9 ? 'That’s the old bargain: you bought utilization with a queue.' : `The queue swings up to ${largest(packetsOf(mine(), LINK), 5).toFixed(0)} packets, then the link runs idle. Either the sender or the price reacts too late.`}`,
        };
      },
      right: { 'flows.0.sender.avoidance.gain': 0.5 },
      wrong: { 'links.0.queue.mu': 0.01 },
    },
  },

  claims: {
    remBase: { number: (runs) => baseRttOf(rem(runs), 4), unit: 'ms' },
    westPrice: { number: (runs) => chainPrice(runs, WEST), unit: 'ms' },
    middlePrice: { number: (runs) => chainPrice(runs, MIDDLE), unit: 'ms' },
    eastPrice: { number: (runs) => chainPrice(runs, EAST), unit: 'ms' },
    longPrice: { number: (runs) => chainPrice(runs, LONG), unit: 'ms' },
    pathAdds: {
      holds: (runs) => {
        const sum = [WEST, MIDDLE, EAST].reduce((total, flow) => total + chainPrice(runs, flow), 0);
        return Math.abs(sum / chainPrice(runs, LONG) - 1) < 0.1;
      },
      // The packets of middle can't be marked.
      wrong: { 'flows.3.sender.ecn': 'off' },
    },
    chainUse: {
      number: (runs) =>
        100 *
        Math.min(...['LA>SF', 'SF>CH', 'CH>East'].map((link) => linkOf(runs.of('chain'), link).utilization)),
      unit: '%',
    },
    use: { number: (runs) => (100 * total(rem(runs), END_S)) / CAPACITY, unit: '%' },
    share1: { number: (runs) => 100 * marked(rem(runs), [0], FIFTH_S - LAST_S, FIFTH_S), unit: '%' },
    share3: { number: (runs) => 100 * marked(rem(runs), [2], FIFTH_S - LAST_S, FIFTH_S), unit: '%' },
    price1: { number: (runs) => price(runs, 0), unit: 'ms' },
    price3: { number: (runs) => price(runs, 2), unit: 'ms' },
    rate1: { number: (runs) => settled(rem(runs), 0, FIFTH_S), unit: 'kB/s' },
    rate3: { number: (runs) => settled(rem(runs), 2, FIFTH_S), unit: 'kB/s' },
    goal1: { number: (runs) => (settled(rem(runs), 0, FIFTH_S) / 1000) * price(runs, 0) },
    goal3: { number: (runs) => (settled(rem(runs), 2, FIFTH_S) / 1000) * price(runs, 2) },
    priceAlone: { number: (runs) => priceOf(marked(runs.of('alone'), [0], 5, 15)), unit: 'ms' },
    shareAlone: { number: (runs) => 100 * marked(runs.of('alone'), [0], 5, 15), unit: '%' },
    aloneUse: { number: (runs) => 100 * alone(runs.of('alone')), unit: '%' },
    longSmall: { number: (runs) => rate(runs.of('averaging', 'long'), 0, 30), unit: 'kB/s' },
    shortSmall: { number: (runs) => rate(runs.of('averaging', 'short'), 0, 30), unit: 'kB/s' },
    aloneShort: {
      holds: (runs) => rate(runs.of('averaging', 'short'), 0, 6) > rate(runs.of('averaging', 'long'), 0, 6),
      wrong: { 'flows.0.sender.avoidance.gain': 0.1 },
    },
  },

  numbers: { '90 %': 'the goal of the check' },

  beside: [
    {
      quantity: 'utilization, five flows',
      unit: '%',
      ours: (runs) => (100 * total(rem(runs), END_S)) / CAPACITY,
      decimals: 0,
      cited: 'low-2000/figure-6/utilization-of-5',
      published: '90',
    },
    {
      quantity: 'base_rtt of the fourth flow',
      unit: 'ms',
      ours: (runs) => baseRttOf(rem(runs), 3),
      decimals: 2,
      cited: 'low-2000/table-7/base_rtt-4a',
      published: '10.18',
    },
    {
      quantity: 'base_rtt of the fifth flow',
      unit: 'ms',
      ours: (runs) => baseRttOf(rem(runs), 4),
      decimals: 2,
      cited: 'low-2000/table-7/base_rtt-5a',
      published: '30.19',
    },
  ],
} satisfies Lesson;
