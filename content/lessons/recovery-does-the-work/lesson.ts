/** Vegas split into its reaction to the queue and its loss recovery, with losses caused by other flows and by its own. */
import { DECISION_VERDICTS } from '../../../web/engine/generated/trace';
import type { Curve, Lesson } from '../../../web/lessons/lesson';
import { cwndOf, flowOf, linkOf, segmentsOf, valueAt } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import { partsOfVegas, stripOf } from '../../../web/lessons/strip';
import type { Run } from '../../../web/run/trace';
import { at } from '../../../web/scenario/path';

const BOTTLENECK = 'left>right';
const [RADIO, BUFFER] = ['recovery-does-the-work.radio', 'recovery-does-the-work.buffer'];

const kB = (bytes: number) => bytes / 1000;
const percent = (share: number) => 100 * share;

/** Vegas with ns-2's settings, like the other three senders. */
const VEGAS = {
  'flows.0.sender.preset': 'vegas',
  'flows.0.sender.initial_ssthresh': 'rwnd',
  'flows.0.sender.fine_clock_us': 0,
  'flows.0.sender.rate_of': 'transit',
  'flows.0.sender.detection.deviations': 2,
  'flows.0.sender.detection.margin': 1.0625,
  'flows.0.sender.timer.kind': 'ns2_ticks',
  'flows.0.sender.timer.initial_ms': 6000,
};

const whole = (scenario: string) => ({
  reno: { label: 'Reno', scenario },
  vegas: { label: 'Vegas', scenario, set: VEGAS },
});

const halves = (scenario: string, set: Readonly<Record<string, number>> = {}) => ({
  ear: { label: 'avoidance only', scenario, set: { 'flows.0.sender.preset': 'vegas-cam', ...set } },
  repair: { label: 'recovery only', scenario, set: { 'flows.0.sender.preset': 'vegas-reno', ...set } },
});

const LIMIT = 'links.0.queue.limit_packets';

/** The largest buffer with which recovery alone carries more than avoidance alone. */
const MOST_FOR_RECOVERY = 3;

const METRICS = [
  'flows.0.goodput_bytes_per_s',
  'flows.0.coarse_timeouts',
  'flows.0.fast_retransmits',
  'flows.0.early_retransmits',
];

const OWN_METRICS = [
  'flows.0.goodput_bytes_per_s',
  `links.${BOTTLENECK}.drops`,
  'flows.0.retransmitted_segments',
];

/** Verdicts of avoidance with which the window doesn't grow. */
const HELD_BACK = ['hold', 'lower'];

const goodput = (run: Run) => kB(flowOf(run).goodput_bytes_per_s);

/** A half's gain over Reno, as a share of Vegas's gain. */
function shareOfGain(runs: Runs, both: string, halves: string, half: string): number {
  const [reno, vegas] = ['reno', 'vegas'].map((arm) => goodput(runs.of(both, arm)));
  return (goodput(runs.of(halves, half)) - (reno ?? 0)) / ((vegas ?? 0) - (reno ?? 0));
}

function worker(runs: Runs, both: string, halves: string): string {
  const [ear, repair] = ['ear', 'repair'].map((half) => shareOfGain(runs, both, halves, half));
  if ((ear ?? 0) > 0.95) return 'ear';
  return (ear ?? 0) < 0.2 && (repair ?? 0) > 0.8 ? 'repair' : 'both';
}

/** Share of loss recoveries that needed a timeout, %. */
function timeoutShare({
  coarse_timeouts,
  fast_retransmits,
  early_retransmits,
}: ReturnType<typeof flowOf>): number {
  return percent(coarse_timeouts / (coarse_timeouts + fast_retransmits + early_retransmits));
}

const RATES = [0.005, 0.02, 0.05, 0.1];

