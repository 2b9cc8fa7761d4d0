/** Ahn et al. 1995, section 3 and Figure 8: pairs of transfers next to traffic that comes and goes, and the conclusions that they allow. */
import type { Summary } from '../../../web/engine/schema';
import type { Arm, Lesson } from '../../../web/lessons/lesson';
import { flowOf, linkOf } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import { type Difference, differencesOf } from '../../../web/lessons/samples/pairs';
import { meanOf } from '../../../web/run/statistics';
import type { Run } from '../../../web/run/trace';

const PAIRS = 20;
/** The afternoon on the stage. Its gain is close to the mean of the paper's; the lesson's own first run has another seed. */
const STAGE_SEED = 7;
/** Renames the two flows that take turns. The file names them after their senders, which this lesson changes. */
const NAMES = {
  'flows.0.name': 'transfer',
  'flows.1.name': 'next',
  'flows.0.turns_with': 'next',
  'flows.1.turns_with': 'transfer',
};
/** The first transfer of the scenario that replaces the paper's live experiments, with either sender at the same moment. */
const first = (label: string, sender: string, later_s = 0): Arm => ({
  label,
  scenario: 'ahn-live',
  set: {
    ...NAMES,
    'flows.0.sender.preset': sender,
    'flows.0.traffic.count': 1,
    'flows.1.traffic.count': 1,
    'flows.0.start_s': 40 + later_s,
    'flows.1.start_s': 41 + later_s,
    duration_s: 100 + later_s,
  },
});

const onStage = (arm: Arm): Arm => ({ ...arm, set: { ...arm.set, seed: STAGE_SEED } });

type Figure = (summary: Summary) => number;
const rate: Figure = ({ flows }) => (flows[0]?.goodput_bytes_per_s ?? Number.NaN) / 1000;
const rtt: Figure = ({ flows }) => flows[0]?.mean_rtt_ms ?? Number.NaN;
const resent: Figure = ({ flows }) => flows[0]?.retransmitted_segments ?? Number.NaN;

/** The rates are in the main text, the other metrics of the same runs in the notebook. */
const experimentOf = (figure: Figure) => (figure === rate ? 'afternoon' : 'others');
const values = (runs: Runs, arm: string, figure: Figure, experiment = experimentOf(figure)) =>
  runs.samples(experiment, arm).map(figure);

/** Number of runs in which a sender has a timeout. */
const timesOut = (runs: Runs, arm: string) =>
  runs.samples('afternoon', arm).filter(({ flows }) => (flows[0]?.coarse_timeouts ?? 0) > 0).length;

function meanWith(runs: Runs, arm: string, figure: Figure) {
  const mean = meanOf(values(runs, arm, figure));
  if (mean === null || mean.ci95 === null) throw new Error('There are too few runs.');
  return { value: mean.value, half: mean.ci95 };
}

/** Vegas' lead over Reno in the first `pairs` pairs. */
function more(runs: Runs, figure: Figure, pairs = PAIRS): Difference {
  const columns = ['reno', 'vegas'].map((arm) => values(runs, arm, figure).slice(0, pairs));
  const [one] = differencesOf(columns);
  if (one === undefined) throw new Error('There is no pair.');
  return one;
}

function same(runs: Runs): Difference {
  const [one] = differencesOf(['now', 'later'].map((arm) => values(runs, arm, rate, 'same')));
  if (one === undefined) throw new Error('There is no pair.');
  return one;
}

const half = ({ mean }: Difference) => mean.ci95 ?? Number.POSITIVE_INFINITY;
const excludesZero = (one: Difference) => Math.abs(one.mean.value) > half(one);

/** Returns true if the intervals of the two means overlap. */
function overlap(runs: Runs): boolean {
  const [reno, vegas] = [meanWith(runs, 'reno', rate), meanWith(runs, 'vegas', rate)];
  return Math.abs(vegas.value - reno.value) < reno.half + vegas.half;
}

