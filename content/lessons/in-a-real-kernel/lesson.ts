/** Cardwell's emulated path: how NewReno, FACK and Linux Vegas leave slow start, and the cost of each way. */
import { FLOW_STATES, SEGMENT_KINDS } from '../../../web/engine/schema';
import type { Lesson, LessonMetric } from '../../../web/lessons/lesson';
import {
  cwndOf,
  flowOf,
  linkOf,
  meanOver,
  packetsOf,
  rateOf,
  rttOf,
  segmentsOf,
  valueAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';

const LINK = 'left>right';
const RECOVERY = FLOW_STATES.indexOf('recovery');

/** Start and end of the first recovery, s. */
function firstRecovery(run: Run): { from: number; to: number } {
  const { time_s, state } = run.trace.rows('states', 0);
  const row = state.indexOf(RECOVERY);
  if (row < 0) throw new Error('The run has no recovery.');
  return { from: time_s[row] ?? 0, to: time_s[row + 1] ?? run.now_s };
}

/** Times of retransmissions, s. */
function repairs(run: Run): number[] {
  const { time_s, kind } = run.trace.rows('segments', 0);
  return Array.from(time_s).filter((_, row) => SEGMENT_KINDS[kind[row] ?? 0]?.startsWith('retransmit'));
}

/** Times of drops, s. */
function drops(run: Run): number[] {
  const { time_s, kind } = run.trace.rows('segments', 0);
  return Array.from(time_s).filter((_, row) => SEGMENT_KINDS[kind[row] ?? 0] === 'drop_full');
}

/** Time at which slow start ends, s. */
function leavesSlowStart(run: Run): number {
  const { time_s } = run.trace.rows('states', 0);
  return time_s[1] ?? run.now_s;
}

/** The longest recovery, s; zero without any. */
function longestRepair(run: Run): number {
  const { time_s, state } = run.trace.rows('states', 0);
  const lengths = Array.from(time_s, (from, row) =>
    state[row] === RECOVERY ? (time_s[row + 1] ?? run.now_s) - from : 0,
  );
  return Math.max(...lengths);
}

const repairTime = (run: Run) => {
  const { from, to } = firstRecovery(run);
  return to - from;
};

/** Mean time between retransmissions in the first recovery, ms. */
function repairGap(run: Run): number {
  const { from, to } = firstRecovery(run);
  const times = repairs(run).filter((time) => time >= from && time < to);
  return (1000 * ((times.at(-1) ?? 0) - (times[0] ?? 0))) / (times.length - 1);
}

const carried = (run: Run) => flowOf(run).goodput_bytes_per_s / 1000;
/** Mean queue after the first 20 s, packets. */
const waiting = (run: Run) => meanOver(packetsOf(run, LINK), 20, 120);
const QUEUE: LessonMetric = {
  label: 'mean queue, after twenty seconds',
  unit: 'packets',
  decimals: 1,
  of: waiting,
};
const netperf = (runs: Runs, arm: string) => runs.of('netperf', arm);
const nosack = (runs: Runs, arm: string) => runs.of('nosack', arm);

const short = (runs: Runs, arm: string) => runs.of('short', arm);
/** Times of the short transfers, s. */
const timesOf = (run: Run) =>
  flowOf(run).transfers.map(
    ({ opened_at_s, completed_at_s }) => (completed_at_s ?? Number.NaN) - opened_at_s,
  );
const meanTime = (run: Run) => timesOf(run).reduce((sum, time) => sum + time, 0) / timesOf(run).length;
const slowest = (run: Run) => Math.max(...timesOf(run));
/** Number of short transfers that retransmit something. */
const hurt = (run: Run) =>
  flowOf(run).transfers.filter(({ retransmitted_bytes }) => retransmitted_bytes > 0).length;
const SHORT: LessonMetric[] = [
  { label: 'mean time of a short transfer, in eighty seconds', unit: 's', decimals: 2, of: meanTime },
  { label: 'longest time of a short transfer, in eighty seconds', unit: 's', decimals: 2, of: slowest },
  { label: 'short transfers that lose a segment, in eighty seconds', unit: '', decimals: 0, of: hurt },
];
/** The long transfers are Vegas. */
const VEGAS_NEIGHBORS = Object.fromEntries(
  [1, 2, 3, 4].map((flow) => [`flows.${flow}.sender.preset`, 'linux-vegas']),
);

const BUFFER = 'links.0.queue.limit_packets';
const SLOW_START = {
  path: 'flows.0.sender.slow_start',
  label: 'slow start ends',
  choices: ['every_rtt', 'linux_vegas'],
  words: { every_rtt: 'at a loss', linux_vegas: 'at a queue (Vegas)' },
} as const;

export default {
  experiments: {
    nightmare: {
      kind: 'runs',
      staged: true,
      title: 'NewReno comes out of slow start',
      look: 'Look at the steps after the first burst of segments. Each is one repair.',
      arms: {
        newreno: {
          label: 'NewReno',
          experiment: 'cardwell-1999/dummynet/newreno',
          set: { duration_s: 15 },
        },
      },
      panels: ['sender-sequence', 'queue'],
    },
    fack: {
      kind: 'runs',
      title: 'The same losses, with and without SACK',
      look: 'Compare the two curves at the moment when one of them has repaired all its losses.',
      arms: {
        newreno: {
          label: 'NewReno',
          experiment: 'cardwell-1999/dummynet/newreno',
          set: { duration_s: 15 },
        },
        fack: { label: 'FACK', experiment: 'cardwell-1999/dummynet/fack', set: { duration_s: 15 } },
      },
      panels: ['sender-sequence', 'window'],
      seconds: [1, 4],
      metrics: ['flows.0.retransmitted_segments', 'flows.0.goodput_bytes_per_s'],
    },
    netperf: {
      kind: 'runs',
      title: 'Two minutes with SACK',
      look: 'Compare what each sender carries, then the queue at the bottleneck.',
      arms: {
        fack: { label: 'FACK', experiment: 'cardwell-1999/dummynet/fack' },
        both: { label: 'Vegas, FACK', experiment: 'cardwell-1999/dummynet/vegas-fack' },
      },
      panels: ['queue', 'window'],
      metrics: ['flows.0.goodput_bytes_per_s', 'links.left>right.drops', QUEUE],
    },
    short: {
      kind: 'runs',
      title: 'Sixty short transfers among four long ones',
      look: 'Only the four long senders differ. Compare the queue that the short transfers meet.',
      arms: {
        fack: { label: 'among FACK', scenario: 'in-a-real-kernel.short' },
        vegas: { label: 'among Vegas', scenario: 'in-a-real-kernel.short', set: VEGAS_NEIGHBORS },
      },
      panels: ['queue'],
      flows: [0],
      metrics: [...SHORT, 'links.left>right.drops', 'links.left>right.mean_queue_packets'],
    },
    nosack: {
      kind: 'runs',
      title: 'Two minutes without SACK',
      look: 'Compare what each sender carries.',
      arms: {
        newreno: { label: 'NewReno', experiment: 'cardwell-1999/dummynet/newreno' },
        vegas: { label: 'Vegas, NewReno', experiment: 'cardwell-1999/dummynet/vegas-newreno' },
      },
      panels: ['queue'],
      metrics: ['flows.0.goodput_bytes_per_s', 'links.left>right.drops', QUEUE],
    },
    gamma: {
      kind: 'runs',
      title: 'How late may Vegas leave slow start?',
      look: 'Gamma counts half packets here, as in the kernel: 2 is one packet.',
      arms: {
        vegas: {
          label: 'Vegas, NewReno',
          experiment: 'cardwell-1999/dummynet/vegas-newreno',
          set: { duration_s: 15 },
        },
      },
      panels: ['window', 'sender-sequence'],
      controls: [{ path: 'flows.0.sender.slow_start.gamma', label: 'gamma, half packets', range: [1, 64] }],
      metrics: ['links.left>right.drops', 'flows.0.goodput_bytes_per_s'],
    },
  },

  predictions: {
    gain: {
      kind: 'number',
      question:
        'Without SACK, NewReno stalls once in two minutes, and Vegas never does. How many percent more does Vegas carry?',
      covers: ['nosack'],
      unit: '%',
      range: [0, 50],
      step: 1,
      answer: (runs) => 100 * (carried(nosack(runs, 'vegas')) / carried(nosack(runs, 'newreno')) - 1),
      within: 3,
      why: (runs) =>
        `NewReno carries ${carried(nosack(runs, 'newreno')).toFixed(0)} kB/s, and Vegas ${carried(nosack(runs, 'vegas')).toFixed(0)}. The stall is a twelfth of the two minutes, in which next to nothing is sent.`,
    },
    more: {
      kind: 'choice',
      question: 'In two minutes over this path, which carries more: FACK, or Vegas with FACK?',
      covers: ['netperf'],
      options: {
        fack: 'FACK: it uses the whole buffer',
        vegas: 'Vegas: it avoids the losses',
        same: 'They are within one percent of each other',
      },
      answer: (runs) => {
        const ratio = carried(netperf(runs, 'both')) / carried(netperf(runs, 'fack'));
        return ratio > 1.01 ? 'vegas' : ratio < 0.99 ? 'fack' : 'same';
      },
      instead: {
        fack: 'You expected a fuller buffer to carry more. The link sends at the same rate whether two packets wait or ninety.',
        vegas:
          'You expected the losses to cost throughput. Each costs FACK one retransmission, and the link stays busy meanwhile.',
      },
      why: (runs) =>
        `FACK carries ${carried(netperf(runs, 'fack')).toFixed(0)} kB/s and Vegas ${carried(netperf(runs, 'both')).toFixed(0)}. As long as a packet waits at the bottleneck, the link is busy, and it can’t be busier than that.`,
    },
    short: {
      kind: 'number',
      question:
        'These short transfers share the link with four long ones. How many times as long does one take if the long ones are FACK, compared with Vegas?',
      covers: ['short'],
      unit: 'times',
      range: [0.5, 5],
      step: 0.1,
      answer: (runs) => meanTime(short(runs, 'fack')) / meanTime(short(runs, 'vegas')),
      within: 0.4,
      why: (runs) =>
        `On average ${meanTime(short(runs, 'fack')).toFixed(2)} s among FACK senders, and ${meanTime(short(runs, 'vegas')).toFixed(2)} s among Vegas senders.`,
    },
    queue: {
      kind: 'draw',
      question:
        'The buffer holds a hundred packets. Draw the queue while Vegas with FACK sends for thirty seconds.',
      covers: ['netperf'],
      x: { label: 'time', unit: 's', from: 0, to: 30 },
      y: { label: 'queue', unit: 'packets', from: 0, to: 100 },
      answer: (runs) => packetsOf(netperf(runs, 'both'), LINK),
      line: 1,
      features: [{ is: 'near', from: 5, to: 30, within: 8 }],
      why: (runs) =>
        `After twenty seconds, ${waiting(netperf(runs, 'both')).toFixed(1)} packets are there on average, including the one being sent. With FACK alone it is ${waiting(netperf(runs, 'fack')).toFixed(0)}. The peak at the start is the last round of slow start.`,
    },
  },

  checks: {
    overflow: {
      experiment: 'nightmare',
      task: 'Get through the fifteen seconds without a repair that takes longer than one second.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const [lost, longest] = [drops(run).length, longestRepair(run)];
        const found = `${lost} packets are lost, and the longest repair takes ${longest.toFixed(1)} s.`;
        if (longest > 1) return { passed: false, words: found };
        return {
          passed: true,
          words:
            lost > 20
              ? `${found} As many are lost as before, but this sender knows of all of them. There’s another way, too.`
              : `${found} This sender stops before the buffer overflows. There’s another way, too.`,
        };
      },
      right: { [`${SLOW_START.path}.kind`]: 'linux_vegas' },
      wrong: { [BUFFER]: 30 },
    },
    cause: {
      experiment: 'short',
      task: 'Why do most of the sixty take longer among FACK senders?',
      kind: 'choose',
      options: {
        losses: 'They lose segments and have to repair them',
        waits: 'Their packets wait in a longer queue',
        share: 'FACK senders use more of the link',
      },
      answer: (mine) => (hurt(mine('fack')) < timesOf(mine('fack')).length / 2 ? 'waits' : 'losses'),
      hints: [
        'The table below the panels counts the transfers that lose a segment.',
        'Compare the mean time with the longest, and the mean queue of both runs.',
      ],
      why: (mine) =>
        `Only ${hurt(mine('fack'))} of the ${timesOf(mine('fack')).length} lose a segment. On average ${linkOf(mine('fack'), LINK).mean_queue_packets.toFixed(0)} packets are in the queue of the FACK senders, and ${linkOf(mine('vegas'), LINK).mean_queue_packets.toFixed(0)} in that of Vegas. Losses have their cost, too: the slowest transfer among FACK takes ${slowest(mine('fack')).toFixed(1)} s. Among Vegas, ${hurt(mine('vegas'))} lose a segment.`,
    },
    gap: {
      experiment: 'nightmare',
      task: 'How far apart are two repairs?',
      kind: 'read',
      unit: 'ms',
      answer: (mine) => repairGap(mine()),
      within: 5,
      right: 103,
      wrong: 50,
      hints: [
        'Each step is one retransmission. Point at it to see its time.',
        'Move the cursor from one retransmission to the next, and subtract the two times.',
      ],
      why: (mine) =>
        `In your run, two repairs are ${repairGap(mine()).toFixed(0)} ms apart on average: a round trip over an empty path. There is hardly a queue, because hardly anything is being sent.`,
    },
    late: {
      experiment: 'gamma',
      task: 'Raise gamma until Vegas, too, loses dozens of packets and takes seconds to repair them.',
      kind: 'reach',
      judge: (mine) => {
        const lost = drops(mine()).length;
        const passed = lost > 20 && repairTime(mine()) > 2;
        return {
          passed,
          words: passed
            ? `With this gamma, slow start lasts too long: ${lost} packets are lost, and the repair takes ${repairTime(mine()).toFixed(1)} s. Vegas measured the delay all the same, but reacted too late.`
            : `Vegas left slow start after ${leavesSlowStart(mine()).toFixed(2)} s and lost ${lost} packets. The window grows by half in every round trip, so try larger steps.`,
        };
      },
      right: { 'flows.0.sender.slow_start.gamma': 16 },
      wrong: { 'flows.0.sender.slow_start.gamma': 4 },
    },
  },

  steps: {
    start: {
      experiment: 'nightmare',
      panels: ['sender-sequence', 'queue'],
      seconds: [0, 15],
      play: true,
      from: 0,
      speed: 2,
      controls: [
        SLOW_START,
        {
          path: 'flows.0.sender.recovery',
          label: 'loss repair',
          choices: ['new_reno', 'fack'],
          words: { new_reno: 'NewReno', fack: 'FACK, with SACK' },
          along: {
            fack: { 'flows.0.sender.sack': true, 'flows.0.sender.detection.kind': 'forward_ack' },
          },
        },
      ],
    },
    holes: {
      experiment: 'nightmare',
      panels: ['sender-sequence', 'queue'],
      seconds: [1, 1.8],
      time: ({ of }) => firstRecovery(of('nightmare')).from,
    },
    gaps: {
      experiment: 'nightmare',
      panels: ['sender-sequence'],
      seconds: [4, 4.6],
      time: 4.3,
    },
  },

  points: {
    loss: { time: ({ of }) => drops(of('nightmare'))[0] },
    repair: { time: ({ of }) => firstRecovery(of('nightmare')).from, highlight: 'fast_retransmit' },
  },

  claims: {
    stall: {
      holds: (runs) => Math.abs(repairTime(runs.of('nightmare')) - 9.75) < 0.25,
      wrong: { [BUFFER]: 30 },
    },
    byHalf: {
      holds: (runs) => {
        const cwnd = cwndOf(runs.of('nightmare'));
        // A round trip takes the smallest RTT here: until 1 s, only delayed ACKs make samples longer.
        const [from, to] = [0.6, 1];
        const rounds = (1000 * (to - from)) / Math.min(...Array.from(rttOf(runs.of('nightmare')).y));
        return Math.abs((valueAt(cwnd, to) / valueAt(cwnd, from)) ** (1 / rounds) - 1.5) < 0.05;
      },
      wrong: { 'flows.0.receiver.kind': 'every_packet' },
    },
    third: {
      holds: (runs) => {
        const lost = segmentsOf(runs.of('nightmare'), 'drop_full').map(({ seq }) => seq);
        return Math.abs(lost.length / (Math.max(...lost) - Math.min(...lost) + 1) - 1 / 3) < 0.02;
      },
      wrong: { 'flows.0.receiver.kind': 'every_packet' },
    },
    lost: { number: (runs) => drops(runs.of('nightmare')).length },
    restarts: {
      number: (runs) => {
        const run = runs.of('nightmare');
        return valueAt(cwndOf(run), firstRecovery(run).to + 1e-6);
      },
      unit: 'segments',
    },
    crawl: {
      number: (runs) => {
        const run = runs.of('nightmare');
        return (100 * rateOf(run, 0, 4, 10)) / rateOf(run, 0, 13, 15);
      },
      unit: '%',
    },
    steps: {
      holds: (runs) => {
        const run = runs.of('nightmare');
        const { from, to } = firstRecovery(run);
        const times = repairs(run).filter((time) => time >= from && time < to);
        // Whole nanoseconds, as the engine counts.
        const roundTrip = Math.round(1e6 * Math.min(...Array.from(rttOf(run).y)));
        return times
          .slice(1)
          .every((time, place) => Math.round(1e9 * (time - (times[place] ?? 0))) >= roundTrip);
      },
      wrong: { 'flows.0.sender.sack': true, 'flows.0.sender.recovery.kind': 'fack' },
    },
    alike: {
      holds: (runs) => {
        const [fack, newreno] = ['fack', 'newreno'].map((arm) =>
          drops(runs.of('fack', arm)).filter((time) => time < 5),
        );
        return fack?.length !== 0 && String(fack) === String(newreno);
      },
      // The receiver's window limits slow start, so that nothing is lost.
      wrong: { 'flows.0.rwnd_bytes': 100_000 },
    },
    bothCarries: { number: (runs) => carried(netperf(runs, 'both')), unit: 'kB/s' },
    vegasLoses: { number: (runs) => linkOf(netperf(runs, 'both'), LINK).drops },
    fackLater: { number: (runs) => drops(netperf(runs, 'fack')).filter((time) => time > 5).length },
    leaves: { number: (runs) => leavesSlowStart(nosack(runs, 'vegas')), unit: 's' },
    before: {
      number: (runs) =>
        1000 * ((drops(nosack(runs, 'newreno'))[0] ?? 0) - leavesSlowStart(nosack(runs, 'vegas'))),
      unit: 'ms',
    },
    lands: {
      number: (runs) => {
        const run = nosack(runs, 'vegas');
        return valueAt(cwndOf(run), leavesSlowStart(run) + 0.5);
      },
      unit: 'segments',
    },
  },

  beside: [
    {
      quantity: 'NewReno carries',
      unit: 'kB/s',
      ours: (runs) => carried(nosack(runs, 'newreno')),
      decimals: 0,
      cited: 'cardwell-1999/no-sack/newreno',
      published: '8.59 Mbit/s (1074 kB/s)',
      note: 'The repair after slow start explains seven percent. The page doesn’t say what else NewReno lost.',
    },
    {
      quantity: 'Vegas with NewReno carries',
      unit: 'kB/s',
      ours: (runs) => carried(nosack(runs, 'vegas')),
      decimals: 0,
      cited: 'cardwell-1999/no-sack/vegas',
      published: '9.59 Mbit/s (1199 kB/s)',
    },
    {
      quantity: 'FACK carries',
      unit: 'kB/s',
      ours: (runs) => carried(netperf(runs, 'fack')),
      decimals: 0,
      cited: 'cardwell-1999/sack/fack',
      published: '9.59 Mbit/s (1199 kB/s)',
    },
    {
      quantity: 'Vegas with FACK carries',
      unit: 'kB/s',
      ours: (runs) => carried(netperf(runs, 'both')),
      decimals: 0,
      cited: 'cardwell-1999/sack/vegas',
      published: '9.59 Mbit/s (1199 kB/s)',
    },
    {
      quantity: 'FACK loses in slow start',
      unit: 'packets',
      ours: (runs) => drops(netperf(runs, 'fack')).filter((time) => time < 5).length,
      decimals: 0,
      cited: 'cardwell-1999/sack/fack-slow-start-drops',
      published: '100',
      note: 'The page says “about 100”, the whole queue.',
    },
    {
      quantity: 'mean queue with FACK',
      unit: 'packets',
      ours: (runs) => waiting(netperf(runs, 'fack')),
      decimals: 0,
      cited: 'cardwell-1999/sack/fack-queue',
      published: '50',
      note: 'The page says “about half full”.',
    },
    {
      quantity: 'longest repair of NewReno',
      unit: 's',
      ours: (runs) => repairTime(nosack(runs, 'newreno')),
      decimals: 1,
      cited: 'cardwell-1999/no-sack/recovery',
      published: '8',
    },
  ],
} satisfies Lesson;
