/** Five Vegas flows at one link: equal rates, the price, weights, and the band between alpha and beta. */
import type { Lesson } from '../../../web/lessons/lesson';
import { meanOver, packetsOf, rateOf, rttOf } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import { fairnessOf } from '../../../web/run/statistics';
import type { Run } from '../../../web/run/trace';

const LINK = 'Router1>Router2';
const FLOWS = [0, 1, 2, 3, 4];
const LATENCIES_MS = [15, 15, 20, 30, 40];

/** Interval in which rates are in equilibrium, s. */
const REST = [10, 20] as const;

/** A packet is 1000 bytes with its headers, so packets per second are KB/s. */
const rate = (run: Run, flow: number) => rateOf(run, flow, ...REST);
const rates = (run: Run) => FLOWS.map((flow) => rate(run, flow));

function baseOf(run: Run, flow: number): number {
  return run.trace.rows('rtts', flow).base_rtt_ms.at(-1) ?? Number.NaN;
}

/** Mean queueing delay of the flow's packets, ms. */
const price = (run: Run, flow: number) => meanOver(rttOf(run, flow), ...REST) - baseOf(run, flow);

/** Number of queued packets of the flow: its rate times its price. */
const kept = (run: Run, flow: number) => (rate(run, flow) / 1000) * price(run, flow);

/** Mean number of packets waiting at the link, without the one in transmission. */
function waiting(run: Run): number {
  const { x, y } = packetsOf(run, LINK);
  return meanOver({ x, y: Array.from(y, (packets) => Math.max(packets - 1, 0)) }, ...REST);
}

const ratio = (run: Run) => rate(run, 4) / rate(run, 0);

/** The fifth flow's rate relative to the mean of the others, over the last 4 s of the run. */
function times(run: Run): number {
  const end = run.now_s;
  const all = FLOWS.map((flow) => rateOf(run, flow, end - 4, end));
  return (4 * (all[4] ?? 0)) / all.slice(0, 4).reduce((sum, one) => sum + one, 0);
}

const equal = (runs: Runs) => runs.of('equal');
const weighted = (runs: Runs) => runs.of('weighted');
const band = (runs: Runs) => runs.of('band');

