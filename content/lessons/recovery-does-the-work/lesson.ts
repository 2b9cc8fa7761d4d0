/** Vegas split into its reaction to the queue and its loss recovery, with losses caused by other flows and by its own. */
import type { Curve, Lesson } from '../../../web/lessons/lesson';
import { cwndOf, flowOf, linkOf, valueAt } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';

const BOTTLENECK = 'left>right';

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

const parts = (scenario: string) => ({
  reno: { label: 'Reno', scenario },
  ear: { label: 'ear only', scenario, set: { 'flows.0.sender.preset': 'vegas-cam' } },
  repair: { label: 'repair only', scenario, set: { 'flows.0.sender.preset': 'vegas-reno' } },
  vegas: { label: 'Vegas', scenario, set: VEGAS },
});

const FIGURES = [
  'flows.0.goodput_bytes_per_s',
  'flows.0.coarse_timeouts',
  'flows.0.fast_retransmits',
  'flows.0.early_retransmits',
];

const goodput = (run: Run) => kB(flowOf(run).goodput_bytes_per_s);

/** The part's gain over Reno, as a share of Vegas' total gain. */
function shareOfGain(runs: Runs, experiment: string, part: string): number {
  const [reno, alone, vegas] = ['reno', part, 'vegas'].map((arm) => goodput(runs.of(experiment, arm)));
  return ((alone ?? 0) - (reno ?? 0)) / ((vegas ?? 0) - (reno ?? 0));
}

