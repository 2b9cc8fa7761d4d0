/** The three parts of Vegas added to Reno, alone and combined, on the path of Figure 1: which part saves time, and which reduces delay. */
import type { Arm, Claim, Lesson } from '../../../web/lessons/lesson';
import { completedAt, cwndOf, dropsOf, flowOf, largest, valueAt } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
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
/** Vegas' slow start with a threshold above any queue, so that it never stops because of delay. */
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

type Figures = ReturnType<Runs['samples']>[number]['flows'][number];
const time = (figures: Figures) => figures.completed_at_s ?? Number.NaN;
const rtt = (figures: Figures) => figures.mean_rtt_ms ?? Number.NaN;
const again = (figures: Figures) => figures.retransmitted_segments;

const cells = (runs: Runs, of: (figures: Figures) => number) =>
  CELLS.map(([experiment, name]) =>
    runs.samples(experiment, name).map(({ flows: [transfer] }) => (transfer ? of(transfer) : Number.NaN)),
  );
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const cell = (runs: Runs, bits: number, of: (figures: Figures) => number) =>
  mean(cells(runs, of)[bits] ?? []);

/** The change from switching a part on, averaged over the other parts' states; half of it is the effect as Jain defines it. */
const change = (runs: Runs, bits: number, of: (figures: Figures) => number) =>
  2 *
  (factorialOf(cells(runs, of))?.effects.find(({ factors }) => factors === bits)?.effect.value ?? Number.NaN);
/** Share of the forty runs' variation that a part accounts for, percent. */
const share = (runs: Runs, bits: number, of: (figures: Figures) => number) =>
  factorialOf(cells(runs, of))?.effects.find(({ factors }) => factors === bits)?.variation ?? Number.NaN;

const saves = (runs: Runs, name: string) =>
  completedAt(runs.of('alone', 'reno')) - completedAt(runs.of('alone', name));

const lead = (runs: Runs, name: string) => {
  const saved = saves(runs, name);
  return `${Math.abs(saved).toFixed(1)} s ${saved < 0 ? 'later' : 'sooner'}`;
};

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

const kindOf = (part: object | undefined) => (part && 'kind' in part ? String(part.kind) : '');
const sender = (run: Run) => run.scenario.flows[0]?.sender;

