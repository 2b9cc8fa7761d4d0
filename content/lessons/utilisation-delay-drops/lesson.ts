/** Ahn et al. 1995, section 1.3 and Figure 3: two simultaneous transfers, compared by four metrics at several bottleneck rates. */

import { formatFixed } from '../../../web/base/words/format';
import { t } from '../../../web/base/words/words';
import type { Lesson } from '../../../web/lessons/lesson';
import {
  completedAt,
  dropsOf,
  isFullest,
  largest,
  linkOf,
  queueOf,
  segmentsOf,
  summaryOf,
  valueAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import { fairnessOf } from '../../../web/run/statistics';
import type { Run } from '../../../web/run/trace';

const BOTTLENECK = 'R1>R2';
const RATE = 'links.1.rate_bps';
const UTILIZATION = `links.${BOTTLENECK}.utilization`;
const QUEUE = `links.${BOTTLENECK}.mean_queue_packets`;
const RESENT = 'all.retransmitted_segments';
const FAIRNESS = 'all.fairness';
const TIMEOUTS = 'all.coarse_timeouts';
/** The delay of the link that only the second sender uses. */
const FAR = 'links.4.delay_ms';
const RATES = [200_000, 400_000, 800_000, 1_600_000];
const [SLOWEST, FASTEST] = [200_000, 1_600_000];
/** Size of a packet of 552 bytes, bits. */
const PACKET_BITS = 552 * 8;

const senders = (name: string) => ({ 'flows.0.sender.preset': name, 'flows.1.sender.preset': name });

/** Two senders of a kind. */
const PAIR = { one: 'transfer 1', two: 'transfer 2' };

const resent = (run: Run) => summaryOf(run).flows.reduce((sum, one) => sum + one.retransmitted_segments, 0);
const rates = (run: Run) => summaryOf(run).flows.map((one) => one.goodput_bytes_per_s);
/** Time until both transfers have ended, s. */
const takes = (run: Run) => Math.max(completedAt(run, 0), completedAt(run, 1));
/** Part of that time in which nothing is at the bottleneck, s. */
const idle = (run: Run) => {
  const { x, y } = queueOf(run, BOTTLENECK);
  const end = takes(run);
  return Array.from(x).reduce(
    (sum, from, row) => sum + (y[row] === 0 ? Math.max(0, Math.min(x[row + 1] ?? end, end) - from) : 0),
    0,
  );
};
const used = (run: Run) => 100 * linkOf(run, BOTTLENECK).utilization;
const waiting = (run: Run) => linkOf(run, BOTTLENECK).mean_queue_packets;

/** A metric at a point of the sweep: its mean, and its value in each run. */
function pointAt(runs: Runs, measure: string, sender: string, rate: number) {
  const points = runs.sweep('rates', measure);
  const point = points.find(({ series, at: [where] }) => series === sender && where === rate);
  if (point === undefined) throw new Error(`The sweep has no ${sender} at ${rate} bit/s.`);
  return point;
}

const at = (runs: Runs, measure: string, sender: string, rate: number) =>
  pointAt(runs, measure, sender, rate).mean;

/** The values of a metric in all runs of the sweep, for one sender. */
const inEachRun = (runs: Runs, measure: string, sender: string) =>
  RATES.flatMap((rate) => pointAt(runs, measure, sender, rate).values);

/** Start and end of the longest time for which the bottleneck's queue is empty, s. */
function longestEmpty(run: Run): [from: number, to: number] {
  const { x, y } = queueOf(run, BOTTLENECK);
  let longest: [number, number] = [0, 0];
  let from = Number.POSITIVE_INFINITY;
  for (let row = 0; row < x.length; row += 1) {
    const to = x[row] ?? 0;
    if (to - from > longest[1] - longest[0]) longest = [from, to];
    if (y[row] !== 0) from = Number.POSITIVE_INFINITY;
    else if (from === Number.POSITIVE_INFINITY) from = to;
  }
  return longest;
}

/** The longest time in which a sender sends nothing, s. */
function longestSilence(run: Run, flow: number): number {
  const sent = (['send', 'retransmit_fast', 'retransmit_timeout'] as const)
    .flatMap((kind) => segmentsOf(run, kind, flow))
    .map(({ time_s }) => time_s)
    .sort((one, other) => one - other);
  return Math.max(...sent.slice(1).map((time, place) => time - (sent[place] ?? time)));
}

/** Number of segments dropped in the first slow start. */
const lostAtFirst = (run: Run) =>
  [0, 1].flatMap((flow) => segmentsOf(run, 'drop_full', flow)).filter(({ time_s }) => time_s < 5).length;

/** Time at which the bottleneck's queue is longest for the first time, s. */
function fillsUp(run: Run): number | undefined {
  const { x, y } = queueOf(run, BOTTLENECK);
  return x[Array.from(y).indexOf(largest({ x, y }))];
}

/** A second into the longest time without a packet at the bottleneck, s; undefined if it's shorter. */
function idleAt(run: Run): number | undefined {
  const [from, to] = longestEmpty(run);
  return to - from > 1 ? from + 1 : undefined;
}

/** The means of a metric at all rates of the sweep, for one sender. */
const over = (runs: Runs, measure: string, sender: string) =>
  RATES.map((rate) => at(runs, measure, sender, rate));

/** Time to drain a queue of this many packets, ms. */
const inMs = (packets: number, rate: number) => (1000 * packets * PACKET_BITS) / rate;

export default {
  experiments: {
    pair: {
      kind: 'runs',
      title: 'Two pairs of transfers',
      look: 'Compare how full each pair keeps the buffer, and when.',
      arms: {
        reno: { label: 'two Reno', scenario: 'ahn-fig3', set: senders('reno'), flowNames: PAIR },
        vegas: { label: 'two Vegas', scenario: 'ahn-fig3', set: senders('vegas'), flowNames: PAIR },
      },
      panels: ['queue'],
      seconds: [0, 17],
      flows: [0, 1],
      metrics: [UTILIZATION, QUEUE, RESENT, FAIRNESS],
    },
    rates: {
      kind: 'sweep',
      title: 'Four rates of the bottleneck',
      look: 'Each point is the mean of five runs. Compare the two curves at either end.',
      base: { label: 'two transfers', scenario: 'ahn-fig3' },
      axes: [{ path: RATE, values: RATES }],
      presets: ['reno', 'vegas'],
      seeds: 5,
      measures: [UTILIZATION, QUEUE, TIMEOUTS, FAIRNESS],
    },
    fast: {
      kind: 'runs',
      staged: true,
      title: 'Two Reno senders on a fast link',
      look: 'How long is the queue empty? Change the rate and compare.',
      arms: {
        reno: {
          label: 'two Reno',
          scenario: 'ahn-fig3',
          set: { ...senders('reno'), [RATE]: FASTEST },
          flowNames: PAIR,
        },
      },
      panels: ['queue', 'window'],
      flows: [0, 1],
    },
    fastVegas: {
      kind: 'runs',
      staged: true,
      title: 'Two Vegas senders on a fast link',
      look: 'How long is the queue empty? Change the rate and compare.',
      arms: {
        vegas: {
          label: 'two Vegas',
          scenario: 'ahn-fig3',
          set: { ...senders('vegas'), [RATE]: FASTEST },
          flowNames: PAIR,
        },
      },
      panels: ['queue', 'window'],
      flows: [0, 1],
    },
    apart: {
      kind: 'runs',
      staged: true,
      title: 'A near and a far sender',
      look: 'Move the far sender, and compare the windows.',
      arms: {
        reno: {
          label: 'two Reno',
          scenario: 'ahn-fig3',
          set: senders('reno'),
          flowNames: { one: 'near', two: 'far' },
        },
      },
      panels: ['window'],
      flows: [0, 1],
    },
  },

  steps: {
    pair: {
      experiment: 'pair',
      arm: 'reno',
      panels: ['queue'],
      seconds: [0, 17],
      time: 1.2,
      play: true,
      flows: [0, 1],
      controls: [{ path: 'links.1.queue.limit_bytes', label: 'buffer', range: [4096, 65_536] }],
    },
    full: {
      experiment: 'pair',
      arm: 'reno',
      panels: ['queue', 'window'],
      seconds: [0, 4],
      time: ({ of }) => fillsUp(of('pair')),
      highlight: 'queued',
      flows: [0, 1],
      shows: (run, at_s) => isFullest(run, BOTTLENECK, at_s),
    },
    empty: {
      experiment: 'pair',
      arm: 'reno',
      panels: ['queue', 'window'],
      seconds: [0, 8],
      time: ({ of }) => idleAt(of('pair')),
      highlight: 'queued',
      flows: [0, 1],
      shows: (run, at_s) => valueAt(queueOf(run, BOTTLENECK), at_s) === 0,
    },
    apart: {
      experiment: 'apart',
      panels: ['window'],
      seconds: [0, 15],
      play: true,
      flows: [0, 1],
      controls: [{ path: FAR, label: 'delay of the far sender’s own link', range: [1, 120] }],
    },
    fast: {
      experiment: 'fast',
      panels: ['queue', 'window'],
      seconds: [0, 8],
      time: ({ of }) => idleAt(of('fast')),
      flows: [0, 1],
      shows: (run, at_s) => valueAt(queueOf(run, BOTTLENECK), at_s) === 0,
    },
    fastVegas: {
      experiment: 'fastVegas',
      panels: ['queue', 'window'],
      seconds: [0, 7],
      play: true,
      flows: [0, 1],
      controls: [{ path: RATE, label: 'bottleneck’s rate', range: [SLOWEST, FASTEST] }],
    },
  },
  points: {
    full: { time: ({ of }) => fillsUp(of('pair')), highlight: 'queued' },
    empty: { time: ({ of }) => idleAt(of('pair')), highlight: 'queued' },
    waits: { time: ({ of }) => idleAt(of('fast')), highlight: 'queued' },
    starts: { time: 0.5 },
  },

  predictions: {
    queue: {
      kind: 'draw',
      question: 'Now two Vegas senders share the bottleneck. Draw its queue.',
      covers: ['pair'],
      x: { label: 'time', unit: 's', from: 0, to: 15 },
      y: { label: 'queue', unit: 'KiB', from: 0, to: 16 },
      features: [{ is: 'near', from: 3, to: 10, within: 1.2 }],
      answer: (runs) => {
        const { x, y } = queueOf(runs.of('pair', 'vegas'), BOTTLENECK);
        return { x, y: Array.from(y, (bytes) => bytes / 1024) };
      },
      line: 1,
      why: (runs) => {
        const run = runs.of('pair', 'vegas');
        return t(
          'It peaks at {peak} KiB: each sender stops growing when a few of its own packets are queued. Nothing overflows, so nobody waits for a timer.',
          {
            peak: formatFixed(largest(queueOf(run, BOTTLENECK)) / 1024, 1),
          },
        );
      },
    },
    faster: {
      kind: 'choice',
      question:
        'You raise the rate of the bottleneck from 200 kbit/s to 1.6 Mbit/s. What happens to the share of the link that two Reno senders use?',
      covers: ['rates'],
      options: {
        same: 'It stays within five points',
        more: 'It rises',
        less: 'It falls by a third or more',
      },
      answer: (runs) => {
        const [slow, fast] = [SLOWEST, FASTEST].map((rate) => at(runs, UTILIZATION, 'reno', rate));
        if (slow === undefined || fast === undefined) return '';
        if (Math.abs(fast - slow) <= 0.05) return 'same';
        return fast > slow ? 'more' : fast < (2 / 3) * slow ? 'less' : '';
      },
      why: 'A timeout lasts about as long on any link, because a clock sets it. On the slow link that’s a small part of the transfer, on the fast one a large part.',
      instead: {
        same: 'A large window does fill the faster link. But the time that a sender waits for its timer doesn’t shrink with the rate.',
        more: 'You expected fewer losses. But slow start overflows the buffer on any link whose buffer is smaller than the window that the receiver allows.',
      },
    },
  },

  checks: {
    unfair: {
      kind: 'reach',
      experiment: 'apart',
      task: 'Bring the fairness index below 0.97.',
      right: { [FAR]: 80 },
      wrong: { [FAR]: 20 },
      judge: (mine) => {
        const run = mine();
        const [one = 0, two = 0] = rates(run);
        const index = fairnessOf([one, two]);
        const passed = index < 0.97;
        const found = t(
          'The index is {index}: the faster of the two gets {ratio} times as much as the other.',
          {
            index: formatFixed(index, 3),
            ratio: formatFixed(Math.max(one, two) / Math.min(one, two), 2),
          },
        );
        return {
          passed,
          words: passed
            ? t(
                '{found} That looks nearly fair by the index, but not by the rates. Windows grow once per round trip, and the far sender has fewer of them.',
                { found },
              )
            : t('{found} What does a sender do more slowly if its round trips are longer?', { found }),
        };
      },
    },
    delay: {
      kind: 'read',
      experiment: 'pair',
      task: 'How many ms does a packet wait at the bottleneck on average, with two Vegas senders? A packet has 552 bytes; the table shows the mean queue.',
      unit: 'ms',
      within: 3,
      right: 14.7,
      // Packets instead of milliseconds.
      wrong: 2.7,
      hints: [
        'How long does the link take to send one packet?',
        'Divide the packet’s bits by the rate of the link. Then multiply by the mean queue of pair B, the Vegas senders.',
      ],
      answer: (mine) => inMs(waiting(mine('vegas')), bottleneckOf(mine('vegas'))),
      why: (mine) => {
        const [packets, rate] = [waiting(mine('vegas')), bottleneckOf(mine('vegas'))];
        return t(
          'One packet takes {one} ms to send at this rate, and {packets} are there on average: {delay} ms. With pair A it’s {reno} ms.',
          {
            one: formatFixed(inMs(1, rate), 2),
            packets: formatFixed(packets, 2),
            delay: formatFixed(inMs(packets, rate), 1),
            reno: formatFixed(inMs(waiting(mine('reno')), rate), 0),
          },
        );
      },
    },
  },

  claims: {
    idleReno: { number: (runs) => idle(runs.of('fast')), unit: 's' },
    takesReno: { number: (runs) => takes(runs.of('fast')), unit: 's' },
    idleVegas: { number: (runs) => idle(runs.of('fastVegas')), unit: 's' },
    takesVegas: { number: (runs) => takes(runs.of('fastVegas')), unit: 's' },
    usedReno: { number: (runs) => used(runs.of('pair', 'reno')), unit: '%' },
    usedVegas: { number: (runs) => used(runs.of('pair', 'vegas')), unit: '%' },
    waitingReno: { number: (runs) => waiting(runs.of('pair', 'reno')), unit: 'packets' },
    waitingVegas: { number: (runs) => waiting(runs.of('pair', 'vegas')), unit: 'packets' },
    dropped: { number: (runs) => lostAtFirst(runs.of('pair', 'reno')), unit: 'segments' },
    resent: { number: (runs) => resent(runs.of('pair', 'reno')), unit: 'segments' },
    droppedVegas: { number: (runs) => dropsOf(runs.of('pair', 'vegas')), unit: 'segments' },
    full: {
      // No further packet fits.
      holds: (runs) => {
        const run = runs.of('pair', 'reno');
        return largest(queueOf(run, BOTTLENECK)) > bufferOf(run) - PACKET_BITS / 8;
      },
      wrong: { 'links.1.queue.limit_bytes': 131_072 },
    },
    silent: {
      holds: (runs) => {
        const [from, to] = longestEmpty(runs.of('pair', 'reno'));
        return to - from >= 2;
      },
      wrong: { 'links.1.queue.limit_bytes': 131_072 },
    },
    bothFair: {
      holds: (runs) =>
        ['reno', 'vegas'].every((sender) => over(runs, FAIRNESS, sender).every((index) => index > 0.98)),
    },
    slowReno: { number: (runs) => 100 * at(runs, UTILIZATION, 'reno', SLOWEST), unit: '%' },
    slowVegas: { number: (runs) => 100 * at(runs, UTILIZATION, 'vegas', SLOWEST), unit: '%' },
    fastReno: { number: (runs) => 100 * at(runs, UTILIZATION, 'reno', FASTEST), unit: '%' },
    fastVegas: { number: (runs) => 100 * at(runs, UTILIZATION, 'vegas', FASTEST), unit: '%' },
    alwaysTwo: {
      number: (runs) => inEachRun(runs, TIMEOUTS, 'reno').filter((count) => count === 2).length,
    },
    delayReno: { number: (runs) => inMs(at(runs, QUEUE, 'reno', SLOWEST), SLOWEST), unit: 'ms' },
    delayVegas: { number: (runs) => inMs(at(runs, QUEUE, 'vegas', SLOWEST), SLOWEST), unit: 'ms' },
    atMostSix: { holds: (runs) => inEachRun(runs, QUEUE, 'vegas').every((packets) => packets < 6) },
    unequal: {
      number: (runs) => {
        const [one = 0, two = 0] = rates(runs.of('pair', 'vegas'));
        return Math.max(one, two) / Math.min(one, two);
      },
    },
    twoSeconds: {
      holds: (runs) =>
        [runs.of('fast'), runs.of('pair', 'reno')].every((run) => {
          const waits = [0, 1].map((flow) => longestSilence(run, flow));
          return waits.every((seconds) => seconds > 1.5 && seconds < 2.5);
        }),
      wrong: { 'flows.0.sender.timer.tick_ms': 100 },
    },
    indexReno: { number: (runs) => fairnessOf(rates(runs.of('pair', 'reno'))) },
    indexVegas: { number: (runs) => fairnessOf(rates(runs.of('pair', 'vegas'))) },
  },

  numbers: {
    '0.97': 'the goal of the check',
    '552 bytes': () => PACKET_BITS / 8,
  },

  beside: [
    {
      quantity: 'mean queue of two Vegas over that of two Reno, 800 kbit/s',
      unit: '',
      ours: (runs) => at(runs, QUEUE, 'vegas', 800_000) / at(runs, QUEUE, 'reno', 800_000),
      decimals: 2,
      cited: 'ahn-1995/figure-3/delay-rr-800',
      published: '0.25',
    },
    {
      quantity: 'retransmissions of two Vegas over those of two Reno, 800 kbit/s',
      unit: '',
      ours: (runs) => resent(runs.of('pair', 'vegas')) / resent(runs.of('pair', 'reno')),
      decimals: 1,
      cited: 'ahn-1995/figure-3/resent-rr',
      published: '0.2',
      note: 'With no other traffic on the path, Vegas loses nothing here. The paper has a fifth.',
    },
    {
      quantity: 'utilization with two Vegas over that with two Reno, 200 kbit/s',
      unit: '',
      ours: (runs) => at(runs, UTILIZATION, 'vegas', SLOWEST) / at(runs, UTILIZATION, 'reno', SLOWEST),
      decimals: 2,
      cited: 'ahn-1995/figure-3/utilization-rr-200',
      published: '1',
    },
    {
      quantity: 'the same at 1600 kbit/s',
      unit: '',
      ours: (runs) => at(runs, UTILIZATION, 'vegas', FASTEST) / at(runs, UTILIZATION, 'reno', FASTEST),
      decimals: 2,
      cited: 'ahn-1995/figure-3/utilization-rr-1600',
      published: '1',
      note: 'The paper calls utilization about the same for all senders. Its rates are lost. On a fast link, that isn’t true here.',
    },
    {
      quantity: 'fairness between two Vegas, mean of the rates',
      unit: '',
      ours: (runs) => over(runs, FAIRNESS, 'vegas').reduce((sum, one) => sum + one, 0) / RATES.length,
      decimals: 2,
      cited: 'ahn-1995/figure-3/fairness-vr',
      published: '1',
    },
  ],
} satisfies Lesson;

function bufferOf(run: Run): number {
  const queue = run.scenario.links[1]?.queue;
  return queue !== undefined && 'limit_bytes' in queue ? queue.limit_bytes : Number.NaN;
}

function bottleneckOf(run: Run): number {
  return run.scenario.links[1]?.rate_bps ?? Number.NaN;
}
