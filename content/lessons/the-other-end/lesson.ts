/** The same senders with receivers that acknowledge differently: Figure 1 of Ahn et al., R-T and V-T compared with R-R and V-R. */
import { DECISION_VERDICTS } from '../../../web/engine/generated/trace';
import type { Lesson } from '../../../web/lessons/lesson';
import {
  completedAt,
  cwndOf,
  dropsOf,
  flowOf,
  linkOf,
  segmentsOf,
  summaryOf,
  valueAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';

const VEGAS = { 'flows.0.sender.preset': 'vegas' };
const TAHOE = { 'flows.0.receiver.kind': 'tahoe_style' };
const SHORT = { 'flows.0.traffic.bytes': 524_288 };

/** Time of the first timeout, s. */
const expires = (run: Run) => segmentsOf(run, 'retransmit_timeout')[0]?.time_s ?? Number.NaN;
const before = (run: Run, kind: 'dup_ack' | 'data_arrived') => {
  const end = expires(run);
  return segmentsOf(run, kind).filter(({ time_s }) => time_s < end);
};
const duplicates = (run: Run) => before(run, 'dup_ack').length;
/** Time from the first to the last arrival of segments above the first hole, s. */
const above = (run: Run) => {
  const hole = segmentsOf(run, 'drop_full')[0]?.seq ?? Number.NaN;
  const came = before(run, 'data_arrived').filter(({ seq }) => seq > hole);
  return (came.at(-1)?.time_s ?? Number.NaN) - (came[0]?.time_s ?? Number.NaN);
};
/** ssthresh three seconds after the timer expired, segments. */
const threshold = (run: Run) => {
  const { time_s, ssthresh } = run.trace.rows('windows', 0);
  return valueAt({ x: time_s, y: ssthresh }, expires(run) + 3);
};
/** cwnd three seconds after the timer expired, segments. */
const after = (run: Run) => valueAt(cwndOf(run), expires(run) + 3);

const pair = (runs: Runs, arm: string) => runs.of('pairs', arm);
const longer = (runs: Runs, sender: 'r' | 'v') =>
  100 * (completedAt(pair(runs, `${sender}t`)) / completedAt(pair(runs, `${sender}r`)) - 1);
const timeouts = (run: Run) => flowOf(run).coarse_timeouts;

/** Times of the sender's timeouts, s. */
const stalls = (run: Run) => {
  const { time_s, state } = run.trace.rows('states', 0);
  return time_s.filter((_, row) => state[row] === 3);
};

const delay = (run: Run) => {
  const receiver = run.scenario.flows[0]?.receiver;
  return receiver && 'delayed_ack_ms' in receiver ? receiver.delayed_ack_ms : Number.NaN;
};

export default {
  experiments: {
    pairs: {
      kind: 'runs',
      title: 'Two senders, two receivers',
      look: 'Two megabytes each, alone on the path. Which of the four stall, and how often?',
      arms: {
        rr: { label: 'R-R', scenario: 'ahn-fig1-rr' },
        rt: { label: 'R-T', scenario: 'ahn-fig1-rt' },
        vr: { label: 'V-R', scenario: 'ahn-fig1-vr' },
        vt: { label: 'V-T', scenario: 'ahn-fig1-vt' },
      },
      panels: ['sender-sequence'],
      figures: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts', 'flows.0.fast_retransmits'],
    },
    tahoe: {
      kind: 'runs',
      title: 'Reno to a Tahoe receiver',
      look: 'The window over the whole transfer, and what leaves the receiver.',
      arms: { rt: { label: 'R-T', scenario: 'ahn-fig1-rt' } },
      panels: ['window', 'receiver-sequence'],
      controls: [
        { path: 'flows.0.receiver.delayed_ack_ms', label: 'clock of the receiver', range: [10, 400] },
      ],
      figures: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts', 'flows.0.fast_retransmits'],
    },
    short: {
      kind: 'runs',
      title: 'A quarter of the data',
      look: 'Compare the windows after the timeout.',
      arms: {
        rr: { label: 'R-R', scenario: 'ahn-fig1-rr', set: SHORT },
        rt: { label: 'R-T', scenario: 'ahn-fig1-rr', set: { ...TAHOE, ...SHORT } },
        vt: { label: 'V-T', scenario: 'ahn-fig1-rr', set: { ...TAHOE, ...SHORT, ...VEGAS } },
      },
      panels: ['window', 'sender-sequence'],
      figures: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts', 'flows.0.fast_retransmits'],
    },
    lbl: {
      kind: 'runs',
      title: 'A receiver in a hurry',
      look: 'Both transfers of Reno, their slow starts and what the buffer loses.',
      arms: {
        rr: { label: 'Reno receiver', scenario: 'ahn-fig1-rr' },
        lbl: { label: 'LBL receiver', scenario: 'ahn-fig1-rr', set: { 'flows.0.receiver.kind': 'lbl_reno' } },
      },
      panels: ['window', 'queue'],
      seconds: [0, 10],
      figures: ['links.R1>R2.drops', 'flows.0.completed_at_s', 'flows.0.coarse_timeouts'],
    },
    literal: {
      kind: 'runs',
      title: 'The sentence taken literally',
      look: 'A quarter of a megabyte of Vegas to a Tahoe receiver, read in two ways.',
      arms: {
        some: {
          label: 'duplicates wait',
          scenario: 'ahn-fig1-vt',
          set: { 'flows.0.traffic.bytes': 262_144 },
        },
        all: {
          label: 'every ACK waits',
          scenario: 'ahn-fig1-vt',
          set: { 'flows.0.traffic.bytes': 262_144, 'flows.0.receiver.strict': true },
        },
      },
      panels: ['sender-sequence', 'window'],
      figures: ['flows.0.completed_at_s', 'flows.0.mean_cwnd_segments', 'flows.0.mean_rtt_ms'],
    },
  },

  predictions: {
    who: {
      kind: 'choice',
      question:
        'An old, Tahoe-style receiver answers a segment out of order only when a clock ticks, five times a second: at most five duplicate ACKs a second. You send two megabytes to it. Which sender notices?',
      covers: ['pairs'],
      options: {
        both: 'Both: ACKs are what they live on',
        reno: 'Reno only',
        vegas: 'Vegas only: it measures RTTs by ACKs',
        neither: 'Neither, in the end: segments get through all the same',
      },
      answer: (runs) => {
        const reno = longer(runs, 'r') > 2;
        const vegas = longer(runs, 'v') > 2;
        if (reno && vegas) return 'both';
        if (reno) return 'reno';
        return vegas ? 'vegas' : 'neither';
      },
      instead: {
        both: 'In order, this receiver answers like any other. Who loses nothing never meets the difference.',
        vegas: 'The clock holds back duplicates only, and who loses nothing gets none.',
        neither: 'They do, but what is lost has to be noticed first.',
      },
      why: (runs) =>
        `Reno takes ${longer(runs, 'r').toFixed(0)} % longer than to a Reno receiver, Vegas ${longer(runs, 'v').toFixed(0)} %. Vegas loses nothing here, and its two transfers are the same, packet for packet.`,
    },
    drawn: {
      kind: 'draw',
      question:
        'Reno sends the two megabytes to that receiver, alone on the path of lesson 3. Draw its congestion window from beginning to end.',
      covers: ['pairs', 'tahoe'],
      x: { label: 'time', unit: 's', from: 0, to: 31 },
      y: { label: 'cwnd', unit: 'segments', from: 0, to: 90 },
      answer: (runs) => cwndOf(pair(runs, 'rt')),
      within: 0.12,
      why: (runs) =>
        `${stalls(pair(runs, 'rt')).length} times, at ${Array.from(stalls(pair(runs, 'rt')), (time) => `${time.toFixed(0)} s`).join(', ')}, one lost segment brings it down to 1: no third duplicate ACK comes, so each loss waits for the timer. In between it climbs from half of where it was.`,
    },
    short: {
      kind: 'choice',
      question:
        'Now send only a quarter of the data, so that the transfer is over before Reno’s second loss. To which receiver does Reno take longer?',
      covers: ['short'],
      options: {
        tahoe: 'To the Tahoe receiver: fast retransmit never works',
        same: 'The same: both transfers have one timeout',
        reno: 'To the Reno receiver',
      },
      answer: (runs) => {
        const apart = completedAt(runs.of('short', 'rt')) - completedAt(runs.of('short', 'rr'));
        if (Math.abs(apart) < 0.25) return 'same';
        return apart > 0 ? 'tahoe' : 'reno';
      },
      instead: {
        tahoe: 'Two fast retransmits repair two of 25 holes. Ask what they cost.',
        same: 'They have, at the same moment. Look at what the window is after it.',
      },
      why: (runs) =>
        `To the Reno receiver it takes ${completedAt(runs.of('short', 'rr')).toFixed(1)} s, to the Tahoe receiver ${completedAt(runs.of('short', 'rt')).toFixed(1)} s. Every fast retransmit halves the window, the needless one after the timeout, too: three seconds after the timeout it is ${after(runs.of('short', 'rr')).toFixed(0)} segments against ${after(runs.of('short', 'rt')).toFixed(0)}.`,
    },
    more: {
      kind: 'choice',
      question:
        'Jacobson’s receiver at LBL acknowledges every segment while a connection is young. What does the first slow start of Reno lose to it?',
      covers: ['lbl'],
      options: {
        fewer: 'Fewer segments: more ACKs, smoother sending',
        same: 'As many: the buffer is the same',
        more: 'More segments',
      },
      answer: (runs) => {
        const apart = lost(runs.of('lbl', 'lbl')) - lost(runs.of('lbl', 'rr'));
        if (apart === 0) return 'same';
        return apart > 0 ? 'more' : 'fewer';
      },
      instead: {
        fewer: 'Each ACK raises the window by a segment. Twice the ACKs raise it twice as fast.',
        same: 'The buffer is, but what is under way before the sender hears of the loss is not.',
      },
      why: (runs) =>
        `${lost(runs.of('lbl', 'lbl'))} against ${lost(runs.of('lbl', 'rr'))}: with every segment acknowledged the window doubles in a round trip instead of growing by half, and overshoots by more. Yet the transfer ends ${(completedAt(runs.of('lbl', 'rr')) - completedAt(runs.of('lbl', 'lbl'))).toFixed(1)} s sooner, because after the loss, too, it grows faster.`,
    },
  },

  checks: {
    counted: {
      experiment: 'tahoe',
      task: 'How many duplicate ACKs reach Reno from the Tahoe receiver before the timer expires for the first time?',
      kind: 'read',
      unit: 'ACKs',
      answer: (mine) => duplicates(mine()),
      within: 0,
      right: 1,
      wrong: 3,
      hints: [
        'Find the first timeout in the window. Then count the ACKs before it that repeat an earlier one.',
      ],
      why: (mine) =>
        `${duplicates(mine())}, although more than twenty segments arrive above the first hole. Fast retransmit waits for three.`,
    },
    clock: {
      experiment: 'tahoe',
      task: 'Set the receiver’s clock so that fast retransmit works at least once and the transfer comes through with a single timeout.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const { fast_retransmits, coarse_timeouts } = flowOf(run);
        return {
          passed: fast_retransmits >= 1 && coarse_timeouts === 1,
          words: `With a clock of ${delay(run)} ms there are ${fast_retransmits} fast retransmits and ${coarse_timeouts} timeouts. The segments above the first hole arrive within ${(1000 * above(run)).toFixed(0)} ms: three ticks have to fall into that.`,
        };
      },
      right: { 'flows.0.receiver.delayed_ack_ms': 100 },
      wrong: { 'flows.0.receiver.delayed_ack_ms': 300 },
    },
  },

  claims: {
    identical: {
      holds: (runs) => summaryOf(pair(runs, 'vt')).digest === summaryOf(pair(runs, 'vr')).digest,
      // With so small a buffer Vegas loses segments.
      wrong: { 'links.1.queue.limit_bytes': 1024 },
    },
    'vegas-loses': { number: (runs) => dropsOf(pair(runs, 'vt')) },
    'reno-longer': { number: (runs) => longer(runs, 'r'), unit: '%' },
    stalls: { number: (runs) => timeouts(pair(runs, 'rt')) },
    'stalls-rr': { number: (runs) => timeouts(pair(runs, 'rr')) },
    'no-fast': { number: (runs) => flowOf(pair(runs, 'rt')).fast_retransmits },
    'first-later': { number: (runs) => stalls(pair(runs, 'rt'))[1] ?? Number.NaN, unit: 's' },
    'short-rr': { number: (runs) => completedAt(runs.of('short', 'rr')), unit: 's' },
    'short-rt': { number: (runs) => completedAt(runs.of('short', 'rt')), unit: 's' },
    'short-vt': { number: (runs) => completedAt(runs.of('short', 'vt')), unit: 's' },
    'after-rr': { number: (runs) => after(runs.of('short', 'rr')) },
    'after-rt': { number: (runs) => after(runs.of('short', 'rt')) },
    'ssthresh-rr': { number: (runs) => threshold(runs.of('short', 'rr')) },
    'ssthresh-rt': { number: (runs) => threshold(runs.of('short', 'rt')) },
    'same-timeout': {
      holds: (runs) => expires(runs.of('short', 'rr')) === expires(runs.of('short', 'rt')),
      wrong: { 'flows.0.sender.timer.tick_ms': 100 },
    },
    'gain-short': {
      number: (runs) => 100 * (completedAt(runs.of('short', 'rt')) / completedAt(runs.of('short', 'vt')) - 1),
      unit: '%',
    },
    'lbl-sooner': {
      number: (runs) => completedAt(runs.of('lbl', 'rr')) - completedAt(runs.of('lbl', 'lbl')),
      unit: 's',
    },
    'literal-longer': {
      number: (runs) => completedAt(runs.of('literal', 'all')) / completedAt(runs.of('literal', 'some')),
    },
    stuck: {
      holds: (runs) => {
        const { time_s, cwnd, verdict } = runs.of('literal', 'all').trace.rows('decisions', 0);
        return time_s.every(
          (time, row) =>
            time < 2 || (cwnd[row] === 4 && verdict[row] === DECISION_VERDICTS.indexOf('stay_in_slow_start')),
        );
      },
      wrong: { 'flows.0.receiver.strict': false },
    },
    'little-used': {
      number: (runs) => 100 * linkOf(runs.of('literal', 'all'), 'R1>R2').utilization,
      unit: '%',
    },
  },

  numbers: {
    '25': (runs) => lost(runs.of('short', 'rr')),
  },

  beside: [
    {
      quantity: 'timeouts, Reno to Tahoe',
      unit: '',
      ours: (runs) => timeouts(pair(runs, 'rt')),
      decimals: 0,
      cited: 'ahn-1995/figure-1/rt-timeouts',
      published: '5',
      note: 'Each loss costs a timeout in both. Here the window grows from lower down after each, so there are fewer losses in two megabytes.',
    },
    {
      quantity: 'drops, Vegas',
      unit: 'segments',
      ours: (runs) => dropsOf(pair(runs, 'vr')),
      decimals: 0,
      cited: 'ahn-1995/figure-1/vr-losses',
      published: '0',
    },
    {
      quantity: 'gain of Vegas to a Tahoe receiver, half a megabyte',
      unit: '%',
      ours: (runs) => 100 * (completedAt(runs.of('short', 'rt')) / completedAt(runs.of('short', 'vt')) - 1),
      decimals: 0,
      cited: 'ahn-1995/live/gain-tahoe',
      published: '300',
      note: 'Measured on a live path that nobody knows. On the path of Figure 9 no sender could lose so much.',
    },
  ],
} satisfies Lesson;

/** Number of segments dropped in the first slow start. */
function lost(run: Run): number {
  return segmentsOf(run, 'drop_full').filter(({ time_s }) => time_s < 5).length;
}
