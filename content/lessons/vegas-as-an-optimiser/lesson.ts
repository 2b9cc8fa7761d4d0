/** Five Vegas flows at one link: equal rates, the price, weights, and the band between alpha and beta. */
import type { Arm, Control, Lesson, LessonMetric } from '../../../web/lessons/lesson';
import { baseRttOf, cwndOf, meanOver, packetsOf, rateOf, rttOf } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import { fairnessOf } from '../../../web/run/statistics';
import type { Run } from '../../../web/run/trace';
import { FIVE_FLOWS, FIVE_HOSTS, LATENCIES_MS } from './flows';

const nameOf = (flow: number) => FIVE_FLOWS[`${flow + 1}a`] ?? '';

const LINK = 'Router1>Router2';
const FLOWS = [0, 1, 2, 3, 4];

/** Interval in which rates are in equilibrium, s. */
const REST = [10, 20] as const;

/** A packet is 1000 bytes with its headers, so packets per second are kB/s. */
const rate = (run: Run, flow: number) => rateOf(run, flow, ...REST);
/** A row of a table: a flow's rate in equilibrium. */
const rateRow = (flow: number): LessonMetric => ({
  label: `rate of ${nameOf(flow)}, after ten seconds`,
  unit: 'kB/s',
  decimals: 0,
  of: (run) => rate(run, flow),
});
const WAITING: LessonMetric = {
  label: 'packets waiting, after ten seconds',
  unit: 'packets',
  decimals: 1,
  of: (run) => waiting(run),
};
const rates = (run: Run) => FLOWS.map((flow) => rate(run, flow));
const product = (numbers: readonly number[]) => numbers.reduce((all, one) => all * one, 1);

/** Mean queueing delay of the flow's packets, ms. */
const price = (run: Run, flow: number) => meanOver(rttOf(run, flow), ...REST) - baseRttOf(run, flow);

/** Number of queued packets of the flow: its rate times its price. */
const kept = (run: Run, flow: number) => (rate(run, flow) / 1000) * price(run, flow);

/** Mean number of packets waiting at the link, without the one in transmission. */
function waiting(run: Run, seconds: readonly [from: number, to: number] = REST): number {
  const { x, y } = packetsOf(run, LINK);
  return meanOver({ x, y: Array.from(y, (packets) => Math.max(packets - 1, 0)) }, ...seconds);
}

/** Distance between the largest and the smallest window of a flow in equilibrium, packets. */
function swing(run: Run, flow: number): number {
  const { x, y } = cwndOf(run, flow);
  const late = Array.from(y).filter((_, row) => (x[row] ?? 0) >= REST[0] && (x[row] ?? 0) <= REST[1]);
  return Math.max(...late) - Math.min(...late);
}
const swingRow = (flow: number): LessonMetric => ({
  label: `swing of ${nameOf(flow)}’s window, after ten seconds`,
  unit: 'packets',
  decimals: 1,
  of: (run) => swing(run, flow),
});

/** Mean window of a flow in equilibrium, packets. */
const windowOf = (run: Run, flow: number) => meanOver(cwndOf(run, flow), ...REST);
const windowRow = (flow: number): LessonMetric => ({
  label: `mean window of ${nameOf(flow)}, after ten seconds`,
  unit: 'packets',
  decimals: 1,
  of: (run) => windowOf(run, flow),
});

/** The one slider with which a flow's alpha and beta move. */
const keeps = (flow: number, label: string, range: readonly [number, number]): Control => ({
  path: `flows.${flow}.sender.avoidance.beta`,
  together: [`flows.${flow}.sender.avoidance.alpha`],
  label,
  range,
});

/** Packets that far keeps at first, and the most that the slider offers. */
const GREEDY = 8;

const ratio = (run: Run) => rate(run, 4) / rate(run, 0);

