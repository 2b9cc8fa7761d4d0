/** A transfer alone, and one that loses several segments of a window next to a competitor (Ahn et al. 1995, Figures 2 and 9). */

import { formatFixed } from '../../../web/base/words/format';
import { t } from '../../../web/base/words/words';
import type { Lesson } from '../../../web/lessons/lesson';
import { cwndOf, dropsOf, flowOf, isFullest, rttOf, segmentsOf, valueAt } from '../../../web/lessons/observe';
import type { Run } from '../../../web/run/trace';

/** The bottleneck's buffer in `ahn-fig1-rr` and `ahn-fig2`. */
const BUFFER = 'links.1.queue.limit_bytes';

/** True while the bottleneck's buffer is at its fullest. */
const isFull = (run: Run, at_s: number) => isFullest(run, 'R1>R2', at_s);

/** The duplicate ACKs that reach the sender before its timer expires. */
function duplicatesBack(run: Run) {
  const [timeout] = segmentsOf(run, 'retransmit_timeout');
  return segmentsOf(run, 'dup_ack').filter(
    ({ time_s }) => time_s < (timeout?.time_s ?? Number.POSITIVE_INFINITY),
  );
}

/** Duplicate ACKs for the first lost segment. */
function duplicatesForFirst(run: Run): number {
  const [lost] = segmentsOf(run, 'drop_full');
  return duplicatesBack(run).filter(({ seq }) => seq === lost?.seq).length;
}

/** Time from the first fast retransmit to the first timeout retransmission, s. */
function wait(run: Run): number {
  const [fast] = segmentsOf(run, 'retransmit_fast');
  const [timeout] = segmentsOf(run, 'retransmit_timeout');
  return (timeout?.time_s ?? Number.NaN) - (fast?.time_s ?? Number.NaN);
}

function smallestRtt(run: Run): number {
  return Math.min(...Array.from(rttOf(run).y as ArrayLike<number>));
}

/** cwnd at the end of each round trip until the first loss, segments. A round ends when all that was out at its start is acknowledged. */
function cwndByRound(run: Run): number[] {
  const [drop] = segmentsOf(run, 'drop_full');
  const sent = segmentsOf(run, 'send');
  const windows: number[] = [];
  let end = 1;
  for (const { time_s, seq } of segmentsOf(run, 'ack')) {
    if (time_s > (drop?.time_s ?? Number.POSITIVE_INFINITY)) break;
    if (seq < end) continue;
    windows.push(valueAt(cwndOf(run), time_s));
    end = 1 + (sent.findLast((one) => one.time_s <= time_s)?.seq ?? Number.NaN);
  }
  return windows;
}

const SIZE = { path: BUFFER, label: 'buffer of the slow link', range: [2048, 131072] } as const;
const DELAY = { path: 'links.1.delay_ms', label: 'delay of the slow link', range: [5, 80] } as const;