const rateIn = (run: Run) => flowOf(run, 0).goodput_bytes_per_s / 1000;
/** Vegas' gain in one pair, %. */
const gainIn = (reno: Run, vegas: Run) => 100 * (rateIn(vegas) / rateIn(reno) - 1);

export default {
  experiments: {
    one: {
      kind: 'runs',
      title: 'One pair of transfers',
      look: 'The same 512 KiB at the same moment next to the same sources, sent once by Reno and once by Vegas. Change the seed for another afternoon.',
      arms: { reno: first('Reno', 'reno'), vegas: first('Vegas', 'vegas') },
      panels: ['sender-sequence', 'queue'],
      seconds: [38, 82],
      flows: [0],
      controls: [{ path: 'seed', label: 'Seed', range: [1, 20] }],
      metrics: [
        'flows.0.goodput_bytes_per_s',
        'flows.0.retransmitted_segments',
        'flows.0.coarse_timeouts',
        'flows.0.mean_rtt_ms',
      ],
    },
    firstReno: {
      kind: 'runs',
      staged: true,
      title: 'The first afternoon, Reno',
      look: 'When does the transfer end? Change the seed for another afternoon.',
      arms: { reno: onStage(first('Reno', 'reno')) },
      panels: ['sender-sequence'],
      flows: [0],
    },
    firstVegas: {
      kind: 'runs',
      staged: true,
      title: 'The first afternoon, Vegas',
      look: 'When does the transfer end? Change the seed for another afternoon.',
      arms: { vegas: onStage(first('Vegas', 'vegas')) },
      panels: ['sender-sequence'],
      flows: [0],
    },
    hunt: {
      kind: 'runs',
      title: 'A pair of your choice',
      look: 'The first of the twenty pairs. Change the seed for another one.',
      arms: { reno: first('Reno', 'reno'), vegas: first('Vegas', 'vegas') },
      panels: ['sender-sequence'],
      seconds: [38, 82],
      flows: [0],
      controls: [{ path: 'seed', label: 'Seed', range: [1, 20] }],
      metrics: ['flows.0.goodput_bytes_per_s'],
    },
    afternoon: {
      kind: 'samples',
      title: 'Twenty pairs',
      look: 'A line joins the two transfers of a seed. Take fewer pairs, and watch the interval.',
      arms: { reno: first('Reno', 'reno'), vegas: first('Vegas', 'vegas') },
      seeds: PAIRS,
      measures: ['flows.0.goodput_bytes_per_s'],
    },
    others: {
      kind: 'samples',
      title: 'RTTs and retransmissions of the twenty pairs',
      look: 'Compare the two intervals of the difference: in pairs, and ignoring the pairs.',
      arms: { reno: first('Reno', 'reno'), vegas: first('Vegas', 'vegas') },
      seeds: PAIRS,
      measures: ['flows.0.mean_rtt_ms', 'flows.0.retransmitted_segments'],
    },
    same: {
      kind: 'samples',
      title: 'Twenty pairs of Reno and Reno',
      look: 'Both transfers use Reno; the second starts 20 s later. Whatever differs, the sender isn’t the reason.',
      arms: { now: first('Reno', 'reno'), later: first('Reno, later', 'reno', 20) },
      seeds: PAIRS,
      measures: ['flows.0.goodput_bytes_per_s'],
    },
  },

  predictions: {
    single: {
      kind: 'choice',
      question: 'The picture was one afternoon. Here is another, seed 1. Guess: which sender is faster?',
      covers: ['one'],
      options: {
        vegas: 'Vegas, about as clearly as before',
        even: 'Neither: they are within a tenth of each other',
        reno: 'Reno, by far',
      },
      answer: (runs) => {
        const gain = gainIn(runs.of('one', 'reno'), runs.of('one', 'vegas'));
        if (Math.abs(gain) <= 10) return 'even';
        return gain > 0 ? 'vegas' : 'reno';
      },
      why: 'The network and the file are the same as before. What the neighbors send, and when, isn’t.',
      instead: {
        vegas:
          'You expected the first afternoon to repeat. Some afternoons favor Vegas by a lot, some by a little, and some favor Reno.',
        even: 'You expected a tie. Traffic that comes and goes moves a single transfer by far more than a tenth.',
      },
    },
    pairs: {
      kind: 'number',
      question: 'In how many of twenty pairs is Vegas the faster one?',
      covers: ['afternoon'],
      unit: 'pairs',
      range: [0, 20],
      step: 1,
      within: 2,
      answer: (runs) => more(runs, rate).above,
      why: (runs) => {
        const { above, below } = more(runs, rate);
        const winner = more(runs, rate, 1).below === 1 ? 'Reno' : 'Vegas';
        return `Vegas is faster in ${above} pairs and Reno in ${below}. Seed 1 is one of the pairs that ${winner} wins.`;
      },
    },
    overlap: {
      kind: 'choice',
      question:
        'Suppose that the intervals of the two mean rates overlap. Can the same runs still show that Vegas is faster?',
      covers: ['afternoon'],
      options: {
        no: 'No: if the intervals overlap, the difference may be chance',
        yes: 'Yes: two intervals can overlap and the difference still be clear',
      },
      answer: (runs) => (overlap(runs) && excludesZero(more(runs, rate)) ? 'yes' : 'no'),
      why: 'Overlap compares each mean with the other’s interval. But the question is whether the difference could be zero, and the difference has an interval of its own.',
      instead: {
        no: 'You judged by two separate intervals. For the difference to be zero, both means would have to be off at once, in opposite directions. That is less likely than one of them being off.',
      },
    },
  },

  checks: {
    opposite: {
      kind: 'reach',
      experiment: 'hunt',
      task: 'Choose your result: find a seed with which Vegas is faster by at least half.',
      right: { seed: 12 },
      wrong: { seed: 20 },
      judge: (mine) => {
        const gain = gainIn(mine('reno'), mine('vegas'));
        const { seed } = mine('reno').scenario;
        const passed = gain >= 50;
        return {
          passed,
          words: passed
            ? `With seed ${seed}, Vegas gets ${gain.toFixed(0)} % more than Reno. If you may choose the run, you may choose the result.`
            : `With seed ${seed}, Vegas gets ${Math.abs(gain).toFixed(0)} % ${gain < 0 ? 'less' : 'more'} than Reno. Try another seed.`,
        };
      },
    },
    neighbour: {
      kind: 'choose',
      experiment: 'one',
      task: 'With seed 1 both transfers are slower than on the first afternoon. Look at the queue of the two runs: why?',
      options: {
        busy: 'Other senders’ packets are in the buffer for most of the transfer',
        alone: 'The buffer is empty for most of the transfer: both senders wait for their timers',
      },
      answer: (mine) => (linkOf(mine('reno'), 'R1>R2').mean_queue_packets > 3 ? 'busy' : 'alone'),
      hints: [
        'Compare the queue during the two transfers with the queue after both have ended.',
        'Try another seed. Is the queue as long there while the transfers run?',
      ],
      why: (mine) => {
        const run = mine('reno');
        const largest = Math.max(
          ...(run.summary?.flows ?? [])
            .slice(2)
            .flatMap(({ transfers }) => transfers.map(({ bytes }) => bytes ?? 0)),
        );
        return `With seed ${run.scenario.seed}, the largest file of a neighbor has ${(largest / 1024).toFixed(0)} KiB; yours has 512 KiB. Reno competes with it for the buffer, and Vegas gives way.`;
      },
    },
  },

  steps: {
    reno: {
      experiment: 'firstReno',
      panels: ['sender-sequence'],
      seconds: [39, 51],
      time: ({ of }) => flowOf(of('firstReno')).completed_at_s ?? undefined,
      play: true,
      from: 40.8,
      controls: [{ path: 'seed', label: 'Seed', range: [2, 20] }],
    },
    vegas: {
      experiment: 'firstVegas',
      panels: ['sender-sequence'],
      seconds: [39, 51],
      time: ({ of }) => flowOf(of('firstVegas')).completed_at_s ?? undefined,
      controls: [{ path: 'seed', label: 'Seed', range: [2, 20] }],
    },
  },

  points: {
    renoDone: { time: ({ of }) => flowOf(of('firstReno')).completed_at_s ?? undefined },
    vegasDone: { time: ({ of }) => flowOf(of('firstVegas')).completed_at_s ?? undefined },
  },

  claims: {
    oneReno: { number: (runs) => rateIn(runs.of('one', 'reno')), unit: 'kB/s' },
    oneVegas: { number: (runs) => rateIn(runs.of('one', 'vegas')), unit: 'kB/s' },
    firstReno: { number: (runs) => rateIn(runs.of('firstReno')), unit: 'kB/s' },
    firstVegas: { number: (runs) => rateIn(runs.of('firstVegas')), unit: 'kB/s' },
    renoTimesOut: { holds: (runs) => timesOut(runs, 'reno') === PAIRS },
    vegasTimesOut: { number: (runs) => timesOut(runs, 'vegas') },
    reno: { number: (runs) => meanWith(runs, 'reno', rate).value, unit: 'kB/s' },
    renoHalf: { number: (runs) => meanWith(runs, 'reno', rate).half, unit: 'kB/s' },
    vegas: { number: (runs) => meanWith(runs, 'vegas', rate).value, unit: 'kB/s' },
    vegasHalf: { number: (runs) => meanWith(runs, 'vegas', rate).half, unit: 'kB/s' },
    overlap: { holds: overlap },
    told: { holds: (runs) => excludesZero(more(runs, rate)) },
    more: { number: (runs) => more(runs, rate).mean.value, unit: 'kB/s' },
    moreHalf: { number: (runs) => half(more(runs, rate)), unit: 'kB/s' },
    apartHalf: { number: (runs) => more(runs, rate).unpaired_ci95 ?? Number.NaN, unit: 'kB/s' },
    gain: {
      number: (runs) => 100 * (meanWith(runs, 'vegas', rate).value / meanWith(runs, 'reno', rate).value - 1),
      unit: '%',
    },
    above: { number: (runs) => more(runs, rate).above },
    five: { number: (runs) => more(runs, rate, 5).mean.value, unit: 'kB/s' },
    fiveHalf: { number: (runs) => half(more(runs, rate, 5)), unit: 'kB/s' },
    enough: {
      number: (runs) =>
        Array.from({ length: PAIRS - 1 }, (_, i) => i + 2).find((pairs) =>
          excludesZero(more(runs, rate, pairs)),
        ) ?? Number.NaN,
      unit: 'pairs',
    },
    rtt: { number: (runs) => -more(runs, rtt).mean.value, unit: 'ms' },
    rttHalf: { number: (runs) => half(more(runs, rtt)), unit: 'ms' },
    rttApart: { number: (runs) => more(runs, rtt).unpaired_ci95 ?? Number.NaN, unit: 'ms' },
    resentReno: { number: (runs) => meanWith(runs, 'reno', resent).value, unit: 'segments' },
    resentVegas: { number: (runs) => meanWith(runs, 'vegas', resent).value, unit: 'segments' },
    same: { number: (runs) => same(runs).mean.value, unit: 'kB/s' },
    sameHalf: { number: (runs) => half(same(runs)), unit: 'kB/s' },
    sameHolds: { holds: (runs) => !excludesZero(same(runs)) },
    sameApart: { number: (runs) => same(runs).unpaired_ci95 ?? Number.NaN, unit: 'kB/s' },
  },

  numbers: {
    '20 s': 'the start of the second transfer, in `same`',
  },

  beside: [
    {
      quantity: 'Vegas’ gain in mean rate, with the receiver of the paper’s first destination',
      unit: '%',
      ours: (runs) => 100 * (meanWith(runs, 'vegas', rate).value / meanWith(runs, 'reno', rate).value - 1),
      decimals: 0,
      cited: 'ahn-1995/figure-8/lbl-gain',
      published: '20',
      note: 'Our path stands in for one that nobody recorded. Only signs and sizes can be compared.',
    },
  ],
} satisfies Lesson;