/** Share of loss recoveries that needed a timeout, in the sweep, %. */
function sweptShare(runs: Runs, sender: string, rate: number): number {
  const [timeouts = 0, fast = 0, early = 0] = [
    'coarse_timeouts',
    'fast_retransmits',
    'early_retransmits',
  ].map(
    (figure) =>
      runs.sweep('fewer', `flows.0.${figure}`).find(({ series, at }) => series === sender && at[0] === rate)
        ?.mean ?? Number.NaN,
  );
  return percent(timeouts / (timeouts + fast + early));
}

/** Reno's share of timeouts by loss rate in %, interpolated linearly between measurements. */
function shareCurve(runs: Runs): Curve {
  const x: number[] = [];
  const y: number[] = [];
  RATES.forEach((rate, place) => {
    const next = RATES[place + 1] ?? rate;
    const [from, to] = [sweptShare(runs, 'reno', rate), sweptShare(runs, 'reno', next)];
    for (let step = 0; step < 10; step += 1) {
      x.push(percent(rate + ((next - rate) * step) / 10));
      y.push(from + ((to - from) * step) / 10);
    }
  });
  return { x, y };
}

const AT_REST_S = 9;
const LATE_S = 29;

/** The longest time in which a sender sent nothing before a timeout retransmitted, up to a moment. */
function longestSilence(run: Run, until: number): { from: number; to: number } | undefined {
  const kinds = ['send', 'retransmit_fast', 'retransmit_early', 'retransmit_timeout'] as const;
  const sent = kinds.flatMap((kind) => segmentsOf(run, kind).map(({ time_s }) => ({ kind, time_s })));
  sent.sort((a, b) => a.time_s - b.time_s);
  const gaps = sent.flatMap(({ kind, time_s: to }, place) => {
    const from = sent[place - 1]?.time_s;
    return kind === 'retransmit_timeout' && from !== undefined && to < until ? [{ from, to }] : [];
  });
  return gaps.sort((a, b) => b.to - b.from - (a.to - a.from))[0];
}

/** The receiver's advertised window, segments. */
const granted = ({ scenario: { flows } }: Run) => (flows[0]?.rwnd_bytes ?? 0) / (flows[0]?.smss_bytes ?? 0);

/** Vegas's last estimate of its own waiting segments, as it rounded it. */
const lastDiff = (run: Run) => run.trace.rows('decisions', 0).diff.at(-1) ?? Number.NaN;

/** The decisions of a delay-based sender, or those with one of these verdicts. */
function decisions(run: Run, verdicts: readonly string[] = DECISION_VERDICTS): number {
  return run.trace
    .rows('decisions', 0)
    .verdict.filter((verdict) => verdicts.includes(DECISION_VERDICTS[verdict] ?? '')).length;
}

const cwndAt = (run: Run, moment: number) => valueAt(cwndOf(run), moment);