/** Rate of a flow in the last 4 s of the run. */
const rateAtEnd = (run: Run, flow: number) => rateOf(run, flow, run.now_s - 4, run.now_s);
/** The fifth flow's rate relative to the mean of the others, over the last 4 s of the run. */
function times(run: Run): number {
  const all = FLOWS.map((flow) => rateAtEnd(run, flow));
  return (4 * (all[4] ?? 0)) / all.slice(0, 4).reduce((sum, one) => sum + one, 0);
}

const equal = (runs: Runs) => runs.of('equal');
const weighted = (runs: Runs) => runs.of('weighted');
const band = (runs: Runs) => runs.of('band');

const arm = (label: string, name: string, duration_s = 20): Arm => ({
  label,
  experiment: `low-2000/one-link/${name}`,
  set: { duration_s },
  flowNames: FIVE_FLOWS,
  nodeNames: FIVE_HOSTS,
});

export default {
  experiments: {
    equal: {
      kind: 'runs',
      title: 'Five flows at one link',
      look: 'Compare the rates of near, middle and far, and the queue.',
      arms: {
        pf: arm('five flows', 'pf'),
      },
      panels: ['throughput', 'queue'],
      flows: [0, 2, 4],
      seconds: [0, 20],
      metrics: [...[0, 2, 4].map(rateRow), WAITING],
    },
    own: {
      kind: 'runs',
      staged: true,
      title: 'One flow asks for more',
      look: 'Change only how many packets far, the flow over the longest path, keeps waiting.',
      arms: {
        pf: {
          ...arm('five flows', 'pf', 12),
          set: {
            duration_s: 12,
            'flows.4.sender.avoidance.alpha': GREEDY,
            'flows.4.sender.avoidance.beta': GREEDY,
          },
        },
      },
      panels: ['throughput', 'queue'],
      flows: [0, 2, 4],
    },
    weighted: {
      kind: 'runs',
      title: 'Two packets for every ten milliseconds of path',
      look: 'The same link and the same paths, but another unit of alpha.',
      arms: {
        wpf: arm('alpha per ms', 'wpf'),
      },
      panels: ['window', 'queue'],
      flows: [0, 4],
      controls: [keeps(0, 'packets per ms that near keeps waiting', [0.1, 1])],
      metrics: [...[0, 4].map(windowRow), ...[0, 4].map(rateRow), WAITING],
    },
    tenfold: {
      kind: 'runs',
      title: 'Two packets each, and twenty',
      look: 'Compare how far the windows swing, and how many packets wait.',
      arms: {
        two: arm('two packets', 'pf'),
        twenty: arm('twenty packets', 'pf-20'),
      },
      panels: ['window', 'queue'],
      flows: [0, 4],
      metrics: [...[0, 4].map(swingRow), WAITING],
    },
    band: {
      kind: 'runs',
      title: 'One to three packets each',
      look: 'Alpha is 1 and beta is 3, as in Vegas itself. The dash-dotted lines are where the windows would be if all rates were equal.',
      theory: true,
      arms: {
        apart: arm('alpha 1, beta 3', 'apart'),
      },
      panels: ['window', 'queue'],
      flows: [0, 2, 4],
      metrics: [0, 2, 4].map(rateRow),
    },
  },

  predictions: {
    rates: {
      kind: 'draw',
      question:
        'Five flows with the same alpha share 6000 kB/s. Draw the rate of a flow against the length of its path.',
      covers: ['equal'],
      x: { label: 'round trip without a queue', unit: 'ms', from: 15, to: 40 },
      y: { label: 'rate', unit: 'kB/s', from: 0, to: 2400 },
      answer: (runs) => {
        const all = rates(equal(runs));
        return { x: LATENCIES_MS.slice(1), y: all.slice(1) };
      },
      features: [
        { is: 'level', from: 15, to: 40, within: 240 },
        { is: 'near', from: 15, to: 40, within: 240 },
      ],
      why: (runs) =>
        `All get about the same: near ${rate(equal(runs), 0).toFixed(0)} kB/s, far ${rate(equal(runs), 4).toFixed(0)} kB/s. The queue serves packets in order of arrival, so a flow with as many packets in it as the others is served as often as they are. How far away its sender is makes no difference.`,
    },
    queue: {
      kind: 'number',
      question: 'Each of the five keeps two packets waiting. How many packets wait on average?',
      covers: ['equal'],
      unit: 'packets',
      range: [0, 40],
      step: 1,
      answer: (runs) => waiting(equal(runs)),
      within: 2,
      why: (runs) =>
        `${waiting(equal(runs)).toFixed(1)} packets: two of each flow. (The picture also counts the one being sent.) Alpha is what each flow keeps, not what all of them keep together, so the queue grows with the number of flows.`,
    },
    apart: {
      kind: 'choice',
      question: 'Each flow may now keep anything from one to three packets. What happens to the equal rates?',
      covers: ['band'],
      options: {
        equal: 'They stay equal: two is the middle of one and three',
        swing: 'They vary more, because the target is wider',
        frozen: 'They settle at different values',
      },
      answer: (runs) => (fairnessOf(rates(band(runs))) < 0.97 ? 'frozen' : 'equal'),
      instead: {
        equal:
          'You expected the flows to aim for the middle. Nothing pulls them there: inside the band a flow does nothing at all.',
        swing:
          'You expected more movement, but it is the other way around. Where alpha equals beta, a flow is always slightly above or below, so it keeps moving. In a band it can stop.',
      },
      why: 'Inside the band a flow does nothing. So any split that leaves every flow between one and three packets can last: nothing pulls the rates together.',
    },
    longer: {
      kind: 'number',
      question:
        'So far, far kept two packets waiting, and after ten seconds its window swung around 51. Now its path of 40 ms lets it keep eight, near keeps three, and all five together keep 24. Around how many packets does the window of far swing now?',
      covers: ['weighted'],
      unit: 'packets',
      range: [0, 150],
      step: 1,
      within: 8,
      answer: (runs) => windowOf(weighted(runs), 4),
      why: (runs) =>
        `Around ${windowOf(weighted(runs), 4).toFixed(0)}. Its window holds the packets that wait, and those on the path. far keeps a third of all packets in the queue now, so it gets a third of the link: ${rate(weighted(runs), 4).toFixed(0)} kB/s instead of ${rate(equal(runs), 4).toFixed(0)}. At that rate, many more packets are on a path of 40 ms.`,
    },
    tenfold: {
      kind: 'choice',
      question:
        'Every flow now keeps ten times as many packets in the queue. How far do their windows swing?',
      covers: ['tenfold'],
      options: {
        more: 'Ten times as far, because everything is ten times as large',
        same: 'As far as before, because a step is still one packet',
        less: 'Less than before',
      },
      answer: (runs) => {
        const change = swing(runs.of('tenfold', 'twenty'), 0) / swing(runs.of('tenfold', 'two'), 0);
        return change > 1.25 ? 'more' : change < 0.75 ? 'less' : 'same';
      },
      instead: {
        more: 'You expected the swings to grow with the target. But a window still moves by one packet in a round trip.',
        same: 'You expected the same step to do the same. Compare it with the wait that it changes.',
      },
      why: 'With a longer wait, one packet more or less changes the price by a smaller share. So flows overshoot less.',
    },
  },

  checks: {
    wait: {
      experiment: 'equal',
      task: 'How long does a packet wait in this queue? The table says how many packets wait, and the link sends six of them per millisecond.',
      kind: 'read',
      unit: 'ms',
      answer: (mine) => price(mine(), 4),
      within: 0.12,
      right: 1.6,
      // The whole RTT.
      wrong: 42,
      hints: [
        'A packet leaves when all that wait before it have left. How long does the link need to send them?',
        'Divide the number of packets that wait by the number that the link sends per millisecond.',
      ],
      why: (mine) =>
        `Measured by RTTs, packets of far wait ${price(mine(), 4).toFixed(2)} ms on average, those of near ${price(mine(), 0).toFixed(2)} ms. It is the same queue, so both wait about as long.`,
    },
    twice: {
      experiment: 'own',
      task: 'Give far exactly twice the rate of the others.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const passed = Math.abs(times(run) - 2) < 0.15;
        const found = `far gets ${times(run).toFixed(2)} times what the others get.`;
        return {
          passed,
          words: passed
            ? `far gets ${times(run).toFixed(2)} times what the others get: twice the packets in the queue, twice the rate. But now all of them wait longer.`
            : `${found} Its rate follows its share of the packets in the queue, and it keeps too ${times(run) < 2 ? 'few' : 'many'} there. Each of the others keeps two.`,
        };
      },
      right: { 'flows.4.sender.avoidance.alpha': 4, 'flows.4.sender.avoidance.beta': 4 },
      wrong: { 'flows.4.sender.avoidance.alpha': 6, 'flows.4.sender.avoidance.beta': 6 },
    },
    even: {
      experiment: 'weighted',
      task: 'Give near the rate of far. What it keeps is in packets per millisecond of its path.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const [near, far] = [rate(run, 0), rate(run, 4)];
        const found = `near gets ${near.toFixed(0)} kB/s and keeps ${kept(run, 0).toFixed(1)} packets waiting, far gets ${far.toFixed(0)} and keeps ${kept(run, 4).toFixed(1)}.`;
        return Math.abs(near / far - 1) < 0.08
          ? {
              passed: true,
              words: `${found} Equal rates, from windows of ${windowOf(run, 0).toFixed(0)} and ${windowOf(run, 4).toFixed(0)} packets. A path decides how large a window must be, but only packets in the queue decide the rate.`,
            }
          : { passed: false, words: `${found} How many packets must near keep, and how long is its path?` };
      },
      right: { 'flows.0.sender.avoidance.alpha': 0.53, 'flows.0.sender.avoidance.beta': 0.53 },
      wrong: { 'flows.0.sender.avoidance.alpha': 0.4, 'flows.0.sender.avoidance.beta': 0.4 },
    },
  },

  steps: {
    greedy: {
      experiment: 'own',
      panels: ['throughput', 'queue'],
      seconds: [0, 12],
      flows: [0, 2, 4],
      play: true,
      from: 0,
      speed: 2,
      controls: [keeps(4, 'packets that far keeps waiting', [1, GREEDY])],
    },
  },

  points: {
    settled: { time: 10 },
  },

  claims: {
    fourTimes: { number: ({ of }) => times(of('own')) },
    product: {
      number: (runs) => 100 * (1 - product(rates(band(runs))) / product(rates(equal(runs)))),
      unit: '%',
    },
    rate1: { number: (runs) => rate(equal(runs), 0), unit: 'kB/s' },
    rate3: { number: (runs) => rate(equal(runs), 2), unit: 'kB/s' },
    rate5: { number: (runs) => rate(equal(runs), 4), unit: 'kB/s' },
    price1: { number: (runs) => price(equal(runs), 0), unit: 'ms' },
    price3: { number: (runs) => price(equal(runs), 2), unit: 'ms' },
    price5: { number: (runs) => price(equal(runs), 4), unit: 'ms' },
    kept1: { number: (runs) => kept(equal(runs), 0) },
    kept3: { number: (runs) => kept(equal(runs), 2) },
    kept5: { number: (runs) => kept(equal(runs), 4) },
    base1: { number: (runs) => baseRttOf(equal(runs), 0), unit: 'ms' },
    base3: { number: (runs) => baseRttOf(equal(runs), 2), unit: 'ms' },
    base5: { number: (runs) => baseRttOf(equal(runs), 4), unit: 'ms' },
    windowNear: { number: (runs) => windowOf(weighted(runs), 0), unit: 'packets' },
    windowFar: { number: (runs) => windowOf(weighted(runs), 4), unit: 'packets' },
    ratio: { number: (runs) => ratio(weighted(runs)) },
    lengths: { number: (runs) => baseRttOf(weighted(runs), 4) / baseRttOf(weighted(runs), 0) },
    dearer: { number: (runs) => price(weighted(runs), 2) / price(equal(runs), 2) },
    longest: { number: (runs) => kept(weighted(runs), 4) },
    shortest: { number: (runs) => kept(weighted(runs), 0) },
    band1: { number: (runs) => rate(band(runs), 0), unit: 'kB/s' },
    band5: { number: (runs) => rate(band(runs), 4), unit: 'kB/s' },
    still: {
      holds: (runs) => {
        // The trace has a row for each change.
        const changed = band(runs).trace.rows('windows', 4).time_s.at(-1) ?? Number.NaN;
        return changed <= REST[0] && rate(band(runs), 4) > 0;
      },
      wrong: { 'flows.4.sender.avoidance.beta': 1 },
    },
    content: {
      holds: (runs) => FLOWS.every((flow) => kept(band(runs), flow) >= 1 && kept(band(runs), flow) <= 3),
      wrong: { 'flows.4.sender.avoidance.alpha': 6, 'flows.4.sender.avoidance.beta': 8 },
    },
    swingTwo: { number: (runs) => swing(runs.of('tenfold', 'two'), 0) },
    swingTwenty: { number: (runs) => swing(runs.of('tenfold', 'twenty'), 0) },
    queueTwo: { number: (runs) => waiting(runs.of('tenfold', 'two')) },
    queueTwenty: { number: (runs) => waiting(runs.of('tenfold', 'twenty')) },
    jain: { number: (runs) => fairnessOf(rates(band(runs))) },
  },

  numbers: {
    '51': (runs) => windowOf(equal(runs), 4),
    '24': (runs) => waiting(weighted(runs)),
    '15 ms': (runs) => baseRttOf(weighted(runs), 0),
    '40 ms': (runs) => baseRttOf(weighted(runs), 4),
    '756': { published: 'low-2000/table-2/rate-1a' },
  },

  beside: [
    {
      quantity: 'near (15 ms), two packets each',
      unit: 'kB/s',
      ours: (runs) => rate(equal(runs), 0),
      decimals: 0,
      cited: 'low-2000/table-1/rate-1a',
      published: '1205 KB/s',
    },
    {
      quantity: 'far (40 ms), two packets each',
      unit: 'kB/s',
      ours: (runs) => rate(equal(runs), 4),
      decimals: 0,
      cited: 'low-2000/table-1/rate-5a',
      published: '1161 KB/s',
    },
    {
      quantity: 'waiting, two packets each',
      unit: 'packets',
      ours: (runs) => waiting(equal(runs)),
      decimals: 1,
      cited: 'low-2000/table-1/queue-Router1',
      published: '9.8',
    },
    {
      quantity: 'near, two packets per 10 ms',
      unit: 'kB/s',
      ours: (runs) => rate(weighted(runs), 0),
      decimals: 0,
      cited: 'low-2000/table-2/rate-1a',
      published: '781 KB/s',
      note: 'The model has 756.',
    },
    {
      quantity: 'far, two packets per 10 ms',
      unit: 'kB/s',
      ours: (runs) => rate(weighted(runs), 4),
      decimals: 0,
      cited: 'low-2000/table-2/rate-5a',
      published: '1975 KB/s',
    },
    {
      quantity: 'window of near, two packets per 10 ms',
      unit: 'packets',
      ours: (runs) => windowOf(weighted(runs), 0),
      decimals: 1,
      cited: 'low-2000/table-2/cwnd-1a',
      published: '15.1',
    },
    {
      quantity: 'window of far, two packets per 10 ms',
      unit: 'packets',
      ours: (runs) => windowOf(weighted(runs), 4),
      decimals: 1,
      cited: 'low-2000/table-2/cwnd-5a',
      published: '88.6',
    },
    {
      quantity: 'waiting, two packets per 10 ms',
      unit: 'packets',
      ours: (runs) => waiting(weighted(runs)),
      decimals: 1,
      cited: 'low-2000/table-2/queue-Router1',
      published: '24.24',
    },
  ],
} satisfies Lesson;
