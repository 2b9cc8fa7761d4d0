/** One sender over one slow link, with its window set by hand, then moved by a rule. */

import { t } from '../../../web/base/words/words';
import type { Lesson } from '../../../web/lessons/lesson';
import {
  cwndOf,
  dropsOf,
  isFullest,
  largest,
  packetsOf,
  rttOf,
  segmentsOf,
  valueAt,
  waitingAt,
} from '../../../web/lessons/observe';
import type { Run } from '../../../web/run/trace';

const PIPE = 'packets-on-a-pipe.pipe';
const SLOW = 'router>receiver';
const WINDOW = 'flows.0.sender.initial_cwnd';
const BUFFER = 'links.1.queue.limit_packets';

/** The window of the task isn't that of the steps before it. */
const TWICE = { 'links.1.rate_bps': 800_000 };

/** A sender whose window stays at some packets. */
function byHand(cwnd: number, more: Readonly<Record<string, number>> = {}) {
  return {
    kind: 'runs',
    staged: true,
    title: 'A window set by hand',
    look: 'Watch the packets on the path while you change the window.',
    arms: { hand: { label: 'by hand', scenario: PIPE, set: { [WINDOW]: cwnd, ...more } } },
    panels: ['sender-sequence'],
  } as const;
}

function byRule(preset: string, label: string, more: Readonly<Record<string, number>> = {}) {
  return {
    kind: 'runs',
    staged: true,
    title: 'A window moved by a rule',
    look: 'The sender moves its window itself.',
    arms: {
      rule: { label, scenario: PIPE, set: { 'flows.0.sender.preset': preset, duration_s: 20, ...more } },
    },
    panels: ['window', 'queue'],
  } as const;
}

const windowUpTo = (most: number) => [{ path: WINDOW, label: 'your window', range: [1, most] }] as const;

function packetBits({ scenario: { flows } }: Run): number {
  return 8 * ((flows[0]?.smss_bytes ?? 0) + (flows[0]?.header_bytes ?? 0));
}

/** Bits per second that the slow link sends from the second round trip on, as a share of its rate. */
function busy(run: Run): number {
  const acks = segmentsOf(run, 'ack').filter(({ time_s }) => time_s > 1 && time_s <= 3);
  const [first, last] = [acks[0], acks.at(-1)];
  const link = run.scenario.links[1];
  if (first === undefined || last === undefined || link === undefined) return 0;
  return ((last.seq - first.seq) * packetBits(run)) / (last.time_s - first.time_s) / link.rate_bps;
}

/** By then, the packets that left in one burst at first have spread out, s. */
const SPREAD_S = 1.5;

/** The most packets that may queue in the task. */
const FEW = 3;

/** The longest queue once the first packets have spread out. */
function queued(run: Run): number {
  return largest(packetsOf(run, SLOW), 1, 3);
}

/** The first moment after that with as many packets as the verdict counts, s. */
function longestAt(run: Run): number | undefined {
  const { x, y } = packetsOf(run, SLOW);
  const most = queued(run);
  return Array.from(x).find((time, row) => time >= SPREAD_S && y[row] === most);
}

