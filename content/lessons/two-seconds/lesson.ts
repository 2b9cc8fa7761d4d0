/** Reno alone on an empty path: the losses at the end of slow start, the timeout, and the losses after it. */
import type { Lesson } from '../../../web/lessons/lesson';
import {
  completedAt,
  cwndOf,
  dropsOf,
  flowOf,
  largest,
  queueOf,
  segmentsOf,
  valueAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { SegmentKind } from '../../../web/run/series';
import type { Run } from '../../../web/run/trace';

const RETRANSMITTED = ['retransmit_fast', 'retransmit_early', 'retransmit_timeout'] as const;
const SENT = ['send', ...RETRANSMITTED] as const;

/** Times of the events of these kinds, sorted, s. */
const times = (run: Run, kinds: readonly SegmentKind[]) =>
  kinds
    .flatMap((kind) => segmentsOf(run, kind))
    .map(({ time_s }) => time_s)
    .sort((one, other) => one - other);

const count = (run: Run, kinds: readonly SegmentKind[], until: number) =>
  times(run, kinds).filter((time) => time < until).length;

/** Time of the first timeout, s. */
const expires = (run: Run) => times(run, ['retransmit_timeout'])[0] ?? Number.NaN;

/** Start and end of the longest time in which the sender sends nothing, s. */
const silence = (run: Run): [from: number, to: number] => {
  const sent = times(run, SENT);
  let longest: [number, number] = [0, 0];
  for (let i = 1; i < sent.length; i += 1) {
    const from = sent[i - 1] ?? 0;
    const to = sent[i] ?? 0;
    if (to - from > longest[1] - longest[0]) longest = [from, to];
  }
  return longest;
};
const silent = (run: Run) => silence(run)[1] - silence(run)[0];

/** Idle time of the bottleneck between two moments, s. */
const idle = (run: Run, from: number, to: number) => {
  const { x, y } = queueOf(run, 'R1>R2');
  let sum = 0;
  for (let i = 0; i + 1 < x.length; i += 1)
    if (y[i] === 0) sum += Math.max(0, Math.min(x[i + 1] ?? 0, to) - Math.max(x[i] ?? 0, from));
  return sum;
};

/** The sender's retransmission timeout when it stops sending, ms. */
const rto = (run: Run) => {
  const { time_s, rto_ms } = run.trace.rows('rtts', 0);
  return valueAt({ x: time_s, y: rto_ms }, silence(run)[0]);
};

/** Number of segments retransmitted because of the initial losses, until linear growth overflows the buffer for the first time. */
const again = (run: Run) => count(run, RETRANSMITTED, 15);

const base = (run: Run) => Math.min(...run.trace.rows('rtts', 0).rtt_ms);
/** cwnd when linear growth starts, after the last retransmission of the initial losses, segments. */
const resumes = (run: Run) => valueAt(cwndOf(run), 5);

/** cwnd just before the first fast retransmit, segments. */
const overshoot = (run: Run) =>
  largest(cwndOf(run), 0, (times(run, ['retransmit_fast'])[0] ?? Number.NaN) - 1e-6);

/** Number of duplicate ACKs for the first lost segment. */
const forFirstHole = (run: Run) => {
  const first = segmentsOf(run, 'drop_full')[0]?.seq;
  return segmentsOf(run, 'dup_ack').filter(({ seq }) => seq === first).length;
};

const start = (runs: Runs) => runs.of('start');
const gap = (runs: Runs) => completedAt(runs.of('ticks', 'half')) - completedAt(runs.of('ticks', 'vegas'));
const saved = (runs: Runs) => completedAt(runs.of('ticks', 'half')) - completedAt(runs.of('ticks', 'tenth'));

export default {
  experiments: {
    start: {
      kind: 'runs',
      title: 'The first seconds of R-R',
      look: 'Follow the ACKs, the lower edge of the trace: where do they stop?',
      arms: { reno: { label: 'Reno', scenario: 'ahn-fig1-rr' } },
      panels: ['sender-sequence', 'window'],
      seconds: [0, 8],
      figures: ['flows.0.coarse_timeouts', 'flows.0.fast_retransmits', 'flows.0.retransmitted_segments'],
    },
    ticks: {
      kind: 'runs',
      title: 'Finer clocks',
      look: 'Four senders over the whole transfer. How far apart are they at the end?',
      arms: {
        half: { label: 'Reno, 500 ms', scenario: 'ahn-fig1-rr' },
        tenth: {
          label: 'Reno, 100 ms',
          scenario: 'ahn-fig1-rr',
          set: { 'flows.0.sender.timer.tick_ms': 100 },
        },
        hundredth: {
          label: 'Reno, 10 ms',
          scenario: 'ahn-fig1-rr',
          set: { 'flows.0.sender.timer.tick_ms': 10 },
        },
        vegas: {
          label: 'Vegas',
          scenario: 'ahn-fig1-rr',
          set: { 'flows.0.sender.preset': 'vegas' },
        },
      },
      panels: ['sender-sequence', 'window'],
      figures: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts', 'flows.0.retransmitted_segments'],
    },
    yours: {
      kind: 'runs',
      title: 'Without the timeout',
      look: 'One Reno sender, and four things that somebody could set.',
      arms: { reno: { label: 'Reno', scenario: 'ahn-fig1-rr' } },
      panels: ['sender-sequence', 'queue'],
      controls: [
        { path: 'flows.0.sender.timer.tick_ms', label: 'tick of the sender’s clock', range: [10, 1000] },
        { path: 'flows.0.rwnd_bytes', label: 'window of the receiver', range: [4096, 65536] },
        { path: 'links.1.queue.limit_bytes', label: 'buffer', range: [4096, 65536] },
      ],
      figures: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts', 'links.R1>R2.drops'],
    },
  },

  predictions: {
    repaired: {
      kind: 'number',
      question:
        'Alone on the path, Reno grows its window until the buffer overflows. 25 segments of that window are lost, every third one; all others arrive, and each brings a duplicate ACK. How many of the 25 does fast retransmit repair?',
      covers: ['start'],
      unit: 'segments',
      range: [0, 25],
      step: 1,
      answer: (runs) => count(start(runs), ['retransmit_fast'], expires(start(runs))),
      within: 0,
      why: (runs) =>
        `${count(start(runs), ['retransmit_fast'], expires(start(runs)))}. A fast retransmit repairs one hole and takes a round trip. The ACK that it brings stops at the next hole, and for this one three more duplicates are needed. Each halves the window again, so fewer segments leave, and after the second repair too few are left to bring three.`,
    },
    window: {
      kind: 'draw',
      question: 'Draw the congestion window of these eight seconds.',
      covers: ['start'],
      x: { label: 'time', unit: 's', from: 0, to: 8 },
      y: { label: 'cwnd', unit: 'segments', from: 0, to: 80 },
      answer: (runs) => cwndOf(start(runs)),
      within: 0.12,
      why: (runs) =>
        `It grows to ${overshoot(start(runs)).toFixed(0)} segments, more than three times what the path holds, is inflated and cut twice while duplicate ACKs come, stands still for ${silent(start(runs)).toFixed(1)} s, falls to one segment, and begins its straight climb at ${resumes(start(runs)).toFixed(0)}.`,
    },
    finer: {
      kind: 'choice',
      question:
        'Give Reno a clock that ticks every 100 ms instead of every 500. How much of its lag behind Vegas does that save?',
      covers: ['ticks'],
      options: {
        most: 'Nearly all: the timeout is what it loses',
        less: 'Less than half',
        nothing: 'Nothing: the timeout comes all the same',
      },
      answer: (runs) => {
        const share = saved(runs) / gap(runs);
        if (share > 0.8) return 'most';
        return share > 0.05 ? 'less' : 'nothing';
      },
      instead: {
        most: 'The silence is the part that one sees. The rest is lost while Reno is sending.',
        nothing: 'It comes, but sooner.',
      },
      why: (runs) =>
        `The silence shrinks from ${silent(runs.of('ticks', 'half')).toFixed(1)} s to ${silent(runs.of('ticks', 'tenth')).toFixed(1)} s, and the transfer ends ${saved(runs).toFixed(1)} s sooner, of ${gap(runs).toFixed(1)} s by which Vegas is ahead.`,
    },
  },

  checks: {
    silence: {
      experiment: 'start',
      task: 'For how long does nothing at all leave the sender? Read it off the trace.',
      kind: 'read',
      unit: 's',
      answer: (mine) => silent(mine()),
      within: 0.15,
      right: 1.66,
      // The paper's round number.
      wrong: 2,
      hints: [
        'Find the longest gap in the upper row of dots. Read the time of the last segment before it and of the first one after it.',
      ],
      why: (mine) => {
        const [from, to] = silence(mine());
        return `The last segment leaves at ${from.toFixed(2)} s, the next at ${to.toFixed(2)} s, when the timer expires: ${(to - from).toFixed(2)} s, in which the path could have carried ${(((to - from) * 800_000) / 8 / 552).toFixed(0)} segments.`;
      },
    },
    without: {
      experiment: 'yours',
      task: 'Leave the sender’s clock at 500 ms, and bring the transfer through without a timeout in less than 25 s.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const { timer } = run.scenario.flows[0]?.sender ?? {};
        const ticks = timer && 'tick_ms' in timer ? timer.tick_ms : Number.NaN;
        const { coarse_timeouts } = flowOf(run);
        const done = flowOf(run).completed_at_s ?? Number.POSITIVE_INFINITY;
        const passed = ticks === 500 && coarse_timeouts === 0 && done < 25;
        const found = `Your transfer has ${coarse_timeouts} timeouts, loses ${dropsOf(run)} segments and ends at ${done.toFixed(1)} s, with ticks of ${ticks} ms.`;
        return {
          passed,
          words: passed
            ? `${found} What never overflows the buffer never meets the timer: the window of the receiver limits Reno to what path and buffer hold together, about 49 segments or 25 KB, and a buffer larger than the window has room for all of it.`
            : `${found} The timer waits for losses. What could keep Reno from overflowing the buffer at the start?`,
        };
      },
      right: { 'flows.0.rwnd_bytes': 20_480 },
      wrong: { 'flows.0.sender.timer.tick_ms': 100 },
    },
  },

  claims: {
    lost: { number: (runs) => count(start(runs), ['drop_full'], expires(start(runs))) },
    duplicates: { number: (runs) => count(start(runs), ['dup_ack'], expires(start(runs))) },
    'first-hole': { number: (runs) => forFirstHole(start(runs)) },
    repaired: { number: (runs) => count(start(runs), ['retransmit_fast'], expires(start(runs))) },
    silent: { number: (runs) => silent(start(runs)), unit: 's' },
    rto: { number: (runs) => rto(start(runs)), unit: 'ms' },
    base: { number: (runs) => base(start(runs)), unit: 'ms' },
    expires: { number: (runs) => expires(start(runs)), unit: 's' },
    again: { number: (runs) => again(start(runs)) },
    needless: { number: (runs) => again(start(runs)) - count(start(runs), ['drop_full'], 15) },
    gap: { number: gap, unit: 's' },
    saved: { number: saved, unit: 's' },
    'still-one': { number: (runs) => flowOf(runs.of('ticks', 'tenth')).coarse_timeouts },
    'silent-tenth': { number: (runs) => silent(runs.of('ticks', 'tenth')), unit: 's' },
    'too-early': { number: (runs) => expires(runs.of('ticks', 'hundredth')), unit: 's' },
    'fine-ssthresh': {
      number: (runs) => {
        const { time_s, ssthresh } = runs.of('ticks', 'hundredth').trace.rows('windows', 0);
        return valueAt({ x: time_s, y: ssthresh }, 1);
      },
    },
    'too-fine': {
      holds: (runs) => {
        const run = runs.of('ticks', 'hundredth');
        return expires(run) < (times(run, ['drop_full'])[0] ?? Number.POSITIVE_INFINITY);
      },
      wrong: { 'flows.0.sender.timer.tick_ms': 100 },
    },
    'idle-before': { number: (runs) => idle(start(runs), 1.2, expires(start(runs)) + 0.06), unit: 's' },
    'idle-after': { number: (runs) => idle(start(runs), expires(start(runs)) + 0.06, 12), unit: 's' },
    'vegas-idles': {
      number: (runs) => idle(runs.of('ticks', 'vegas'), 0, 12) - idle(start(runs), 0, 1.2),
      unit: 's',
    },
    resumes: { number: (runs) => resumes(start(runs)) },
    'fast-after': {
      holds: (runs) => {
        const lost = new Set(segmentsOf(start(runs), 'drop_full').map(({ seq }) => seq));
        const [first] = segmentsOf(start(runs), 'retransmit_fast').filter(
          ({ time_s }) => time_s > expires(start(runs)),
        );
        return first !== undefined && first.time_s < 8 && !lost.has(first.seq);
      },
      wrong: { 'links.1.queue.limit_bytes': 65_536 },
    },
    'busy-later': {
      holds: (runs) => idle(start(runs), 5, 8) > 1 && idle(start(runs), 10, 20) < 0.001,
      wrong: { 'flows.0.rwnd_bytes': 8192 },
    },
  },

  numbers: {
    '25': (runs) => count(start(runs), ['drop_full'], expires(start(runs))),
    '500': 'the tick of Reno in ms, said without its unit',
    '25 s': 'the goal of the check',
    '2.1 s': { found: 'ahn-1995/formula/rr-silence' },
  },

  beside: [
    {
      quantity: 'timeouts, Reno to Reno',
      unit: '',
      ours: (runs) => flowOf(start(runs)).coarse_timeouts,
      decimals: 0,
      cited: 'ahn-1995/figure-1/rr-timeouts',
      published: '1',
    },
    {
      quantity: 'longest silence of Reno',
      unit: 's',
      ours: (runs) => silent(start(runs)),
      decimals: 1,
      cited: 'ahn-1995/formula/rr-silence',
      published: '2',
      note: 'It depends on where the clock of the sender stands. Over twenty seeds ours is 2.1 s on average.',
    },
    {
      quantity: 'first loss after the start',
      unit: 's',
      ours: (runs) => times(start(runs), ['drop_full']).find((time) => time > 5) ?? Number.NaN,
      decimals: 1,
      cited: 'ahn-1995/figure-1/rr-first-later',
      published: '13',
      note: 'Here the BSD rules cut the window four times at the start, so the linear phase begins lower than theirs.',
    },
  ],
} satisfies Lesson;
