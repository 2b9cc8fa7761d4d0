/** Ahn et al. 1995, sections 6.2 and 6.3: the time that Vegas saves by their formula, the time it really saves, and other ways to save it. */
import type { Summary } from '../../../web/engine/schema';
import type { Arm, Lesson } from '../../../web/lessons/lesson';
import { completedAt, flowOf, isSilentBefore, linkOf, rttOf, segmentsOf } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import { containsZero, differencesOf } from '../../../web/lessons/samples/pairs';
import type { Run } from '../../../web/run/trace';

const BOTTLENECK = 'R1>R2';
const BUFFER = 'links.1.queue.limit_bytes';
const DONE = 'flows.0.completed_at_s';
const TIMEOUTS = 'flows.0.coarse_timeouts';
const FAST = 'flows.0.fast_retransmits';
const RESENT = 'flows.0.retransmitted_segments';
const UTILIZATION = `links.${BOTTLENECK}.utilization`;

/** Cost of a timeout in the paper's formula, s. */
const TIMEOUT_S = 1.25;
/** Transmission time of a packet of 552 bytes at 800 kbit/s, s. */
const SEGMENT_S = (552 * 8) / 800_000;
const PAIRS = 10;

const alone = (label: string, arm: string): Arm => ({ label, experiment: `ahn-1995/figure-1/${arm}` });
const RENO = alone('Reno', 'rr');
const VEGAS = alone('Vegas', 'vr');

/** The first of the transfers that take turns, next to five endless Tahoe transfers. */
const loaded = (label: string, sender: string): Arm => ({
  label,
  scenario: 'ahn-table1-5ts',
  set: {
    // The file names the two flows that take turns after their senders, which this lesson changes.
    'flows.0.name': 'transfer',
    'flows.1.name': 'next',
    'flows.0.turns_with': 'next',
    'flows.1.turns_with': 'transfer',
    'flows.0.sender.preset': sender,
    'flows.0.traffic.count': 1,
    'flows.1.traffic.count': 1,
    duration_s: 180,
  },
});

interface Counts {
  timeouts: number;
  fast: number;
  resent: number;
}

const countsOf = ({
  coarse_timeouts,
  fast_retransmits,
  retransmitted_segments,
}: Summary['flows'][number]) => ({
  timeouts: coarse_timeouts,
  fast: fast_retransmits,
  resent: retransmitted_segments,
});

/** Reno's counts minus Vegas'. */
function fewer(reno: Counts, vegas: Counts): Counts {
  return {
    timeouts: reno.timeouts - vegas.timeouts,
    fast: reno.fast - vegas.fast,
    resent: reno.resent - vegas.resent,
  };
}

