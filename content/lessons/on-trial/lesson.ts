/** Effects of the slowdowns of Dual and Vegas-CAM: alone with a buffer, and among the other flows of Martin's two paths. */
import { DECISION_VERDICTS, SEGMENT_KINDS } from '../../../web/engine/generated/trace';
import type { Curve, Lesson, LessonMetric } from '../../../web/lessons/lesson';
import {
  cwndOf,
  flowOf,
  largest,
  linkOf,
  packetsOf,
  segmentsOf,
  valueAt,
  waitingAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import { containsZero, type Difference, differencesOf } from '../../../web/lessons/samples/pairs';
import type { Run } from '../../../web/run/trace';

const BOTTLENECK = 'left>right';
const CAM = 1;
const DUAL = 2;
/** The observed flows acknowledge every packet. The thesis' long runs delay their ACKs (docs/readings.md, M1). */
const EVERY_PACKET = {
  'flows.0.receiver.kind': 'every_packet',
  'flows.1.receiver.kind': 'every_packet',
  'flows.2.receiver.kind': 'every_packet',
};
/** The runs with many flows record every row up to the end of `SECOND` with any seed. */
const CROWD = { duration_s: 20, 'record.max_rows': 3000000, ...EVERY_PACKET };
/** The seconds in which the student raises the threshold of Dual, alone on its path. */
const RAISED_S = [10, 20] as const;
const RAISED = 'flows.0.sender.avoidance.max_rtt_weight';
/** A slowdown counts as a warning of losses within this time, s: about two RTTs of the Emory path. */
const SOON_S = 0.1;

/** The one second that the lesson looks at, as Figures 9-2 and 9-3 do. */
const SECOND = [6, 7] as const;
/** The weight of the largest RTT in the threshold of Dual. */
const WEIGHT = 'flows.2.sender.avoidance.max_rtt_weight';

const LOWER = DECISION_VERDICTS.indexOf('lower');
const FULL = SEGMENT_KINDS.indexOf('drop_full');

const percent = (share: number) => 100 * share;
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Times at which the flow slowed down because of delay, s. */
function slowdowns(run: Run, flow: number): number[] {
  const { time_s, verdict } = run.trace.rows('decisions', flow);
  return [...time_s].filter((_, row) => verdict[row] === LOWER);
}

const slowdownsIn = (run: Run, flow: number, [from, to]: readonly [number, number]) =>
  slowdowns(run, flow).filter((at) => at >= from && at < to);

/** When the queue is longest in these seconds, s. */
function fullestIn(run: Run, [from, to]: readonly [number, number]): number | undefined {
  const { x, y } = packetsOf(run, BOTTLENECK);
  const most = largest({ x, y }, from, to);
  return Array.from(x).find((time, row) => time >= from && y[row] === most);
}

/** Times at which full buffers dropped segments of the flow, s. */
function drops(run: Run, flow: number): number[] {
  const { time_s, kind } = run.trace.rows('segments', flow);
  return [...time_s].filter((_, row) => kind[row] === FULL);
}

/** Number of the flow's slowdowns, in these seconds, that one of its own losses followed soon. */
function followed(run: Run, flow: number, [from, to] = [0, Number.POSITIVE_INFINITY]): number {
  const lost = drops(run, flow);
  return slowdownsIn(run, flow, [from, to]).filter((at) =>
    lost.some((drop) => drop >= at && drop <= at + SOON_S),
  ).length;
}

/** When Dual first loses a packet in these seconds, s. */
const lostIn = (run: Run, [from, to]: readonly [number, number]) =>
  drops(run, DUAL).find((at) => at >= from && at < to);

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

/** The first moment after `from_s` when the RTT exceeds this many ms, s. */
function rttAbove(run: Run, ms: number, from_s: number): number | undefined {
  const { time_s, rtt_ms } = run.trace.rows('rtts', 0);
  return [...time_s].find((time, row) => time > from_s && (rtt_ms[row] ?? 0) > ms);
}

/** When Dual measured the largest RTT before its first fast retransmit, s. */
function largestBeforeRepair(run: Run): number | undefined {
  const { time_s, rtt_ms } = run.trace.rows('rtts', 0);
  const repaired = segmentsOf(run, 'retransmit_fast')[0]?.time_s ?? 0;
  const before = [...rtt_ms].filter((_, row) => (time_s[row] ?? 0) < repaired);
  return time_s[before.indexOf(Math.max(...before))];
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

/** The share of the time after a moment in which nothing is at the bottleneck. */
function restsAfter(run: Run, from_s: number): number {
  const { x, y } = packetsOf(run, BOTTLENECK);
  const rest = Array.from(x).reduce((sum, from, row) => {
    const to = x[row + 1];
    return y[row] === 0 && from >= from_s && to !== undefined ? sum + to - from : sum;
  }, 0);
  return rest / ((x[x.length - 1] ?? 0) - from_s);
}

const goodputOf = (run: Run) => flowOf(run).goodput_bytes_per_s;

const ALONE = ['flows.0.goodput_bytes_per_s', `links.${BOTTLENECK}.mean_queue_packets`];

const count = (label: string, of: (run: Run) => number): LessonMetric => ({
  label,
  unit: '',
  decimals: 0,
  of,
});

/** The two narrow links of the Emory path: the slower and the faster one. */
const [SLOW, FAST] = ['N4>N5', 'N7>N8'] as const;
const LINKS = [SLOW, FAST];

/** How long a packet waits at a link on average, ms. */
function waitAt(run: Run, link: string): number {
  const rate = run.scenario.links.find(({ from, to }) => `${from}>${to}` === link)?.rate_bps ?? Number.NaN;
  return (linkOf(run, link).mean_queue_bytes * 8 * 1000) / rate;
}

/** Counts of a flow's slowdowns and losses over the whole run. */
const countsOf = (flow: number, name: string): LessonMetric[] => [
  count(`slowdowns of ${name}, in 20 seconds`, (run) => slowdowns(run, flow).length),
  count(`slowdowns of ${name} just before a loss, in 20 seconds`, (run) => followed(run, flow)),
  count(`packets that ${name} lost, in 20 seconds`, (run) => drops(run, flow).length),
];

export default {
  experiments: {
    alone: {
      kind: 'runs',
      title: 'Reno and Dual, each alone with a buffer of 25 packets',
      look: 'How far does each RTT climb? Which window is cut in half after the first slow start?',
      arms: {
        reno: { label: 'Reno', scenario: 'on-trial.alone', set: { 'flows.0.sender.preset': 'reno' } },
        dual: { label: 'Dual', scenario: 'on-trial.alone' },
      },
      panels: ['window', 'rtt'],
      metrics: [...ALONE, count('packets dropped, after five seconds', (run) => dropsAfter(run, 5))],
    },
    raised: {
      kind: 'runs',
      staged: true,
      title: 'Dual alone, with the threshold that you choose',
      look: 'Raise the threshold. How far does the queue grow before Dual slows down?',
      arms: { dual: { label: 'Dual', scenario: 'on-trial.alone' } },
      panels: ['rtt', 'queue'],
    },
    vegas: {
      kind: 'runs',
      title: 'Vegas-CAM, alone with the same buffer',
      look: 'How full does it keep the buffer?',
      arms: {
        cam: {
          label: 'Vegas-CAM',
          scenario: 'on-trial.alone',
          set: { 'flows.0.sender.preset': 'vegas-cam' },
        },
      },
      panels: ['window', 'queue'],
      metrics: [...ALONE, `links.${BOTTLENECK}.drops`],
    },
    crowd: {
      kind: 'runs',
      title: 'Dual in the crowd of the Emory path',
      look: 'The RTT of Dual rises and falls within a few round trips.',
      arms: {
        emory: {
          label: 'Emory',
          experiment: 'martin-1999/emory/table-9-3',
          set: CROWD,
          flowNames: { reno: 'Reno', one: 'Vegas-CAM', two: 'Dual' },
        },
      },
      panels: ['rtt', 'window'],
      flows: [DUAL],
      seconds: [2, 6],
      controls: [{ path: 'seed', label: 'other arrivals (seed)', range: [1, 20] }],
      metrics: [...countsOf(DUAL, 'Dual'), ...countsOf(CAM, 'Vegas-CAM')],
    },
    half: {
      kind: 'runs',
      title: 'Dual in the crowd, with the threshold that you choose',
      look: 'Choose N4 → N5 above the queue, then N7 → N8. Which is longer, and which overflows?',
      arms: {
        emory: {
          label: 'Emory',
          experiment: 'martin-1999/emory/table-9-3',
          set: { ...CROWD, [WEIGHT]: 0.5 },
          flowNames: { reno: 'Reno', one: 'Vegas-CAM', two: 'Dual' },
        },
      },
      panels: ['rtt', 'queue'],
      flows: [DUAL],
      seconds: [2, 6],
      controls: [
        { path: WEIGHT, label: 'height of the threshold', range: [0.1, 0.6] },
        { path: 'seed', label: 'other arrivals (seed)', range: [1, 20] },
      ],
      metrics: [
        ...countsOf(DUAL, 'Dual'),
        ...LINKS.flatMap((link): LessonMetric[] => [
          {
            label: `mean wait at ${link.replace('>', '→')}, in 20 seconds`,
            unit: 'ms',
            decimals: 1,
            of: (run) => waitAt(run, link),
          },
          count(
            `packets dropped at ${link.replace('>', '→')}, in 20 seconds`,
            (run) => linkOf(run, link).drops,
          ),
        ]),
      ],
    },
    asu: {
      kind: 'runs',
      title: 'Vegas-CAM on the longer and fuller ASU path',
      look: 'Watch the window of Vegas-CAM while its RTT goes up and down.',
      arms: {
        asu: {
          label: 'ASU',
          experiment: 'martin-1999/asu/table-9-3',
          set: CROWD,
          flowNames: { reno: 'Reno', one: 'Vegas-CAM', two: 'Dual' },
        },
      },
      panels: ['rtt', 'window'],
      flows: [CAM],
      seconds: [2, 6],
      controls: [{ path: 'seed', label: 'other arrivals (seed)', range: [1, 20] }],
      metrics: [
        count(
          'decisions of Vegas-CAM, in 20 seconds',
          (run) => run.trace.rows('decisions', CAM).time_s.length,
        ),
        count('slowdowns of Vegas-CAM, in 20 seconds', (run) => slowdowns(run, CAM).length),
        `flows.${CAM}.mean_cwnd_segments`,
      ],
    },
    instead: {
      kind: 'samples',
      title: 'Two delay-based senders, and Reno in their places',
      look: 'Each pair has the same arrivals. Only the senders of two transfers differ.',
      arms: {
        delay: {
          label: 'CAM and Dual',
          experiment: 'martin-1999/emory/table-9-3',
          set: { duration_s: 20, ...EVERY_PACKET },
          flowNames: { one: 'CAM or Reno', two: 'Dual or Reno' },
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
            ...EVERY_PACKET,
          },
        },
      },
      seeds: 4,
      measures: ['flows.1.goodput_bytes_per_s', 'flows.2.goodput_bytes_per_s', 'links.N7>N8.drops'],
    },
    detour: {
      kind: 'runs',
      title: 'Dual and half a second of detour',
      look: 'Compare the queue before and after second 20.',
      arms: {
        straight: { label: 'no detour', scenario: 'on-trial.alone', set: { duration_s: 60 } },
        detour: { label: 'detour', scenario: 'on-trial.detour' },
      },
      panels: ['queue', 'window'],
      controls: [
        {
          path: 'flows.0.sender.avoidance.max_rtt_weight',
          label: 'height of the threshold',
          range: [0, 0.5],
        },
      ],
      metrics: [`links.${BOTTLENECK}.drops`, `links.${BOTTLENECK}.mean_queue_packets`, 'flows.0.mean_rtt_ms'],
    },
  },

  steps: {
    warning: {
      experiment: 'alone',
      arm: 'reno',
      panels: ['queue', 'rtt'],
      seconds: [4.5, 15],
      time: ({ of }) => drops(of('alone', 'reno'), 0).find((at) => at > 5),
      play: true,
      from: 4.5,
      speed: 2,
      shows: (run, at_s) => waitingAt(run, BOTTLENECK, at_s) === 24,
    },
    dual: {
      experiment: 'alone',
      arm: 'dual',
      changes: { duration_s: 2 },
      panels: ['rtt'],
      seconds: [0, 0.95],
      time: ({ of }) => largestBeforeRepair(of('alone', 'dual')),
    },
    yours: {
      experiment: 'raised',
      panels: ['rtt', 'queue'],
      seconds: RAISED_S,
      time: ({ of }) => fullestIn(of('raised'), RAISED_S),
      controls: [{ path: RAISED, label: 'height of the threshold', range: [0.05, 1] }],
      shows: (run, at_s) =>
        valueAt(packetsOf(run, BOTTLENECK), at_s) === largest(packetsOf(run, BOTTLENECK), ...RAISED_S),
    },
    crowd: {
      experiment: 'crowd',
      changes: { duration_s: 6 },
      panels: ['rtt', 'window'],
      seconds: [2, 6],
      flows: [DUAL],
      time: ({ of }) => slowdowns(of('crowd'), DUAL).find((at) => at > 2.5),
    },
    second: {
      experiment: 'crowd',
      panels: ['window', 'sender-sequence'],
      seconds: SECOND,
      flows: [DUAL],
      time: ({ of }) => lostIn(of('crowd'), SECOND),
    },
  },
  points: {
    oneSlow: { time: ({ of }) => slowdownsIn(of('crowd'), DUAL, SECOND).at(-2), highlight: 'cwnd' },
    top: { time: ({ of }) => fullestIn(of('raised'), RAISED_S), highlight: 'queued' },
    lostInSecond: { time: ({ of }) => lostIn(of('crowd'), SECOND), highlight: 'dropped' },
    climb: { time: ({ of }) => rttAbove(of('alone', 'reno'), 130, 4.5) },
    drop: { time: ({ of }) => drops(of('alone', 'reno'), 0).find((at) => at > 5), highlight: 'dropped' },
    smallest: { time: ({ of }) => of('alone', 'dual').trace.rows('rtts', 0).time_s[0] },
    largest: { time: ({ of }) => largestBeforeRepair(of('alone', 'dual')) },
    slows: { time: ({ of }) => slowdowns(of('crowd'), DUAL).find((at) => at > 2.5) },
  },

  predictions: {
    steady: {
      kind: 'draw',
      question:
        'Now Dual is alone. The path holds 20 segments and the buffer 25 more. Draw its window from second 10 to second 30.',
      covers: ['alone'],
      x: { label: 'time', unit: 's', from: 10, to: 30 },
      y: { label: 'cwnd', unit: 'segments', from: 0, to: 50 },
      features: [
        { is: 'level', from: 10, to: 30, within: 8 },
        { is: 'near', from: 10, to: 30, within: 6 },
      ],
      answer: (runs) => cwndOf(runs.of('alone', 'dual')),
      line: 1,
      why: (runs) => {
        const cwnd = between(cwndOf(runs.of('alone', 'dual')), 10, 30).y as number[];
        return `It swings between ${Math.min(...cwnd).toFixed(0)} and ${Math.max(...cwnd).toFixed(0)} segments. It grows by one per RTT. Dual checks its RTT only every other round trip, so it climbs a little above its threshold before it falls by an eighth, and never comes near the end of the buffer.`;
      },
    },
    followed: {
      kind: 'number',
      question:
        'The run goes on for 20 s. How many percent of Dual’s slowdowns are followed by a loss within a tenth of a second, about two RTTs?',
      covers: ['crowd'],
      unit: '%',
      range: [0, 100],
      step: 1,
      within: 4,
      answer: (runs) => {
        const run = runs.of('crowd');
        return percent(followed(run, DUAL) / slowdowns(run, DUAL).length);
      },
      why: (runs) => {
        const run = runs.of('crowd');
        return `After ${slowdowns(run, DUAL).length - followed(run, DUAL)} of the slowdowns, nothing is lost that soon. They answer queues that come and go.`;
      },
    },
    half: {
      kind: 'choice',
      question:
        'Put the threshold halfway up, as Dual’s authors did. How often does Dual slow down, and what follows?',
      covers: ['half'],
      options: {
        sharper: 'Less often, and most slowdowns now come just before a loss',
        fewer: 'Less often, and losses still seldom follow',
        same: 'About as often: RTTs rise far above either threshold',
      },
      answer: (runs) => {
        const run = runs.of('half');
        const slowed = slowdowns(run, DUAL).length;
        if (slowed > 0.75 * slowdowns(runs.of('crowd'), DUAL).length) return 'same';
        return followed(run, DUAL) > slowed / 2 ? 'sharper' : 'fewer';
      },
      instead: {
        sharper:
          'You expected the largest RTTs to announce losses. They announce long waits, and these end without a loss, too.',
        same: 'The largest RTT that Dual remembers comes from a full buffer. Halfway up to it is more than most packets wait.',
      },
      why: 'Fewer waits are long enough for the higher threshold. But a long wait is no sign of a loss: packets wait longest at one link, and nearly all losses happen at another.',
    },
    asleep: {
      kind: 'choice',
      question:
        'The ASU path is longer and loses more. How often does Vegas-CAM slow down there, compared with Emory?',
      covers: ['asu'],
      options: {
        more: 'More often: there’s more congestion to see',
        same: 'About as often',
        less: 'Less than half as often',
      },
      answer: (runs) => {
        const ratio = slowdownShare(runs.of('asu'), CAM) / slowdownShare(runs.of('crowd'), CAM);
        return ratio > 1.5 ? 'more' : ratio > 0.5 ? 'same' : 'less';
      },
      instead: {
        more: 'The RTT does rise more. But Vegas doesn’t compare RTTs. It counts its own waiting segments.',
        same: 'That would be so if Vegas went by the RTT alone. It counts its own waiting segments.',
      },
      why: (runs) =>
        `At Emory it slowed down in ${slowdownShare(runs.of('crowd'), CAM).toFixed(0)} % of its decisions, and here in ${slowdownShare(runs.of('asu'), CAM).toFixed(0)} %. Its mean window is ${flowOf(runs.of('asu'), CAM).mean_cwnd_segments.toFixed(1)} segments, and diff can't count more segments than the window has.`,
    },
  },

  checks: {
    threshold: {
      experiment: 'alone',
      kind: 'read',
      task: 'At which RTT does Dual slow down? Take three quarters of its smallest RTT and a quarter of the largest one before its first retransmission.',
      unit: 'ms',
      within: 6,
      right: 136,
      // Halfway between the two.
      wrong: 166,
      hints: [
        'Zoom into the first second of the RTT panel. The smallest RTT is there from the start.',
        'The largest comes just before the first retransmission. Add a quarter of the distance between the two to the smallest.',
      ],
      answer: (mine) => threshold(mine('dual'), 8),
      why: (mine) =>
        `Whenever Dual found its RTT above ${threshold(mine('dual'), 8).toFixed(0)} ms, it slowed down. RTTs go higher than that, because Dual checks only every other round trip. The largest RTT dates from the first slow start, when the buffer was full.`,
    },
    overflow: {
      experiment: 'raised',
      kind: 'reach',
      task: 'Raise the threshold until even Dual overflows the buffer in these ten seconds.',
      judge: (mine) => {
        const run = mine();
        const lost = drops(run, 0).filter((at) => at >= RAISED_S[0] && at < RAISED_S[1]).length;
        const most = largest(packetsOf(run, BOTTLENECK), ...RAISED_S);
        return lost > 0
          ? {
              passed: true,
              words: `Dual loses ${lost} packets. The threshold is so high that the buffer is full before Dual sees it, and only Reno is left.`,
            }
          : {
              passed: false,
              words: `At most ${most} packets are at the link, and nothing is dropped: Dual still sees the queue in time.`,
            };
      },
      right: { [RAISED]: 1 },
      wrong: { [RAISED]: 0.5 },
    },
    second: {
      experiment: 'crowd',
      kind: 'read',
      task: 'Between 6 s and 7 s, how many of Dual’s slowdowns come within a tenth of a second before a loss?',
      unit: 'slowdowns',
      within: 0.4,
      right: 1,
      // All that come before the loss.
      wrong: 6,
      hints: [
        'Find the first cross. Where does the window drop less than a tenth of a second to its left?',
        'The marks of the time axis show how long a tenth of a second is. The long drop after the crosses answers the losses, so it doesn’t count.',
      ],
      answer: (mine) => followed(mine(), DUAL, [...SECOND]),
      why: (mine) =>
        `Dual slows down ${slowdownsIn(mine(), DUAL, SECOND).length} times in this second. Slowdowns just before a loss: ${followed(mine(), DUAL, [...SECOND])}. By then the packets that will be lost are already on their way. The thesis draws the same: an answer that comes, and comes too late.`,
    },
    forget: {
      experiment: 'detour',
      kind: 'reach',
      task: 'Dual can’t forget its largest RTT. Make it lose nothing after the detour anyway.',
      judge: (mine) => {
        const late = dropsAfter(mine('detour'), 22);
        const queue = linkOf(mine('straight'), BOTTLENECK).mean_queue_packets.toFixed(1);
        return late === 0
          ? {
              passed: true,
              words: `Nothing is lost after the detour. Without a detour, the same threshold keeps ${queue} packets in the queue on average. A threshold low enough to survive one freak RTT makes Dual timid everywhere else.`,
            }
          : {
              passed: false,
              words: `Dual loses ${late} packets after second 22. Its threshold still lies above the RTT of a full buffer.`,
            };
      },
      right: { 'flows.0.sender.avoidance.max_rtt_weight': 0.1 },
      wrong: { 'flows.0.sender.avoidance.max_rtt_weight': 0.4 },
    },
  },

  claims: {
    'reno-queue': { number: (runs) => linkOf(runs.of('alone', 'reno'), BOTTLENECK).mean_queue_packets },
    'dual-queue': { number: (runs) => linkOf(runs.of('alone', 'dual'), BOTTLENECK).mean_queue_packets },
    'cam-queue': { number: (runs) => linkOf(runs.of('vegas'), BOTTLENECK).mean_queue_packets },
    'dual-late': { number: (runs) => dropsAfter(runs.of('alone', 'dual'), 5) },
    'cam-drops': { number: (runs) => linkOf(runs.of('vegas'), BOTTLENECK).drops },
    'reno-late': { number: (runs) => dropsAfter(runs.of('alone', 'reno'), 5) },
    'both-full': {
      holds: (runs) => ['reno', 'dual'].every((arm) => restsAfter(runs.of('alone', arm), 5) < 0.01),
      wrong: { 'links.0.queue.limit_packets': 2 },
    },
    'cam-no-slower': {
      holds: (runs) => goodputOf(runs.of('vegas')) >= goodputOf(runs.of('alone', 'reno')),
      // With so large a buffer Reno never stops.
      wrong: { 'links.0.queue.limit_packets': 500 },
    },
    'dual-slowings': { number: (runs) => slowdowns(runs.of('crowd'), DUAL).length },
    'dual-followed': { number: (runs) => followed(runs.of('crowd'), DUAL) },
    'dual-unwarned': {
      number: (runs) => drops(runs.of('crowd'), DUAL).length - warned(runs.of('crowd'), DUAL),
    },
    'dual-warned': { number: (runs) => warned(runs.of('crowd'), DUAL) },
    'cam-slowings': { number: (runs) => slowdowns(runs.of('crowd'), CAM).length },
    'cam-followed': { number: (runs) => followed(runs.of('crowd'), CAM) },
    'half-slowings': { number: (runs) => slowdowns(runs.of('half'), DUAL).length },
    'half-followed': { number: (runs) => followed(runs.of('half'), DUAL) },
    'wait-slow': { number: (runs) => waitAt(runs.of('half'), SLOW), unit: 'ms' },
    'wait-fast': { number: (runs) => waitAt(runs.of('half'), FAST), unit: 'ms' },
    'drops-fast': {
      holds: (runs) => linkOf(runs.of('half'), SLOW).drops === 0 && linkOf(runs.of('half'), FAST).drops > 0,
      // The slower link's buffer.
      wrong: { 'links.3.queue.limit_bytes': 20_000 },
    },
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
    '6 s': 'where the second that the lesson looks at begins',
    '7 s': 'where it ends',
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
      note: 'Ours is the mean of four short runs, against Reno in the same place. The thesis has five long runs, against a Reno alongside.',
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
      note: 'The thesis says 2 to 5. Ours includes the first seconds.',
    },
  ],
} satisfies Lesson;
