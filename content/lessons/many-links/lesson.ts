/** Six flows over three links, with alpha per RTT and per ms; and Reno at one link with RED, with a plain buffer, and next to bursts. */
import type { Curve, Lesson, LessonMetric } from '../../../web/lessons/lesson';
import {
  aimsFor,
  baseRttOf,
  cwndOf,
  flowOf,
  meanOver,
  packetsOf,
  rateOf,
  rttOf,
  segmentsOf,
  valueAt,
  waitingAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';

/** Rates of a flow in the last 10 s, and after the first 2 s. A packet is 1000 bytes with its headers, so packets per second are kB/s. */
const atRest = (run: Run, flow: number) => rateOf(run, flow, run.now_s - 10, run.now_s);
const afterStart = (run: Run, flow: number) => rateOf(run, flow, 2, 20);

/** Rows of tables: the rate of a flow in the last 10 s, or after the first 2 s. */
const atRestRow = (flow: number): LessonMetric => ({
  label: `rate of ${flow + 1}a with headers, last ten seconds`,
  unit: 'kB/s',
  decimals: 0,
  of: (run) => atRest(run, flow),
});
const afterStartRow = (flow: number): LessonMetric => ({
  label: `rate of ${flow + 1}a with headers, after two seconds`,
  unit: 'kB/s',
  decimals: 0,
  of: (run) => afterStart(run, flow),
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

/** True if as many packets of 3a and of 5a wait as they aim for: two each, unless a control has changed alpha or beta. */
const bothContent = (run: Run, at_s: number) =>
  aimsFor(run, 2, waitingAt(run, 'LA>SF', at_s)) && aimsFor(run, 4, waitingAt(run, 'CH>East', at_s));

/** The last moment at which it's so, each behind the packet being sent, s. */
function bothWait(run: Run): number | undefined {
  const [near, far] = ['LA>SF', 'CH>East'].map((link) => packetsOf(run, link));
  if (near === undefined || far === undefined) return undefined;
  return Array.from(near.x).findLast(
    (time, row) =>
      time > SINGLE_S - 1 &&
      time <= SINGLE_S &&
      aimsFor(run, 2, (near.y[row] ?? 0) - 1) &&
      aimsFor(run, 4, valueAt(far, time) - 1),
  );
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
const PLAIN_METRICS = [...[0, 4].map(afterStartRow), 'flows.0.coarse_timeouts', 'flows.4.coarse_timeouts'];

/** On the stage 3a and 5a are alone at first. A flow must start before the run ends, so the others start after what's shown. */
const SINGLE_S = 4;
const SINGLE = {
  ...Object.fromEntries([0, 1, 3, 5].map((flow) => [`flows.${flow}.start_s`, SINGLE_S])),
  duration_s: SINGLE_S + 0.1,
};
/** Then all six start. The stage ends long before they settle. */
const SIX = { duration_s: 1 };
/** The first seconds over RED. */
const RED_START_S = 6;

export default {
  experiments: {
    chain: {
      kind: 'runs',
      title: 'Six flows over three links',
      look: 'For each flow, compare its last RTTs with its smallest RTT.',
      arms: { pf: { label: 'alpha per RTT', experiment: 'low-2000/chain/pf', set: { duration_s: 20 } } },
      panels: ['window', 'rtt'],
      flows: [2, 3, 4, 5],
      controls: [
        { path: 'flows.5.sender.avoidance.alpha', label: 'alpha of 6a', range: [1, 8] },
        { path: 'flows.5.sender.avoidance.beta', label: 'beta of 6a', range: [1, 8] },
      ],
      metrics: [2, 3, 4, 5].map(atRestRow),
    },
    weighted: {
      kind: 'runs',
      title: 'Alpha in proportion to the path',
      look: 'Watch the window of 6a, and how long it takes to settle.',
      arms: { wpf: { label: 'alpha per ms', experiment: 'low-2000/chain/wpf', set: { duration_s: 30 } } },
      panels: ['window', 'queue'],
      flows: [3, 5],
      metrics: [2, 3, 4, 5].map(atRestRow),
    },
    red: {
      kind: 'runs',
      title: 'Reno over RED',
      look: 'Compare the windows with the rates in the table.',
      arms: { red: { label: 'Reno over RED', experiment: 'low-2000/one-link/reno-red', set: RENO } },
      panels: ['window'],
      flows: [0, 4],
      metrics: [0, 1, 2, 3, 4].map(afterStartRow),
    },
    plain: {
      kind: 'runs',
      title: 'Reno over a plain buffer',
      look: 'Which of the two windows falls to one segment more often?',
      arms: { plain: { label: 'plain buffer', experiment: 'low-2000/one-link/reno-50', set: RENO } },
      panels: ['window'],
      flows: [0, 4],
      metrics: PLAIN_METRICS,
    },
    bursts: {
      kind: 'runs',
      title: 'The same with bursts of other packets',
      look: 'Which of the two windows falls to one segment more often now?',
      arms: { bursts: { label: 'with bursts', experiment: 'low-2000/one-link/reno-50-bursts', set: RENO } },
      panels: ['window'],
      flows: [0, 4],
      metrics: PLAIN_METRICS,
    },
  },

  predictions: {
    long: {
      kind: 'number',
      question: 'Each flow keeps two packets in queues along its path. What rate does 6a get?',
      covers: ['chain'],
      unit: 'kB/s',
      range: [0, 3000],
      step: 50,
      answer: (runs) => atRest(pf(runs), 5),
      within: 200,
      why: (runs) =>
        `It gets ${atRest(pf(runs), 5).toFixed(0)} kB/s, less than an equal share of any of its links. Its two packets are divided among three queues, so in each it has fewer packets than the flows that wait only there.`,
    },
    bias: {
      kind: 'draw',
      question:
        'Five Reno flows share one link of 6000 kB/s, which drops packets at random. Draw the rate of a flow against the length of its path.',
      covers: ['red'],
      x: { label: 'round trip without a queue', unit: 'ms', from: 15, to: 40 },
      y: { label: 'rate', unit: 'kB/s', from: 0, to: 2000 },
      answer: (runs) => byLength(runs.of('red')),
      within: 0.1,
      why: (runs) =>
        `The rate falls from ${afterStart(runs.of('red'), 1).toFixed(0)} kB/s at 15 ms to ${afterStart(runs.of('red'), 4).toFixed(0)} kB/s at 40 ms. All lose about the same share of their packets, so all have about the same window. A flow with a longer round trip sends that window less often.`,
    },
    who: {
      kind: 'choice',
      question:
        'The same five Reno flows now share a plain buffer of 50 packets, which drops what arrives when it is full. Which path gets most?',
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
        short:
          'You expected the same as with random drops. Textbooks say so too, and they are right where chance decides who loses. Here it doesn’t.',
        same: 'You expected the losses to even out. Nothing in a plain buffer makes sure of that.',
      },
      why: (runs) => {
        const run = runs.of('plain', 'plain');
        return `5a (40 ms) gets ${longOverShort(run).toFixed(1)} times as much as 1a (15 ms). 1a had ${flowOf(run, 0).coarse_timeouts} timeouts and 5a had ${flowOf(run, 4).coarse_timeouts}.`;
      },
    },
  },

  checks: {
    sum: {
      experiment: 'chain',
      task: 'Read the waits of 3a, 4a and 5a off the RTT panel: the last RTTs minus the smallest. Add them up. How long do packets of 6a wait?',
      kind: 'read',
      unit: 'ms',
      answer: (mine) => price(mine(), 5),
      within: 0.6,
      right: 2.1,
      // At the busiest link alone.
      wrong: 0.9,
      hints: [
        'For 6a, too, the wait is the distance between two levels of its RTT: the last ones and the smallest.',
        'Zoom into the RTT of 6a until both levels fill the panel, then subtract the lower from the upper one.',
      ],
      why: (mine) =>
        `In your run, packets of 3a wait ${price(mine(), 2).toFixed(2)} ms at LA, those of 4a ${price(mine(), 3).toFixed(2)} ms at SF, and those of 5a ${price(mine(), 4).toFixed(2)} ms at CH. Those of 6a wait ${price(mine(), 5).toFixed(2)} ms, at all three.`,
    },
    quarter: {
      experiment: 'chain',
      task: 'Change alpha and beta of 6a until it gets a quarter of SF: 1500 kB/s, to within a tenth.',
      kind: 'reach',
      judge: (mine) => {
        const [long, short] = [atRest(mine(), 5), atRest(mine(), 2)];
        const passed = Math.abs(long - 1500) < 150;
        return {
          passed,
          words: passed
            ? `6a gets ${long.toFixed(0)} kB/s now. What it gains, it takes at three links at once: 3a is down to ${short.toFixed(0)} kB/s, and 5a to ${atRest(mine(), 4).toFixed(0)}.`
            : `6a gets ${long.toFixed(0)} kB/s and 3a ${short.toFixed(0)}. Set alpha and beta to the same value; otherwise it may settle anywhere in between.`,
        };
      },
      right: { 'flows.5.sender.avoidance.alpha': 4, 'flows.5.sender.avoidance.beta': 4 },
      wrong: { 'flows.5.sender.avoidance.alpha': 8, 'flows.5.sender.avoidance.beta': 8 },
    },
  },

  steps: {
    single: {
      experiment: 'chain',
      changes: SINGLE,
      panels: ['window', 'queue'],
      seconds: [0, SINGLE_S],
      flows: [2, 4],
      time: ({ of }) => bothWait(of('chain')),
      play: true,
      from: 0.6,
      controls: [
        { path: 'flows.2.sender.avoidance.alpha', label: 'alpha of 3a', range: [1, 8] },
        { path: 'flows.2.sender.avoidance.beta', label: 'beta of 3a', range: [1, 8] },
      ],
      shows: bothContent,
    },
    six: {
      experiment: 'chain',
      changes: SIX,
      panels: ['window'],
      seconds: [0, 1],
      flows: [5, 2],
      time: 1,
    },
    red: {
      experiment: 'red',
      changes: { duration_s: RED_START_S },
      panels: ['window'],
      seconds: [0, RED_START_S],
      flows: [0, 4],
      time: RED_START_S,
    },
  },

  points: {
    settled: { time: ({ of }) => bothWait(of('chain')) },
    start: { time: ({ of }) => segmentsOf(of('chain'), 'send', 5)[0]?.time_s },
    losses: { time: ({ of }) => segmentsOf(of('red'), 'drop_full', 0)[0]?.time_s },
  },

  claims: {
    six: { number: (runs) => atRest(pf(runs), 5), unit: 'kB/s' },
    four: { number: (runs) => atRest(pf(runs), 3), unit: 'kB/s' },
    three: { number: (runs) => atRest(pf(runs), 2), unit: 'kB/s' },
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
    weightedSix: { number: (runs) => atRest(wpf(runs), 5), unit: 'kB/s' },
    weightedFour: { number: (runs) => atRest(wpf(runs), 3), unit: 'kB/s' },
    atSF: { number: (runs) => waiting(wpf(runs), 'SF>CH') },
    atLA: { number: (runs) => waiting(wpf(runs), 'LA>SF') },
    redShort: { number: (runs) => afterStart(runs.of('red'), 1), unit: 'kB/s' },
    redLong: { number: (runs) => afterStart(runs.of('red'), 4), unit: 'kB/s' },
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
    burstsRatio: { number: (runs) => longOverShort(runs.of('bursts')) },
  },

  numbers: {
    '40 ms': () => LATENCIES_MS.at(-1) ?? Number.NaN,
    '1500 kB/s': 'the goal of the check',
  },

  beside: [
    {
      quantity: '6a, three links, two packets each',
      unit: 'kB/s',
      ours: (runs) => atRest(pf(runs), 5),
      decimals: 0,
      cited: 'low-2000/table-3/rate-6a',
      published: '980 KB/s',
    },
    {
      quantity: '3a, one link, two packets each',
      unit: 'kB/s',
      ours: (runs) => atRest(pf(runs), 2),
      decimals: 0,
      cited: 'low-2000/table-3/rate-3a',
      published: '3630 KB/s',
    },
    {
      quantity: 'waiting at SF, two packets each',
      unit: 'packets',
      ours: (runs) => waiting(pf(runs), 'SF>CH'),
      decimals: 1,
      cited: 'low-2000/table-3/queue-SF',
      published: '5.51',
      note: 'Windows move by whole packets around alpha = beta, and the excess of four flows adds up.',
    },
    {
      quantity: '6a, two packets per 10 ms',
      unit: 'kB/s',
      ours: (runs) => atRest(wpf(runs), 5),
      decimals: 0,
      cited: 'low-2000/table-4/rate-6a',
      published: '1703 KB/s',
    },
    {
      quantity: '4a, two packets per 10 ms',
      unit: 'kB/s',
      ours: (runs) => atRest(wpf(runs), 3),
      decimals: 0,
      cited: 'low-2000/table-4/rate-4a',
      published: '1306 KB/s',
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
