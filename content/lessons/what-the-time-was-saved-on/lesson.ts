/** Ahn et al. 1995, sections 6.2 and 6.3: the time that Vegas saves by their formula, the time it really saves, and other ways to save it. */
import type { Summary } from '../../../web/engine/schema';
import type { Arm, Lesson } from '../../../web/lessons/lesson';
import { completedAt, flowOf, linkOf, rttOf } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import { containsZero, differencesOf } from '../../../web/lessons/samples/pairs';
import type { Run } from '../../../web/run/trace';

const BOTTLENECK = 'R1>R2';
const BUFFER = 'links.1.queue.limit_bytes';
const DONE = 'flows.0.completed_at_s';
const TIMEOUTS = 'flows.0.coarse_timeouts';
const FAST = 'flows.0.fast_retransmits';
const RESENT = 'flows.0.retransmitted_segments';
const UTILISATION = `links.${BOTTLENECK}.utilization`;

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

/** The longest time in which the sender sends nothing, s. Kinds 0 to 3 are sends and retransmissions. */
function silence(run: Run): number {
  const { time_s, kind } = run.trace.rows('segments', 0);
  let [last, most] = [0, 0];
  for (let row = 0; row < time_s.length; row += 1) {
    if ((kind[row] ?? 4) > 3) continue;
    most = Math.max(most, (time_s[row] ?? 0) - last);
    last = time_s[row] ?? last;
  }
  return most;
}

/** Extra time that another arm takes compared with Vegas, %. */
function gainOver(runs: Runs, arm: string): number {
  return 100 * (completedAt(runs.of('remedies', arm)) / completedAt(runs.of('remedies', 'vegas')) - 1);
}

const lead = (run: Run) => flowOf(run, 0).goodput_bytes_per_s / flowOf(run, 1).goodput_bytes_per_s;
/** Share of retransmissions among the segments that a sender sends, %. */
const resentShare = (run: Run, flow: number) =>
  (100 * flowOf(run, flow).retransmitted_segments) / flowOf(run, flow).segments_sent;

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