export default {
  experiments: {
    toy: {
      kind: 'runs',
      staged: true,
      title: 'Reno with parts of Vegas: one segment in twenty lost, and no queue',
      look: 'The steeper the line, the more gets through. Where does it go flat?',
      arms: { toy: { label: 'Reno', scenario: RADIO } },
      panels: ['sender-sequence'],
    },
    chance: {
      kind: 'runs',
      title: 'Reno and Vegas: one segment in twenty lost, and no queue',
      look: 'The steeper a line, the more gets through. The picture shows the beginning, and the table counts both minutes.',
      arms: whole(RADIO),
      panels: ['sender-sequence'],
      seconds: [0, 20],
      metrics: METRICS,
    },
    halves: {
      kind: 'runs',
      title: 'Vegas and each of its halves on the same path',
      look: 'Which line is the steepest, and which goes flat after a loss? The table counts both minutes.',
      // Vegas has the color that it has above.
      arms: { ear: halves(RADIO).ear, vegas: whole(RADIO).vegas, repair: halves(RADIO).repair },
      panels: ['sender-sequence'],
      seconds: [0, 20],
      metrics: [
        'flows.0.goodput_bytes_per_s',
        {
          label: 'decisions of avoidance, in 120 seconds',
          unit: '',
          decimals: 0,
          of: (run) => decisions(run) || Number.NaN,
        },
        {
          label: 'decisions that hold the window back, in 120 seconds',
          unit: '',
          decimals: 0,
          of: (run) => (decisions(run) > 0 ? decisions(run, HELD_BACK) : Number.NaN),
        },
      ],
    },
    own: {
      kind: 'runs',
      title: 'Reno and Vegas, each alone with a small buffer',
      look: 'Which one loses anything? This Reno keeps cwnd at half during a repair: for each duplicate ACK it only lets one more segment into flight, which is the shaded area.',
      arms: whole(BUFFER),
      panels: ['window', 'queue'],
      seconds: [0, 30],
      metrics: OWN_METRICS,
    },
    ownHalves: {
      kind: 'runs',
      title: 'Each half of Vegas with that buffer',
      look: 'Which half loses anything? The table counts the whole minute.',
      arms: halves(BUFFER),
      panels: ['window', 'queue'],
      seconds: [0, 30],
      controls: [{ path: LIMIT, label: 'buffer', range: [2, 50] }],
      metrics: OWN_METRICS,
    },
    tiny: {
      kind: 'runs',
      title: 'Each half of Vegas with two packets of buffer',
      look: 'Now both lose packets. Which one repairs them sooner?',
      arms: halves(BUFFER, { [LIMIT]: 2 }),
      panels: ['window'],
      seconds: [0, 30],
      metrics: OWN_METRICS,
    },
    fewer: {
      kind: 'sweep',
      title: 'Repairs at four loss rates',
      look: 'For a sender’s share of timeouts, divide them by the sum of its three counts. How does it change with the rate?',
      base: { label: 'one transfer', scenario: 'recovery-does-the-work.radio' },
      axes: [{ path: 'links.0.loss.rate', values: RATES }],
      presets: ['reno', 'newreno', 'vegas-reno'],
      flow: 0,
      seeds: 3,
      measures: METRICS.slice(1),
    },
    stretch: {
      kind: 'runs',
      title: 'The RTT triples, with many segments in flight and with few',
      look: 'At second 10, both RTTs become three times as long. Watch both windows.',
      arms: {
        many: {
          label: '24 allowed',
          scenario: 'recovery-does-the-work.stretch',
          set: { 'flows.0.rwnd_bytes': 23040 },
        },
        few: { label: '4 allowed', scenario: 'recovery-does-the-work.stretch' },
      },
      panels: ['window', 'rtt'],
      controls: [{ path: 'flows.0.sender.avoidance.beta', label: 'beta', range: [1, 6] }],
      metrics: ['flows.0.mean_cwnd_segments', 'flows.0.mean_rtt_ms'],
    },
  },

  steps: {
    reno: {
      experiment: 'toy',
      panels: ['sender-sequence'],
      seconds: [0, 8],
      time: ({ of }) => longestSilence(of('toy'), 8)?.to,
      play: true,
      from: 1,
      controls: stripOf({ receivers: ['every_packet', 'bsd_reno', 'tahoe_style'], recovery: 'ns_reno' }),
    },
    vegas: {
      experiment: 'chance',
      arm: 'vegas',
      panels: ['sender-sequence'],
      seconds: [0, 8],
      time: ({ of }) => segmentsOf(of('chance', 'vegas'), 'retransmit_early')[0]?.time_s,
    },
  },
  points: {
    silence: { time: ({ of }) => longestSilence(of('toy'), 8)?.from },
    timeout: {
      time: ({ of }) => longestSilence(of('toy'), 8)?.to,
      highlight: 'timeout_retransmit',
    },
    early: {
      time: ({ of }) => segmentsOf(of('chance', 'vegas'), 'retransmit_early')[0]?.time_s,
      highlight: 'early_retransmit',
    },
  },

  predictions: {
    alone: {
      kind: 'choice',
      question:
        'One segment in twenty is lost by chance. What does recovery alone carry, compared with all of Vegas?',
      covers: ['halves'],
      options: {
        less: 'Less: two halves do more than one',
        same: 'As much, within five percent',
        more: 'More',
      },
      answer: (runs) => {
        const ratio = goodput(runs.of('halves', 'repair')) / goodput(runs.of('halves', 'vegas'));
        return ratio > 1.05 ? 'more' : ratio < 0.95 ? 'less' : 'same';
      },
      instead: {
        less: 'They would if avoidance helped here. Without a queue, all it can do is slow Vegas down.',
        same: 'That would be so if avoidance never acted without a queue. But it goes by round trips, and losses make those longer, too.',
      },
      why: 'Segments behind a lost one are acknowledged only after its repair. So their round trips look long, as if they had queued, and avoidance holds the window back.',
    },
    mine: {
      kind: 'choice',
      question:
        'With the small buffer and nothing lost by chance, which half alone gets all that Vegas gets?',
      covers: ['own', 'ownHalves'],
      options: {
        ear: 'Avoidance',
        repair: 'Recovery',
        both: 'Neither: it takes both',
      },
      answer: (runs) => worker(runs, 'own', 'ownHalves'),
      instead: {
        repair: 'Repairing well is good. Having nothing to repair is better.',
        both: 'One half leaves the other with nothing to do here.',
      },
      why: 'With avoidance nothing is lost, so recovery has no work. Recovery alone grows until the buffer overflows, again and again.',
    },
    share: {
      kind: 'draw',
      question:
        'Reno’s quick repair fails for some losses, which then wait for the timer. Draw their share of all repairs, from one loss in two hundred segments to one in ten.',
      covers: ['fewer'],
      x: { label: 'segments lost', unit: '%', from: 0.5, to: 10 },
      y: { label: 'repairs by timeout', unit: '%', from: 0, to: 100 },
      features: [
        { is: 'rising', from: 0.5, to: 10 },
        { is: 'near', from: 0.5, to: 10, within: 15 },
      ],
      answer: shareCurve,
      line: 0,
      why: 'A fast retransmit needs three segments to arrive behind the missing one. The more is lost, the smaller the window, and the fewer segments follow.',
    },
    stretched: {
      kind: 'draw',
      question:
        'The receiver’s window allows Vegas-CAM 24 segments, and no queue forms. At second 10 the RTT triples. Draw its window, which starts at 26.',
      covers: ['stretch'],
      x: { label: 'time', unit: 's', from: 5, to: 30 },
      y: { label: 'cwnd', unit: 'segments', from: 0, to: 40 },
      features: [
        { is: 'falling', from: 9, to: 14 },
        { is: 'near', from: 15, to: 30, within: 4 },
      ],
      answer: (runs) => cwndOf(runs.of('stretch', 'many')),
      line: 0,
      why: (runs) =>
        `It takes the longer path for a queue, and shrinks by one segment per round trip until diff, rounded, is ${lastDiff(runs.of('stretch', 'many')).toFixed(0)}: no more than beta.`,
    },
  },

  checks: {
    half: {
      experiment: 'toy',
      task: 'Find the one part of Vegas that, put into Reno alone, carries more than 40 kB/s.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const [part, ...more] = partsOfVegas(run);
        if (part === undefined) return { passed: false, words: 'This is all Reno.' };
        if (more.length > 0) return { passed: false, words: 'One part at a time, please.' };
        const words = `With Vegas’s ${part} alone, it carries ${goodput(run).toFixed(0)} kB/s.`;
        return goodput(run) > 40
          ? {
              passed: true,
              words: `${words} The losses come by chance, so all one can do is repair them sooner. It loses more segments than before, because it sends more.`,
            }
          : {
              passed: false,
              words: `${words} That part listens for a queue, and nothing ever queues on this path.`,
            };
      },
      right: {
        'flows.0.sender.detection.kind': 'fine_timer',
        'flows.0.sender.recovery.kind': 'vegas',
        'flows.0.sender.decrease.kind': 'three_quarters',
      },
      wrong: { 'flows.0.sender.avoidance.kind': 'cam' },
    },
    share: {
      experiment: 'chance',
      kind: 'read',
      task: 'What share of Reno’s repairs needed a timeout? Count each timeout and each fast retransmit as one repair.',
      unit: '%',
      within: 2,
      right: 33,
      // Timeouts over fast retransmits.
      wrong: 50,
      hints: [
        'The table under the plot has Reno’s timeouts and fast retransmits.',
        'Divide the timeouts by the sum of timeouts and fast retransmits. What is sent again after a timeout belongs to it.',
      ],
      answer: (mine) => timeoutShare(flowOf(mine('reno'))),
      why: (mine) => {
        const reno = flowOf(mine('reno'));
        return `Reno had ${reno.coarse_timeouts} timeouts and ${reno.fast_retransmits} fast retransmits: ${timeoutShare(reno).toFixed(0)} %. For Vegas, whose early retransmits count as repairs too, it's ${timeoutShare(flowOf(mine('vegas'))).toFixed(0)} %.`;
      },
    },
    smaller: {
      experiment: 'ownHalves',
      kind: 'reach',
      task: 'Find the largest buffer with which recovery alone carries more than avoidance alone.',
      judge: (mine) => {
        const [ear, repair] = [goodput(mine('ear')), goodput(mine('repair'))];
        const limit = Number(at(mine('ear').scenario, LIMIT));
        const found = `With ${limit} packets of buffer, recovery carries ${repair.toFixed(0)} kB/s and avoidance ${ear.toFixed(0)}.`;
        if (repair <= ear) return { passed: false, words: `${found} Avoidance still has room to work.` };
        return limit === MOST_FOR_RECOVERY
          ? {
              passed: true,
              words: `${found} Avoidance needs up to three packets of its own in the queue, and room for those that arrive in a burst.`,
            }
          : { passed: false, words: `${found} Recovery wins. Does it with more, too?` };
      },
      right: { [LIMIT]: MOST_FOR_RECOVERY },
      wrong: { [LIMIT]: MOST_FOR_RECOVERY + 1 },
    },
    wake: {
      experiment: 'stretch',
      kind: 'reach',
      task: 'With four segments allowed, the window doesn’t move when the RTT triples. Make it shrink by at least one segment.',
      judge: (mine) => {
        const run = mine('few');
        const [before, after] = [cwndAt(run, AT_REST_S), cwndAt(run, LATE_S)];
        const now = `The window goes from ${before.toFixed(0)} segments to ${after.toFixed(0)}.`;
        return after <= before - 1
          ? {
              passed: true,
              words: `${now} The threshold is now low enough for so few segments to reach it. On a shared path, any ripple in the others' queues would reach it too.`,
            }
          : {
              passed: false,
              words: `${now} With four segments in flight, diff is two thirds of four after the RTT triples, rounded. Compare that with beta.`,
            };
      },
      right: { 'flows.0.sender.avoidance.beta': 1 },
      wrong: { 'flows.0.sender.avoidance.beta': 5 },
    },
  },

  claims: {
    'reno-chance': { number: (runs) => goodput(runs.of('chance', 'reno')), unit: 'kB/s' },
    'ear-chance': { number: (runs) => goodput(runs.of('halves', 'ear')), unit: 'kB/s' },
    'repair-chance': { number: (runs) => goodput(runs.of('halves', 'repair')), unit: 'kB/s' },
    'vegas-chance': { number: (runs) => goodput(runs.of('chance', 'vegas')), unit: 'kB/s' },
    'vegas-held': { number: (runs) => decisions(runs.of('halves', 'vegas'), HELD_BACK) },
    'vegas-decisions': { number: (runs) => decisions(runs.of('halves', 'vegas')) },
    'reno-timeouts': { number: (runs) => flowOf(runs.of('chance', 'reno')).coarse_timeouts },
    'vegas-timeouts': { number: (runs) => flowOf(runs.of('chance', 'vegas')).coarse_timeouts },
    'vegas-early': { number: (runs) => flowOf(runs.of('chance', 'vegas')).early_retransmits },
    'reno-own': { number: (runs) => goodput(runs.of('own', 'reno')), unit: 'kB/s' },
    'vegas-own': { number: (runs) => goodput(runs.of('own', 'vegas')), unit: 'kB/s' },
    'repair-own': { number: (runs) => goodput(runs.of('ownHalves', 'repair')), unit: 'kB/s' },
    'ear-same': {
      holds: (runs) =>
        flowOf(runs.of('ownHalves', 'ear')).goodput_bytes_per_s ===
        flowOf(runs.of('own', 'vegas')).goodput_bytes_per_s,
      wrong: { 'links.0.queue.limit_packets': 2 },
    },
    'own-losses': { number: (runs) => linkOf(runs.of('own', 'vegas'), BOTTLENECK).drops },
    'ear-tiny': { number: (runs) => goodput(runs.of('tiny', 'ear')), unit: 'kB/s' },
    'repair-tiny': { number: (runs) => goodput(runs.of('tiny', 'repair')), unit: 'kB/s' },
    'repair-again': { number: (runs) => flowOf(runs.of('ownHalves', 'repair')).retransmitted_segments },
    'repair-losses': { number: (runs) => linkOf(runs.of('ownHalves', 'repair'), BOTTLENECK).drops },
    'share-least': { number: (runs) => sweptShare(runs, 'reno', 0.005), unit: '%' },
    'share-most': { number: (runs) => sweptShare(runs, 'reno', 0.1), unit: '%' },
    'newreno-most': { number: (runs) => sweptShare(runs, 'newreno', 0.1), unit: '%' },
    'repair-most': { number: (runs) => sweptShare(runs, 'vegas-reno', 0.1), unit: '%' },
    'many-before': { number: (runs) => cwndAt(runs.of('stretch', 'many'), AT_REST_S), unit: 'segments' },
    'many-after': { number: (runs) => cwndAt(runs.of('stretch', 'many'), LATE_S), unit: 'segments' },
    'few-before': { number: (runs) => cwndAt(runs.of('stretch', 'few'), AT_REST_S), unit: 'segments' },
    'few-after': { number: (runs) => cwndAt(runs.of('stretch', 'few'), LATE_S), unit: 'segments' },
  },

  numbers: {
    '40 kB/s': 'The goal: only one of the three parts gets above it.',
    '24': (runs) => granted(runs.of('stretch', 'many')),
    '4': (runs) => granted(runs.of('stretch', 'few')),
    '26': (runs) => cwndAt(runs.of('stretch', 'many'), AT_REST_S),
  },

  beside: [
    {
      quantity: 'Share of Reno’s repairs that need a timeout: one in twenty lost; ASU',
      unit: '%',
      ours: (runs) => timeoutShare(flowOf(runs.of('chance', 'reno'))),
      decimals: 0,
      cited: 'martin-1999/timeouts/asu',
      published: '35',
      note: 'Another path: single random losses, and no queue.',
    },
    {
      quantity: 'Recovery alone against Reno: one in twenty lost; ASU',
      unit: '%',
      ours: (runs) => percent(goodput(runs.of('halves', 'repair')) / goodput(runs.of('chance', 'reno')) - 1),
      decimals: 0,
      cited: 'martin-1999/table-9-2/asu-vegas-reno-throughput',
      published: '46',
      note: 'Losses that come in clusters, as on a full link, leave less for a recovery that retransmits one segment at a time.',
    },
  ],
} satisfies Lesson;