function worker(runs: Runs, experiment: string): string {
  const [ear, repair] = ['ear', 'repair'].map((part) => shareOfGain(runs, experiment, part));
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

/** The receiver's advertised window, segments. */
const granted = ({ scenario: { flows } }: Run) => (flows[0]?.rwnd_bytes ?? 0) / (flows[0]?.smss_bytes ?? 0);

const cwndAt = (run: Run, moment: number) => valueAt(cwndOf(run), moment);

export default {
  experiments: {
    chance: {
      kind: 'runs',
      title: 'Losses by chance, one segment in twenty, and no queue at all',
      look: 'Four senders: all of Vegas, each of its halves, and neither. Compare what they carry and how they repair.',
      arms: parts('recovery-does-the-work.radio'),
      panels: ['window'],
      seconds: [20, 50],
      figures: FIGURES,
    },
    own: {
      kind: 'runs',
      title: 'The same four, each alone with a buffer of ten packets',
      look: 'Whatever is lost here, the sender has lost by itself. Look who loses anything.',
      arms: parts('recovery-does-the-work.buffer'),
      panels: ['window', 'queue'],
      seconds: [0, 30],
      controls: [{ path: 'links.0.queue.limit_packets', label: 'buffer', range: [2, 50] }],
      figures: [...FIGURES, `links.${BOTTLENECK}.drops`],
    },
    fewer: {
      kind: 'sweep',
      title: 'Repairs at four rates of loss',
      look: 'How does each sender repair its losses, and how does that change with the rate?',
      base: { label: 'one transfer', scenario: 'recovery-does-the-work.radio' },
      axes: [{ path: 'links.0.loss.rate', values: RATES }],
      presets: ['reno', 'newreno', 'vegas-reno'],
      flow: 0,
      seeds: 3,
      measures: FIGURES.slice(1),
    },
    stretch: {
      kind: 'runs',
      title: 'The RTT trebles, with many segments under way and with few',
      look: 'At second 10 both RTTs become three times as long. Look at both windows.',
      arms: {
        many: {
          label: '24 granted',
          scenario: 'recovery-does-the-work.stretch',
          set: { 'flows.0.rwnd_bytes': 23040 },
        },
        few: { label: '4 granted', scenario: 'recovery-does-the-work.stretch' },
      },
      panels: ['window', 'rtt'],
      controls: [
        { path: 'flows.0.sender.avoidance.alpha', label: 'alpha', range: [1, 6] },
        { path: 'flows.0.sender.avoidance.beta', label: 'beta', range: [1, 6] },
      ],
      figures: ['flows.0.mean_cwnd_segments', 'flows.0.mean_rtt_ms'],
    },
  },

  predictions: {
    half: {
      kind: 'choice',
      question:
        'Nothing ever waits on this path; one segment in twenty is lost by chance. Vegas carries far more than Reno. Which half of it does the work?',
      covers: ['chance'],
      options: {
        ear: 'The ear: it hears the queue and slows down in time.',
        repair: 'The repair: it resends earlier and cuts less.',
        both: 'Neither half alone has most of the gain.',
      },
      answer: (runs) => worker(runs, 'chance'),
      instead: {
        ear: 'There is no queue to be heard.',
        both: 'One half alone has nearly all of it.',
      },
      why: (runs) =>
        `Reno carries ${goodput(runs.of('chance', 'reno')).toFixed(0)} kB/s, the ear alone ${goodput(runs.of('chance', 'ear')).toFixed(0)}, the repair alone ${goodput(runs.of('chance', 'repair')).toFixed(0)} and Vegas ${goodput(runs.of('chance', 'vegas')).toFixed(0)}.`,
    },
    mine: {
      kind: 'choice',
      question:
        'Now each of the four is alone with a small buffer, and nothing is lost by chance. Which half alone gets all that Vegas gets?',
      covers: ['own'],
      options: {
        ear: 'The ear.',
        repair: 'The repair.',
        both: 'Neither: it takes both.',
      },
      answer: (runs) => worker(runs, 'own'),
      instead: {
        repair: 'Repairing well is good; having nothing to repair is better.',
        both: 'With the one half there is nothing left to do for the other.',
      },
      why: (runs) =>
        `With the ear nothing is lost, so that the repair has no work: ${goodput(runs.of('own', 'ear')).toFixed(1)} kB/s, and all of Vegas ${goodput(runs.of('own', 'vegas')).toFixed(1)}. The repair alone resends ${flowOf(runs.of('own', 'repair')).retransmitted_segments} segments and carries ${goodput(runs.of('own', 'repair')).toFixed(1)}.`,
    },
    share: {
      kind: 'draw',
      question:
        'Reno repairs a loss by a fast retransmit or, failing that, by a timeout. Draw the share of its repairs that need a timeout, from one loss in two hundred segments to one in ten.',
      covers: ['fewer'],
      x: { label: 'segments lost', unit: '%', from: 0.5, to: 10 },
      y: { label: 'repairs by timeout', unit: '%', from: 0, to: 100 },
      within: 0.12,
      answer: shareCurve,
      why: (runs) =>
        `From ${sweptShare(runs, 'reno', 0.005).toFixed(0)} % to ${sweptShare(runs, 'reno', 0.1).toFixed(0)} %. A fast retransmit needs three duplicate ACKs, and so three segments behind the hole that arrive; the more is lost, the fewer are under way.`,
    },
    stretched: {
      kind: 'draw',
      question:
        'The receiver grants Vegas-CAM 24 segments, and no queue forms. At second 10 the RTT becomes three times as long. Draw its window; it begins at 26.',
      covers: ['stretch'],
      x: { label: 'time', unit: 's', from: 5, to: 30 },
      y: { label: 'cwnd', unit: 'segments', from: 0, to: 40 },
      within: 0.1,
      answer: (runs) => cwndOf(runs.of('stretch', 'many')),
      why: (runs) =>
        `It takes the longer way for a queue and goes from ${cwndAt(runs.of('stretch', 'many'), AT_REST_S).toFixed(0)} segments down to ${cwndAt(runs.of('stretch', 'many'), LATE_S).toFixed(0)}, by one per round trip. There diff is no more than beta, and it stays.`,
    },
  },

  checks: {
    share: {
      experiment: 'chance',
      kind: 'read',
      task: 'Take Reno’s figures: which share of its repairs, timeouts and fast retransmits together, needed a timeout?',
      unit: '%',
      within: 2,
      right: 33,
      // Timeouts over fast retransmits.
      wrong: 50,
      hints: ['Divide the timeouts by the sum of the timeouts and the fast retransmits.'],
      answer: (mine) => timeoutShare(flowOf(mine('reno'))),
      why: (mine) => {
        const reno = flowOf(mine('reno'));
        return `${reno.coarse_timeouts} timeouts and ${reno.fast_retransmits} fast retransmits: ${timeoutShare(reno).toFixed(0)} %. For Vegas, its early retransmits counted, it is ${timeoutShare(flowOf(mine('vegas'))).toFixed(0)} %.`;
      },
    },
    wake: {
      experiment: 'stretch',
      kind: 'reach',
      task: 'With four segments granted the window does not move when the RTT trebles. Make it slow down by at least one segment.',
      judge: (mine) => {
        const run = mine('few');
        const [before, after] = [cwndAt(run, AT_REST_S), cwndAt(run, LATE_S)];
        return after <= before - 1
          ? {
              passed: true,
              words: `From ${before.toFixed(0)} segments to ${after.toFixed(0)}. The threshold is now small enough for so few segments to reach it. On a path with others it would be reached by any ripple of their queue.`,
            }
          : {
              passed: false,
              words: `${before.toFixed(0)} segments before and ${after.toFixed(0)} after. With four segments under way diff is two thirds of four after the stretch, rounded; compare that with beta.`,
            };
      },
      right: { 'flows.0.sender.avoidance.beta': 1 },
      wrong: { 'flows.0.sender.avoidance.beta': 5 },
    },
  },

  claims: {
    'reno-chance': { number: (runs) => goodput(runs.of('chance', 'reno')), unit: 'kB/s' },
    'ear-chance': { number: (runs) => goodput(runs.of('chance', 'ear')), unit: 'kB/s' },
    'repair-chance': { number: (runs) => goodput(runs.of('chance', 'repair')), unit: 'kB/s' },
    'vegas-chance': { number: (runs) => goodput(runs.of('chance', 'vegas')), unit: 'kB/s' },
    'reno-timeouts': { number: (runs) => flowOf(runs.of('chance', 'reno')).coarse_timeouts },
    'vegas-timeouts': { number: (runs) => flowOf(runs.of('chance', 'vegas')).coarse_timeouts },
    'vegas-early': { number: (runs) => flowOf(runs.of('chance', 'vegas')).early_retransmits },
    'reno-own': { number: (runs) => goodput(runs.of('own', 'reno')), unit: 'kB/s' },
    'vegas-own': { number: (runs) => goodput(runs.of('own', 'vegas')), unit: 'kB/s' },
    'repair-own': { number: (runs) => goodput(runs.of('own', 'repair')), unit: 'kB/s' },
    'ear-same': {
      holds: (runs) =>
        flowOf(runs.of('own', 'ear')).goodput_bytes_per_s ===
        flowOf(runs.of('own', 'vegas')).goodput_bytes_per_s,
      wrong: { 'links.0.queue.limit_packets': 2 },
    },
    'own-losses': { number: (runs) => linkOf(runs.of('own', 'vegas'), BOTTLENECK).drops },
    'repair-losses': { number: (runs) => linkOf(runs.of('own', 'repair'), BOTTLENECK).drops },
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
      note: 'Not the same path: losses by chance and one by one, and no queue.',
    },
    {
      quantity: 'Repair alone against Reno: one in twenty lost; ASU',
      unit: '%',
      ours: (runs) => percent(goodput(runs.of('chance', 'repair')) / goodput(runs.of('chance', 'reno')) - 1),
      decimals: 0,
      cited: 'martin-1999/table-9-2/asu-vegas-reno-throughput',
      published: '46',
      note: 'Losses that come together, as on a full link, leave less to a repair that sends one segment at a time.',
    },
  ],
} satisfies Lesson;