export default {
  experiments: {
    equal: {
      kind: 'runs',
      title: 'Five flows at one link',
      look: 'Windows differ as the paths do. Compare what each flow has been sent, and what its RTT is above its smallest.',
      arms: {
        pf: { label: 'alpha per RTT', experiment: 'low-2000/one-link/pf', set: { duration_s: 20 } },
      },
      panels: ['window', 'rtt', 'queue'],
      flows: [0, 2, 4],
      seconds: [0, 20],
      figures: [
        'flows.0.goodput_bytes_per_s',
        'flows.2.goodput_bytes_per_s',
        'flows.4.goodput_bytes_per_s',
        'links.Router1>Router2.mean_queue_packets',
      ],
    },
    own: {
      kind: 'runs',
      title: 'One flow asks for more',
      look: 'Change only what the flow over the longest path, 5a, wants to keep in the queue.',
      arms: {
        pf: { label: 'alpha per RTT', experiment: 'low-2000/one-link/pf', set: { duration_s: 12 } },
      },
      panels: ['window', 'queue'],
      flows: [0, 4],
      controls: [
        { path: 'flows.4.sender.avoidance.alpha', label: 'alpha of 5a', range: [1, 8] },
        { path: 'flows.4.sender.avoidance.beta', label: 'beta of 5a', range: [1, 8] },
      ],
      figures: [
        'flows.0.goodput_bytes_per_s',
        'flows.4.goodput_bytes_per_s',
        'links.Router1>Router2.mean_queue_packets',
      ],
    },
    weighted: {
      kind: 'runs',
      title: 'Two packets for every ten milliseconds of path',
      look: 'The same link, the same paths; only the unit of alpha is another.',
      arms: {
        wpf: { label: 'alpha per ms', experiment: 'low-2000/one-link/wpf', set: { duration_s: 20 } },
      },
      panels: ['window', 'queue'],
      flows: [0, 2, 4],
      figures: [
        'flows.0.goodput_bytes_per_s',
        'flows.2.goodput_bytes_per_s',
        'flows.4.goodput_bytes_per_s',
        'links.Router1>Router2.mean_queue_packets',
      ],
    },
    band: {
      kind: 'runs',
      title: 'One to three packets each',
      look: 'Alpha is 1 and beta is 3 now, as in Vegas itself.',
      arms: {
        apart: { label: 'alpha 1, beta 3', experiment: 'low-2000/one-link/apart', set: { duration_s: 20 } },
      },
      panels: ['window', 'queue'],
      flows: [0, 2, 4],
      figures: [
        'flows.0.goodput_bytes_per_s',
        'flows.2.goodput_bytes_per_s',
        'flows.4.goodput_bytes_per_s',
        'all.fairness',
      ],
    },
  },

  predictions: {
    rates: {
      kind: 'draw',
      question:
        'Five flows share 6000 KB/s. Each keeps two packets of its own in the queue. Draw the rate of a flow against the length of its path.',
      covers: ['equal'],
      x: { label: 'round trip without a queue', unit: 'ms', from: 15, to: 40 },
      y: { label: 'rate', unit: 'KB/s', from: 0, to: 2400 },
      answer: (runs) => {
        const all = rates(equal(runs));
        return { x: LATENCIES_MS.slice(1), y: all.slice(1) };
      },
      within: 0.08,
      why: (runs) =>
        `All get about the same, ${Math.min(...rates(equal(runs))).toFixed(0)} to ${Math.max(...rates(equal(runs))).toFixed(0)} KB/s. In one queue, first come first served, whoever has as many packets in it as the others is served as often as they are. How far away a sender is does not matter to the queue.`,
    },
    queue: {
      kind: 'number',
      question:
        'Each of the five keeps alpha = beta = 2 packets in the queue. How many packets are at the bottleneck, on average?',
      covers: ['equal'],
      unit: 'packets',
      range: [0, 40],
      step: 1,
      answer: (runs) => meanOver(packetsOf(equal(runs), LINK), ...REST),
      within: 2,
      why: (runs) =>
        `${meanOver(packetsOf(equal(runs), LINK), ...REST).toFixed(1)}: two of each flow, and the one that is being sent. Alpha is what each flow keeps, not what all keep together: the queue grows with the number of flows.`,
    },
    weights: {
      kind: 'choice',
      question:
        "Now alpha is two packets per ten milliseconds of base_rtt: the longer a flow's path, the more packets it keeps. What does 5a (40 ms) get, compared with 1a (15 ms)?",
      covers: ['weighted'],
      options: {
        same: 'The same: nothing but the unit has changed',
        more: 'More, in proportion to its path',
        less: 'Less: long paths always get less',
      },
      answer: (runs) =>
        ratio(weighted(runs)) > 1.5 ? 'more' : ratio(weighted(runs)) < 0.7 ? 'less' : 'same',
      instead: {
        same: 'The unit decides how many packets each keeps, and that decides how often it is served.',
        less: 'That is Reno, which is slower to grow on a long path. Vegas is at rest here; how fast it came there does not matter any more.',
      },
      why: (runs) =>
        `5a gets ${ratio(weighted(runs)).toFixed(2)} times the rate of 1a; its path is ${(baseOf(weighted(runs), 4) / baseOf(weighted(runs), 0)).toFixed(2)} times as long.`,
    },
    apart: {
      kind: 'choice',
      question:
        'Vegas itself has alpha = 1 and beta = 3, and leaves its window alone in between. What becomes of the equal shares?',
      covers: ['band'],
      options: {
        equal: 'They stay equal: two is the middle of one and three',
        swing: 'They swing more, because the target is wider',
        frozen: 'They come to rest, but unequal',
      },
      answer: (runs) => (fairnessOf(rates(band(runs))) < 0.97 ? 'frozen' : 'equal'),
      instead: {
        equal: 'Nothing pulls a flow to the middle: inside the band it does nothing at all.',
        swing:
          'It is the other way round: where alpha = beta a flow is always a bit above or below and so moves for ever.',
      },
      why: (runs) =>
        `1a stays at ${rate(band(runs), 0).toFixed(0)} KB/s and 5a at ${rate(band(runs), 4).toFixed(0)}. Between one and three packets every flow is content, so every split within these bounds is a place to stay.`,
    },
  },

  checks: {
    wait: {
      experiment: 'equal',
      task: 'Read off the RTT panel how long packets of 5a wait: its RTT at rest less its smallest RTT.',
      kind: 'read',
      unit: 'ms',
      answer: (mine) => price(mine(), 4),
      within: 0.6,
      right: 1.6,
      // The whole RTT.
      wrong: 42,
      hints: ['Read the level of the RTT of 5a after ten seconds, and subtract its smallest RTT.'],
      why: (mine) =>
        `Packets of 5a wait ${price(mine(), 4).toFixed(2)} ms on average, those of 1a ${price(mine(), 0).toFixed(2)} ms. It is the same queue, so it is the same wait, whoever asks.`,
    },
    twice: {
      experiment: 'own',
      task: 'Give 5a twice the rate of the others, by its alpha and beta alone.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const passed = Math.abs(times(run) - 2) < 0.15;
        return {
          passed,
          words: passed
            ? `5a gets ${times(run).toFixed(2)} times what the others get. Twice the packets in the queue, twice the rate, and the queue is longer for all.`
            : `5a gets ${times(run).toFixed(2)} times what the others get. It is served as often as its share of the packets in the queue; give alpha and beta of 5a the same value.`,
        };
      },
      right: { 'flows.4.sender.avoidance.alpha': 4, 'flows.4.sender.avoidance.beta': 4 },
      wrong: { 'flows.4.sender.avoidance.alpha': 2, 'flows.4.sender.avoidance.beta': 3 },
    },
  },

  claims: {
    rate1: { number: (runs) => rate(equal(runs), 0), unit: 'KB/s' },
    rate3: { number: (runs) => rate(equal(runs), 2), unit: 'KB/s' },
    rate5: { number: (runs) => rate(equal(runs), 4), unit: 'KB/s' },
    price1: { number: (runs) => price(equal(runs), 0), unit: 'ms' },
    price3: { number: (runs) => price(equal(runs), 2), unit: 'ms' },
    price5: { number: (runs) => price(equal(runs), 4), unit: 'ms' },
    kept1: { number: (runs) => kept(equal(runs), 0) },
    kept3: { number: (runs) => kept(equal(runs), 2) },
    kept5: { number: (runs) => kept(equal(runs), 4) },
    base1: { number: (runs) => baseOf(equal(runs), 0), unit: 'ms' },
    base3: { number: (runs) => baseOf(equal(runs), 2), unit: 'ms' },
    base5: { number: (runs) => baseOf(equal(runs), 4), unit: 'ms' },
    ratio: { number: (runs) => ratio(weighted(runs)) },
    lengths: { number: (runs) => baseOf(weighted(runs), 4) / baseOf(weighted(runs), 0) },
    dearer: { number: (runs) => price(weighted(runs), 2) / price(equal(runs), 2) },
    longest: { number: (runs) => kept(weighted(runs), 4) },
    shortest: { number: (runs) => kept(weighted(runs), 0) },
    band1: { number: (runs) => rate(band(runs), 0), unit: 'KB/s' },
    band5: { number: (runs) => rate(band(runs), 4), unit: 'KB/s' },
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
    jain: { number: (runs) => fairnessOf(rates(band(runs))) },
  },

  numbers: {
    '15 ms': (runs) => baseOf(weighted(runs), 0),
    '40 ms': (runs) => baseOf(weighted(runs), 4),
    '756': { published: 'low-2000/table-2/rate-1a' },
  },

  beside: [
    {
      quantity: '1a (15 ms), two packets each',
      unit: 'KB/s',
      ours: (runs) => rate(equal(runs), 0),
      decimals: 0,
      cited: 'low-2000/table-1/rate-1a',
      published: '1205',
    },
    {
      quantity: '5a (40 ms), two packets each',
      unit: 'KB/s',
      ours: (runs) => rate(equal(runs), 4),
      decimals: 0,
      cited: 'low-2000/table-1/rate-5a',
      published: '1161',
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
      quantity: '1a, two packets per 10 ms',
      unit: 'KB/s',
      ours: (runs) => rate(weighted(runs), 0),
      decimals: 0,
      cited: 'low-2000/table-2/rate-1a',
      published: '781',
      note: 'The model has 756.',
    },
    {
      quantity: '5a, two packets per 10 ms',
      unit: 'KB/s',
      ours: (runs) => rate(weighted(runs), 4),
      decimals: 0,
      cited: 'low-2000/table-2/rate-5a',
      published: '1975',
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
