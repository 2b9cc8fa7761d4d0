/** The three parts of Vegas added to Reno, alone and combined, on the path of Figure 1: which part saves time, and which reduces delay. */
import type { Arm, Claim, Lesson } from '../../../web/lessons/lesson';
import {
  completedAt,
  cwndOf,
  dropsOf,
  flowOf,
  leavesSlowStart,
  meanOver,
  packetsOf,
  segmentsOf,
  valueAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import { type PartOfVegas, partsOfVegas, stripOf } from '../../../web/lessons/strip';
import type { Run } from '../../../web/run/trace';
import { factorialOf } from '../../../web/sweep/factorial';

const SENDER = 'flows.0.sender';
const CAM = { [`${SENDER}.avoidance.kind`]: 'cam' };
const REPAIR = {
  [`${SENDER}.detection.kind`]: 'fine_timer',
  [`${SENDER}.recovery.kind`]: 'vegas',
  [`${SENDER}.decrease.kind`]: 'three_quarters',
};
const START = { [`${SENDER}.slow_start.kind`]: 'every_other_rtt' };
/** Vegas's slow start with a threshold above any queue, so that it never stops because of delay. */
const DEAF = { ...START, [`${SENDER}.slow_start.gamma`]: 1000 };
const LISTENING = { [`${SENDER}.slow_start.kind`]: 'linux_vegas' };

const arm = (label: string, set: Arm['set'] = {}): Arm => ({ label, scenario: 'ahn-fig1-rr', set });

/** All combinations of the parts. The index is a bit mask: 1 slow start, 2 CAM, 4 repair. */
const CELLS: readonly (readonly [experiment: 'without' | 'with', arm: string])[] = [
  ['without', 'none'],
  ['with', 'none'],
  ['without', 'cam'],
  ['with', 'cam'],
  ['without', 'repair'],
  ['with', 'repair'],
  ['without', 'both'],
  ['with', 'both'],
];
const [S, C, R] = [1, 2, 4];

type FlowMetrics = ReturnType<Runs['samples']>[number]['flows'][number];
const time = (metrics: FlowMetrics) => metrics.completed_at_s ?? Number.NaN;
const rtt = (metrics: FlowMetrics) => metrics.mean_rtt_ms ?? Number.NaN;
const again = (metrics: FlowMetrics) => metrics.retransmitted_segments;

const cells = (runs: Runs, of: (metrics: FlowMetrics) => number) =>
  CELLS.map(([experiment, name]) =>
    runs.samples(experiment, name).map(({ flows: [transfer] }) => (transfer ? of(transfer) : Number.NaN)),
  );
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const cell = (runs: Runs, bits: number, of: (metrics: FlowMetrics) => number) =>
  mean(cells(runs, of)[bits] ?? []);

/** The change from switching a part on, averaged over the other parts' states; half of it is the effect as Jain defines it. */
const change = (runs: Runs, bits: number, of: (metrics: FlowMetrics) => number) =>
  2 *
  (factorialOf(cells(runs, of))?.effects.find(({ factors }) => factors === bits)?.effect.value ?? Number.NaN);
/** Share of the forty runs' variation that a part accounts for, percent. */
const share = (runs: Runs, bits: number, of: (metrics: FlowMetrics) => number) =>
  factorialOf(cells(runs, of))?.effects.find(({ factors }) => factors === bits)?.variation ?? Number.NaN;

/** By how much sooner a transfer ends than Reno's, s. */
const sooner = (runs: Runs, run: Run) => completedAt(runs.of('whole', 'reno')) - completedAt(run);
/** The same for Reno with one part of Vegas. */
const saves = (runs: Runs, part: string) => sooner(runs, runs.of('alone', part));
const savesBoth = (runs: Runs) => sooner(runs, runs.of('both', 'both'));

const overflowsAt = (run: Run) => segmentsOf(run, 'drop_full')[0]?.time_s ?? Number.NaN;
const expiresAt = (run: Run) => segmentsOf(run, 'retransmit_timeout')[0]?.time_s ?? Number.NaN;
/** cwnd two seconds after the timeout, segments. */
const windowAfter = (run: Run) => valueAt(cwndOf(run), expiresAt(run) + 2);

/** For how long the bottleneck has nothing to send from two seconds, when each slow start has ended, to the transfer's end, s. */
function idle(run: Run): number {
  const { x, y } = packetsOf(run, 'R1>R2');
  const busy = meanOver({ x, y: Array.from(y, (packets) => Math.min(packets, 1)) }, 2, completedAt(run));
  return (1 - busy) * (completedAt(run) - 2);
}

/** Claims for the cells of the table: time, RTT and retransmitted segments of each combination. */
const table: Record<string, Claim> = Object.fromEntries(
  CELLS.flatMap(([experiment, name], bits): [string, Claim][] => [
    [`time-${experiment}-${name}`, { number: (runs) => cell(runs, bits, time), unit: 's' }],
    [`rtt-${experiment}-${name}`, { number: (runs) => cell(runs, bits, rtt), unit: 'ms' }],
    [`again-${experiment}-${name}`, { number: (runs) => cell(runs, bits, again) }],
  ]),
);

/** Claims for the effects of the parts. */
const effects: Record<string, Claim> = Object.fromEntries(
  (
    [
      ['start', S],
      ['cam', C],
      ['repair', R],
      ['start-repair', S + R],
      ['start-cam', S + C],
    ] as const
  ).flatMap(([name, bits]): [string, Claim][] => [
    [`change-time-${name}`, { number: (runs) => change(runs, bits, time), unit: 's' }],
    [`share-time-${name}`, { number: (runs) => share(runs, bits, time), unit: '%' }],
    [`change-rtt-${name}`, { number: (runs) => change(runs, bits, rtt), unit: 'ms' }],
    [`share-rtt-${name}`, { number: (runs) => share(runs, bits, rtt), unit: '%' }],
  ]),
);

const METRICS = [
  'flows.0.completed_at_s',
  'flows.0.coarse_timeouts',
  'flows.0.retransmitted_segments',
  'flows.0.mean_rtt_ms',
];

const kindOf = (part: object | undefined) => (part && 'kind' in part ? String(part.kind) : '');
const sender = (run: Run) => run.scenario.flows[0]?.sender;

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
/** Whose parts these kinds are. */
const OWNERS: Readonly<Record<string, string>> = {
  every_rtt: 'Reno’s',
  every_other_rtt: 'Vegas’s',
  linux_vegas: 'Linux’s',
  aimd: 'Reno’s',
  cam: 'Vegas’s',
};

/** Why a part doesn't save the time. */
const REASONS: Partial<Record<PartOfVegas, string>> = {
  'congestion avoidance': 'It begins when slow start is over, and by then the buffer has overflowed.',
  'early retransmit':
    'It saves something, but too many segments are missing for any repair without the timer.',
};

export default {
  experiments: {
    alone: {
      kind: 'runs',
      title: 'Each part alone, next to Reno',
      look: 'Which parts prevent the long wait at the start, and which keep the RTT short?',
      arms: {
        reno: arm('Reno'),
        cam: arm('+ CAM', CAM),
        repair: arm('+ early', REPAIR),
        start: arm('+ slow start', START),
        all: arm('all three', { ...START, ...CAM, ...REPAIR }),
      },
      panels: ['window'],
      metrics: METRICS,
    },
    deaf: {
      kind: 'runs',
      title: 'Half the pace, without listening',
      look: 'When does each slow start overflow the buffer, and what follows?',
      arms: { reno: arm('Reno'), deaf: arm('half the pace', DEAF) },
      panels: ['window', 'sender-sequence'],
      seconds: [0, 6],
      metrics: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts', 'links.R1>R2.drops'],
    },
    listening: {
      kind: 'runs',
      title: 'Full pace, with listening',
      look: 'Where does listening stop slow start?',
      arms: { reno: arm('Reno'), listening: arm('listening', LISTENING) },
      panels: ['window', 'sender-sequence'],
      seconds: [0, 6],
      metrics: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts', 'links.R1>R2.drops'],
    },
    both: {
      kind: 'runs',
      title: 'Slow start, with and without early retransmit',
      look: 'What does early retransmit change here?',
      arms: {
        start: arm('slow start', START),
        both: arm('+ early retransmit', { ...START, ...REPAIR }),
      },
      panels: ['window', 'queue'],
      metrics: METRICS,
    },
    without: {
      kind: 'samples',
      title: 'All combinations: with Reno’s slow start',
      look: 'Five transfers of each. Only the phases of the hosts’ clocks differ between the five.',
      arms: {
        none: arm('Reno'),
        cam: arm('CAM', CAM),
        repair: arm('early', REPAIR),
        both: arm('CAM, early', { ...CAM, ...REPAIR }),
      },
      seeds: 5,
      measures: ['flows.0.completed_at_s', 'flows.0.mean_rtt_ms'],
    },
    with: {
      kind: 'samples',
      title: 'All combinations: with Vegas’s slow start',
      look: 'The same four with Vegas’s slow start.',
      arms: {
        none: arm('slow start', START),
        cam: arm('+ CAM', { ...START, ...CAM }),
        repair: arm('+ early', { ...START, ...REPAIR }),
        both: arm('all three', { ...START, ...CAM, ...REPAIR }),
      },
      seeds: 5,
      measures: ['flows.0.completed_at_s', 'flows.0.mean_rtt_ms'],
    },
    yours: {
      kind: 'runs',
      title: 'Your sender',
      look: 'This is Reno. Exchange its parts.',
      arms: { yours: arm('yours') },
      panels: ['window', 'queue'],
      controls: stripOf({ slow_starts: ['every_rtt', 'every_other_rtt', 'linux_vegas'] }),
      metrics: ['flows.0.completed_at_s', 'flows.0.mean_rtt_ms', 'links.R1>R2.drops'],
    },
    whole: {
      kind: 'runs',
      staged: true,
      title: 'Reno with parts of Vegas',
      look: 'Where does the transfer gain time?',
      arms: { reno: arm('Reno') },
      panels: ['window', 'queue'],
      metrics: METRICS,
    },
  },

  steps: {
    whole: {
      experiment: 'whole',
      panels: ['window'],
      seconds: [0, 28],
      // The transfer is over by then with Vegas's slow start; without it, it isn't.
      time: 25,
      play: true,
      from: 1,
      controls: stripOf(),
    },
    cam: {
      experiment: 'alone',
      arm: 'cam',
      panels: ['queue', 'window'],
      seconds: [0, 28],
      time: 12,
      highlight: 'queued',
      controls: stripOf(),
    },
    early: {
      experiment: 'alone',
      arm: 'repair',
      panels: ['sender-sequence', 'window'],
      seconds: [15.2, 16.2],
      time: ({ of }) => segmentsOf(of('alone', 'repair'), 'retransmit_early')[0]?.time_s,
      highlight: 'early_retransmit',
      controls: stripOf(),
    },
    start: {
      experiment: 'alone',
      arm: 'start',
      panels: ['window', 'rtt'],
      seconds: [0, 4],
      time: ({ of }) => leavesSlowStart(of('alone', 'start')),
      highlight: 'cwnd',
      controls: stripOf(),
    },
  },
  points: {
    leaves: { time: ({ of }) => leavesSlowStart(of('alone', 'start')), highlight: 'cwnd' },
    short: { time: 12, highlight: 'queued' },
    early: {
      time: ({ of }) => segmentsOf(of('alone', 'repair'), 'retransmit_early')[0]?.time_s,
      highlight: 'early_retransmit',
    },
  },

  predictions: {
    halved: {
      kind: 'choice',
      question:
        'Take slow start apart. Reno grows at half the pace, but doesn’t look at the queue. When does its transfer end?',
      covers: ['deaf'],
      options: {
        sooner: 'Sooner than Reno’s: it overshoots by less',
        same: 'At the same time: the buffer overflows anyway',
        later: 'Later than Reno’s: it overflows and times out, only later',
      },
      answer: (runs) => {
        const apart = completedAt(runs.of('deaf', 'deaf')) - completedAt(runs.of('deaf', 'reno'));
        if (Math.abs(apart) < 0.25) return 'same';
        return apart < 0 ? 'sooner' : 'later';
      },
      instead: {
        sooner: 'It does overshoot by less. It loses fewer segments and times out all the same.',
        same: 'The buffer overflows, but later, and so the timer expires later, too.',
      },
      why: (runs) =>
        `It first overflows the buffer ${(overflowsAt(runs.of('deaf', 'deaf')) - overflowsAt(runs.of('deaf', 'reno'))).toFixed(1)} s later than Reno. So the timer, which ticks only every half second, expires ${(expiresAt(runs.of('deaf', 'deaf')) - expiresAt(runs.of('deaf', 'reno'))).toFixed(1)} s later. After that it grows at half the pace once more.`,
    },
    paced: {
      kind: 'choice',
      question: 'Slow start at Reno’s full pace, but listening: when does the transfer end now?',
      covers: ['listening'],
      options: {
        reno: 'About when Reno’s does: at full pace, listening comes too late',
        same: 'Later than with Vegas’s slow start, but sooner than Reno’s',
        sooner: 'Sooner than with Vegas’s slow start',
      },
      answer: (runs) => {
        const [reno, listening] = ['reno', 'listening'].map((arm) => completedAt(runs.of('listening', arm)));
        const vegas = completedAt(runs.of('alone', 'start'));
        if (listening === undefined || reno === undefined || listening > reno - 0.25) return 'reno';
        return listening < vegas - 0.25 ? 'sooner' : 'same';
      },
      instead: {
        reno: 'It could come too late. But one round trip of growth fits into this buffer.',
        same: 'You expected half the pace to help. What does it cost while the path is empty?',
      },
      why: (runs) =>
        `It ends at ${completedAt(runs.of('listening', 'listening')).toFixed(1)} s. It stops before the buffer overflows, as Vegas’s does, and gets there in fewer round trips.`,
    },
    together: {
      kind: 'choice',
      question:
        'You have seen what early retransmit saves alone, and slow start alone. What do both together save?',
      covers: ['both'],
      options: {
        sum: 'About the sum of the two',
        larger: 'About as much as the better of the two',
        more: 'More than the sum',
      },
      answer: (runs) => {
        const both = savesBoth(runs);
        const [one, other] = [saves(runs, 'repair'), saves(runs, 'start')];
        if (both > one + other + 0.4) return 'more';
        return both > one + other - 0.4 ? 'sum' : Math.abs(both - Math.max(one, other)) < 0.4 ? 'larger' : '';
      },
      instead: {
        sum: 'They would add up if each filled the idle link at a time of its own. Look for times at which the queue is empty.',
        more: 'Neither helps the other here. Look for times at which the queue is empty.',
      },
      why: (runs) =>
        `Together they save ${savesBoth(runs).toFixed(1)} s, and slow start alone saves ${saves(runs, 'start').toFixed(1)} s. After the first two seconds, Reno’s link is idle for ${idle(runs.of('whole', 'reno')).toFixed(1)} s, but with slow start for only ${idle(runs.of('both', 'start')).toFixed(1)} s. That leaves no time to save.`,
    },
  },

  checks: {
    which: {
      experiment: 'whole',
      task: 'Find the one part that, put into Reno alone, brings the end below 25 s.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const [part, ...more] = partsOfVegas(run);
        const end = flowOf(run).completed_at_s ?? Number.NaN;
        if (part === undefined) return { passed: false, words: 'This is all Reno.' };
        if (more.length > 0) return { passed: false, words: 'One part at a time, please.' };
        const { coarse_timeouts } = flowOf(run);
        const words = `With Vegas’s ${part} alone, the transfer ends at ${end.toFixed(1)} s, with ${counted(dropsOf(run), 'packet')} lost and ${counted(coarse_timeouts, 'timeout')}.`;
        return {
          passed: end < 25,
          words: `${words} ${end < 25 ? 'Slow start now ends before it overflows the buffer, so Reno needn’t wait for its timer.' : REASONS[part]}`,
        };
      },
      right: START,
      wrong: CAM,
    },
    fewest: {
      experiment: 'yours',
      task: 'Leave early retransmit out, and finish the transfer without a single drop.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const drops = dropsOf(run);
        const parts = sender(run);
        const early = kindOf(parts?.detection) !== 'dup_acks';
        const found = `With ${OWNERS[kindOf(parts?.slow_start)]} slow start, ${OWNERS[kindOf(parts?.avoidance)]} congestion avoidance and ${early ? 'early retransmit' : 'no early retransmit'}, the transfer loses ${counted(drops, 'packet')} and ends at ${(flowOf(run).completed_at_s ?? Number.NaN).toFixed(1)} s. Its mean RTT is ${(flowOf(run).mean_rtt_ms ?? Number.NaN).toFixed(0)} ms.`;
        if (early && drops === 0)
          return { passed: false, words: `${found} But early retransmit is on. Leave it out.` };
        const passed = !early && drops === 0;
        return {
          passed,
          words: passed
            ? `${found} A slow start that listens prevents the overflow at the start, and CAM prevents the later ones.`
            : `${found} When does it lose segments: at the start, later, or both?`,
        };
      },
      right: { ...START, ...CAM },
      wrong: CAM,
    },
  },

  claims: {
    ...table,
    ...effects,
    'rtt-reno': { number: (runs) => flowOf(runs.of('alone', 'reno')).mean_rtt_ms ?? Number.NaN, unit: 'ms' },
    'rtt-cam': { number: (runs) => flowOf(runs.of('alone', 'cam')).mean_rtt_ms ?? Number.NaN, unit: 'ms' },
    'saves-cam': { number: (runs) => -saves(runs, 'cam'), unit: 's' },
    'saves-repair': { number: (runs) => saves(runs, 'repair'), unit: 's' },
    'saves-start': { number: (runs) => saves(runs, 'start'), unit: 's' },
    'saves-all': { number: (runs) => saves(runs, 'all'), unit: 's' },
    'early-window': { number: (runs) => windowAfter(runs.of('alone', 'repair')), unit: 'segments' },
    'reno-window': { number: (runs) => windowAfter(runs.of('alone', 'reno')), unit: 'segments' },
    'cam-times-out': {
      holds: (runs) => flowOf(runs.of('alone', 'cam')).coarse_timeouts > 0,
      wrong: START,
    },
    'early-lost': { number: (runs) => dropsOf(runs.of('alone', 'repair')) },
    'early-by-repair': { number: (runs) => flowOf(runs.of('alone', 'repair')).early_retransmits },
    'deaf-end': { number: (runs) => completedAt(runs.of('deaf', 'deaf')), unit: 's' },
    'reno-end': { number: (runs) => completedAt(runs.of('deaf', 'reno')), unit: 's' },
    'vegas-end': { number: (runs) => completedAt(runs.of('alone', 'start')), unit: 's' },
    'error-time': { number: (runs) => factorialOf(cells(runs, time))?.error ?? Number.NaN, unit: '%' },
  },

  numbers: { '25 s': 'The goal: only one of the three parts gets below it.' },

  beside: [
    {
      quantity: 'time of the first MiB, Reno over Vegas',
      unit: '',
      ours: (runs) =>
        mean(
          runs
            .samples('without', 'none')
            .map(({ flows: [one] }) => one?.time_to_bytes_s['1048576'] ?? Number.NaN),
        ) /
        mean(
          runs
            .samples('with', 'both')
            .map(({ flows: [one] }) => one?.time_to_bytes_s['1048576'] ?? Number.NaN),
        ),
      decimals: 2,
      cited: 'ahn-1995/figure-1/first-ratio',
      published: '1.29',
    },
    {
      quantity: 'drops with all three parts',
      unit: 'segments',
      ours: (runs) => cell(runs, S + C + R, again),
      decimals: 0,
      cited: 'ahn-1995/figure-1/vr-losses',
      published: '0',
    },
  ],
} satisfies Lesson;
