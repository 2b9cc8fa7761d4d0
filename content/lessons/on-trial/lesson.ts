/** Effects of the slowdowns of Dual and Vegas-CAM: alone with a buffer, and among the other flows of Martin's two paths. */
import { DECISION_VERDICTS, SEGMENT_KINDS } from '../../../web/engine/generated/trace';
import type { Curve, Lesson } from '../../../web/lessons/lesson';
import { cwndOf, flowOf, linkOf } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import { containsZero, type Difference, differencesOf } from '../../../web/lessons/samples/pairs';
import type { Run } from '../../../web/run/trace';

const BOTTLENECK = 'left>right';
const RENO = 0;
const CAM = 1;
const DUAL = 2;
/** Duration of the runs with many flows. */
const CROWD = { duration_s: 20, 'record.max_rows': 2000000 };
/** A slowdown counts as a warning of losses within this time, s: about two RTTs of the Emory path. */
const SOON_S = 0.1;

const LOWER = DECISION_VERDICTS.indexOf('lower');
const FULL = SEGMENT_KINDS.indexOf('drop_full');

const percent = (share: number) => 100 * share;
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Times at which the flow slowed down because of delay, s. */
function slowdowns(run: Run, flow: number): number[] {
  const { time_s, verdict } = run.trace.rows('decisions', flow);
  return [...time_s].filter((_, row) => verdict[row] === LOWER);
}

/** Times at which full buffers dropped segments of the flow, s. */
function drops(run: Run, flow: number): number[] {
  const { time_s, kind } = run.trace.rows('segments', flow);
  return [...time_s].filter((_, row) => kind[row] === FULL);
}

/** Number of the flow's slowdowns that one of its own losses followed soon. */
function followed(run: Run, flow: number): number {
  const lost = drops(run, flow);
  return slowdowns(run, flow).filter((at) => lost.some((drop) => drop >= at && drop <= at + SOON_S)).length;
}

/** Number of the flow's losses soon after one of its slowdowns. */
function warned(run: Run, flow: number): number {
  const slowed = slowdowns(run, flow);
  return drops(run, flow).filter((drop) => slowed.some((at) => at <= drop && drop <= at + SOON_S)).length;
}

/** Share of slowdowns among the flow's delay-based decisions, %. */
const slowdownShare = (run: Run, flow: number) =>
  percent(slowdowns(run, flow).length / run.trace.rows('decisions', flow).time_s.length);

/** Estimates the RTT above which Dual slows down, ms: midway between the highest RTT without and the lowest with a slowdown. */
function threshold(run: Run, from_s: number): number {
  const { time_s, verdict, rtt_ms } = run.trace.rows('decisions', 0);
  let [held, lowered] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  time_s.forEach((time, row) => {
    const rtt = rtt_ms[row] ?? Number.NaN;
    if (time < from_s) return;
    if (verdict[row] === LOWER) lowered = Math.min(lowered, rtt);
    else held = Math.max(held, rtt);
  });
  return (held + lowered) / 2;
}

/** Drops at the bottleneck from a moment on. */
const dropsAfter = (run: Run, from_s: number) => drops(run, 0).filter((at) => at >= from_s).length;

/** Mean goodput of a flow over the seeds, bytes/s. */
const goodput = (runs: Runs, arm: string, flow: number) =>
  mean(runs.samples('instead', arm).map(({ flows }) => flows[flow]?.goodput_bytes_per_s ?? 0));

/** The flow's lead over the Reno in its place, pair by pair. */
function difference(runs: Runs, flow: number): Difference {
  const columns = ['renos', 'delay'].map((arm) =>
    runs.samples('instead', arm).map(({ flows }) => flows[flow]?.goodput_bytes_per_s ?? null),
  );
  const [one] = differencesOf(columns);
  if (one === undefined) throw new Error('There is no pair.');
  return one;
}

/** Change of the flow's rate when the delay-based sender replaces Reno, %. */
const change = (runs: Runs, flow: number) =>
  percent(goodput(runs, 'delay', flow) / goodput(runs, 'renos', flow) - 1);

/** Mean drops over the seeds at the link that drops most. */
const lost = (runs: Runs, arm: string) =>
  mean(
    runs.samples('instead', arm).map(({ links }) => links.find(({ name }) => name === 'N7>N8')?.drops ?? 0),
  );