export default {
  experiments: {
    alone: {
      kind: 'runs',
      title: 'Reno and Vegas, 2 MiB each, alone on the path',
      look: 'Two runs, drawn over each other. At which moments does Reno fall behind?',
      arms: { reno: RENO, vegas: VEGAS },
      panels: ['sender-sequence', 'queue'],
      controls: [{ path: BUFFER, label: 'buffer of the bottleneck', range: [4096, 65_536] }],
      figures: [DONE, TIMEOUTS, FAST, RESENT, UTILISATION],
    },
    remedies: {
      kind: 'runs',
      title: 'Three kinds of Reno, and Vegas',
      look: 'The same transfer with one remedy at a time. Whose flat stretch is gone, whose is only shorter?',
      arms: {
        reno: RENO,
        clock: alone('Reno, 200 ms clock', 'rr-200ms'),
        sack: alone('Reno with SACK', 'rr-sack'),
        vegas: VEGAS,
      },
      panels: ['sender-sequence'],
      seconds: [0, 10],
      figures: [DONE, TIMEOUTS, RESENT, UTILISATION],
    },
    red: {
      kind: 'runs',
      title: 'Reno beside Vegas, with and without RED',
      look: 'Two transfers of 2 MiB share the link. Compare the length of the queue and who is done when.',
      arms: {
        tail: { label: 'drop-tail', experiment: 'ahn-1995/figure-3/mixed' },
        red: { label: 'RED', experiment: 'ahn-1995/figure-3/mixed-red' },
      },
      panels: ['queue'],
      figures: [
        'flows.0.completed_at_s',
        'flows.1.completed_at_s',
        'flows.0.retransmitted_segments',
        'flows.1.retransmitted_segments',
        `links.${BOTTLENECK}.mean_queue_packets`,
      ],
    },
    load: {
      kind: 'samples',
      title: 'Ten pairs beside five Tahoe transfers',
      look: 'A transfer of 512 KB that starts at 40 s, once by Reno and once by Vegas, beside the same five. Who is done when, and how often did each wait for its timer?',
      arms: { reno: loaded('Reno', 'reno'), vegas: loaded('Vegas', 'vegas') },
      seeds: PAIRS,
      measures: [DONE, TIMEOUTS],
    },
  },

  predictions: {
    term: {
      kind: 'choice',
      question:
        'Reno waits once for its timer, makes a few fast retransmits, and sends dozens of segments again. Which of these costs it the most by the formula?',
      covers: ['alone'],
      options: {
        timeouts: 'The one timeout',
        fast: 'The fast retransmits, a round trip each',
        resent: 'The dozens of segments that cross the link again',
      },
      answer: (runs) => {
        const [timeouts, fast, resent] = terms(runs).costs;
        if (timeouts >= fast && timeouts >= resent) return 'timeouts';
        return fast >= resent ? 'fast' : 'resent';
      },
      why: (runs) => {
        const [timeouts, fast, resent] = terms(runs).costs;
        return `${timeouts.toFixed(2)} s for the timeout, ${fast.toFixed(2)} s for ${terms(runs).counts.fast} fast retransmits, ${resent.toFixed(2)} s for ${terms(runs).counts.resent} segments. On this link a segment is a matter of milliseconds, and a timer one of seconds.`;
      },
      instead: {
        fast: 'A round trip is about a tenth of a second on this path; there would have to be a dozen of them.',
        resent: 'They look bad in a table. But each takes only as long as the link needs to send it.',
      },
    },
    sum: {
      kind: 'number',
      question:
        'Add the three terms up. What part of the time that Vegas really saves in this run does the formula explain? (One: all of it.)',
      covers: ['alone'],
      unit: 'of what is saved',
      range: [0, 2],
      step: 0.05,
      within: 0.15,
      answer: (runs) => byFormula(runs) / saved(runs),
      why: (runs) =>
        `${byFormula(runs).toFixed(2)} s of ${saved(runs).toFixed(2)} s. The formula prices the wait for the timer with an average, and does not price at all that Reno comes back with a window of one segment and climbs from there.`,
    },
    remedy: {
      kind: 'choice',
      question:
        'Reno gets one of two remedies. With which of them is its transfer at least as fast as that of Vegas?',
      covers: ['remedies'],
      options: {
        clock: 'With a timer that ticks every 200 ms instead of every 500 ms',
        sack: 'With SACK, which tells it all holes at once',
        both: 'With either of them',
        none: 'With neither: Vegas avoids the losses themselves',
      },
      answer: (runs) => {
        const [clock, sack] = ['clock', 'sack'].map((arm) => gainOver(runs, arm) <= 0);
        if (clock && sack) return 'both';
        return clock ? 'clock' : sack ? 'sack' : 'none';
      },
      why: (runs) => {
        const time = (arm: string) => completedAt(runs.of('remedies', arm)).toFixed(1);
        return `Reno ${time('reno')} s, with the finer clock ${time('clock')} s, with SACK ${time('sack')} s, Vegas ${time('vegas')} s. With SACK the losses are repaired while the buffer still keeps the link busy, and slow start was faster than that of Vegas.`;
      },
      instead: {
        clock:
          'A finer clock makes the wait shorter. What comes after it, the climb from one segment, is the same.',
        both: 'A finer clock makes the wait shorter. What comes after it, the climb from one segment, is the same.',
        none: 'A loss that is repaired while the link stays busy costs the link only that one segment.',
      },
    },
    red: {
      kind: 'choice',
      question:
        'Reno and Vegas share the link, and Reno is ahead. Now the queue drops early and at random. What becomes of the lead?',
      covers: ['red'],
      options: {
        more: 'It grows: Vegas, too, is hit by random drops',
        less: 'It shrinks, but Reno stays ahead',
        turned: 'It turns round: Reno is hit so often that Vegas is first',
      },
      answer: (runs) => {
        const [tail, red] = [lead(runs.of('red', 'tail')), lead(runs.of('red', 'red'))];
        if (red <= 1) return 'turned';
        return red < tail ? 'less' : 'more';
      },
      why: (runs) => {
        const [tail, red] = [runs.of('red', 'tail'), runs.of('red', 'red')];
        return `From ${lead(tail).toFixed(2)} to ${lead(red).toFixed(2)} times the rate of Vegas. Reno sends ${resentShare(red, 0).toFixed(1)} % of its segments again under RED, Vegas ${resentShare(red, 1).toFixed(1)} %: a drop at random hits who has more packets there.`;
      },
      instead: {
        more: 'A packet that arrives is dropped with the same probability, whoever sent it. Who has more of them there is hit more often.',
        turned: 'Between two drops Reno grows as before, into whatever room the mean queue leaves it.',
      },
    },
  },

  checks: {
    idle: {
      kind: 'read',
      experiment: 'alone',
      task: 'For how many seconds of the Reno transfer does the bottleneck send nothing? The table has all you need.',
      unit: 's',
      within: 0.2,
      right: 5.65,
      // The longest silence only.
      wrong: 2.35,
      hints: ['The table has the time of the transfer and the share of it in which the bottleneck sends.'],
      answer: (mine) => idle(mine('reno')),
      why: (mine) => {
        const { utilization } = linkOf(mine('reno'), BOTTLENECK);
        return `It sends for ${(100 * utilization).toFixed(1)} % of ${completedAt(mine('reno')).toFixed(1)} s, so for ${idle(mine('reno')).toFixed(2)} s it does not. With Vegas it is ${idle(mine('vegas')).toFixed(2)} s.`;
      },
    },
    buffer: {
      kind: 'reach',
      experiment: 'alone',
      task: 'The paper says that Vegas gains the more, the more buffer the path has. Find a buffer larger than this one with which Reno is the faster of the two.',
      right: { [BUFFER]: 65_536 },
      wrong: { [BUFFER]: 24_576 },
      judge: (mine) => {
        const [reno, vegas] = [mine('reno'), mine('vegas')];
        const kib = (bufferOf(reno) / 1024).toFixed(0);
        const found = `With ${kib} KiB Reno takes ${completedAt(reno).toFixed(1)} s and sends ${flowOf(reno).retransmitted_segments} segments again; Vegas takes ${completedAt(vegas).toFixed(1)} s.`;
        if (bufferOf(reno) <= 16_384)
          return { passed: false, words: `${found} But that buffer is not larger than before.` };
        const passed = completedAt(reno) < completedAt(vegas);
        return {
          passed,
          words: passed
            ? `${found} The receiver's window of 40 KB now fits into path and buffer: nothing is lost, and what is left of the race is slow start.`
            : `${found} As long as Reno loses segments at the start, Vegas is ahead.`,
        };
      },
    },
  },

  claims: {
    renoDone: { number: (runs) => completedAt(pair(runs).reno), unit: 's' },
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
    idleReno: { number: (runs) => idle(pair(runs).reno), unit: 's' },
    idleVegas: { number: (runs) => idle(pair(runs).vegas), unit: 's' },
    idleMore: { number: (runs) => idle(pair(runs).reno) - idle(pair(runs).vegas), unit: 's' },
    busyMore: {
      number: (runs) => saved(runs) - (idle(pair(runs).reno) - idle(pair(runs).vegas)),
      unit: 's',
    },
    clockSilence: { number: (runs) => silence(runs.of('remedies', 'clock')), unit: 's' },
    clockSaves: {
      number: (runs) => completedAt(runs.of('remedies', 'reno')) - completedAt(runs.of('remedies', 'clock')),
      unit: 's',
    },
    sackDone: { number: (runs) => completedAt(runs.of('remedies', 'sack')), unit: 's' },
    sackTimeouts: { number: (runs) => flowOf(runs.of('remedies', 'sack')).coarse_timeouts },
    sackResent: { number: (runs) => flowOf(runs.of('remedies', 'sack')).retransmitted_segments },
    sackCost: {
      number: (runs) => flowOf(runs.of('remedies', 'sack')).retransmitted_segments * SEGMENT_S,
      unit: 's',
    },
    gain: { number: (runs) => gainOver(runs, 'reno'), unit: '%' },
    behindSack: { number: (runs) => -gainOver(runs, 'sack'), unit: '%' },
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
      quantity: 'time saved by the formula over time saved, alone on the path',
      unit: '',
      ours: (runs) => byFormula(runs) / saved(runs),
      decimals: 2,
      cited: 'ahn-1995/formula/rr',
      published: '1',
    },
    {
      quantity: "what a timeout costs: Reno's longest silence",
      unit: 's',
      ours: (runs) => silence(pair(runs).reno),
      decimals: 2,
      cited: 'ahn-1995/formula/timeout',
      published: '1.25',
      note: 'The formula takes the middle of 0.5 to 2 s; the first timeout, before the RTT is well known, is at the upper end.',
    },
    {
      quantity: 'timeouts of Reno with SACK',
      unit: '',
      ours: (runs) => flowOf(runs.of('remedies', 'sack')).coarse_timeouts,
      decimals: 0,
      cited: 'ahn-1995/remedies/sack-timeouts',
      published: '0',
    },
    {
      quantity: 'gain of Vegas over Reno with SACK',
      unit: '%',
      ours: (runs) => gainOver(runs, 'sack'),
      decimals: 1,
      cited: 'ahn-1995/remedies/sack-gain',
      published: '3 to 8',
      note: 'Alone on this path Reno with SACK wastes next to nothing, and its slow start is the faster one.',
    },
    {
      quantity: 'time saved by the formula over time saved, beside five Tahoe transfers',
      unit: '',
      ours: (runs) => underLoad(runs).byFormula / underLoad(runs).saved,
      decimals: 2,
      cited: 'ahn-1995/formula/load',
      published: '1',
      note: 'Nothing is saved there: the Vegas transfer takes longer.',
    },
  ],
} satisfies Lesson;