export default {
  experiments: {
    alone: {
      kind: 'runs',
      title: 'One part at a time',
      look: 'Reno, and Reno with one part of Vegas. Look at the end of slow start first, then at the rest.',
      arms: {
        reno: arm('Reno'),
        cam: arm('+ CAM', CAM),
        repair: arm('+ early retransmit', REPAIR),
        start: arm('+ slow start', START),
      },
      panels: ['window', 'queue'],
      figures: [
        'flows.0.completed_at_s',
        'flows.0.coarse_timeouts',
        'flows.0.retransmitted_segments',
        'flows.0.mean_rtt_ms',
      ],
    },
    halves: {
      kind: 'runs',
      title: 'Slow start in halves',
      look: 'How fast it grows is one thing, whether it listens another. Here are all four.',
      arms: {
        reno: arm('fast, deaf'),
        deaf: arm('slow, deaf', DEAF),
        listening: arm('fast, listening', LISTENING),
        vegas: arm('slow, listening', START),
      },
      panels: ['window', 'sender-sequence'],
      seconds: [0, 6],
      figures: ['flows.0.completed_at_s', 'flows.0.coarse_timeouts', 'links.R1>R2.drops'],
    },
    without: {
      kind: 'samples',
      title: 'All combinations: with Reno’s slow start',
      look: 'Five transfers of each; the hosts’ clocks stand elsewhere in each of the five.',
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
      title: 'All combinations: with Vegas’ slow start',
      look: 'The same four with Vegas’ slow start.',
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
      look: 'Reno to begin with. Put in what you need.',
      arms: { yours: arm('yours') },
      panels: ['window', 'queue'],
      controls: [
        { path: `${SENDER}.slow_start`, choices: ['every_rtt', 'every_other_rtt', 'linux_vegas'] },
        { path: `${SENDER}.avoidance`, choices: ['aimd', 'cam'] },
        { path: `${SENDER}.detection`, choices: ['dup_acks', 'fine_timer'] },
      ],
      figures: ['flows.0.completed_at_s', 'flows.0.mean_rtt_ms', 'links.R1>R2.drops'],
    },
  },

  predictions: {
    which: {
      kind: 'choice',
      question:
        'On the path of Figure 1 Vegas is several seconds faster than Reno. You may give Reno one part of Vegas. Which saves most of these seconds?',
      covers: ['alone'],
      options: {
        cam: 'CAM, which moves the window by the queue',
        repair: 'Early retransmit with its smaller cut, which repairs holes without the timer',
        start: 'Slow start at half the speed, which ends when a queue builds up',
      },
      answer: (runs) =>
        ['cam', 'repair', 'start'].reduce((best, one) => (saves(runs, one) > saves(runs, best) ? one : best)),
      instead: {
        cam: 'So says the paper, in section 6.2. But CAM only begins when slow start is over, and by then the buffer has overflowed.',
        repair: 'It saves something. But too many segments are missing for any repair without the timer.',
      },
      why: (runs) =>
        `With CAM the transfer ends ${lead(runs, 'cam')} than Reno’s, with early retransmit ${lead(runs, 'repair')}, with slow start ${lead(runs, 'start')}: that is all that Vegas gains here.`,
    },
    drawn: {
      kind: 'draw',
      question: 'Draw the window of Reno with CAM in place of its linear growth, and nothing else changed.',
      covers: ['alone'],
      x: { label: 'time', unit: 's', from: 0, to: 28 },
      y: { label: 'cwnd', unit: 'segments', from: 0, to: 90 },
      answer: (runs) => cwndOf(runs.of('alone', 'cam')),
      within: 0.09,
      why: (runs) =>
        `Slow start is still Reno’s: it goes up to ${largest(cwndOf(runs.of('alone', 'cam')), 0, 1.67).toFixed(0)}, loses about as many segments as Reno, and waits for the timer. Then CAM climbs to ${valueAt(cwndOf(runs.of('alone', 'cam')), 20).toFixed(0)} and stays there.`,
    },
    halved: {
      kind: 'choice',
      question:
        'Now take slow start apart. Let it grow at half the speed, but not look at the queue. Does Reno’s transfer end sooner?',
      covers: ['halves'],
      options: {
        sooner: 'Sooner: it overshoots by less',
        same: 'At the same time: the buffer overflows anyway',
        later: 'Later',
      },
      answer: (runs) => {
        const apart = completedAt(runs.of('halves', 'deaf')) - completedAt(runs.of('halves', 'reno'));
        if (Math.abs(apart) < 0.25) return 'same';
        return apart < 0 ? 'sooner' : 'later';
      },
      instead: {
        sooner: 'It does overshoot by less. It loses fewer segments, and times out all the same.',
        same: 'It overflows, but later, and the timer that is set by then expires later, too.',
      },
      why: (runs) =>
        `${dropsOf(runs.of('halves', 'deaf'))} drops instead of ${dropsOf(runs.of('halves', 'reno'))}, ${flowOf(runs.of('halves', 'deaf')).coarse_timeouts} timeout as before, and the end at ${completedAt(runs.of('halves', 'deaf')).toFixed(1)} s instead of ${completedAt(runs.of('halves', 'reno')).toFixed(1)} s. Going slower into a wall is still going into it.`,
    },
    together: {
      kind: 'number',
      question:
        'You have seen how much time early retransmit saves alone, and slow start alone. How much do both together save?',
      covers: ['without', 'with'],
      unit: 's',
      range: [0, 8],
      step: 0.1,
      answer: (runs) => cell(runs, 0, time) - cell(runs, S + R, time),
      within: 0.4,
      why: (runs) =>
        `By ${(cell(runs, 0, time) - cell(runs, S + R, time)).toFixed(1)} s, no more than slow start alone: where it prevents the loss there is nothing left to repair. Parts that remove the same harm do not add up.`,
    },
  },

  checks: {
    fewest: {
      experiment: 'yours',
      task: 'With early retransmit left out, bring the transfer through without a single drop.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const drops = dropsOf(run);
        const parts = sender(run);
        const passed = drops === 0 && kindOf(parts?.detection) === 'dup_acks';
        const found = `Your sender (slow start ${kindOf(parts?.slow_start)}, avoidance ${kindOf(parts?.avoidance)}, detection ${kindOf(parts?.detection)}) loses ${drops} segments, ends at ${(flowOf(run).completed_at_s ?? Number.NaN).toFixed(1)} s and has a mean RTT of ${(flowOf(run).mean_rtt_ms ?? Number.NaN).toFixed(0)} ms.`;
        return {
          passed,
          words: passed
            ? `${found} A slow start that listens prevents the overflow at the start, and CAM the later ones.`
            : `${found} When does it lose them: at the start, later, or both?`,
        };
      },
      right: { ...START, ...CAM },
      wrong: CAM,
    },
  },

  claims: {
    ...table,
    ...effects,
    'saves-cam': { number: (runs) => -saves(runs, 'cam'), unit: 's' },
    'saves-repair': { number: (runs) => saves(runs, 'repair'), unit: 's' },
    'saves-start': { number: (runs) => saves(runs, 'start'), unit: 's' },
    'cam-times-out': { number: (runs) => flowOf(runs.of('alone', 'cam')).coarse_timeouts },
    'early-by-repair': { number: (runs) => flowOf(runs.of('alone', 'repair')).early_retransmits },
    'deaf-end': { number: (runs) => completedAt(runs.of('halves', 'deaf')), unit: 's' },
    'reno-end': { number: (runs) => completedAt(runs.of('halves', 'reno')), unit: 's' },
    'listening-end': { number: (runs) => completedAt(runs.of('halves', 'listening')), unit: 's' },
    'vegas-end': { number: (runs) => completedAt(runs.of('halves', 'vegas')), unit: 's' },
    'error-time': { number: (runs) => factorialOf(cells(runs, time))?.error ?? Number.NaN, unit: '%' },
  },

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
