/** Six flows over three links, with alpha per RTT and per ms; and Reno at one link with RED, with a plain buffer, and next to bursts. */
import type { Curve, Lesson } from '../../../web/lessons/lesson';
import { cwndOf, flowOf, meanOver, packetsOf, rateOf, rttOf } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';

/** Rates of a flow in the last 10 s, and after the first 2 s. A packet is 1000 bytes with its headers, so packets per second are KB/s. */
const atRest = (run: Run, flow: number) => rateOf(run, flow, run.now_s - 10, run.now_s);
const afterStart = (run: Run, flow: number) => rateOf(run, flow, 2, 20);

/** Mean total queueing delay of the flow's packets on their path, ms. */
function price(run: Run, flow: number): number {
  const base = run.trace.rows('rtts', flow).base_rtt_ms.at(-1) ?? Number.NaN;
  return meanOver(rttOf(run, flow), run.now_s - 10, run.now_s) - base;
}

/** Mean number of packets waiting at the link, without the one in transmission. */
function waiting(run: Run, link: string): number {
  const { x, y } = packetsOf(run, link);
  const without = Array.from(y, (packets) => Math.max(packets - 1, 0));
  return meanOver({ x, y: without }, run.now_s - 10, run.now_s);
}

const LATENCIES_MS = [15, 15, 20, 30, 40];

/** Rate by path latency, interpolated linearly between the flows. */
function byLength(run: Run): Curve {
  const known = LATENCIES_MS.map((ms, flow) => [ms, afterStart(run, flow)] as const).slice(1);
  const x = Array.from({ length: 101 }, (_, place) => 15 + place / 4);
  const y = x.map((at) => {
    const next = Math.max(
      known.findIndex(([ms]) => ms >= at),
      1,
    );
    const [x0, y0] = known[next - 1] ?? [0, 0];
    const [x1, y1] = known[next] ?? [1, 0];
    return y0 + ((at - x0) / (x1 - x0)) * (y1 - y0);
  });
  return { x, y };
}

const longOverShort = (run: Run) => afterStart(run, 4) / afterStart(run, 0);

const pf = (runs: Runs) => runs.of('chain');
const wpf = (runs: Runs) => runs.of('weighted');
const RENO = { duration_s: 20 };