export default {
  experiments: {
    one: byHand(1),
    ten: byHand(10),
    eighteen: byHand(18),
    thirty: byHand(30),
    free: byHand(1, TWICE),
    // Slow start would overflow the buffer by many packets; the text is about one.
    reno: byRule('reno', 'Reno', { 'flows.0.sender.initial_ssthresh': 24 }),
    vegas: byRule('vegas', 'Vegas'),
  },
  steps: {
    one: {
      experiment: 'one',
      panels: ['sender-sequence'],
      seconds: [0, 1],
      time: 0.27,
      play: true,
      speed: 0.1,
    },
    several: {
      experiment: 'one',
      panels: ['sender-sequence'],
      seconds: [0, 1],
      time: 0.6,
      controls: windowUpTo(25),
    },
    full: {
      experiment: 'ten',
      panels: ['sender-sequence'],
      seconds: [0, 1.5],
      time: 0.4,
      play: true,
      speed: 0.1,
      shows: (run, at_s) => valueAt(packetsOf(run, SLOW), at_s) === 1,
    },
    queue: {
      experiment: 'eighteen',
      panels: ['rtt'],
      seconds: [0, 2],
      time: SPREAD_S,
      controls: windowUpTo(25),
      // Ten packets are on their way; the others wait.
      shows: (run, at_s) =>
        Math.abs(waitingAt(run, SLOW, at_s) - Math.max(0, valueAt(cwndOf(run), at_s) - 10)) <= 1,
    },
    dropped: {
      experiment: 'thirty',
      panels: ['sender-sequence'],
      // Ends before the repair, whose packets overflow the buffer again.
      seconds: [0, 0.6],
      time: ({ of }) => segmentsOf(of('thirty'), 'drop_full')[0]?.time_s,
      play: true,
      speed: 0.08,
      shows: (run, at_s) => waitingAt(run, SLOW, at_s) === 19,
    },
    yours: {
      experiment: 'free',
      panels: ['queue', 'sender-sequence'],
      seconds: [0, 3],
      time: ({ of }) => longestAt(of('free')),
      controls: windowUpTo(40),
      // The picture agrees with the verdict.
      shows: (run, at_s) => valueAt(packetsOf(run, SLOW), at_s) > FEW === queued(run) > FEW,
    },
    rule: {
      experiment: 'reno',
      panels: ['window', 'queue'],
      without: ['ssthresh', 'flight'],
      seconds: [0, 20],
      time: ({ of }) => segmentsOf(of('reno'), 'drop_full')[0]?.time_s,
      play: true,
      from: 0,
      controls: [{ path: BUFFER, label: 'buffer of the router, in packets', range: [15, 30] }],
      shows: (run, at_s) => isFullest(run, SLOW, at_s),
    },
    listens: {
      experiment: 'vegas',
      // Its window is to be drawn in a later lesson.
      panels: ['rtt', 'queue'],
      seconds: [0, 20],
      play: true,
    },
  },
  points: {
    sent: { time: 0.001, highlight: 'segment_sent' },
    acked: { time: 0.17, highlight: 'ack' },
    waiting: { time: 0.5 },
    'first-drop': {
      time: ({ of }) => segmentsOf(of('thirty'), 'drop_full')[0]?.time_s,
      highlight: 'dropped',
    },
    cut: { time: ({ of }) => segmentsOf(of('reno'), 'retransmit_fast')[0]?.time_s, highlight: 'cwnd' },
  },
  predictions: {
    more: {
      kind: 'choice',
      question: 'Ten packets fill the pipe. The window opens to eighteen. What happens to the other eight?',
      covers: ['eighteen'],
      options: {
        faster: 'They arrive too: data gets through faster',
        wait: 'They wait in front of the bottleneck',
        lost: 'They are lost',
      },
      answer: ({ of }) =>
        dropsOf(of('eighteen')) > 0 ? 'lost' : queued(of('eighteen')) > 4 ? 'wait' : 'faster',
      instead: {
        faster: 'The bottleneck was busy all the time already. It can’t send more.',
        lost: 'The router has memory, its buffer. They wait there.',
      },
      why: 'The bottleneck was busy already, and it sends one packet after the other. Whatever comes too early has to wait its turn.',
    },
    overflow: {
      kind: 'choice',
      question:
        'The buffer has room for twenty packets. The window opens to thirty at once. What happens to packets that find the buffer full?',
      covers: ['thirty'],
      options: {
        back: 'The router sends them back',
        stop: 'The router tells the sender to wait',
        dropped: 'The router throws them away',
      },
      answer: ({ of }) => (dropsOf(of('thirty')) > 0 ? 'dropped' : 'stop'),
      instead: {
        back: 'Routers send nothing back. The packets are gone.',
        stop: 'Some networks mark packets for that; most say nothing.',
      },
      why: 'A buffer is memory, and this much memory has room for twenty packets. There is nowhere to put another one.',
    },
  },
  checks: {
    steer: {
      experiment: 'free',
      task: 'Find a window that keeps the bottleneck busy, with at most three packets in the queue once the first burst is over.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        if (busy(run) < 0.98)
          return {
            passed: false,
            words: t('The bottleneck still rests in every round trip. Open the window.'),
          };
        if (queued(run) > FEW)
          return {
            passed: false,
            words: t('The link is busy, but too many packets wait. Close the window a little.'),
          };
        return {
          passed: true,
          words: t(
            'The link is busy, and after the first burst almost nothing waits. A larger window would only make packets wait.',
          ),
        };
      },
      right: { [WINDOW]: 19 },
      wrong: { [WINDOW]: 10 },
    },
  },
  claims: {
    each: {
      number: ({ of }) => (packetBits(of('ten')) / (of('ten').scenario.links[1]?.rate_bps ?? 0)) * 1000,
      unit: 'ms',
    },
    trip: { number: ({ of }) => Math.min(...Array.from(rttOf(of('one')).y)), unit: 'ms' },
    fills: {
      holds: ({ of }) => busy(of('ten')) > 0.98 && busy(of('one')) < 0.2,
      wrong: { [WINDOW]: 8 },
    },
    'no-faster': {
      holds: ({ of }) => busy(of('eighteen')) <= 1.001 && queued(of('eighteen')) > 4,
      wrong: { [WINDOW]: 9 },
    },
    longer: { number: ({ of }) => valueAt(rttOf(of('eighteen')), SPREAD_S), unit: 'ms' },
    longest: { number: ({ of }) => largest(rttOf(of('eighteen'))), unit: 'ms' },
    'as-high': {
      holds: ({ of }) => {
        const run = of('reno');
        const [cut] = segmentsOf(run, 'retransmit_fast');
        const queue = run.scenario.links[1]?.queue;
        const room = queue !== undefined && 'limit_packets' in queue ? queue.limit_packets : Number.NaN;
        return Math.abs(valueAt(cwndOf(run), (cut?.time_s ?? Number.NaN) - 1e-6) - (10 + room)) < 0.1;
      },
      // So small a buffer overflows while the window still grows fast.
      wrong: { [BUFFER]: 15 },
    },
    drops: { holds: ({ of }) => dropsOf(of('thirty')) > 0, wrong: { [BUFFER]: 40 } },
    'no-drops': {
      holds: ({ of }) => dropsOf(of('vegas')) === 0 && largest(cwndOf(of('vegas'))) > 8,
      wrong: { [BUFFER]: 2 },
    },
  },
  beside: [],
} satisfies Lesson;
