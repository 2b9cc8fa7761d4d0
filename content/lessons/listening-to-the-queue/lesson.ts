/** Vegas's congestion avoidance: what it computes from window and RTT, and how closely that follows the queue. */

import { formatFixed } from '../../../web/base/words/format';
import { t } from '../../../web/base/words/words';
import { DECISION_VERDICTS } from '../../../web/engine/generated/trace';
import type { Lesson } from '../../../web/lessons/lesson';
import {
  completedAt,
  cwndOf,
  dropsOf,
  flowOf,
  isFullest,
  largest,
  linkOf,
  queueOf,
  rttOf,
  segmentsOf,
  timeTo,
  valueAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';

const VEGAS = { 'flows.0.sender.preset': 'vegas' };

const vegas = (runs: Runs) => runs.of('alone', 'vegas');
const slower = (runs: Runs) => runs.of('slower');

interface Decision {
  time: number;
  verdict: string;
  cwnd: number;
  base: number;
  rtt: number;
  expected: number;
  actual: number;
  diff: number;
}

const decisions = (run: Run): Decision[] => {
  const { time_s, verdict, cwnd, base_rtt_ms, rtt_ms, expected, actual, diff } = run.trace.rows(
    'decisions',
    0,
  );
  return Array.from(time_s, (time, row) => ({
    time,
    verdict: DECISION_VERDICTS[verdict[row] ?? 0] ?? '',
    cwnd: cwnd[row] ?? Number.NaN,
    base: base_rtt_ms[row] ?? Number.NaN,
    rtt: rtt_ms[row] ?? Number.NaN,
    expected: expected[row] ?? Number.NaN,
    actual: actual[row] ?? Number.NaN,
    diff: diff[row] ?? Number.NaN,
  }));
};

/** The decision that ends slow start. */
const exitOf = (run: Run): Decision => {
  const found = decisions(run).find(({ verdict }) => verdict === 'leave_slow_start');
  if (found === undefined) throw new Error('Vegas does not leave slow start.');
  return found;
};
const exit = (runs: Runs) => exitOf(runs.of('exit'));
/** The unrounded diff. */
const estimate = ({ cwnd, base, rtt }: Decision) => cwnd * (1 - base / rtt);

/** The longest time without a change of the window, s. */
const steady = (run: Run) => {
  const { x, y } = cwndOf(run);
  let longest = 0;
  let from = 0;
  for (let i = 1; i < x.length; i += 1) {
    if (y[i] !== y[i - 1]) from = x[i] ?? 0;
    longest = Math.max(longest, (x[i] ?? 0) - from);
  }
  return longest;
};

const at = (run: Run, time: number) => valueAt(cwndOf(run), time);
/** Time from a rate change until the window first returns to its value before the other change, s. */
const down = (runs: Runs) => {
  const { x, y } = cwndOf(slower(runs));
  const settled = at(slower(runs), 19);
  const row = Array.from(x).findIndex((time, i) => time > 10 && (y[i] ?? 0) <= settled);
  return (x[row] ?? Number.NaN) - 10;
};
const up = (runs: Runs) => {
  const { x, y } = cwndOf(slower(runs));
  const full = at(slower(runs), 9.9);
  const row = Array.from(x).findIndex((time, i) => time > 20 && (y[i] ?? 0) >= full - 0.1);
  return (x[row] ?? Number.NaN) - 20;
};
/** Packets in the bottleneck's buffer at a moment. */
const held = (run: Run, time: number) => valueAt(queueOf(run, 'R1>R2'), time) / 552;
/** Vegas's diff at the end of the current round, segments. */
const believed = (run: Run, time: number) => {
  const next = decisions(run).find((one) => one.time >= time);
  return next === undefined ? Number.NaN : estimate(next);
};

/** Segments per second that the bottleneck can carry. */
const rateOf = (run: Run) => (run.scenario.links[1]?.rate_bps ?? Number.NaN) / (8 * 552);

const queue = (run: Run) => linkOf(run, 'R1>R2').mean_queue_packets;

/** Time at which the bottleneck's queue is longest, s. */
const longestQueue = (run: Run) => {
  const { x, y } = queueOf(run, 'R1>R2');
  return x[Array.from(y).indexOf(largest({ x, y }))];
};
/** Time of the first smallest RTT sample, s. */
const shortestRtt = (run: Run) => {
  const { x, y } = rttOf(run);
  return x[Array.from(y).indexOf(Math.min(...Array.from(y)))];
};

const BUFFER = { path: 'links.1.queue.limit_bytes', label: 'buffer', range: [4096, 32_768] } as const;

export default {
  experiments: {
    alone: {
      kind: 'runs',
      title: 'The same path, two ways to use it',
      look: 'Compare the windows first, then the queues.',
      arms: {
        reno: { label: 'Reno', scenario: 'ahn-fig1-rr' },
        vegas: { label: 'Vegas', scenario: 'ahn-fig1-rr', set: VEGAS },
      },
      panels: ['window', 'queue'],
      metrics: ['flows.0.completed_at_s', 'flows.0.mean_rtt_ms', 'links.R1>R2.drops'],
    },
    exit: {
      kind: 'runs',
      staged: true,
      title: 'The round that ends slow start',
      look: 'The first four seconds of Vegas. What happens to the RTT before the window stops growing?',
      arms: { vegas: { label: 'Vegas', scenario: 'ahn-fig1-rr', set: VEGAS } },
      panels: ['window', 'rtt', 'queue'],
      seconds: [0, 4],
    },
    slower: {
      kind: 'runs',
      title: 'A link that slows down',
      look: 'From 10 s to 20 s the bottleneck sends at half its rate. Follow the queue, then the window.',
      arms: { vegas: { label: 'Vegas', scenario: 'listening-to-the-queue.slower-link' } },
      panels: ['window', 'queue'],
      metrics: ['links.R1>R2.drops', 'flows.0.mean_rtt_ms'],
    },
    thresholds: {
      kind: 'runs',
      title: 'More in the queue',
      look: 'The same transfer with more segments in the queue. What changes, and what doesn’t?',
      arms: {
        small: { label: 'α 1, β 3', scenario: 'ahn-fig1-vr' },
        large: {
          label: 'α 5, β 7',
          scenario: 'ahn-fig1-vr',
          set: { 'flows.0.sender.avoidance.alpha': 5, 'flows.0.sender.avoidance.beta': 7 },
        },
      },
      panels: ['queue', 'sender-sequence'],
      metrics: ['flows.0.completed_at_s', 'links.R1>R2.mean_queue_packets', 'flows.0.mean_rtt_ms'],
    },
    none: {
      kind: 'runs',
      title: 'Nothing in the queue',
      look: 'How often is the queue empty, and what happens to the window?',
      arms: {
        none: {
          label: 'α 0, β 0',
          scenario: 'ahn-fig1-vr',
          set: { 'flows.0.sender.avoidance.alpha': 0, 'flows.0.sender.avoidance.beta': 0 },
        },
      },
      panels: ['queue', 'window'],
      metrics: ['flows.0.completed_at_s', 'links.R1>R2.mean_queue_packets', 'flows.0.mean_rtt_ms'],
    },
    yours: {
      kind: 'runs',
      title: 'Your thresholds',
      look: 'Set alpha and beta, and watch the queue.',
      arms: { vegas: { label: 'Vegas', scenario: 'ahn-fig1-vr' } },
      panels: ['queue', 'window'],
      controls: [
        {
          path: 'flows.0.sender.avoidance.alpha',
          together: ['flows.0.sender.avoidance.beta'],
          label: 'alpha (α), with beta (β) two more',
          range: [0, 12],
        },
      ],
      metrics: ['flows.0.completed_at_s', 'links.R1>R2.mean_queue_packets', 'links.R1>R2.drops'],
    },
  },

  steps: {
    asks: {
      experiment: 'alone',
      arm: 'reno',
      panels: ['queue', 'rtt'],
      without: ['base_rtt', 'diff'],
      seconds: [0, 28],
      time: ({ of }) => segmentsOf(of('alone'), 'drop_full')[0]?.time_s,
      play: true,
      from: 1.5,
      controls: [BUFFER],
      shows: (run, at_s) => isFullest(run, 'R1>R2', at_s),
    },
    delays: {
      experiment: 'alone',
      arm: 'reno',
      panels: ['queue', 'rtt'],
      without: ['base_rtt', 'diff'],
      seconds: [0, 28],
      time: ({ of }) => longestQueue(of('alone')),
      highlight: 'queued',
      shows: (run, at_s) => isFullest(run, 'R1>R2', at_s),
    },
    base: {
      experiment: 'alone',
      arm: 'reno',
      panels: ['queue', 'rtt'],
      without: ['diff'],
      seconds: [0, 2],
      time: ({ of }) => shortestRtt(of('alone')),
      shows: (run, at_s) => valueAt(queueOf(run, 'R1>R2'), at_s) === 0,
    },
    diff: {
      experiment: 'exit',
      panels: ['rtt', 'window'],
      seconds: [0, 4],
      time: ({ of }) => exitOf(of('exit')).time,
      highlight: 'diff',
    },
    halved: {
      experiment: 'slower',
      // Ends before the link is fast again, which the prediction asks about.
      changes: { duration_s: 20 },
      panels: ['queue', 'window'],
      seconds: [8, 20],
      play: true,
      highlight: 'queued',
    },
  },
  points: {
    longest: { time: ({ of }) => longestQueue(of('alone')) },
    empty: { time: ({ of }) => shortestRtt(of('alone')) },
    round: { time: ({ of }) => exitOf(of('exit')).time, highlight: 'diff' },
    slowed: { time: 10, highlight: 'queued' },
  },

  predictions: {
    drawn: {
      kind: 'draw',
      question: 'Vegas sends the same data over the same path. Draw its window.',
      covers: ['alone'],
      x: { label: 'time', unit: 's', from: 0, to: 24 },
      y: { label: 'cwnd', unit: 'segments', from: 0, to: 90 },
      answer: (runs) => cwndOf(vegas(runs)),
      line: 1,
      features: [
        { is: 'level', from: 5, to: 24, within: 10 },
        { is: 'near', from: 5, to: 24, within: 10 },
      ],
      why: (runs) =>
        t(
          'The path alone holds about 21 segments. Vegas’s window grows to {peak} until it notices that the others are queued. Then it steps back so far that only a few are, and has no reason to move.',
          {
            peak: formatFixed(exitOf(vegas(runs)).cwnd, 0),
          },
        ),
    },
    estimate: {
      kind: 'number',
      question:
        'In one round, Vegas has a window of 27 segments. The smallest RTT it has seen is 117 ms; this round took 134.7 ms. How many of its 27 segments does it believe to be in a queue?',
      covers: ['exit'],
      unit: 'segments',
      range: [0, 27],
      step: 0.5,
      answer: (runs) => estimate(exit(runs)),
      within: 0.6,
      why: (runs) => {
        const one = exit(runs);
        return t(
          'The share of the RTT that is queueing is the share of the window that is queued: {extra} of {rtt} ms, so {diff} of {cwnd} segments.',
          {
            extra: formatFixed(one.rtt - one.base, 1),
            rtt: formatFixed(one.rtt, 1),
            diff: formatFixed(estimate(one), 2),
            cwnd: formatFixed(one.cwnd, 0),
          },
        );
      },
    },
    back: {
      kind: 'choice',
      question:
        'At 20 s the link is as fast as before. How long does Vegas take to get its old window back, compared with the way down?',
      covers: ['slower'],
      options: {
        sooner: 'Less time',
        same: 'The same time: one segment per round trip, either way',
        longer: 'More time',
      },
      answer: (runs) => {
        const ratio = up(runs) / down(runs);
        if (ratio < 0.8) return 'sooner';
        return ratio > 1.25 ? 'longer' : 'same';
      },
      instead: {
        sooner: 'Round trips are shorter on the way up, but look at how far the window gets in each.',
        same: 'That’s the rule as Ahn and his colleagues state it. Look at the steps of the window.',
      },
      why: 'On the way down, a whole segment goes when a round ends. On the way up, a round’s ACKs would add one segment if each segment had its own. But this receiver sends one ACK for two: half a segment per round.',
    },
  },

  checks: {
    follows: {
      experiment: 'slower',
      task: 'Where does Vegas’s window settle while the link is slow? Read it off at about 19 s.',
      kind: 'read',
      unit: 'segments',
      answer: (mine) => at(mine(), 19),
      within: 1,
      right: 14,
      // The window before the link slows.
      wrong: 23,
      hints: [
        'Look at the window late in the ten slow seconds, after it has stopped falling.',
        'Put the cursor at about 19 s and read the solid line, cwnd.',
      ],
      why: (mine) =>
        t(
          'At {settled} segments, down from {before}. At half the rate, half as many fill the path. The buffer has {held}: the one being sent, and the three that beta allows.',
          {
            settled: formatFixed(at(mine(), 19), 1),
            before: formatFixed(at(mine(), 9.9), 1),
            held: formatFixed(held(mine(), 19), 0),
          },
        ),
    },
    six: {
      experiment: 'yours',
      task: 'Make Vegas keep between 5 and 7 packets in the bottleneck on average, without a drop. That’s 2.7 to 3.8 KiB in the plot.',
      kind: 'reach',
      judge: (mine) => {
        const avoidance = mine().scenario.flows[0]?.sender.avoidance;
        const [alpha, beta] =
          avoidance && 'alpha' in avoidance && 'beta' in avoidance
            ? [avoidance.alpha, avoidance.beta]
            : [Number.NaN, Number.NaN];
        const packets = queue(mine());
        const found = t(
          'With alpha {alpha} and beta {beta}, the bottleneck holds {packets} packets on average and drops {drops}. Vegas grows until diff reaches alpha and shrinks only when diff exceeds beta.',
          { alpha, beta, packets: formatFixed(packets, 1), drops: dropsOf(mine()) },
        );
        return {
          passed: packets >= 5 && packets <= 7 && dropsOf(mine()) === 0,
          words: found,
        };
      },
      right: { 'flows.0.sender.avoidance.alpha': 5, 'flows.0.sender.avoidance.beta': 7 },
      wrong: { 'flows.0.sender.avoidance.alpha': 0, 'flows.0.sender.avoidance.beta': 2 },
    },
  },

  claims: {
    stands: { number: (runs) => at(vegas(runs), 12) },
    steady: { number: (runs) => steady(vegas(runs)), unit: 's' },
    'queue-vegas': { number: (runs) => queue(vegas(runs)) },
    'queue-reno': { number: (runs) => queue(runs.of('alone', 'reno')) },
    'no-drops': { number: (runs) => dropsOf(vegas(runs)) },
    'exit-cwnd': { number: (runs) => exit(runs).cwnd },
    'exit-base': { number: (runs) => exit(runs).base, unit: 'ms' },
    'exit-rtt': { number: (runs) => exit(runs).rtt, unit: 'ms' },
    'exit-expected': { number: (runs) => exit(runs).expected },
    'exit-actual': { number: (runs) => exit(runs).actual },
    carries: { number: (runs) => rateOf(runs.of('exit')) },
    'exit-diff': { number: (runs) => estimate(exit(runs)) },
    'exit-held': { number: (runs) => held(runs.of('exit'), exit(runs).time) },
    'later-diff': { number: (runs) => believed(vegas(runs), 15) },
    'later-held': { number: (runs) => held(vegas(runs), 15) },
    'slower-drops': { number: (runs) => dropsOf(slower(runs)) },
    'slower-most': {
      number: (runs) =>
        Math.max(
          ...decisions(slower(runs)).flatMap(({ time, diff }) => (time > 10 && time < 20 ? [diff] : [])),
        ),
    },
    down: { number: down, unit: 's' },
    up: { number: up, unit: 's' },
    'same-end': {
      holds: (runs) =>
        Math.abs(completedAt(runs.of('thresholds', 'large')) - completedAt(runs.of('thresholds', 'small'))) <
        0.001,
      // Five packets don't fit, so the larger thresholds lose segments.
      wrong: { 'links.1.queue.limit_bytes': 3072 },
    },
    'idle-none': {
      number: (runs) => 100 * (1 - linkOf(runs.of('none'), 'R1>R2').utilization),
      unit: '%',
    },
    'queue-large': { number: (runs) => queue(runs.of('thresholds', 'large')) },
    'rtt-small': {
      number: (runs) => flowOf(runs.of('thresholds', 'small')).mean_rtt_ms ?? Number.NaN,
      unit: 'ms',
    },
    'rtt-large': {
      number: (runs) => flowOf(runs.of('thresholds', 'large')).mean_rtt_ms ?? Number.NaN,
      unit: 'ms',
    },
  },

  numbers: {
    '27': (runs) => exit(runs).cwnd,
    '117 ms': (runs) => exit(runs).base,
    '134.7 ms': (runs) => exit(runs).rtt,
    '2.7': () => (5 * 552) / 1024,
    '3.8 KiB': () => (7 * 552) / 1024,
    '19 s': 'a moment while the link is slow',
    '700 kbit/s': 'the rate of ahn-1995/figure-1/vr-first-700',
  },

  beside: [
    {
      quantity: 'drops, Vegas alone',
      unit: 'segments',
      ours: (runs) => dropsOf(vegas(runs)),
      decimals: 0,
      cited: 'ahn-1995/figure-1/vr-losses',
      published: '0',
    },
    {
      quantity: 'time of the first MiB',
      unit: 's',
      ours: (runs) => timeTo(vegas(runs), 1_048_576),
      decimals: 1,
      cited: 'ahn-1995/figure-1/vr-first',
      published: '14',
      note: 'Their emulator sent segments more slowly than its stated rate. At 700 kbit/s, ours takes as long.',
    },
    {
      quantity: 'longest time without a change of the window',
      unit: 's',
      ours: (runs) => steady(vegas(runs)),
      decimals: 1,
      cited: 'ahn-1995/figure-4/steady',
      published: 'several seconds',
      note: 'Theirs is a live transfer that shares its path; ours is alone.',
    },
  ],
} satisfies Lesson;