const between = ({ x, y }: Curve, from: number, to: number): Curve => {
  const rows = Array.from(x, (_, row) => row).filter((row) => (x[row] ?? 0) >= from && (x[row] ?? 0) <= to);
  return { x: rows.map((row) => x[row] ?? 0), y: rows.map((row) => y[row] ?? 0) };
};

export default {
  experiments: {
    alone: {
      kind: 'runs',
      title: 'Three senders, each alone with a buffer of 25 packets',
      look: 'Compare how full each keeps the buffer, and who loses anything after the first slow start.',
      arms: {
        reno: { label: 'Reno', scenario: 'on-trial.alone', set: { 'flows.0.sender.preset': 'reno' } },
        dual: { label: 'Dual', scenario: 'on-trial.alone' },
        cam: {
          label: 'Vegas-CAM',
          scenario: 'on-trial.alone',
          set: { 'flows.0.sender.preset': 'vegas-cam' },
        },
      },
      panels: ['window', 'queue', 'rtt'],
      figures: [
        'flows.0.goodput_bytes_per_s',
        'flows.0.mean_rtt_ms',
        `links.${BOTTLENECK}.mean_queue_packets`,
        `links.${BOTTLENECK}.drops`,
      ],
    },
    crowd: {
      kind: 'runs',
      title: 'The same three in the crowd of the Emory path',
      look: 'The transfer “one” is Vegas-CAM, “two” is Dual. Look at their RTTs: they rise and fall within a few round trips, with hundreds of others in the queues.',
      arms: { emory: { label: 'Emory', experiment: 'martin-1999/emory/table-9-3', set: CROWD } },
      panels: ['rtt', 'window'],
      flows: [RENO, CAM, DUAL],
      seconds: [2, 6],
      controls: [{ path: 'seed', label: 'other arrivals (seed)', range: [1, 20] }],
      figures: [RENO, CAM, DUAL].flatMap((flow) => [
        `flows.${flow}.goodput_bytes_per_s`,
        `flows.${flow}.mean_cwnd_segments`,
      ]),
    },
    asu: {
      kind: 'runs',
      title: 'And on the ASU path, which is longer and fuller',
      look: '“One” is Vegas-CAM again. Look at its window while its RTT goes up and down.',
      arms: { asu: { label: 'ASU', experiment: 'martin-1999/asu/table-9-3', set: CROWD } },
      panels: ['rtt', 'window'],
      flows: [RENO, CAM, DUAL],
      seconds: [2, 6],
      controls: [{ path: 'seed', label: 'other arrivals (seed)', range: [1, 20] }],
      figures: [RENO, CAM, DUAL].flatMap((flow) => [
        `flows.${flow}.goodput_bytes_per_s`,
        `flows.${flow}.mean_cwnd_segments`,
      ]),
    },
    instead: {
      kind: 'samples',
      title: 'Emory with two delay-based senders, and with Reno in their places',
      look: 'Each run has the same arrivals in both. Vegas-CAM or Reno is “one”, Dual or Reno is “two”.',
      arms: {
        delay: {
          label: 'CAM and Dual',
          experiment: 'martin-1999/emory/table-9-3',
          set: { duration_s: 20 },
        },
        renos: {
          label: 'Reno instead',
          experiment: 'martin-1999/emory/table-9-3',
          set: {
            duration_s: 20,
            'flows.1': 'flows.0',
            'flows.1.name': 'one',
            'flows.2': 'flows.0',
            'flows.2.name': 'two',
          },
        },
      },
      seeds: 4,
      measures: ['flows.1.goodput_bytes_per_s', 'flows.2.goodput_bytes_per_s', 'links.N7>N8.drops'],
    },
    detour: {
      kind: 'runs',
      title: 'Dual, and half a second of detour',
      look: 'Look at the queue before and after second 20.',
      arms: {
        straight: { label: 'no detour', scenario: 'on-trial.alone', set: { duration_s: 60 } },
        detour: { label: 'detour', scenario: 'on-trial.detour' },
      },
      panels: ['queue', 'window'],
      controls: [
        {
          path: 'flows.0.sender.avoidance.max_rtt_weight',
          label: 'weight of the largest RTT',
          range: [0, 0.5],
        },
      ],
      figures: [`links.${BOTTLENECK}.drops`, `links.${BOTTLENECK}.mean_queue_packets`, 'flows.0.mean_rtt_ms'],
    },
  },

  predictions: {
    steady: {
      kind: 'draw',
      question:
        'Dual is alone. The path holds 20 segments and the buffer 25 more. Draw its window from second 10 to second 30.',
      covers: ['alone'],
      x: { label: 'time', unit: 's', from: 10, to: 30 },
      y: { label: 'cwnd', unit: 'segments', from: 0, to: 50 },
      within: 0.1,
      answer: (runs) => between(cwndOf(runs.of('alone', 'dual')), 9, 30),
      why: (runs) =>
        `It swings between ${Math.min(...(between(cwndOf(runs.of('alone', 'dual')), 10, 30).y as number[])).toFixed(0)} and ${Math.max(...(between(cwndOf(runs.of('alone', 'dual')), 10, 30).y as number[])).toFixed(0)} segments: up by one per RTT, and down by an eighth as soon as the RTT is a quarter of the way from its smallest to its largest. It never comes near the end of the buffer.`,
    },
    followed: {
      kind: 'number',
      question:
        'Now Dual shares the Emory path with hundreds of others for 20 s. Of all its steps down, how many are followed by a loss of its own within a tenth of a second, about two RTTs?',
      covers: ['crowd'],
      unit: '%',
      range: [0, 100],
      step: 1,
      within: 12,
      answer: (runs) => {
        const run = runs.of('crowd');
        return percent(followed(run, DUAL) / slowdowns(run, DUAL).length);
      },
      why: (runs) => {
        const run = runs.of('crowd');
        return `${followed(run, DUAL)} of ${slowdowns(run, DUAL).length}. The others answer queues that come and go without a loss. And of its ${drops(run, DUAL).length} losses, ${warned(run, DUAL)} had such a warning.`;
      },
    },
    asleep: {
      kind: 'choice',
      question:
        'The ASU path is longer and loses more. At Emory, Vegas-CAM slowed down in some of its decisions. How will it be here?',
      covers: ['asu'],
      options: {
        more: 'More often: there is more congestion to be seen.',
        same: 'About as often.',
        less: 'Less than half as often.',
      },
      answer: (runs) => {
        const ratio = slowdownShare(runs.of('asu'), CAM) / slowdownShare(runs.of('crowd'), CAM);
        return ratio > 1.5 ? 'more' : ratio > 0.5 ? 'same' : 'less';
      },
      instead: {
        more: 'The RTT does rise more. But Vegas does not compare RTTs.',
        same: 'Its figure is not the RTT alone.',
      },
      why: (runs) =>
        `At Emory it slowed down in ${slowdownShare(runs.of('crowd'), CAM).toFixed(0)} % of its decisions, here in ${slowdownShare(runs.of('asu'), CAM).toFixed(0)} %. Its mean window is ${flowOf(runs.of('asu'), CAM).mean_cwnd_segments.toFixed(1)} segments, and diff cannot count more segments than the window has.`,
    },
  },

  checks: {
    threshold: {
      experiment: 'alone',
      kind: 'read',
      task: 'Dual takes no RTT samples while it repairs losses. Read off the panel its smallest RTT and its largest before the first loss. Take three quarters of the first and a quarter of the second: at which RTT does it slow down?',
      unit: 'ms',
      within: 6,
      right: 136,
      // Halfway between the two.
      wrong: 166,
      hints: [
        'Zoom into the first second. The smallest RTT is there from the start, the largest comes just before the first loss.',
      ],
      answer: (mine) => threshold(mine('dual'), 8),
      why: (mine) =>
        `In this run it holds or grows up to about ${threshold(mine('dual'), 8).toFixed(0)} ms and slows down above. The largest RTT comes from the first slow start, when the buffer was full.`,
    },
    forget: {
      experiment: 'detour',
      kind: 'reach',
      task: 'Dual may not forget its largest RTT. Make it lose nothing after the detour all the same.',
      judge: (mine) => {
        const late = dropsAfter(mine('detour'), 22);
        const queue = linkOf(mine('straight'), BOTTLENECK).mean_queue_packets.toFixed(1);
        return late === 0
          ? {
              passed: true,
              words: `No loss after the detour. Without a detour the same weight keeps ${queue} packets in the queue in the mean: a weight low enough to survive one freak RTT makes Dual timid everywhere else.`,
            }
          : {
              passed: false,
              words: `${late} losses after second 22. The threshold still lies above what a full buffer adds.`,
            };
      },
      right: { 'flows.0.sender.avoidance.max_rtt_weight': 0.1 },
      wrong: { 'flows.0.sender.avoidance.max_rtt_weight': 0.4 },
    },
  },

  claims: {
    'reno-queue': { number: (runs) => linkOf(runs.of('alone', 'reno'), BOTTLENECK).mean_queue_packets },
    'dual-queue': { number: (runs) => linkOf(runs.of('alone', 'dual'), BOTTLENECK).mean_queue_packets },
    'cam-queue': { number: (runs) => linkOf(runs.of('alone', 'cam'), BOTTLENECK).mean_queue_packets },
    'dual-late': { number: (runs) => dropsAfter(runs.of('alone', 'dual'), 5) },
    'cam-drops': { number: (runs) => linkOf(runs.of('alone', 'cam'), BOTTLENECK).drops },
    'reno-late': { number: (runs) => dropsAfter(runs.of('alone', 'reno'), 5) },
    'no-slower': {
      holds: (runs) =>
        ['dual', 'cam'].every(
          (arm) =>
            flowOf(runs.of('alone', arm)).goodput_bytes_per_s >=
            flowOf(runs.of('alone', 'reno')).goodput_bytes_per_s,
        ),
      // With so large a buffer Reno never stops.
      wrong: { 'links.0.queue.limit_packets': 500 },
    },
    'dual-slowings': { number: (runs) => slowdowns(runs.of('crowd'), DUAL).length },
    'dual-followed': { number: (runs) => followed(runs.of('crowd'), DUAL) },
    'dual-losses': { number: (runs) => drops(runs.of('crowd'), DUAL).length },
    'dual-warned': { number: (runs) => warned(runs.of('crowd'), DUAL) },
    'cam-slowings': { number: (runs) => slowdowns(runs.of('crowd'), CAM).length },
    'cam-followed': { number: (runs) => followed(runs.of('crowd'), CAM) },
    'asu-slowings': { number: (runs) => slowdowns(runs.of('asu'), CAM).length },
    'asu-decisions': { number: (runs) => runs.of('asu').trace.rows('decisions', CAM).time_s.length },
    'asu-cwnd': { number: (runs) => flowOf(runs.of('asu'), CAM).mean_cwnd_segments },
    'cam-change': { number: (runs) => -change(runs, CAM), unit: '%' },
    'dual-change': { number: (runs) => -change(runs, DUAL), unit: '%' },
    spared: { number: (runs) => 100 - percent(lost(runs, 'delay') / lost(runs, 'renos')), unit: '%' },
    undecided: { holds: (runs) => [CAM, DUAL].every((flow) => difference(runs, flow).above === 1) },
    'over-zero': {
      holds: (runs) =>
        [CAM, DUAL].every((flow) => {
          const { mean } = difference(runs, flow);
          return containsZero(mean, mean.ci95) === true;
        }),
    },
    'detour-losses': { number: (runs) => dropsAfter(runs.of('detour', 'detour'), 22) },
    'straight-losses': { number: (runs) => dropsAfter(runs.of('detour', 'straight'), 22) },
  },

  numbers: {
    '10': 'where the axis of the drawing begins',
    '30': 'where it ends',
    '5': { published: 'martin-1999/section-9-2-2/asu-window' },
  },

  beside: [
    {
      quantity: 'Vegas-CAM against Reno, Emory',
      unit: '%',
      ours: (runs) => change(runs, CAM),
      decimals: 0,
      cited: 'martin-1999/table-9-3/emory-cam-throughput',
      published: '−21',
      note: 'Ours is the mean of four short runs, against Reno in the same place; the text has five long ones, against the Reno beside.',
    },
    {
      quantity: 'Dual against Reno, Emory',
      unit: '%',
      ours: (runs) => change(runs, DUAL),
      decimals: 0,
      cited: 'martin-1999/table-9-3/emory-dual-throughput',
      published: '−14.2',
      note: 'As above.',
    },
    {
      quantity: 'Mean window of Vegas-CAM, ASU',
      unit: 'segments',
      ours: (runs) => flowOf(runs.of('asu'), CAM).mean_cwnd_segments,
      decimals: 1,
      cited: 'martin-1999/section-9-2-2/asu-window',
      published: '3.5',
      note: 'The thesis says 2 to 5; the first seconds are in ours.',
    },
  ],
} satisfies Lesson;