/** The three terms of the formula, s. */
function termsOf({ timeouts, fast, resent }: Counts, rtt_s: number): [number, number, number] {
  return [timeouts * TIMEOUT_S, fast * rtt_s, resent * SEGMENT_S];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length;

const pair = (runs: Runs) => ({ reno: runs.of('alone', 'reno'), vegas: runs.of('alone', 'vegas') });
/** The RTT of the empty path, s. */
const emptyRtt = (run: Run) => Math.min(...Array.from(rttOf(run).y)) / 1000;

function terms(runs: Runs) {
  const { reno, vegas } = pair(runs);
  const counts = fewer(countsOf(flowOf(reno)), countsOf(flowOf(vegas)));
  return { counts, costs: termsOf(counts, emptyRtt(vegas)) };
}

const byFormula = (runs: Runs) => sum(terms(runs).costs);
const saved = (runs: Runs) => completedAt(pair(runs).reno) - completedAt(pair(runs).vegas);

/** Idle time of the bottleneck until the transfer is done, s. */
const idle = (run: Run) => completedAt(run) * (1 - linkOf(run, BOTTLENECK).utilization);

/** Start and end of the longest time in which the sender sends nothing, s. Kinds 0 to 3 are sends and retransmissions. */
function silenceIn(run: Run): { from: number; to: number } {
  const { time_s, kind } = run.trace.rows('segments', 0);
  let longest = { from: 0, to: 0 };
  let last = 0;
  for (let row = 0; row < time_s.length; row += 1) {
    if ((kind[row] ?? 4) > 3) continue;
    const time = time_s[row] ?? last;
    if (time - last > longest.to - longest.from) longest = { from: last, to: time };
    last = time;
  }
  return longest;
}

/** Time at which slow start ends, s. */
const leavesSlowStart = (run: Run) => run.trace.rows('states', 0).time_s[1];

function silence(run: Run): number {
  const { from, to } = silenceIn(run);
  return to - from;
}

const withClock = (runs: Runs) => runs.of('clock', 'clock');
const withSack = (runs: Runs) => runs.of('sack', 'sack');

/** Extra time that a run takes compared with Vegas, %. */
function longerThanVegas(runs: Runs, run: Run): number {
  return 100 * (completedAt(run) / completedAt(pair(runs).vegas) - 1);
}

/** The stage shows the start of both transfers, in which Reno has all its losses. */
const START = { duration_s: 12 };

const lead = (run: Run) => flowOf(run, 0).goodput_bytes_per_s / flowOf(run, 1).goodput_bytes_per_s;

/** Means over the pairs next to five Tahoe transfers. */
function underLoad(runs: Runs) {
  const flows = (arm: string) =>
    runs.samples('load', arm).flatMap(({ flows: [flow] }) => (flow === undefined ? [] : [flow]));
  const [reno, vegas] = [flows('reno'), flows('vegas')];
  const counts = (of: typeof reno): Counts => ({
    timeouts: mean(of.map((one) => one.coarse_timeouts)),
    fast: mean(of.map((one) => one.fast_retransmits)),
    resent: mean(of.map((one) => one.retransmitted_segments)),
  });
  const done = (of: typeof reno) => mean(of.map((one) => one.completed_at_s ?? Number.NaN));
  const rtt_s = mean(reno.map((one) => one.mean_rtt_ms ?? Number.NaN)) / 1000;
  const less = fewer(counts(reno), counts(vegas));
  return {
    fewer: less,
    byFormula: sum(termsOf(less, rtt_s)),
    saved: done(reno) - done(vegas),
  };
}

/** Returns true if Vegas has fewer timeouts under load and the interval of the difference excludes zero. */
function timeoutsDecided(runs: Runs): boolean {
  const columns = ['reno', 'vegas'].map((arm) =>
    runs.samples('load', arm).map(({ flows }) => flows[0]?.coarse_timeouts ?? null),
  );
  const [one] = differencesOf(columns);
  return one !== undefined && one.mean.value < 0 && containsZero(one.mean, one.mean.ci95) === false;
}

function bufferOf(run: Run): number {
  const queue = run.scenario.links[1]?.queue;
  return queue !== undefined && 'limit_bytes' in queue ? queue.limit_bytes : Number.NaN;
}

/** The flows of the paper's mixed pair. */
const MIXED = { one: 'Reno', two: 'Vegas' };

export default {
  experiments: {
    alone: {
      kind: 'runs',
      title: 'Reno and Vegas, 2 MiB each, alone on the path',
      look: 'Both runs are drawn over each other. When does Reno fall behind?',
      arms: { reno: RENO, vegas: VEGAS },
      panels: ['sender-sequence', 'queue'],
      controls: [{ path: BUFFER, label: 'Bottleneck buffer', range: [4096, 65_536] }],
      metrics: [DONE, TIMEOUTS, FAST, RESENT, UTILIZATION],
    },
    clock: {
      kind: 'runs',
      title: 'Reno with a finer clock, and Vegas',
      look: 'Reno’s timer ticks every 200 ms. How long is the flat stretch now?',
      arms: { clock: alone('Reno, 200 ms clock', 'rr-200ms'), vegas: VEGAS },
      panels: ['sender-sequence'],
      seconds: [0, 10],
      metrics: [DONE, TIMEOUTS, RESENT, UTILIZATION],
    },
    sack: {
      kind: 'runs',
      title: 'Reno with SACK, and Vegas',
      look: 'Reno repairs its losses while it goes on sending. Is there still a flat stretch?',
      arms: { sack: alone('Reno with SACK', 'rr-sack'), vegas: VEGAS },
      panels: ['sender-sequence'],
      seconds: [0, 10],
      metrics: [DONE, TIMEOUTS, RESENT, UTILIZATION],
    },
    red: {
      kind: 'runs',
      title: 'Reno next to Vegas, with and without RED',
      look: 'Two transfers of 2 MiB share the link. Compare the queue, and when each transfer finishes.',
      arms: {
        tail: { label: 'drop-tail', experiment: 'ahn-1995/figure-3/mixed', flowNames: MIXED },
        red: { label: 'RED', experiment: 'ahn-1995/figure-3/mixed-red', flowNames: MIXED },
      },
      panels: ['queue'],
      metrics: [
        'flows.0.completed_at_s',
        'flows.1.completed_at_s',
        'flows.0.retransmitted_segments',
        'flows.1.retransmitted_segments',
        `links.${BOTTLENECK}.mean_queue_packets`,
      ],
    },
    load: {
      kind: 'samples',
      title: 'Ten pairs next to five Tahoe senders',
      look: 'The same transfer of 512 KiB, starting at 40 s, once by Reno and once by Vegas. Compare when they finish, and how often they time out.',
      arms: { reno: loaded('Reno', 'reno'), vegas: loaded('Vegas', 'vegas') },
      seeds: PAIRS,
      measures: [DONE, TIMEOUTS],
    },
  },

  predictions: {
    term: {
      kind: 'choice',
      question:
        'You saw Reno time out once, make a few fast retransmits, and retransmit dozens of segments. By these prices, what costs it the most?',
      covers: ['alone'],
      options: {
        timeouts: 'The one timeout',
        fast: 'The fast retransmits',
        resent: 'The dozens of retransmissions',
      },
      answer: (runs) => {
        const [timeouts, fast, resent] = terms(runs).costs;
        if (timeouts >= fast && timeouts >= resent) return 'timeouts';
        return fast >= resent ? 'fast' : 'resent';
      },
      why: (runs) => {
        const [timeouts, fast, resent] = terms(runs).costs;
        return `The timeout costs ${timeouts.toFixed(2)} s, ${terms(runs).counts.fast} fast retransmits cost ${fast.toFixed(2)} s, and ${terms(runs).counts.resent} retransmissions cost ${resent.toFixed(2)} s. This link sends a segment in milliseconds; a timer takes seconds.`;
      },
      instead: {
        fast: 'You chose the fast retransmits. A round trip takes about a tenth of a second on this path, so it would take a dozen of them.',
        resent:
          'You chose the retransmissions. They are many, but each takes only as long as the link needs to send it.',
      },
    },
    sum: {
      kind: 'number',
      question:
        'Add up all three. What share of the time that Vegas really saves does the formula explain? (One means all of it.)',
      covers: ['alone'],
      unit: 'of the time saved',
      range: [0, 2],
      step: 0.05,
      within: 0.15,
      answer: (runs) => byFormula(runs) / saved(runs),
      why: (runs) =>
        `The formula explains ${byFormula(runs).toFixed(2)} s of ${saved(runs).toFixed(2)} s. It uses an average for the wait, and it leaves out that Reno comes back with a window of one segment and has to climb from there.`,
    },
    remedy: {
      kind: 'choice',
      question: 'Reno gets one of these two remedies. With which is it at least as fast as Vegas?',
      covers: ['clock', 'sack'],
      options: {
        clock: 'With a clock of 200 ms instead of 500 ms',
        sack: 'With SACK',
        both: 'With either of them',
        none: 'With neither: only Vegas avoids the losses themselves',
      },
      answer: (runs) => {
        const [clock, sack] = [withClock(runs), withSack(runs)].map(
          (run) => completedAt(run) <= completedAt(runs.of('sack', 'vegas')),
        );
        if (clock && sack) return 'both';
        return clock ? 'clock' : sack ? 'sack' : 'none';
      },
      why: (runs) =>
        `Reno takes ${completedAt(withClock(runs)).toFixed(1)} s with the finer clock and ${completedAt(withSack(runs)).toFixed(1)} s with SACK; Vegas takes ${completedAt(runs.of('sack', 'vegas')).toFixed(1)} s. With SACK the buffer keeps the link busy during the repair, and Reno’s slow start was faster than that of Vegas.`,
      instead: {
        clock:
          'You chose the finer clock. It shortens the wait, but Reno still has to climb from one segment afterward.',
        both: 'The finer clock only shortens the wait. Reno still has to climb from one segment afterward.',
        none: 'You expected the losses themselves to cost time. A loss that is repaired while the link stays busy costs the link only that one segment.',
      },
    },
  },

  checks: {
    idle: {
      kind: 'read',
      experiment: 'alone',
      task: 'For how many seconds of the Reno transfer is the bottleneck idle? The table has all you need.',
      unit: 's',
      within: 0.2,
      right: 5.65,
      // The longest silence only.
      wrong: 2.35,
      hints: [
        'You need two numbers from the table: how long the transfer takes, and the share of that time in which the bottleneck sends.',
        'Subtract the share from the whole, and multiply what is left by the time of the transfer.',
      ],
      answer: (mine) => idle(mine('reno')),
      why: (mine) => {
        const { utilization } = linkOf(mine('reno'), BOTTLENECK);
        return `It sends for ${(100 * utilization).toFixed(1)} % of ${completedAt(mine('reno')).toFixed(1)} s, so it is idle for ${idle(mine('reno')).toFixed(2)} s. With Vegas it is idle for ${idle(mine('vegas')).toFixed(2)} s.`;
      },
    },
    buffer: {
      kind: 'reach',
      experiment: 'alone',
      task: 'The paper says that Vegas gains more with a larger buffer. Find a larger buffer with which Reno is faster than Vegas.',
      right: { [BUFFER]: 65_536 },
      wrong: { [BUFFER]: 24_576 },
      judge: (mine) => {
        const [reno, vegas] = [mine('reno'), mine('vegas')];
        const kib = (bufferOf(reno) / 1024).toFixed(0);
        const found = `With ${kib} KiB, Reno takes ${completedAt(reno).toFixed(1)} s and retransmits ${flowOf(reno).retransmitted_segments} segments. Vegas takes ${completedAt(vegas).toFixed(1)} s.`;
        if (bufferOf(reno) <= 16_384)
          return { passed: false, words: `${found} But that buffer isn’t larger than before.` };
        const passed = completedAt(reno) < completedAt(vegas);
        return {
          passed,
          words: passed
            ? `${found} The receiver’s window of 40 KiB now fits into the path and the buffer. Nothing is lost, and only slow start still makes a difference.`
            : `${found} As long as Reno loses packets at the start, Vegas is ahead.`,
        };
      },
    },
  },

  steps: {
    reno: {
      experiment: 'alone',
      arm: 'reno',
      changes: START,
      panels: ['sender-sequence'],
      seconds: [0, 10],
      time: ({ of }) => segmentsOf(of('alone', 'reno'), 'retransmit_timeout')[0]?.time_s,
      play: true,
      from: 1,
      speed: 2,
      controls: [{ path: BUFFER, label: 'Bottleneck buffer', range: [4096, 65_536] }],
      shows: isSilentBefore,
    },
    vegas: {
      experiment: 'alone',
      arm: 'vegas',
      changes: START,
      panels: ['sender-sequence'],
      seconds: [0, 10],
      time: ({ of }) => leavesSlowStart(of('alone', 'vegas')),
    },
  },

  points: {
    loss: { time: ({ of }) => segmentsOf(of('alone', 'reno'), 'drop_full')[0]?.time_s, highlight: 'dropped' },
    fast: {
      time: ({ of }) => segmentsOf(of('alone', 'reno'), 'retransmit_fast')[0]?.time_s,
      highlight: 'fast_retransmit',
    },
    timeout: {
      time: ({ of }) => segmentsOf(of('alone', 'reno'), 'retransmit_timeout')[0]?.time_s,
      highlight: 'timeout_retransmit',
    },
    early: { time: ({ of }) => leavesSlowStart(of('alone', 'vegas')) },
  },

  claims: {
    clean: {
      holds: (runs) => flowOf(pair(runs).vegas).retransmitted_segments === 0,
      wrong: { 'flows.0.sender.preset': 'reno' },
    },
    vegasDone: { number: (runs) => completedAt(pair(runs).vegas), unit: 's' },
    saved: { number: saved, unit: 's' },
    timeouts: { number: (runs) => terms(runs).counts.timeouts },
    fast: { number: (runs) => terms(runs).counts.fast },
    resent: { number: (runs) => terms(runs).counts.resent },
    rtt: { number: (runs) => 1000 * emptyRtt(pair(runs).vegas), unit: 'ms' },
    timeoutCost: { number: (runs) => terms(runs).costs[0], unit: 's' },
    fastCost: { number: (runs) => terms(runs).costs[1], unit: 's' },
    resentCost: { number: (runs) => terms(runs).costs[2], unit: 's' },
    byFormula: { number: byFormula, unit: 's' },
    silence: { number: (runs) => silence(pair(runs).reno), unit: 's' },
    idleVegas: { number: (runs) => idle(pair(runs).vegas), unit: 's' },
    busyMore: {
      number: (runs) => saved(runs) - (idle(pair(runs).reno) - idle(pair(runs).vegas)),
      unit: 's',
    },
    clockSilence: { number: (runs) => silence(withClock(runs)), unit: 's' },
    clockSaves: {
      number: (runs) => completedAt(pair(runs).reno) - completedAt(withClock(runs)),
      unit: 's',
    },
    sackDone: { number: (runs) => completedAt(withSack(runs)), unit: 's' },
    sackTimeouts: { number: (runs) => flowOf(withSack(runs)).coarse_timeouts },
    sackResent: { number: (runs) => flowOf(withSack(runs)).retransmitted_segments },
    sackCost: {
      number: (runs) => flowOf(withSack(runs)).retransmitted_segments * SEGMENT_S,
      unit: 's',
    },
    gain: { number: (runs) => longerThanVegas(runs, pair(runs).reno), unit: '%' },
    behindSack: { number: (runs) => -longerThanVegas(runs, withSack(runs)), unit: '%' },
    leadTail: { number: (runs) => lead(runs.of('red', 'tail')) },
    leadRed: { number: (runs) => lead(runs.of('red', 'red')) },
    queueTail: { number: (runs) => linkOf(runs.of('red', 'tail'), BOTTLENECK).mean_queue_packets },
    queueRed: { number: (runs) => linkOf(runs.of('red', 'red'), BOTTLENECK).mean_queue_packets },
    loadFormula: { number: (runs) => underLoad(runs).byFormula, unit: 's' },
    fewerOfAll: {
      holds: (runs) => Object.values(underLoad(runs).fewer).every((count) => count > 0),
    },
    decided: { holds: timeoutsDecided },
    loadLost: { number: (runs) => -underLoad(runs).saved, unit: 's' },
  },

  numbers: {
    '0.5': 'ahn-1995, section 6.1: the timer ticks every half second, and a timeout lasts up to four ticks',
    '2 s': 'as above',
  },

  beside: [
    {
      quantity: 'time saved by the formula divided by time saved, alone on the path',
      unit: '',
      ours: (runs) => byFormula(runs) / saved(runs),
      decimals: 2,
      cited: 'ahn-1995/formula/rr',
      published: '1',
    },
    {
      quantity: 'cost of a timeout: Reno’s longest silence',
      unit: 's',
      ours: (runs) => silence(pair(runs).reno),
      decimals: 2,
      cited: 'ahn-1995/formula/timeout',
      published: '1.25',
      note: 'The formula uses the middle of 0.5 to 2 s. The first timeout, before the RTT is well known, is at the upper end.',
    },
    {
      quantity: 'timeouts of Reno with SACK',
      unit: '',
      ours: (runs) => flowOf(withSack(runs)).coarse_timeouts,
      decimals: 0,
      cited: 'ahn-1995/remedies/sack-timeouts',
      published: '0',
    },
    {
      quantity: 'gain of Vegas over Reno with SACK',
      unit: '%',
      ours: (runs) => longerThanVegas(runs, withSack(runs)),
      decimals: 1,
      cited: 'ahn-1995/remedies/sack-gain',
      published: '3 to 8',
      note: 'Alone on this path, Reno with SACK wastes almost nothing, and its slow start is faster.',
    },
    {
      quantity: 'time saved by the formula divided by time saved, next to five Tahoe senders',
      unit: '',
      ours: (runs) => underLoad(runs).byFormula / underLoad(runs).saved,
      decimals: 2,
      cited: 'ahn-1995/formula/load',
      published: '1',
      note: 'Nothing is saved: the Vegas transfer takes longer.',
    },
  ],
} satisfies Lesson;
