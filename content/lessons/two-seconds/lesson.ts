/** Reno alone on an empty path: the losses at the end of slow start, the timeout, and the losses after it. */

import { formatFixed } from '../../../web/base/words/format';
import { plural, t } from '../../../web/base/words/words';
import type { Lesson, LessonMetric } from '../../../web/lessons/lesson';
import {
  completedAt,
  cwndOf,
  dropsOf,
  flowOf,
  isFullest,
  leavesSlowStart,
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
/** The last moment at which the sender sends before it waits for its timer, s. */
const stops = (run: Run) => times(run, SENT).findLast((time) => time < expires(run));
const silent = (run: Run) => silence(run)[1] - silence(run)[0];

/** Time of the last event of a kind before the first timeout, s. */
const lastBeforeTimeout = (run: Run, kind: SegmentKind) =>
  times(run, [kind])
    .filter((time) => time < expires(run))
    .at(-1);

/** Reno with selective acknowledgments, as in the paper's remedies. */
const SACK = {
  'flows.0.sender.sack': true,
  'flows.0.sender.detection.kind': 'sacked',
  'flows.0.sender.recovery.kind': 'sack',
};

/** Idle time of the bottleneck between two moments, s. */
const idle = (run: Run, from: number, to: number) => {
  const { x, y } = queueOf(run, 'R1>R2');
  let sum = 0;
  for (let i = 0; i < x.length; i += 1)
    if (y[i] === 0) sum += Math.max(0, Math.min(x[i + 1] ?? to, to) - Math.max(x[i] ?? 0, from));
  return sum;
};

/** Idle time of the bottleneck until the transfer ends, s. */
const idleTime = (run: Run) => idle(run, 0, completedAt(run));
const SENDING: LessonMetric = {
  label: 'share of the transfer’s seconds in which the bottleneck sends',
  unit: '%',
  decimals: 1,
  of: (run) => 100 * (1 - idleTime(run) / completedAt(run)),
};

/** The sender's retransmission timeout when it stops sending, ms. */
const rto = (run: Run) => {
  const { time_s, rto_ms } = run.trace.rows('rtts', 0);
  return valueAt({ x: time_s, y: rto_ms }, silence(run)[0]);
};

/** Time of the last ACK for new data before the first timeout, s. */
const lastAck = (run: Run) => times(run, ['ack']).findLast((time) => time < expires(run)) ?? Number.NaN;

/** Number of segments retransmitted from the timeout on because of the initial losses, until linear growth overflows the buffer again. */
const again = (run: Run) => count(run, RETRANSMITTED, 15) - count(run, RETRANSMITTED, expires(run));
/** The segments that were lost when the timer expires, and not repaired yet. */
const missing = (run: Run) =>
  count(run, ['drop_full'], expires(run)) - count(run, ['retransmit_fast'], expires(run));

const base = (run: Run) => Math.min(...run.trace.rows('rtts', 0).rtt_ms);
/** cwnd when linear growth starts, after the last retransmission of the initial losses, segments. */
const resumes = (run: Run) => valueAt(cwndOf(run), 5);

/** Number of duplicate ACKs for the first lost segment. */
const forFirstHole = (run: Run) => {
  const first = segmentsOf(run, 'drop_full')[0]?.seq;
  return segmentsOf(run, 'dup_ack').filter(({ seq }) => seq === first).length;
};

const start = (runs: Runs) => runs.of('start');
const gap = (runs: Runs) => completedAt(start(runs)) - completedAt(runs.of('vegas'));
const saved = (runs: Runs) => completedAt(runs.of('ticks', 'half')) - completedAt(runs.of('ticks', 'tenth'));

const BUFFER = { path: 'links.1.queue.limit_bytes', label: 'buffer', range: [4096, 32_768] } as const;
const VEGAS = { 'flows.0.sender.preset': 'vegas' };

export default {
  experiments: {
    start: {
      kind: 'runs',
      staged: true,
      title: 'The first seconds of R-R',
      look: 'Follow the ACKs along the lower edge of the trace. Where do they stop?',
      arms: { reno: { label: 'Reno', scenario: 'ahn-fig1-rr' } },
      panels: ['sender-sequence', 'window'],
      seconds: [0, 8],
      metrics: ['flows.0.coarse_timeouts', 'flows.0.fast_retransmits', 'flows.0.retransmitted_segments'],
    },
    ticks: {
      kind: 'runs',
      title: 'A clock five times as fine',
      look: 'Compare the silences in the plot. The table says when the transfers end.',
      arms: {
        half: { label: 'Reno, 500 ms', scenario: 'ahn-fig1-rr' },
        tenth: {
          label: 'Reno, 100 ms',
          scenario: 'ahn-fig1-rr',
          set: { 'flows.0.sender.timer.tick_ms': 100 },
        },
      },
      panels: ['sender-sequence', 'window'],
      seconds: [0, 8],
      metrics: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts'],
    },
    finest: {
      kind: 'runs',
      title: 'A clock fifty times as fine',
      look: 'When does the timer expire, and what has been lost by then?',
      arms: {
        hundredth: {
          label: 'Reno, 10 ms',
          scenario: 'ahn-fig1-rr',
          set: { 'flows.0.sender.timer.tick_ms': 10 },
        },
      },
      panels: ['sender-sequence', 'window'],
      seconds: [0, 4],
      metrics: ['flows.0.completed_at_s'],
    },
    account: {
      kind: 'runs',
      title: 'Reno and Vegas until the end',
      look: 'When does the queue of the bottleneck run empty?',
      arms: {
        reno: { label: 'Reno', scenario: 'ahn-fig1-rr' },
        vegas: { label: 'Vegas', scenario: 'ahn-fig1-rr', set: VEGAS },
      },
      panels: ['queue'],
      seconds: [0, 30],
      metrics: ['flows.0.completed_at_s', SENDING],
    },
    sack: {
      kind: 'runs',
      title: 'Reno with SACK, and Vegas',
      look: 'Reno repairs its losses while it goes on sending. Is there still a flat stretch?',
      arms: {
        sack: { label: 'Reno with SACK', scenario: 'ahn-fig1-rr', set: SACK },
        vegas: { label: 'Vegas', scenario: 'ahn-fig1-rr', set: VEGAS },
      },
      panels: ['sender-sequence'],
      seconds: [0, 8],
      metrics: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts', 'flows.0.retransmitted_segments'],
    },
    yours: {
      kind: 'runs',
      title: 'Without the timeout',
      look: 'Reno as it was, with its clock, the receiver’s window and the buffer in your hands.',
      arms: { reno: { label: 'Reno', scenario: 'ahn-fig1-rr' } },
      panels: ['sender-sequence', 'queue'],
      controls: [
        { path: 'flows.0.sender.timer.tick_ms', label: 'sender’s clock tick', range: [10, 1000] },
        { path: 'flows.0.rwnd_bytes', label: 'receiver’s window', range: [4096, 65536] },
        BUFFER,
      ],
      metrics: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts'],
    },
    vegas: {
      kind: 'runs',
      staged: true,
      title: 'Vegas on the same path',
      look: 'Where does it slow down?',
      arms: { vegas: { label: 'Vegas', scenario: 'ahn-fig1-rr', set: VEGAS } },
      panels: ['sender-sequence', 'queue'],
    },
  },

  steps: {
    stops: {
      experiment: 'start',
      panels: ['sender-sequence'],
      seconds: [0, 8],
      time: ({ of }) => stops(of('start')),
      play: true,
      from: 0.6,
      controls: [BUFFER],
      shows: (run, at_s) => !times(run, SENT).some((time) => time > at_s && time < at_s + 0.5),
    },
    overflow: {
      experiment: 'start',
      panels: ['sender-sequence', 'queue'],
      seconds: [0.8, 2.2],
      time: ({ of }) => lastBeforeTimeout(of('start'), 'drop_full'),
      highlight: 'dropped',
      shows: (run, at_s) => isFullest(run, 'R1>R2', at_s),
    },
    duplicates: {
      experiment: 'start',
      panels: ['sender-sequence'],
      seconds: [1.2, 2.2],
      time: ({ of }) => lastBeforeTimeout(of('start'), 'dup_ack'),
      highlight: 'duplicate_ack',
    },
    repairs: {
      experiment: 'start',
      panels: ['sender-sequence', 'window'],
      seconds: [1.2, 4],
      time: ({ of }) => stops(of('start')),
      highlight: 'fast_retransmit',
    },
    vegas: {
      experiment: 'vegas',
      panels: ['sender-sequence', 'queue'],
      seconds: [0, 8],
      play: true,
    },
    idle: {
      experiment: 'ticks',
      arm: 'half',
      panels: ['queue', 'window'],
      seconds: [1, 12],
      time: ({ of }) => expires(of('ticks', 'half')),
      highlight: 'queued',
      shows: (run, at_s) => valueAt(queueOf(run, 'R1>R2'), at_s) === 0,
    },
  },
  points: {
    stopped: { time: ({ of }) => stops(of('start')) },
    dropped: { time: ({ of }) => times(of('start'), ['drop_full'])[0], highlight: 'dropped' },
    duplicate: { time: ({ of }) => times(of('start'), ['dup_ack'])[0], highlight: 'duplicate_ack' },
    repair: { time: ({ of }) => times(of('start'), ['retransmit_fast'])[0], highlight: 'fast_retransmit' },
    expires: { time: ({ of }) => expires(of('ticks', 'half')) },
    slows: { time: ({ of }) => leavesSlowStart(of('vegas')), highlight: 'segment_sent' },
  },

  predictions: {
    finer: {
      kind: 'choice',
      question:
        'Give Reno a clock that ticks every 100 ms instead of every 500. How much of its lag behind Vegas would that save?',
      covers: ['ticks'],
      options: {
        most: 'Nearly all of it',
        less: 'Less than half',
        nothing: 'None of it',
      },
      answer: (runs) => {
        const share = saved(runs) / gap(runs);
        if (share > 0.8) return 'most';
        return share > 0.05 ? 'less' : 'nothing';
      },
      instead: {
        most: 'The silence is only the part that you can see. About as much is lost while Reno is sending again.',
        nothing: 'The timeout still comes, but it ends sooner.',
      },
      why: 'The timer sets only how long Reno is silent. The slow climb afterward costs about as much, and a finer clock doesn’t change it.',
    },
    finest: {
      kind: 'choice',
      question: 'Make the clock finer still: a tick every 10 ms. What happens to the timeout?',
      covers: ['finest'],
      options: {
        shorter: 'It follows the same losses and is shorter again',
        never: 'There is none: fast retransmit has time to repair all the holes',
        early: 'It comes while no segment is missing',
      },
      answer: (runs) => {
        const run = runs.of('finest', 'hundredth');
        const [expired] = times(run, ['retransmit_timeout']);
        const [lost = Number.POSITIVE_INFINITY] = times(run, ['drop_full']);
        if (expired === undefined) return 'never';
        return expired < lost ? 'early' : 'shorter';
      },
      instead: {
        shorter: 'A short timeout also has to outlast an ordinary round trip. Look at the very first one.',
        never: 'The timer doesn’t wait for fast retransmit. Look at the very first round trip.',
      },
      why: (runs) =>
        t(
          'It expires at {time} s. The first segment has arrived, but the receiver is still waiting for a second one before it answers.',
          { time: formatFixed(expires(runs.of('finest', 'hundredth')), 2) },
        ),
    },
    sack: {
      kind: 'choice',
      question: 'Reno with SACK overflows the buffer as before. When does it finish?',
      covers: ['sack'],
      options: {
        reno: 'About when Reno without SACK does: as many segments are lost',
        between: 'Between the two: only Vegas avoids the losses themselves',
        vegas: 'Not later than Vegas',
      },
      answer: (runs) => {
        const [sack, vegas] = [completedAt(runs.of('sack', 'sack')), completedAt(runs.of('sack', 'vegas'))];
        if (sack <= vegas) return 'vegas';
        return sack < completedAt(start(runs)) - 1 ? 'between' : 'reno';
      },
      instead: {
        reno: 'You expected the losses themselves to cost the time. A hole that is repaired while the link stays busy costs the link one segment.',
        between:
          'You expected losses to cost more than they do. A repaired hole costs the link one segment, and Reno’s slow start was faster than that of Vegas.',
      },
      why: (runs) =>
        t(
          'Reno is told of every hole, so it repairs them one after the other and has {timeouts}. Meanwhile the link sends what the buffer holds, so it hardly loses time.',
          {
            timeouts: plural(flowOf(runs.of('sack', 'sack')).coarse_timeouts, '{n} timeout', '{n} timeouts'),
          },
        ),
    },
  },

  checks: {
    silence: {
      experiment: 'start',
      task: 'How long does the sender send nothing at all? Read it off the trace.',
      kind: 'read',
      unit: 's',
      answer: (mine) => silent(mine()),
      within: 0.15,
      right: 1.66,
      // The paper's round number.
      wrong: 2,
      hints: [
        'The two seconds of the title are rounded. Find the shaded gap between the dots.',
        'Read the time of the last segment before the gap and of the first one after it. Subtract the two.',
      ],
      why: (mine) => {
        const [from, to] = silence(mine());
        return t(
          'The last segment leaves at {from} s and the next at {to} s: {gap} s, in which the path could have carried {segments} segments. The timer starts only with the last ACK, and was set to {rto} s. But its clock ticks every half second, and the first tick came at once.',
          {
            rto: formatFixed(rto(mine()) / 1000, 0),
            from: formatFixed(from, 2),
            to: formatFixed(to, 2),
            gap: formatFixed(to - from, 2),
            segments: formatFixed(((to - from) * 800_000) / 8 / 552, 0),
          },
        );
      },
    },
    idle: {
      kind: 'read',
      experiment: 'account',
      task: 'For how many seconds is the bottleneck idle until Reno’s transfer ends? The table has all you need.',
      unit: 's',
      within: 0.2,
      right: 4.9,
      // The longest silence only.
      wrong: 1.66,
      hints: [
        'You need two numbers from the table: how long the transfer takes, and the share of that time in which the bottleneck sends.',
        'Subtract the share from the whole, and multiply what is left by the time of the transfer.',
      ],
      answer: (mine) => idleTime(mine('reno')),
      why: (mine) =>
        t('It sends for {share} % of {end} s, so it is idle for {idle} s.', {
          share: formatFixed(SENDING.of(mine('reno')), 1),
          end: formatFixed(completedAt(mine('reno')), 1),
          idle: formatFixed(idleTime(mine('reno')), 2),
        }),
    },
    without: {
      experiment: 'yours',
      task: 'Leave the sender’s clock at 500 ms. Finish the transfer without a timeout in less than 25 s.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const { timer } = run.scenario.flows[0]?.sender ?? {};
        const ticks = timer && 'tick_ms' in timer ? timer.tick_ms : Number.NaN;
        const { coarse_timeouts } = flowOf(run);
        const done = flowOf(run).completed_at_s ?? Number.POSITIVE_INFINITY;
        const passed = ticks === 500 && coarse_timeouts === 0 && done < 25;
        const found = t(
          'Your transfer has {timeouts}, loses {drops} and ends at {end} s, with a tick of {ticks} ms.',
          {
            timeouts: plural(coarse_timeouts, '{n} timeout', '{n} timeouts'),
            drops: plural(dropsOf(run), '{n} segment', '{n} segments'),
            end: formatFixed(done, 1),
            ticks,
          },
        );
        return {
          passed,
          words: passed
            ? t(
                '{found} A sender that never overflows the buffer never needs the timer. You can limit the window to what path and buffer hold, about 49 segments or 24 KiB, or make the buffer larger than the window.',
                { found },
              )
            : t(
                '{found} The timer expires because segments were lost. What could keep Reno from losing them?',
                { found },
              ),
        };
      },
      right: { 'flows.0.rwnd_bytes': 20_480 },
      wrong: { 'flows.0.sender.timer.tick_ms': 100 },
    },
  },

  claims: {
    lost: { number: (runs) => count(start(runs), ['drop_full'], expires(start(runs))) },
    'one-more': {
      number: (runs) => dropsOf(start(runs)) - count(start(runs), ['drop_full'], expires(start(runs))),
    },
    'later-loss': {
      number: (runs) => times(start(runs), ['drop_full']).findLast((time) => time > 12) ?? Number.NaN,
      unit: 's',
    },
    'cwnd-silent': { number: (runs) => valueAt(cwndOf(start(runs)), expires(start(runs)) - 0.1) },
    'flight-silent': {
      number: (runs) => {
        const { time_s, flight } = start(runs).trace.rows('windows', 0);
        return valueAt({ x: time_s, y: flight }, expires(start(runs)) - 0.1);
      },
    },
    duplicates: { number: (runs) => count(start(runs), ['dup_ack'], expires(start(runs))) },
    'first-hole': { number: (runs) => forFirstHole(start(runs)) },
    repaired: { number: (runs) => count(start(runs), ['retransmit_fast'], expires(start(runs))) },
    rto: { number: (runs) => rto(start(runs)), unit: 'ms' },
    base: { number: (runs) => base(start(runs)), unit: 'ms' },
    expires: { number: (runs) => expires(start(runs)), unit: 's' },
    again: { number: (runs) => again(start(runs)) },
    needless: { number: (runs) => again(start(runs)) - missing(start(runs)) },
    gap: { number: gap, unit: 's' },
    saved: { number: saved, unit: 's' },
    'still-one': { number: (runs) => flowOf(runs.of('ticks', 'tenth')).coarse_timeouts },
    'silent-half': { number: (runs) => silent(runs.of('ticks', 'half')), unit: 's' },
    'silent-tenth': { number: (runs) => silent(runs.of('ticks', 'tenth')), unit: 's' },
    'too-early': { number: (runs) => expires(runs.of('finest', 'hundredth')), unit: 's' },
    'finest-done': { number: (runs) => completedAt(runs.of('finest', 'hundredth')), unit: 's' },
    'fine-ssthresh': {
      number: (runs) => {
        const { time_s, ssthresh } = runs.of('finest', 'hundredth').trace.rows('windows', 0);
        return valueAt({ x: time_s, y: ssthresh }, 1);
      },
    },
    'too-fine': {
      holds: (runs) => {
        const run = runs.of('finest', 'hundredth');
        return expires(run) < (times(run, ['drop_full'])[0] ?? Number.POSITIVE_INFINITY);
      },
      wrong: { 'flows.0.sender.timer.tick_ms': 100 },
    },
    'idle-before': { number: (runs) => idle(start(runs), 1.2, expires(start(runs)) + 0.06), unit: 's' },
    'idle-after': { number: (runs) => idle(start(runs), expires(start(runs)) + 0.06, 12), unit: 's' },
    'idle-start': { number: (runs) => idle(start(runs), 0, 1.2), unit: 's' },
    'idle-later': { number: (runs) => idle(start(runs), 12, completedAt(start(runs))), unit: 's' },
    'idle-vegas': { number: (runs) => idleTime(runs.of('account', 'vegas')), unit: 's' },
    twice: { number: (runs) => flowOf(start(runs)).retransmitted_segments },
    carried: { number: (runs) => flowOf(start(runs)).retransmitted_segments - dropsOf(start(runs)) },
    stopped: { number: (runs) => stops(start(runs)) ?? Number.NaN, unit: 's' },
    started: { number: (runs) => lastAck(start(runs)), unit: 's' },
    'busy-more': {
      number: (runs) =>
        gap(runs) - (idleTime(runs.of('account', 'reno')) - idleTime(runs.of('account', 'vegas'))),
      unit: 's',
    },
    'sack-again': { number: (runs) => flowOf(runs.of('sack', 'sack')).retransmitted_segments },
    'sack-done': { number: (runs) => completedAt(runs.of('sack', 'sack')), unit: 's' },
    'vegas-done': { number: (runs) => completedAt(runs.of('sack', 'vegas')), unit: 's' },
    'vegas-idles': {
      number: (runs) => idle(runs.of('vegas'), 0, 12) - idle(start(runs), 0, 1.2),
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
      note: 'It depends on the phase of the sender’s clock. Over twenty seeds ours averages 2.1 s.',
    },
    {
      quantity: 'first loss after the start',
      unit: 's',
      ours: (runs) => times(start(runs), ['drop_full']).find((time) => time > 5) ?? Number.NaN,
      decimals: 1,
      cited: 'ahn-1995/figure-1/rr-first-later',
      published: '13',
      note: 'Here BSD’s rules cut the window four times at the start, so linear growth begins lower than theirs.',
    },
  ],
} satisfies Lesson;