export default {
  experiments: {
    chain: {
      kind: 'runs',
      title: 'Six flows over three links',
      look: 'Compare the waits: RTT at rest less the smallest RTT, of 3a, 4a, 5a and of 6a.',
      arms: { pf: { label: 'alpha per RTT', experiment: 'low-2000/chain/pf', set: { duration_s: 20 } } },
      panels: ['window', 'rtt'],
      flows: [2, 3, 4, 5],
      controls: [
        { path: 'flows.5.sender.avoidance.alpha', label: 'alpha of 6a', range: [1, 8] },
        { path: 'flows.5.sender.avoidance.beta', label: 'beta of 6a', range: [1, 8] },
      ],
      figures: [
        'flows.2.goodput_bytes_per_s',
        'flows.3.goodput_bytes_per_s',
        'flows.4.goodput_bytes_per_s',
        'flows.5.goodput_bytes_per_s',
      ],
    },
    weighted: {
      kind: 'runs',
      title: 'Alpha by the length of the path',
      look: 'The window of 6a, and how long it takes to get there.',
      arms: { wpf: { label: 'alpha per ms', experiment: 'low-2000/chain/wpf', set: { duration_s: 30 } } },
      panels: ['window', 'queue'],
      flows: [3, 5],
      figures: [
        'flows.2.goodput_bytes_per_s',
        'flows.3.goodput_bytes_per_s',
        'flows.4.goodput_bytes_per_s',
        'flows.5.goodput_bytes_per_s',
      ],
    },
    red: {
      kind: 'runs',
      title: 'Reno, where chance picks who loses',
      look: 'RED drops packets at random before its queue is full.',
      arms: { red: { label: 'Reno over RED', experiment: 'low-2000/one-link/reno-red', set: RENO } },
      panels: ['window'],
      flows: [0, 4],
      figures: [
        'flows.0.goodput_bytes_per_s',
        'flows.2.goodput_bytes_per_s',
        'flows.3.goodput_bytes_per_s',
        'flows.4.goodput_bytes_per_s',
      ],
    },
    plain: {
      kind: 'runs',
      title: 'Reno, where the buffer does',
      look: 'A buffer of 50 packets drops what comes when it is full. Count the times at which a window falls to one segment.',
      arms: {
        plain: { label: 'plain buffer', experiment: 'low-2000/one-link/reno-50', set: RENO },
        bursts: {
          label: 'with bursts beside',
          experiment: 'low-2000/one-link/reno-50-bursts',
          set: RENO,
        },
      },
      panels: ['window'],
      flows: [0, 4],
      figures: [
        'flows.0.goodput_bytes_per_s',
        'flows.4.goodput_bytes_per_s',
        'flows.0.coarse_timeouts',
        'flows.4.coarse_timeouts',
      ],
    },
  },

  predictions: {
    long: {
      kind: 'number',
      question:
        'Every link carries 6000 KB/s, and each flow keeps two packets in queues on its way. SF is shared by four flows, LA and CH by three. What does 6a get, which passes all three?',
      covers: ['chain'],
      unit: 'KB/s',
      range: [0, 3000],
      step: 50,
      answer: (runs) => atRest(pf(runs), 5),
      within: 200,
      why: (runs) =>
        `It gets ${atRest(pf(runs), 5).toFixed(0)} KB/s, less than a quarter of the link it shares with three others. Its two packets lie in three queues: it pays at every link that it passes, and so demands less.`,
    },
    weights: {
      kind: 'choice',
      question:
        'Now alpha is two packets per ten milliseconds of base_rtt. 6a passes three links in 100 ms, 4a one link in 60 ms: the busiest. Which of the two gets more?',
      covers: ['weighted'],
      options: { long: '6a, over three links', short: '4a, over one link', same: 'Both the same' },
      answer: (runs) => {
        const ratio = atRest(wpf(runs), 5) / atRest(wpf(runs), 3);
        return ratio > 1.1 ? 'long' : ratio < 0.9 ? 'short' : 'same';
      },
      instead: {
        short: '4a pays at one link only, but it also wants less: its path is shorter.',
        same: 'They would be equal if the weights made up for the prices exactly. Nothing sees to that.',
      },
      why: (runs) =>
        `6a gets ${atRest(wpf(runs), 5).toFixed(0)} KB/s, 4a ${atRest(wpf(runs), 3).toFixed(0)}. Nearly all of the price is asked at SF, which both pass, so the longer path with its larger weight wins.`,
    },
    bias: {
      kind: 'draw',
      question:
        'Five Reno flows share one link of 6000 KB/s. The link drops at random. Draw the rate of a flow against the length of its path.',
      covers: ['red'],
      x: { label: 'round trip without a queue', unit: 'ms', from: 15, to: 40 },
      y: { label: 'rate', unit: 'KB/s', from: 0, to: 2000 },
      answer: (runs) => byLength(runs.of('red')),
      within: 0.1,
      why: (runs) =>
        `From ${afterStart(runs.of('red'), 1).toFixed(0)} KB/s at 15 ms to ${afterStart(runs.of('red'), 4).toFixed(0)} at 40 ms. All lose the same share of their packets, so all have about the same window; whoever needs longer for a round sends that window less often.`,
    },
    who: {
      kind: 'choice',
      question:
        'The same five Reno flows over a plain buffer of 50 packets, and nothing else in the network. Which path gets most?',
      covers: ['plain'],
      options: {
        short: 'A shortest one, 15 ms',
        long: 'The longest one, 40 ms',
        same: 'All about the same',
      },
      answer: (runs) => {
        const ratio = longOverShort(runs.of('plain', 'plain'));
        return ratio > 1.2 ? 'long' : ratio < 0.8 ? 'short' : 'same';
      },
      instead: {
        short: 'So the books say, and they are right where losses come by chance. Here they do not.',
        same: 'Nothing evens out who finds the buffer full.',
      },
      why: (runs) => {
        const run = runs.of('plain', 'plain');
        return `Here 5a (40 ms) gets ${longOverShort(run).toFixed(1)} times what 1a (15 ms) gets. 1a waited for ${flowOf(run, 0).coarse_timeouts} timeouts, 5a for ${flowOf(run, 4).coarse_timeouts}.`;
      },
    },
  },

  checks: {
    sum: {
      experiment: 'chain',
      task: 'Read the waits of 3a, 4a and 5a off the RTT panel and add them up. Which wait does 6a have?',
      kind: 'read',
      unit: 'ms',
      answer: (mine) => price(mine(), 5),
      within: 0.6,
      right: 2.1,
      // At the busiest link alone.
      wrong: 0.9,
      hints: ['Read the level of the RTT of 6a at rest, and subtract its smallest RTT.'],
      why: (mine) =>
        `In your run 3a waits ${price(mine(), 2).toFixed(2)} ms at LA, 4a ${price(mine(), 3).toFixed(2)} ms at SF, 5a ${price(mine(), 4).toFixed(2)} ms at CH. 6a waits ${price(mine(), 5).toFixed(2)} ms: at all three.`,
    },
    quarter: {
      experiment: 'chain',
      task: 'Let 6a keep as many packets as it takes to get a quarter of SF, 1500 KB/s, to within a tenth.',
      kind: 'reach',
      judge: (mine) => {
        const [long, short] = [atRest(mine(), 5), atRest(mine(), 2)];
        const passed = Math.abs(long - 1500) < 150;
        return {
          passed,
          words: passed
            ? `6a gets ${long.toFixed(0)} KB/s now. It takes what it gains at three links at once: 3a is down to ${short.toFixed(0)} KB/s, and 5a to ${atRest(mine(), 4).toFixed(0)}.`
            : `6a gets ${long.toFixed(0)} KB/s and 3a ${short.toFixed(0)}. Change both alpha and beta of 6a, or it rests anywhere between.`,
        };
      },
      right: { 'flows.5.sender.avoidance.alpha': 4, 'flows.5.sender.avoidance.beta': 4 },
      wrong: { 'flows.5.sender.avoidance.alpha': 8, 'flows.5.sender.avoidance.beta': 8 },
    },
  },

  claims: {
    six: { number: (runs) => atRest(pf(runs), 5), unit: 'KB/s' },
    four: { number: (runs) => atRest(pf(runs), 3), unit: 'KB/s' },
    three: { number: (runs) => atRest(pf(runs), 2), unit: 'KB/s' },
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
      unit: 'KB/s',
    },
    weightedSix: { number: (runs) => atRest(wpf(runs), 5), unit: 'KB/s' },
    weightedFour: { number: (runs) => atRest(wpf(runs), 3), unit: 'KB/s' },
    atSF: { number: (runs) => waiting(wpf(runs), 'SF>CH') },
    atLA: { number: (runs) => waiting(wpf(runs), 'LA>SF') },
    redShort: { number: (runs) => afterStart(runs.of('red'), 1), unit: 'KB/s' },
    redLong: { number: (runs) => afterStart(runs.of('red'), 4), unit: 'KB/s' },
    redWindows: {
      holds: (runs) => {
        const windows = LATENCIES_MS.map((_, flow) => meanOver(cwndOf(runs.of('red'), flow), 2, 20));
        return Math.max(...windows) / Math.min(...windows) < 1.2;
      },
      wrong: { 'links.0.queue.kind': 'drop_tail_packets' },
    },
    plainRatio: { number: (runs) => longOverShort(runs.of('plain', 'plain')) },
    timeoutsShort: { number: (runs) => flowOf(runs.of('plain', 'plain'), 0).coarse_timeouts },
    timeoutsLong: { number: (runs) => flowOf(runs.of('plain', 'plain'), 4).coarse_timeouts },
    burstsRatio: { number: (runs) => longOverShort(runs.of('plain', 'bursts')) },
  },

  numbers: {
    '60 ms': 'twice the delays of the links that 4a passes',
    '100 ms': 'twice the delays of the links that 6a passes',
    '40 ms': () => LATENCIES_MS.at(-1) ?? Number.NaN,
    '1500 KB/s': 'the goal of the check',
  },

  beside: [
    {
      quantity: '6a, three links, two packets each',
      unit: 'KB/s',
      ours: (runs) => atRest(pf(runs), 5),
      decimals: 0,
      cited: 'low-2000/table-3/rate-6a',
      published: '980',
    },
    {
      quantity: '3a, one link, two packets each',
      unit: 'KB/s',
      ours: (runs) => atRest(pf(runs), 2),
      decimals: 0,
      cited: 'low-2000/table-3/rate-3a',
      published: '3630',
    },
    {
      quantity: 'waiting at SF, two packets each',
      unit: 'packets',
      ours: (runs) => waiting(pf(runs), 'SF>CH'),
      decimals: 1,
      cited: 'low-2000/table-3/queue-SF',
      published: '5.51',
      note: 'Windows move by whole packets around alpha = beta, and what four flows keep too much adds up.',
    },
    {
      quantity: '6a, two packets per 10 ms',
      unit: 'KB/s',
      ours: (runs) => atRest(wpf(runs), 5),
      decimals: 0,
      cited: 'low-2000/table-4/rate-6a',
      published: '1703',
    },
    {
      quantity: '4a, two packets per 10 ms',
      unit: 'KB/s',
      ours: (runs) => atRest(wpf(runs), 3),
      decimals: 0,
      cited: 'low-2000/table-4/rate-4a',
      published: '1306',
    },
    {
      quantity: 'waiting at SF, two packets per 10 ms',
      unit: 'packets',
      ours: (runs) => waiting(wpf(runs), 'SF>CH'),
      decimals: 1,
      cited: 'low-2000/table-4/queue-SF',
      published: '55.3',
    },
  ],
} satisfies Lesson;
