/** The same senders with receivers that acknowledge differently: Figure 1 of Ahn et al., R-T and V-T compared with R-R and V-R. */

import { formatFixed } from '../../../web/base/words/format';
import { plural, t } from '../../../web/base/words/words';
import { DECISION_VERDICTS } from '../../../web/engine/generated/trace';
import type { Lesson } from '../../../web/lessons/lesson';
import {
  completedAt,
  cwndOf,
  dropsOf,
  flowOf,
  isSilentBefore,
  leavesSlowStart,
  linkOf,
  segmentsOf,
  summaryOf,
  valueAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import { stripOf } from '../../../web/lessons/strip';
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
/** The segments above the first hole that arrive before the first timeout. */
const aboveHole = (run: Run) => {
  const hole = segmentsOf(run, 'drop_full')[0]?.seq ?? Number.NaN;
  return before(run, 'data_arrived').filter(({ seq }) => seq > hole);
};
/** Time from the first to the last of their arrivals, s. */
const above = (run: Run) => {
  const came = aboveHole(run);
  return (came.at(-1)?.time_s ?? Number.NaN) - (came[0]?.time_s ?? Number.NaN);
};
/** ssthresh three seconds after the timer expired, segments. */
const threshold = (run: Run) => {
  const { time_s, ssthresh } = run.trace.rows('windows', 0);
  return valueAt({ x: time_s, y: ssthresh }, expires(run) + 3);
};
/** cwnd three seconds after the timer expired, segments. */
const after = (run: Run) => valueAt(cwndOf(run), expires(run) + 3);

const longer = (runs: Runs, sender: 'r' | 'v') =>
  sender === 'r'
    ? 100 * (completedAt(runs.of('tahoe')) / completedAt(runs.of('usual')) - 1)
    : 100 * (completedAt(runs.of('vegas', 'vt')) / completedAt(runs.of('vegas', 'vr')) - 1);
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

/** Time of the last duplicate ACK before the first timeout, s. */
const lastDuplicate = (run: Run) =>
  segmentsOf(run, 'dup_ack_sent').findLast(({ time_s }) => time_s < expires(run))?.time_s;

const CLOCK = {
  path: 'flows.0.receiver.delayed_ack_ms',
  label: 'receiver’s clock tick',
  range: [10, 400],
} as const;

export default {
  experiments: {
    tahoe: {
      kind: 'runs',
      title: 'Reno to the old receiver',
      look: 'The window, and the ACKs that leave the receiver, up to the first timeout and the climb after it.',
      arms: { rt: { label: 'old receiver', scenario: 'ahn-fig1-rt' } },
      panels: ['window', 'receiver-sequence'],
      seconds: [0, 6],
      controls: [CLOCK],
      metrics: ['flows.0.coarse_timeouts', 'flows.0.fast_retransmits'],
    },
    usual: {
      kind: 'runs',
      staged: true,
      title: 'Reno to the usual receiver',
      look: 'When do the duplicate ACKs leave?',
      arms: { rr: { label: 'usual receiver', scenario: 'ahn-fig1-rr' } },
      panels: ['receiver-sequence'],
    },
    pair: {
      kind: 'runs',
      staged: true,
      title: 'A sender of your own to the old receiver',
      look: 'Where does it stop?',
      arms: { pair: { label: 'your sender', scenario: 'ahn-fig1-rt' } },
      panels: ['sender-sequence'],
    },
    vegas: {
      kind: 'runs',
      title: 'Vegas, two receivers',
      look: 'Two megabytes each. Where do the two transfers differ?',
      arms: {
        vr: { label: 'usual receiver', scenario: 'ahn-fig1-vr' },
        vt: { label: 'old receiver', scenario: 'ahn-fig1-vt' },
      },
      panels: ['sender-sequence'],
      metrics: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts'],
    },
    short: {
      kind: 'runs',
      title: 'A quarter of the data',
      look: 'Compare the windows after the timeout.',
      arms: {
        rr: { label: 'usual receiver', scenario: 'ahn-fig1-rr', set: SHORT },
        rt: { label: 'old receiver', scenario: 'ahn-fig1-rr', set: { ...TAHOE, ...SHORT } },
      },
      panels: ['window', 'sender-sequence'],
      metrics: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts', 'flows.0.fast_retransmits'],
    },
    gain: {
      kind: 'runs',
      title: 'Half a megabyte to the old receiver',
      look: 'How much sooner does Vegas finish?',
      arms: {
        rt: { label: 'Reno', scenario: 'ahn-fig1-rr', set: { ...TAHOE, ...SHORT } },
        vt: { label: 'Vegas', scenario: 'ahn-fig1-rr', set: { ...TAHOE, ...SHORT, ...VEGAS } },
      },
      panels: ['sender-sequence'],
      metrics: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts'],
    },
    lbl: {
      kind: 'runs',
      title: 'A receiver that acknowledges every segment',
      look: 'Compare the two slow starts, and what the buffer drops.',
      arms: {
        rr: { label: 'usual receiver', scenario: 'ahn-fig1-rr' },
        lbl: { label: 'LBL receiver', scenario: 'ahn-fig1-rr', set: { 'flows.0.receiver.kind': 'lbl_reno' } },
      },
      panels: ['window', 'queue'],
      seconds: [0, 10],
      metrics: ['links.R1>R2.drops', 'flows.0.completed_at_s', 'flows.0.coarse_timeouts'],
    },
    literal: {
      kind: 'runs',
      title: 'The sentence taken literally',
      look: 'Vegas sends a quarter of a megabyte to the old receiver, built in two ways.',
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
      metrics: ['flows.0.completed_at_s', 'flows.0.mean_cwnd_segments', 'flows.0.mean_rtt_ms'],
    },
  },

  steps: {
    stalls: {
      experiment: 'tahoe',
      panels: ['sender-sequence'],
      seconds: [0, 31],
      time: ({ of }) => stalls(of('tahoe'))[0],
      play: true,
      from: 1,
      controls: stripOf({ parts: ['receiver'], receivers: ['bsd_reno', 'tahoe_style'] }),
      shows: isSilentBefore,
    },
    'in-order': {
      experiment: 'tahoe',
      panels: ['receiver-sequence'],
      seconds: [0, 1],
      play: true,
      speed: 0.1,
      highlight: 'ack',
    },
    usual: {
      experiment: 'usual',
      panels: ['receiver-sequence'],
      seconds: [1.2, 2.3],
      time: ({ of }) => lastDuplicate(of('usual')),
      highlight: 'duplicate_ack',
    },
    hole: {
      experiment: 'tahoe',
      panels: ['receiver-sequence'],
      seconds: [1.2, 2.3],
      time: ({ of }) => segmentsOf(of('tahoe'), 'dup_ack_sent')[0]?.time_s,
      highlight: 'duplicate_ack',
      controls: [CLOCK],
    },
    vegas: { experiment: 'vegas', panels: ['sender-sequence', 'queue'], seconds: [0, 8], play: true },
    pair: {
      experiment: 'pair',
      // The next lesson asks for the window of Vegas.
      panels: ['sender-sequence'],
      seconds: [0, 31],
      time: ({ of }) => stalls(of('pair'))[0],
      controls: stripOf().filter(({ part }) => part !== 'receiver'),
    },
  },
  points: {
    stall: { time: ({ of }) => stalls(of('tahoe'))[0] },
    duplicates: {
      time: ({ of }) => segmentsOf(of('usual'), 'dup_ack_sent')[0]?.time_s,
      highlight: 'duplicate_ack',
    },
    waits: {
      time: ({ of }) => segmentsOf(of('tahoe'), 'dup_ack_sent')[0]?.time_s,
      highlight: 'duplicate_ack',
    },
    settled: { time: ({ of }) => leavesSlowStart(of('vegas')), highlight: 'segment_sent' },
  },

  predictions: {
    slowed: {
      kind: 'choice',
      question:
        'Now Vegas sends the same data to the old receiver. How much does that receiver slow it down?',
      covers: ['vegas'],
      options: {
        none: 'Not at all',
        some: 'Less than Reno, but it shows',
        much: 'As much as Reno, or more',
      },
      answer: (runs) => {
        const vegas = longer(runs, 'v');
        if (vegas < 0.1) return 'none';
        return vegas < longer(runs, 'r') ? 'some' : 'much';
      },
      instead: {
        some: 'It would show if a segment were lost. None is.',
        much: 'Vegas does measure RTTs by ACKs. But in order, this receiver acknowledges like any other.',
      },
      why: (runs) =>
        t(
          'Vegas takes {vegas} % longer: it loses {drops} segments. In order, both receivers acknowledge alike, so the old one never has anything to hold back.',
          {
            vegas: formatFixed(longer(runs, 'v'), 0),
            drops: dropsOf(runs.of('vegas', 'vt')),
          },
        ),
    },
    short: {
      kind: 'choice',
      question:
        'Reno sends only a quarter of the data, so that the transfer is over before its second loss. With which receiver does it take longer?',
      covers: ['short'],
      options: {
        tahoe: 'With the old receiver',
        same: 'With both the same',
        reno: 'With the usual receiver',
      },
      answer: (runs) => {
        const apart = completedAt(runs.of('short', 'rt')) - completedAt(runs.of('short', 'rr'));
        if (Math.abs(apart) < 0.25) return 'same';
        return apart > 0 ? 'tahoe' : 'reno';
      },
      instead: {
        tahoe:
          'You gave fast retransmit credit for its repairs. It repairs two of 25 holes; look at what the repairs cost.',
        same: 'Both have one timeout, at the same moment. Look at the window after it.',
      },
      why: (runs) =>
        t(
          'With the usual receiver it takes {usual} s, with the old one {old} s. Each fast retransmit halves the window, even a needless one: after the timeout, Reno retransmits segments that had arrived, and their duplicate ACKs look like a loss.',
          {
            usual: formatFixed(completedAt(runs.of('short', 'rr')), 1),
            old: formatFixed(completedAt(runs.of('short', 'rt')), 1),
          },
        ),
    },
  },

  checks: {
    spared: {
      experiment: 'pair',
      task: 'Exchange parts of the sender until the old receiver costs no timeout.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const count = timeouts(run);
        const ends = formatFixed(completedAt(run), 1);
        const first = segmentsOf(run, 'drop_full')[0]?.time_s ?? Number.NaN;
        const found = t('Your transfer has {timeouts} and loses {drops}, the first at {first} s.', {
          timeouts: plural(count, '{n} timeout', '{n} timeouts'),
          drops: plural(dropsOf(run), '{n} segment', '{n} segments'),
          first: formatFixed(first, 1),
        });
        return count === 0
          ? {
              passed: true,
              words: t(
                'Nothing is lost, so the receiver has nothing to hold back. The transfer ends at {ends} s.',
                { ends },
              ),
            }
          : {
              passed: false,
              words:
                first < 5
                  ? t(
                      '{found} That’s at the end of slow start. Repairing a loss comes too late here; which part would avoid it?',
                      { found },
                    )
                  : t('{found} By then, slow start is long over. Which part makes the window grow now?', {
                      found,
                    }),
            };
      },
      right: {
        'flows.0.sender.slow_start.kind': 'every_other_rtt',
        'flows.0.sender.avoidance.kind': 'cam',
      },
      wrong: { 'flows.0.sender.slow_start.kind': 'every_other_rtt' },
    },
    counted: {
      experiment: 'tahoe',
      task: 'How many duplicate ACKs reach Reno from the old receiver before the timer expires for the first time?',
      kind: 'read',
      unit: 'ACKs',
      answer: (mine) => duplicates(mine()),
      within: 0,
      right: 1,
      wrong: 3,
      hints: [
        'Find the first timeout in the window panel: the window drops to one segment.',
        'In the panel below, look at the two seconds before that. Count the small circles: ACKs that repeat an earlier one.',
      ],
      why: (mine) =>
        t(
          '{count}, although {arrived} segments arrive above the first hole. Fast retransmit needs three duplicates.',
          {
            count: duplicates(mine()),
            arrived: aboveHole(mine()).length,
          },
        ),
    },
    clock: {
      experiment: 'tahoe',
      task: 'Set the receiver’s clock so that Reno makes a fast retransmit before its timer expires for the first time.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const passed = segmentsOf(run, 'retransmit_fast').some(({ time_s }) => time_s < expires(run));
        const found = t('With a tick of {tick} ms, {duplicates} before the timer expires.', {
          tick: delay(run),
          duplicates: plural(duplicates(run), '{n} duplicate ACK comes', '{n} duplicate ACKs come'),
        });
        const time = formatFixed(1000 * above(run), 0);
        return {
          passed,
          words: passed
            ? t(
                '{found} Segments arrive above the first hole for {time} ms, and each tick reports them once. Three ticks always meet them if the clock ticks at least every {half} ms. If it’s slower, that’s luck.',
                { found, time, half: formatFixed(500 * above(run), 0) },
              )
            : t('{found} Segments arrive above the first hole for {time} ms. How many ticks meet them?', {
                found,
                time,
              }),
        };
      },
      right: { 'flows.0.receiver.delayed_ack_ms': 100 },
      // No three ticks can meet them.
      wrong: { 'flows.0.receiver.delayed_ack_ms': 300 },
    },
  },

  claims: {
    identical: {
      holds: (runs) => summaryOf(runs.of('vegas', 'vt')).digest === summaryOf(runs.of('vegas', 'vr')).digest,
      // With so small a buffer Vegas loses segments.
      wrong: { 'links.1.queue.limit_bytes': 1024 },
    },
    'vegas-loses': { number: (runs) => dropsOf(runs.of('vegas', 'vt')) },
    'reno-longer': { number: (runs) => longer(runs, 'r'), unit: '%' },
    stalls: { number: (runs) => timeouts(runs.of('tahoe')) },
    'stalls-rr': { number: (runs) => timeouts(runs.of('usual')) },
    'no-fast': { number: (runs) => flowOf(runs.of('tahoe')).fast_retransmits },
    'first-later': { number: (runs) => stalls(runs.of('tahoe'))[1] ?? Number.NaN, unit: 's' },
    'short-rr': { number: (runs) => completedAt(runs.of('short', 'rr')), unit: 's' },
    'short-rt': { number: (runs) => completedAt(runs.of('short', 'rt')), unit: 's' },
    'short-vt': { number: (runs) => completedAt(runs.of('gain', 'vt')), unit: 's' },
    'after-rr': { number: (runs) => after(runs.of('short', 'rr')) },
    'after-rt': { number: (runs) => after(runs.of('short', 'rt')) },
    'ssthresh-rr': { number: (runs) => threshold(runs.of('short', 'rr')) },
    'ssthresh-rt': { number: (runs) => threshold(runs.of('short', 'rt')) },
    'same-timeout': {
      holds: (runs) => expires(runs.of('short', 'rr')) === expires(runs.of('short', 'rt')),
      wrong: { 'flows.0.sender.timer.tick_ms': 100 },
    },
    'gain-short': {
      number: (runs) => 100 * (completedAt(runs.of('gain', 'rt')) / completedAt(runs.of('gain', 'vt')) - 1),
      unit: '%',
    },
    'lbl-lost': { number: (runs) => lost(runs.of('lbl', 'lbl')) },
    'rr-lost': { number: (runs) => lost(runs.of('lbl', 'rr')) },
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
      ours: (runs) => timeouts(runs.of('tahoe')),
      decimals: 0,
      cited: 'ahn-1995/figure-1/rt-timeouts',
      published: '5',
      note: 'Each loss costs a timeout in both. Here the window restarts from a lower ssthresh, so there are fewer losses in two megabytes.',
    },
    {
      quantity: 'drops, Vegas',
      unit: 'segments',
      ours: (runs) => dropsOf(runs.of('vegas', 'vr')),
      decimals: 0,
      cited: 'ahn-1995/figure-1/vr-losses',
      published: '0',
    },
  ],
} satisfies Lesson;

/** Number of segments dropped in the first slow start. */
function lost(run: Run): number {
  return segmentsOf(run, 'drop_full').filter(({ time_s }) => time_s < 5).length;
}