export default {
  experiments: {
    alone: {
      kind: 'runs',
      staged: true,
      title: 'A transfer alone on the path',
      look: 'Point at the first dots. Each is one segment; the dashes are ACKs.',
      arms: { reno: { label: 'Reno', scenario: 'ahn-fig1-rr' } },
      panels: ['sender-sequence', 'window'],
      seconds: [0, 1.5],
      controls: [DELAY],
    },
    hole: {
      kind: 'runs',
      staged: true,
      title: 'Next to a competitor',
      look: 'The same sender, with somebody else on the path. Look for the crosses, then follow the ACKs.',
      arms: { reno: { label: 'Reno', scenario: 'ahn-fig2' } },
      panels: ['sender-sequence', 'window'],
      seconds: [0.6, 5],
      flows: [0],
      controls: [SIZE],
      metrics: [
        'flows.0.fast_retransmits',
        'flows.0.coarse_timeouts',
        'flows.0.retransmitted_segments',
        'links.R1>R2.drops',
      ],
    },
  },
  steps: {
    start: {
      experiment: 'alone',
      changes: { duration_s: 0.6 },
      panels: ['sender-sequence'],
      seconds: [0, 0.6],
      time: 0.36,
      play: true,
      speed: 0.05,
      controls: [DELAY],
    },
    'first-ack': {
      experiment: 'alone',
      changes: { duration_s: 0.6 },
      panels: ['sender-sequence'],
      seconds: [0, 0.6],
      time: ({ of }) => segmentsOf(of('alone'), 'ack')[0]?.time_s,
    },
    window: {
      experiment: 'alone',
      changes: { duration_s: 0.6 },
      panels: ['sender-sequence', 'window'],
      seconds: [0, 0.6],
      time: ({ of }) => segmentsOf(of('alone'), 'ack')[1]?.time_s,
    },
    grows: {
      experiment: 'alone',
      panels: ['window'],
      seconds: [0, 1.5],
      play: true,
      speed: 0.2,
    },
    clock: {
      experiment: 'alone',
      panels: ['sender-sequence'],
      // Ends before the first loss.
      seconds: [1.2, 1.38],
      time: 1.3,
      highlight: 'ack',
      controls: [DELAY],
    },
    trip: {
      experiment: 'alone',
      panels: ['sender-sequence'],
      seconds: [0, 0.6],
      time: ({ of }) => segmentsOf(of('alone'), 'ack')[1]?.time_s,
    },
    shared: {
      experiment: 'hole',
      changes: { duration_s: 1.72 },
      panels: ['queue'],
      seconds: [0.6, 1.72],
      time: ({ of }) => segmentsOf(of('hole'), 'drop_full')[0]?.time_s,
      play: true,
      from: 0.9,
      speed: 0.1,
      shows: isFull,
    },
    full: {
      experiment: 'hole',
      changes: { duration_s: 1.72 },
      panels: ['sender-sequence'],
      seconds: [0.6, 1.72],
      time: ({ of }) => segmentsOf(of('hole'), 'drop_full')[0]?.time_s,
      shows: isFull,
    },
    repeats: {
      experiment: 'hole',
      changes: { duration_s: 2.1 },
      panels: ['sender-sequence'],
      seconds: [1.4, 2.1],
      time: ({ of }) => segmentsOf(of('hole'), 'retransmit_fast')[0]?.time_s,
      play: true,
      from: 1.6,
      speed: 0.06,
    },
    silence: {
      experiment: 'hole',
      panels: ['sender-sequence', 'window'],
      seconds: [1.4, 5],
      time: 3,
      play: true,
      from: 1.9,
      speed: 0.5,
    },
    buffer: {
      experiment: 'hole',
      panels: ['sender-sequence', 'queue'],
      seconds: [0.6, 5],
      time: ({ of }) => segmentsOf(of('hole'), 'drop_full')[0]?.time_s,
      controls: [SIZE],
      shows: isFull,
    },
  },
  points: {
    'first-sent': { time: 0, highlight: 'segment_sent' },
    'first-ack': { time: ({ of }) => segmentsOf(of('alone'), 'ack')[0]?.time_s, highlight: 'ack' },
    'second-ack': { time: ({ of }) => segmentsOf(of('alone'), 'ack')[1]?.time_s, highlight: 'ack' },
    three: { time: ({ of }) => segmentsOf(of('alone'), 'ack')[1]?.time_s, highlight: 'segment_sent' },
    paced: { time: 1.3, highlight: 'ack' },
    'first-drop': { time: ({ of }) => segmentsOf(of('hole'), 'drop_full')[0]?.time_s, highlight: 'dropped' },
    'first-dup': {
      time: ({ of }) => segmentsOf(of('hole'), 'dup_ack')[0]?.time_s,
      highlight: 'duplicate_ack',
    },
    fast: {
      time: ({ of }) => segmentsOf(of('hole'), 'retransmit_fast')[0]?.time_s,
      highlight: 'fast_retransmit',
    },
    timeout: {
      time: ({ of }) => segmentsOf(of('hole'), 'retransmit_timeout')[0]?.time_s,
      highlight: 'timeout_retransmit',
    },
  },
  predictions: {
    opening: {
      kind: 'draw',
      question:
        'You’ve seen how the window, cwnd, begins. Draw it over the first second and a half, in segments.',
      covers: ['alone'],
      x: { label: 'time', unit: 's', from: 0, to: 1.5 },
      y: { label: 'cwnd', unit: 'segments', from: 0, to: 70 },
      answer: ({ of }) => cwndOf(of('alone')),
      line: 0,
      features: [{ is: 'rising', pace: 'faster', from: 0, to: 1.5 }],
      why: 'Each ACK adds one segment to the window. More segments bring back more ACKs, so the curve bends upward. It doesn’t fall yet, because the first loss is noticed later.',
    },
    above: {
      kind: 'choice',
      question:
        'A segment is lost; those after it arrive. What does the receiver do when one of those comes in?',
      covers: ['hole'],
      options: {
        silent: 'It keeps it and says nothing until the hole is filled',
        names: 'It tells the sender which segment is missing and which have arrived',
        repeats: 'It repeats, at once, which segment it expects next',
        refuses: 'It throws it away; everything after the hole must be retransmitted',
      },
      answer: ({ of }) => (duplicatesBack(of('hole')).length > 0 ? 'repeats' : 'silent'),
      instead: {
        silent: 'Then only its timer would tell the sender about the hole.',
        names: 'Selective acknowledgments do that, and this receiver doesn’t send any.',
        refuses: 'It keeps them: once the hole is filled, one ACK covers all of them.',
      },
      why: 'An ACK only ever names the next segment expected. So every segment above the hole makes the receiver repeat the same number: a duplicate ACK.',
    },
    stall: {
      kind: 'number',
      question:
        'Four of our sender’s segments were dropped. The sender has retransmitted the first, by a fast retransmit. How long until it retransmits the next one?',
      covers: ['hole'],
      unit: 's',
      range: [0, 4],
      step: 0.1,
      answer: ({ of }) => wait(of('hole')),
      within: 0.4,
      why: 'The fast retransmit fills only the first hole, and it cuts the window. (The spike before that is the repair: each duplicate ACK says that a segment has left the network, so cwnd is counted up to let one more go, and set back afterward.) Hardly anything new may leave, so three more duplicate ACKs never come. Only a timer is left. The next lesson says why it waits for so many round trips.',
    },
  },
  checks: {
    trip: {
      kind: 'read',
      experiment: 'alone',
      task: 'Read off the trace: how long do a segment and its ACK take when no queue delays them?',
      unit: 'ms',
      answer: (mine) => smallestRtt(mine()),
      within: 12,
      right: 117,
      // The first ACK waited for the receiver's clock.
      wrong: 205,
      hints: [
        'Take a segment and the ACK that covers it, and subtract their times. Leave out the first ACK: the receiver held it back.',
        'Try the second ACK and the two segments before it, which left together.',
      ],
      why: (mine) =>
        t(
          'The time from a segment to the ACK that covers it is one round trip. The shortest here is {rtt} ms. Later ones are longer, because segments have begun to queue.',
          { rtt: formatFixed(smallestRtt(mine()), 0) },
        ),
    },
    whole: {
      kind: 'reach',
      experiment: 'hole',
      task: 'Give the slow link a buffer so large that nothing is dropped. Each receiver allows its sender 40 KiB under way.',
      judge: (mine) => {
        const drops = dropsOf(mine());
        return drops === 0
          ? {
              passed: true,
              words: t(
                'Nothing is dropped now: path and buffer hold both windows of 40 KiB. The price is delay, because everybody waits in the longer queue.',
              ),
            }
          : {
              passed: false,
              words: t(
                '{drops} packets are dropped. With more room, both windows only grow further before they overflow it, unless it holds all that the two receivers allow.',
                { drops },
              ),
            };
      },
      right: { [BUFFER]: 131072 },
      wrong: { [BUFFER]: 8192 },
    },
  },
  claims: {
    'second-at': { number: ({ of }) => valueAt(cwndOf(of('alone')), 1), unit: 'segments' },
    'first-ack': {
      number: ({ of }) => 1000 * (segmentsOf(of('alone'), 'ack')[0]?.time_s ?? Number.NaN),
      unit: 'ms',
    },
    'by-half': {
      holds: ({ of }) => {
        const windows = cwndByRound(of('alone')).filter((cwnd) => cwnd >= 8);
        return (
          windows.length >= 5 &&
          windows.slice(1).every((cwnd, round) => Math.abs(cwnd / (windows[round] ?? 0) - 1.5) < 0.1)
        );
      },
      // A receiver that acknowledges every segment at first: the window doubles.
      wrong: { 'flows.0.receiver.kind': 'lbl_reno' },
    },
    'one-fast': { number: ({ of }) => flowOf(of('hole')).fast_retransmits },
    'one-timeout': { number: ({ of }) => flowOf(of('hole')).coarse_timeouts },
    duplicates: { number: ({ of }) => duplicatesBack(of('hole')).length },
    'for-first': { number: ({ of }) => duplicatesForFirst(of('hole')) },
    tick: {
      number: ({ of }) => 1000 * (segmentsOf(of('alone'), 'ack_sent')[0]?.time_s ?? Number.NaN),
      unit: 'ms',
    },
    'both-wait': {
      // Neither sends anything for two seconds.
      holds: ({ of }) =>
        [0, 1].every((flow) => {
          const [timeout] = segmentsOf(of('hole'), 'retransmit_timeout', flow);
          const end = timeout?.time_s ?? Number.NaN;
          const sent = (['send', 'retransmit_fast'] as const).flatMap((kind) =>
            segmentsOf(of('hole'), kind, flow),
          );
          return sent.every(({ time_s }) => time_s < end - 2 || time_s >= end);
        }) && segmentsOf(of('hole'), 'retransmit_timeout', 1).length > 0,
      wrong: { [BUFFER]: 131_072 },
    },
    stall: { number: ({ of }) => wait(of('hole')), unit: 's' },
    'after-one': {
      holds: ({ of }) => {
        const [timeout] = segmentsOf(of('hole'), 'retransmit_timeout');
        return valueAt(cwndOf(of('hole')), timeout?.time_s ?? Number.NaN) === 1;
      },
      // Nothing is lost, so the timer never expires.
      wrong: { [BUFFER]: 131_072 },
    },
  },
  beside: [
    {
      quantity: 'segments lost until the timer expires',
      unit: '',
      ours: ({ of }) => {
        const [timeout] = segmentsOf(of('hole'), 'retransmit_timeout');
        return segmentsOf(of('hole'), 'drop_full').filter(({ time_s }) => time_s < (timeout?.time_s ?? 0))
          .length;
      },
      decimals: 0,
      cited: 'ahn-1995/figure-2/losses',
      published: '4',
    },
    {
      quantity: 'duplicate ACKs for the first of them',
      unit: '',
      ours: ({ of }) => duplicatesForFirst(of('hole')),
      decimals: 0,
      cited: 'ahn-1995/figure-2/duplicates',
      published: '5',
      note: 'The paper doesn’t say when the competitor started, which changes the number of segments beyond the hole.',
    },
  ],
} satisfies Lesson;
