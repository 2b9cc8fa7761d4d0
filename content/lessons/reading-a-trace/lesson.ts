/** Lesson 1: a transfer alone, and one that loses several segments of a window next to a competitor (Ahn et al. 1995, Figures 2 and 9). */
import type { Lesson } from '../../../web/lessons/lesson';
import { cwndOf, dropsOf, flowOf, rttOf, segmentsOf, valueAt } from '../../../web/lessons/observe';
import type { Run } from '../../../web/run/trace';

/** The bottleneck's buffer in `ahn-fig1-rr` and `ahn-fig2`. */
const BUFFER = 'links.1.queue.limit_bytes';

/** The duplicate ACKs that reach the sender before its timer expires. */
function duplicatesBack(run: Run) {
  const [timeout] = segmentsOf(run, 'retransmit_timeout');
  return segmentsOf(run, 'dup_ack').filter(
    ({ time_s }) => time_s < (timeout?.time_s ?? Number.POSITIVE_INFINITY),
  );
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

export default {
  experiments: {
    alone: {
      kind: 'runs',
      title: 'A transfer alone on the path',
      look: 'Point at the first dots. Each is one segment; the small ones are ACKs.',
      arms: { reno: { label: 'Reno', scenario: 'ahn-fig1-rr' } },
      panels: ['sender-sequence', 'window'],
      seconds: [0, 1.5],
      controls: [{ path: 'links.1.delay_ms', label: 'delay of the slow link', range: [5, 200] }],
    },
    hole: {
      kind: 'runs',
      title: 'Beside a competitor',
      look: 'The same sender, with somebody else on the path. Look for the crosses, then follow the ACKs.',
      arms: { reno: { label: 'Reno', scenario: 'ahn-fig2' } },
      panels: ['sender-sequence', 'window'],
      seconds: [0.6, 5],
      flows: [0],
      controls: [{ path: BUFFER, label: 'buffer of the slow link', range: [2048, 131072] }],
      figures: [
        'flows.0.fast_retransmits',
        'flows.0.coarse_timeouts',
        'flows.0.retransmitted_segments',
        'links.R1>R2.drops',
      ],
    },
  },
  predictions: {
    opening: {
      kind: 'draw',
      question:
        'A sender knows nothing of the path yet. Draw its window in the first second and a half, in segments.',
      covers: ['alone'],
      x: { label: 'time', unit: 's', from: 0, to: 1.5 },
      y: { label: 'cwnd', unit: 'segments', from: 0, to: 70 },
      answer: ({ of }) => cwndOf(of('alone')),
      within: 0.12,
      why: ({ of }) =>
        `It begins with one segment and adds one for every ACK: after one second it is at ${valueAt(cwndOf(of('alone')), 1).toFixed(0)}, half a second later at ${valueAt(cwndOf(of('alone')), 1.5).toFixed(0)}. A curve that bends upwards is the point; how steep it is depends on the round trip.`,
    },
    above: {
      kind: 'choice',
      question:
        'A segment is lost; those after it arrive. What does the receiver do when one of those comes in?',
      covers: ['hole'],
      options: {
        silent: 'It keeps it and says nothing until the hole is filled',
        names: 'It tells the sender which segment is missing and which have arrived',
        repeats: 'It says again, at once, which segment it expects next',
        refuses: 'It throws it away; everything after the hole has to be sent again',
      },
      answer: ({ of }) => (duplicatesBack(of('hole')).length > 0 ? 'repeats' : 'silent'),
      instead: {
        silent: 'Then the sender would learn of the hole from its timer only.',
        names: 'That is what selective acknowledgements do, and this receiver has none.',
        refuses: 'It keeps them: once the hole is filled, one ACK covers all of them.',
      },
      why: 'An ACK only ever names the next segment expected. So every segment above the hole makes the receiver repeat the same number: a duplicate ACK.',
    },
    stall: {
      kind: 'number',
      question:
        'Several segments of one window are lost. The sender soon retransmits the first of them. How long does it take to retransmit the next one?',
      covers: ['hole'],
      unit: 's',
      range: [0, 4],
      step: 0.1,
      answer: ({ of }) => wait(of('hole')),
      within: 0.5,
      why: ({ of }) =>
        `The first repair fills only the first hole. Too few segments are under way to make three more duplicates, so nothing happens until the coarse timer expires, ${wait(of('hole')).toFixed(1)} s later: many round trips of silence.`,
    },
  },
  checks: {
    trip: {
      kind: 'read',
      experiment: 'alone',
      task: 'Read off the trace how long a segment and its ACK take when nothing waits in a queue.',
      unit: 'ms',
      answer: (mine) => smallestRtt(mine()),
      within: 12,
      right: 117,
      // The first ACK waited for the receiver's clock.
      wrong: 205,
      hints: [
        'Take a segment and the ACK that covers it, and read both times. Leave out the very first ACK: the receiver held it back. Leave out the last ones too: their segments queue.',
      ],
      why: (mine) =>
        `The distance in time between a segment and the ACK that covers it is one round trip; the shortest here is ${smallestRtt(mine()).toFixed(0)} ms. Later ones are longer, because the segments have begun to queue.`,
    },
    whole: {
      kind: 'reach',
      experiment: 'hole',
      task: 'Give the slow link a buffer with which nothing is lost in these seconds.',
      judge: (mine) => {
        const drops = dropsOf(mine());
        return drops === 0
          ? {
              passed: true,
              words:
                'Nothing is dropped now. The price stands in the round trips: a buffer that is filled is a queue that everybody waits in.',
            }
          : {
              passed: false,
              words: `${drops} packets are still dropped: both windows together are larger than path and buffer hold.`,
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
      ours: ({ of }) => {
        const [lost] = segmentsOf(of('hole'), 'drop_full');
        return duplicatesBack(of('hole')).filter(({ seq }) => seq === lost?.seq).length;
      },
      decimals: 0,
      cited: 'ahn-1995/figure-2/duplicates',
      published: '5',
      note: 'The paper does not say when the competitor began; with it, the number of segments behind the hole changes.',
    },
  ],
} satisfies Lesson;
