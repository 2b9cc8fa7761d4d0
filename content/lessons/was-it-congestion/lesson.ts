/** Random losses, Veno's rule for telling them from full buffers, and what that rule gets wrong. */
import { DECISION_VERDICTS, SEGMENT_KINDS } from '../../../web/engine/generated/trace';
import type { Control, Curve, Lesson, LessonMetric } from '../../../web/lessons/lesson';
import { flowOf, largest, linkOf, queueOf, segmentsOf, waitingAt } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import { containsZero, differencesOf } from '../../../web/lessons/samples/pairs';
import type { SegmentKind } from '../../../web/run/series';
import type { Mean } from '../../../web/run/statistics';
import type { Run } from '../../../web/run/trace';
import { kindOf } from '../../../web/scenario/path';

const BOTTLENECK = 'router>far';
const ALONE = { duration_s: 60, 'flows.0.traffic.kind': 'bulk' };

const kB = (bytes: number) => bytes / 1000;
const percent = (share: number) => 100 * share;
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Counts of Veno's fast retransmits, by true cause and by Veno's guess. */
interface Judged {
  /** Random losses, by guess. */
  random: { random: number; congestion: number };
  /** Segments dropped by a full buffer, by guess. */
  full: { random: number; congestion: number };
}

/** Veno's threshold: with a backlog below it, or without an estimate, Veno takes a loss as random. */
const BETA = 3;

/** Veno's estimates of its backlog when it cut its window, segments, by time. */
function backlogsOf(run: Run): Map<number, number> {
  const { time_s, verdict, diff } = run.trace.rows('decisions', 0);
  const lower = DECISION_VERDICTS.indexOf('lower');
  const backlogs = new Map<number, number>();
  time_s.forEach((time, row) => {
    if (verdict[row] === lower) backlogs.set(time, diff[row] ?? Number.NaN);
  });
  return backlogs;
}

/** Veno's guess at the cause of a loss, by its backlog. */
const guessOf = (backlog: number) => (backlog >= BETA ? 'congestion' : 'random');

/** The first cut after a moment for which Veno guesses this cause, s. */
const cutAfter = (run: Run, from: number, guess: keyof Judged['random']) =>
  [...backlogsOf(run)].find(([time, backlog]) => time > from && guessOf(backlog) === guess)?.[0];

/** The first event of a kind after a moment, s. */
const lossAfter = (run: Run, kind: SegmentKind, from: number) =>
  segmentsOf(run, kind).find(({ time_s }) => time_s > from)?.time_s;

function judged(run: Run): Judged {
  const { time_s, kind, seq } = run.trace.rows('segments', 0);
  const backlogs = backlogsOf(run);
  const causes = new Map<number, keyof Judged>();
  const counts: Judged = { random: { random: 0, congestion: 0 }, full: { random: 0, congestion: 0 } };
  for (let row = 0; row < time_s.length; row += 1) {
    const what = SEGMENT_KINDS[kind[row] ?? 0];
    const segment = seq[row] ?? 0;
    if (what === 'drop_full') causes.set(segment, 'full');
    if (what === 'drop_error') causes.set(segment, 'random');
    const cause = causes.get(segment);
    if (what !== 'retransmit_fast' || cause === undefined) continue;
    counts[cause][guessOf(backlogs.get(time_s[row] ?? 0) ?? Number.NaN)] += 1;
  }
  return counts;
}

/** Share of buffer overflows that Veno took for random losses, %. */
function missed(run: Run): number {
  const { full } = judged(run);
  return percent(full.random / (full.random + full.congestion));
}

/** Share of truly random losses among those that Veno took for random, %. */
function right(run: Run): number {
  const { random, full } = judged(run);
  return percent(random.random / (random.random + full.random));
}

/** Share of random losses that Veno took for random, %. */
function recognised(run: Run): number {
  const { random } = judged(run);
  return percent(random.random / (random.random + random.congestion));
}

/** Share of correct guesses if every loss were taken as random, %. */
function always(run: Run): number {
  const { random, full } = judged(run);
  const chance = random.random + random.congestion;
  return percent(chance / (chance + full.random + full.congestion));
}

const SWEPT = 'flows.0.goodput_bytes_per_s';
const RATES = [0.0001, 0.001, 0.003, 0.01, 0.03, 0.1];

function pointAt(runs: Runs, sender: string, rate: number) {
  const point = runs.sweep('rates', SWEPT).find(({ series, at }) => series === sender && at[0] === rate);
  if (point === undefined) throw new Error(`Nothing was measured of ${sender} at ${rate}.`);
  return point;
}

const goodputAt = (runs: Runs, sender: string, rate: number) => kB(pointAt(runs, sender, rate).mean);

/** Returns true if each sender's mean is within the other's interval. */
function areAlike(runs: Runs, rate: number): boolean {
  const [reno, veno] = [pointAt(runs, 'reno', rate), pointAt(runs, 'veno', rate)];
  return Math.abs(veno.mean - reno.mean) < Math.min(reno.ci95 ?? 0, veno.ci95 ?? 0);
}

/** Veno's gain over Reno, %. */
const gainAt = (runs: Runs, rate: number) =>
  percent(goodputAt(runs, 'veno', rate) / goodputAt(runs, 'reno', rate) - 1);

/** Reno's goodput by the logarithm of the loss rate, interpolated linearly between measurements. */
function renoCurve(runs: Runs): Curve {
  const x: number[] = [];
  const y: number[] = [];
  RATES.forEach((rate, place) => {
    const next = RATES[place + 1] ?? rate;
    const [from, to] = [goodputAt(runs, 'reno', rate), goodputAt(runs, 'reno', next)];
    for (let step = 0; step < 10; step += 1) {
      x.push(Math.log10(rate) + ((Math.log10(next) - Math.log10(rate)) * step) / 10);
      y.push(from + ((to - from) * step) / 10);
    }
  });
  return { x, y };
}

/** Mean goodput over the seeds of the three flows that stay Reno, bytes/s. */
function stayed(runs: Runs, arm: string): number {
  return mean(
    runs
      .samples('neighbours', arm)
      .flatMap(({ flows }) => flows.slice(2, 5).map((f) => f.goodput_bytes_per_s)),
  );
}

const total = (runs: Runs, arm: string) =>
  mean(
    runs
      .samples('neighbours', arm)
      .map(({ flows }) => flows.reduce((sum, f) => sum + f.goodput_bytes_per_s, 0)),
  );

/** What some of the flows that stay Reno lose together, by pairs of runs with the same seed, kB/s. */
function lost(runs: Runs, among: readonly number[] = [2, 3, 4]): Mean {
  const columns = ['mixed', 'reno'].map((arm) =>
    runs
      .samples('neighbours', arm)
      .map(({ flows }) =>
        among.reduce((sum, flow) => sum + kB(flows[flow]?.goodput_bytes_per_s ?? Number.NaN), 0),
      ),
  );
  return differencesOf(columns)[0]?.mean ?? { value: Number.NaN, ci95: null, count: 0 };
}
/** True if the interval of a mean excludes zero. */
const isSure = (mean: Mean) => containsZero(mean, mean.ci95) === false;

const JUDGED: (string | LessonMetric)[] = [
  { label: 'overflows that Veno blames on chance, in 120 seconds', unit: '%', decimals: 0, of: missed },
  { label: 'random losses that Veno recognizes, in 120 seconds', unit: '%', decimals: 0, of: recognised },
  'flows.0.goodput_bytes_per_s',
];

const rateOf = (run: Run, flow = 0) => flowOf(run, flow).goodput_bytes_per_s;

/** Veno's two rules. Each can be replaced by Reno's. */
const GROWTH = 'flows.0.sender.avoidance';
const CUT = 'flows.0.sender.decrease';
const RULES: Control[] = [
  { path: GROWTH, label: 'growth of Veno', choices: ['veno', 'aimd'], arms: ['veno'] },
  { path: CUT, label: 'cut of Veno', choices: ['veno', 'half'], arms: ['veno'] },
];

/** More segments than ever wait, so the sender never asks. */
const NEVER_ASKS = { [`${GROWTH}.beta`]: 12, [`${CUT}.beta`]: 12 };

/** The first slow start is over by then, s. */
const STARTED_S = 30;
const lossesOf = (run: Run) => segmentsOf(run, 'drop_full').filter(({ time_s }) => time_s > STARTED_S).length;
const LOSSES: LessonMetric = {
  label: 'segments that the full buffer drops, after thirty seconds',
  unit: '',
  decimals: 0,
  of: lossesOf,
};
const clean = (runs: Runs, arm: string) => runs.of('clean', arm);

/** Flow numbers on the path with a slow way back. */
const BACK = { reno: 0, veno: 1, vegas: 2 };
/** A sender's rate on that path as a share of Reno's, %. */
const ofReno = (run: Run, name: keyof typeof BACK) =>
  percent(rateOf(run, BACK[name]) / rateOf(run, BACK.reno));
const VEGAS_BACK = 'links.7.back.rate_bps';

const used = (run: Run) => percent(linkOf(run, BOTTLENECK).utilization);

export default {
  experiments: {
    chance: {
      kind: 'runs',
      title: 'Reno on a path that loses one segment in a hundred',
      look: 'Compare how often the window is cut with how often packets wait.',
      arms: {
        reno: {
          label: 'Reno',
          scenario: 'veno-fig5',
          set: { 'flows.0.sender.preset': 'reno', ...ALONE },
        },
      },
      panels: ['window', 'queue'],
      controls: [
        { path: 'links.0.loss.rate', label: 'share of segments lost', range: [0, 0.1] },
        { path: 'links.0.delay_ms', label: 'delay of data', range: [5, 120] },
        { path: 'links.0.back.delay_ms', label: 'delay of ACKs', range: [5, 120] },
      ],
      metrics: [
        'flows.0.goodput_bytes_per_s',
        `links.${BOTTLENECK}.utilization`,
        'flows.0.mean_cwnd_segments',
      ],
    },
    cuts: {
      kind: 'runs',
      title: 'Reno and Veno on the same path',
      look: 'How much of the window is left after each loss?',
      arms: {
        reno: {
          label: 'Reno',
          scenario: 'veno-fig5',
          set: { 'flows.0.sender.preset': 'reno', ...ALONE },
        },
        veno: { label: 'Veno', scenario: 'veno-fig5', set: ALONE },
      },
      panels: ['window'],
      seconds: [20, 50],
      controls: RULES,
      metrics: ['flows.0.goodput_bytes_per_s', 'flows.0.fast_retransmits', 'flows.0.coarse_timeouts'],
    },
    clean: {
      kind: 'runs',
      title: 'Reno and Veno where nothing is lost by chance',
      look: 'Which window stays near its peak for longer?',
      arms: {
        reno: { label: 'Reno', experiment: 'fu-2003/evolution/reno', set: { duration_s: 120 } },
        veno: { label: 'Veno', experiment: 'fu-2003/evolution/veno', set: { duration_s: 120 } },
      },
      panels: ['window'],
      seconds: [60, 90],
      controls: RULES,
      metrics: ['flows.0.goodput_bytes_per_s', LOSSES],
    },
    constants: {
      kind: 'runs',
      title: 'One Veno on two paths',
      look: 'Both paths have the same Veno. How far does its window fall on each?',
      arms: {
        chance: { label: 'losses by chance', scenario: 'veno-fig5', set: { ...ALONE, ...NEVER_ASKS } },
        clean: {
          label: 'full buffer only',
          experiment: 'fu-2003/evolution/veno',
          set: { duration_s: 120, ...NEVER_ASKS },
        },
      },
      panels: ['window'],
      seconds: [20, 50],
      controls: [
        { path: `${GROWTH}.beta`, label: 'threshold of the growth', range: [0, 12] },
        { path: `${CUT}.beta`, label: 'threshold of the cut', range: [0, 12] },
        { path: `${CUT}.keep`, label: 'share kept', range: [0.5, 0.95] },
      ],
      metrics: ['flows.0.goodput_bytes_per_s', 'flows.0.fast_retransmits', LOSSES],
    },
    reverse: {
      kind: 'runs',
      title: 'Three transfers, each with a slow way back',
      look: 'Each has its own path of 1.6 Mbit/s for the data. Which window stops growing?',
      arms: {
        slow: { label: 'ACKs at 9.6 kbit/s', scenario: 'veno-reverse-path' },
      },
      panels: ['window'],
      controls: [{ path: VEGAS_BACK, label: 'rate for the ACKs of Vegas', range: [9600, 64_000] }],
      metrics: Object.values(BACK).map((flow) => `flows.${flow}.goodput_bytes_per_s`),
    },
    rates: {
      kind: 'sweep',
      title: 'Goodput by share of segments lost',
      look: 'Where do the curves split, and where do they meet again?',
      base: { label: 'one transfer', scenario: 'veno-fig5', set: ALONE },
      axes: [{ path: 'links.0.loss.rate', values: RATES }],
      presets: ['reno', 'veno'],
      flow: 0,
      seeds: 3,
      measures: [SWEPT],
    },
    neighbours: {
      kind: 'samples',
      title: 'Five transfers on one link that loses one segment in a hundred',
      look: 'The first two transfers become Veno. Transfer 3 is one of the three that stay Reno.',
      arms: {
        reno: {
          label: 'five Reno',
          experiment: 'fu-2003/mix/0-of-5-lossy',
          set: { duration_s: 120 },
          flowNames: { one: 'transfer 1', three: 'transfer 3' },
        },
        mixed: { label: 'two Veno', experiment: 'fu-2003/mix/2-of-5-lossy', set: { duration_s: 120 } },
      },
      seeds: 20,
      measures: ['flows.2.goodput_bytes_per_s', 'all.goodput_bytes_per_s'],
    },
    judged: {
      kind: 'runs',
      title: 'Veno behind a radio link, with datagrams in its queue',
      look: 'Where the queue reaches its top, the buffer is full. How far does the window fall there? A window that climbs without a cut counts duplicate ACKs for a repair that got lost, too.',
      arms: { one: { label: 'Veno', experiment: 'fu-2003/judgement-wide/1000', set: { duration_s: 120 } } },
      panels: ['window', 'queue'],
      flows: [0],
      seconds: [50, 80],
      controls: [
        { path: 'flows.0.sender.avoidance.forget_base', label: 'growth forgets base_rtt' },
        { path: 'flows.0.sender.decrease.forget_base', label: 'cut forgets base_rtt' },
      ],
      metrics: JUDGED,
    },
    quiet: {
      kind: 'runs',
      title: 'Veno behind the radio link, without datagrams',
      look: 'How long does the queue get before a loss?',
      arms: { none: { label: 'Veno', experiment: 'fu-2003/judgement-wide/none', set: { duration_s: 120 } } },
      panels: ['window', 'queue'],
      flows: [0],
      seconds: [20, 50],
      metrics: [
        { label: 'verdicts of chance that are right, in 120 seconds', unit: '%', decimals: 0, of: right },
        ...JUDGED.slice(1),
      ],
    },
  },

  steps: {
    radio: {
      experiment: 'chance',
      changes: { duration_s: 16 },
      panels: ['queue', 'window'],
      seconds: [4, 16],
      time: ({ of }) => lossAfter(of('chance'), 'drop_error', 6),
      highlight: 'lost',
      play: true,
      controls: [{ path: 'links.0.loss.rate', label: 'share of segments lost', range: [0, 0.1] }],
      shows: (run, at_s) => waitingAt(run, BOTTLENECK, at_s) <= 1,
    },
    full: {
      experiment: 'chance',
      changes: { 'links.0.loss.rate': 0 },
      panels: ['queue', 'window'],
      seconds: [20, 50],
      time: ({ of }) => lossAfter(of('chance'), 'drop_full', 20),
      shows: (run, at_s) => waitingAt(run, BOTTLENECK, at_s) === 11,
    },
    veno: {
      experiment: 'cuts',
      arm: 'veno',
      changes: { duration_s: 30 },
      panels: ['window', 'queue'],
      seconds: [7, 12],
      time: ({ of }) => cutAfter(of('cuts', 'veno'), 7, 'random'),
    },
  },
  points: {
    chance: { time: ({ of }) => lossAfter(of('chance'), 'drop_error', 6), highlight: 'lost' },
    cut: { time: ({ of }) => lossAfter(of('chance'), 'retransmit_fast', 6) },
    overflow: { time: ({ of }) => lossAfter(of('chance'), 'drop_full', 20), highlight: 'dropped' },
    verdict: { time: ({ of }) => cutAfter(of('cuts', 'veno'), 7, 'random') },
    halves: { time: ({ of }) => cutAfter(of('cuts', 'veno'), 7, 'congestion') },
  },

  predictions: {
    share: {
      kind: 'number',
      question:
        'Reno has this link to itself, and one segment in a hundred gets lost by chance. How much of the link does it use in a minute?',
      covers: ['chance'],
      unit: '%',
      range: [0, 100],
      step: 1,
      within: 10,
      answer: (runs) => used(runs.of('chance')),
      why: 'The lost segments themselves cost next to nothing. But each halves the window, which then grows by less than a segment per RTT and gets halved again before it has filled the path.',
    },
    curve: {
      kind: 'draw',
      question:
        'Draw Reno’s goodput by the share of segments lost. The scale is logarithmic: one loss in ten thousand at the left, one in ten at the right.',
      covers: ['rates'],
      x: { label: 'share of segments lost, power of ten', unit: '', from: -4, to: -1 },
      y: { label: 'goodput', unit: 'kB/s', from: 0, to: 200 },
      features: [{ is: 'falling', pace: 'faster', from: -4, to: -1 }],
      answer: renoCurve,
      line: 0,
      why: (runs) =>
        `The curve is flat at ${goodputAt(runs, 'reno', 0.0001).toFixed(0)} kB/s as long as full buffers cut the window more often than chance does. It falls to ${goodputAt(runs, 'reno', 0.01).toFixed(0)} kB/s where one segment in a hundred is lost, and to ${goodputAt(runs, 'reno', 0.1).toFixed(0)} where one in ten is. The window at which losses and growth balance falls with the square root of the loss rate.`,
    },
    stolen: {
      kind: 'choice',
      question:
        'Five Reno senders share a link of 4 Mbit/s that loses one segment in a hundred. Two become Veno. What happens to the other three?',
      covers: ['neighbours'],
      options: {
        nothing: 'They keep at least 98 % of what they got before',
        little: 'They keep 85 to 98 %',
        much: 'They keep less than 85 %',
      },
      answer: (runs) => {
        const left = stayed(runs, 'mixed') / stayed(runs, 'reno');
        return left > 0.98 ? 'nothing' : left > 0.85 ? 'little' : 'much';
      },
      instead: {
        nothing: 'You’re right that most of the gain was idle before. But some of it was theirs.',
        much: 'They would if Veno pushed them into losses. But most losses here are chance, and chance hits everyone alike.',
      },
      why: (runs) =>
        `The three keep ${percent(stayed(runs, 'mixed') / stayed(runs, 'reno')).toFixed(0)} % of what they had. Five Reno senders carry ${kB(total(runs, 'reno')).toFixed(0)} kB/s together and leave the rest of the link idle. Veno takes most of its gain from that rest, and a little from its neighbors.`,
    },
    spared: {
      kind: 'choice',
      question:
        'Now no segment is lost by chance, only by a full buffer. How many segments does Veno lose, compared with Reno?',
      covers: ['clean'],
      options: {
        more: 'More: it cuts its window less',
        same: 'About as many: every loss is a full buffer now, so both halve',
        fewer: 'At least a quarter fewer',
      },
      answer: (runs) => {
        const ratio = lossesOf(clean(runs, 'veno')) / lossesOf(clean(runs, 'reno'));
        if (ratio < 0.75) return 'fewer';
        return ratio > 1.1 ? 'more' : ratio > 0.9 ? 'same' : '';
      },
      instead: {
        more: 'It cuts less only if fewer than three segments wait. When the buffer overflows, many do.',
        same: 'Both do halve. But how long does each take to fill the buffer again?',
      },
      why: (runs) =>
        `Veno loses ${lossesOf(clean(runs, 'veno'))} segments and Reno ${lossesOf(clean(runs, 'reno'))}. Once three segments wait, Veno adds a segment only every other round trip, so it overflows the buffer less often.`,
    },
    missed: {
      kind: 'number',
      question: 'What share of the segments that the full buffer drops does Veno blame on chance?',
      covers: ['judged'],
      unit: '%',
      range: [0, 100],
      step: 1,
      within: 10,
      answer: (runs) => missed(runs.of('judged', 'one')),
      why: 'The base_rtt that Veno measures after a loss includes the wait behind the datagrams. Compared with that, even a full buffer looks empty.',
    },
  },

  checks: {
    fill: {
      experiment: 'chance',
      kind: 'reach',
      task: 'Leave the losses as they are, and make Reno use at least 75 % of the link.',
      judge: (mine) => {
        const run = mine();
        const share = used(run);
        const [link] = run.scenario.links;
        const rate = link && 'rate' in link.loss ? Number(link.loss.rate) : 0;
        const cwnd = flowOf(run).mean_cwnd_segments.toFixed(1);
        if (rate < 0.01)
          return { passed: false, words: 'The losses have to stay: one segment in a hundred.' };
        const now = `Reno uses ${share.toFixed(0)} % with a mean window of ${cwnd} segments.`;
        return share >= 75
          ? {
              passed: true,
              words: `${now} Chance limits Reno's window, not its rate. On a shorter path, the same window goes around more often.`,
            }
          : {
              passed: false,
              words: `${now} The losses set that window. What sets how often Reno can send it?`,
            };
      },
      right: { 'links.0.delay_ms': 10, 'links.0.back.delay_ms': 10 },
      wrong: { 'links.0.loss.rate': 0 },
    },
    rules: {
      experiment: 'cuts',
      kind: 'reach',
      task: 'Replace one of Veno’s two rules by Reno’s, so that nothing is left of Veno’s gain.',
      judge: (mine) => {
        const [reno, veno] = [kB(rateOf(mine('reno'))), kB(rateOf(mine('veno')))];
        const { avoidance, decrease } = mine('veno').scenario.flows[0]?.sender ?? {};
        const replaced = [avoidance, decrease].filter((rule) => kindOf(rule) !== 'veno').length;
        const found = `Veno carries ${veno.toFixed(0)} kB/s now, and Reno ${reno.toFixed(0)}.`;
        if (replaced === 2) return { passed: false, words: `${found} That’s Reno. Replace only one rule.` };
        return veno < 1.05 * reno
          ? { passed: true, words: `${found} On this path, the whole gain comes from cutting less.` }
          : { passed: false, words: `${found} Try each rule.` };
      },
      right: { [`${CUT}.kind`]: 'half' },
      wrong: { [`${GROWTH}.kind`]: 'aimd' },
    },
    spare: {
      experiment: 'clean',
      kind: 'reach',
      task: 'Replace one rule again, so that Veno loses as many segments as Reno.',
      judge: (mine) => {
        const [reno, veno] = [lossesOf(mine('reno')), lossesOf(mine('veno'))];
        const { avoidance, decrease } = mine('veno').scenario.flows[0]?.sender ?? {};
        const replaced = [avoidance, decrease].filter((rule) => kindOf(rule) !== 'veno').length;
        const found = `The full buffer drops ${veno} segments of Veno and ${reno} of Reno.`;
        if (replaced === 2) return { passed: false, words: `${found} That’s Reno. Replace only one rule.` };
        return veno > 0.9 * reno
          ? { passed: true, words: `${found} Here it was the slower growth that spared it losses.` }
          : { passed: false, words: `${found} Which rule decides how soon the buffer is full again?` };
      },
      right: { [`${GROWTH}.kind`]: 'aimd' },
      wrong: { [`${CUT}.kind`]: 'half' },
    },
    tune: {
      experiment: 'constants',
      kind: 'reach',
      task: 'Find thresholds of your own, both at least one segment away from three. Veno should still carry 125 kB/s where chance strikes, and lose at most 25 segments where it doesn’t.',
      judge: (mine) => {
        const { avoidance, decrease } = mine('clean').scenario.flows[0]?.sender ?? {};
        const [carried, lost] = [kB(rateOf(mine('chance'))), lossesOf(mine('clean'))];
        const found = `Veno carries ${carried.toFixed(0)} kB/s where chance strikes, and loses ${lost} segments where it doesn’t.`;
        if (avoidance?.kind !== 'veno' || decrease?.kind !== 'veno') return { passed: false, words: found };
        const thresholds = [avoidance.beta, decrease.beta].map((beta) => Math.abs(beta - BETA));
        if (Math.min(...thresholds) < 1)
          return { passed: false, words: `${found} One of these is the authors’ threshold, or nearly.` };
        if (lost > 25)
          return {
            passed: false,
            words: `${found} While fewer segments wait than a threshold says, even a nearly full buffer looks empty.`,
          };
        return carried >= 125
          ? {
              passed: true,
              words: `${found} So three isn’t magic. A threshold must be more than a lucky queue and less than what the buffer holds.`,
            }
          : {
              passed: false,
              words: `${found} Cuts by chance cost too much: they are too deep, or too many of them are false alarms.`,
            };
      },
      right: { [`${GROWTH}.beta`]: 4, [`${CUT}.beta`]: 4 },
      wrong: { [`${GROWTH}.beta`]: 12, [`${CUT}.beta`]: 12 },
    },
    wider: {
      experiment: 'reverse',
      kind: 'reach',
      task: 'Give the ACKs of Vegas a faster way back, until it carries at least 95 % of what Reno does.',
      judge: (mine) => {
        const run = mine();
        const back = run.scenario.links[7]?.back?.rate_bps ?? Number.NaN;
        const share = ofReno(run, 'vegas');
        const found = `With ${(back / 1000).toFixed(1)} kbit/s for its ACKs, Vegas carries ${share.toFixed(0)} % of what Reno does.`;
        return share >= 95
          ? {
              passed: true,
              words: `${found} Hardly any ACK waits on the way back now, so Vegas counts only its data.`,
            }
          : { passed: false, words: `${found} Its ACKs still wait.` };
      },
      right: { [VEGAS_BACK]: 38_400 },
      wrong: { [VEGAS_BACK]: 12_000 },
    },
    remember: {
      experiment: 'judged',
      kind: 'reach',
      task: 'Make Veno recognize at least two thirds of the buffer overflows.',
      judge: (mine) => {
        const run = mine('one');
        const wrong = missed(run);
        const { random } = judged(run);
        return wrong <= 100 / 3
          ? {
              passed: true,
              words: `Now it blames chance for only ${wrong.toFixed(0)} % of them. Linux keeps base_rtt in the same way. It has a price: Veno now blames congestion for ${random.congestion} random losses, and chance for ${random.random}. So it cuts more often, and carries ${kB(rateOf(run)).toFixed(0)} kB/s.`,
            }
          : {
              passed: false,
              words: `Veno still blames chance for ${wrong.toFixed(0)} % of them. Two rules, growth and cut, each keep their own estimate.`,
            };
      },
      right: { 'flows.0.sender.avoidance.forget_base': false, 'flows.0.sender.decrease.forget_base': false },
      wrong: { 'flows.0.sender.avoidance.forget_base': false },
    },
  },

  claims: {
    'clean-spared': {
      number: (runs) => percent(1 - lossesOf(clean(runs, 'veno')) / lossesOf(clean(runs, 'reno'))),
      unit: '%',
    },
    'clean-veno': { number: (runs) => kB(rateOf(clean(runs, 'veno'))), unit: 'kB/s' },
    'clean-reno': { number: (runs) => kB(rateOf(clean(runs, 'reno'))), unit: 'kB/s' },
    'back-vegas': { number: (runs) => ofReno(runs.of('reverse', 'slow'), 'vegas'), unit: '%' },
    'back-veno': { number: (runs) => ofReno(runs.of('reverse', 'slow'), 'veno'), unit: '%' },
    'back-free': {
      number: (runs) => linkOf(runs.of('reverse', 'slow'), 'vegas router>vegas far').mean_queue_packets,
      unit: 'packets',
    },
    used: { number: (runs) => used(runs.of('chance')), unit: '%' },
    cwnd: { number: (runs) => flowOf(runs.of('chance')).mean_cwnd_segments, unit: 'segments' },
    'queue-empty': {
      number: (runs) => linkOf(runs.of('chance'), BOTTLENECK).mean_queue_packets,
      unit: 'packets',
    },
    'queue-far': {
      holds: (runs) =>
        largest(queueOf(runs.of('chance'), BOTTLENECK), 2) <=
        linkOf(runs.of('chance'), BOTTLENECK).max_queue_bytes / 2,
      wrong: { 'links.0.loss.rate': 0 },
    },
    'veno-alone': { number: (runs) => kB(flowOf(runs.of('cuts', 'veno')).goodput_bytes_per_s), unit: 'kB/s' },
    'reno-alone': { number: (runs) => kB(flowOf(runs.of('cuts', 'reno')).goodput_bytes_per_s), unit: 'kB/s' },
    'never-asks': { number: (runs) => kB(rateOf(runs.of('constants', 'chance'))), unit: 'kB/s' },
    'never-drops': { number: (runs) => lossesOf(runs.of('constants', 'clean')) },
    'asks-drops': { number: (runs) => lossesOf(clean(runs, 'veno')) },
    gain: { number: (runs) => gainAt(runs, 0.01), unit: '%' },
    'gain-least': { number: (runs) => gainAt(runs, 0.0001), unit: '%' },
    'part-late': { holds: (runs) => areAlike(runs, 0.0001) && !areAlike(runs, 0.01) },
    free: { number: (runs) => percent(total(runs, 'mixed') / total(runs, 'reno') - 1), unit: '%' },
    less: { number: (runs) => lost(runs).value, unit: 'kB/s' },
    third: { number: (runs) => lost(runs, [2]).value, unit: 'kB/s' },
    sure: { holds: (runs) => isSure(lost(runs)) && isSure(lost(runs, [2])) },
    'right-alone': { number: (runs) => right(runs.of('quiet')), unit: '%' },
    'always-alone': { number: (runs) => always(runs.of('quiet')), unit: '%' },
    recognised: { number: (runs) => recognised(runs.of('quiet')), unit: '%' },
    'missed-one': { number: (runs) => missed(runs.of('judged', 'one')), unit: '%' },
    'one-rr': { number: (runs) => judged(runs.of('judged', 'one')).random.random },
    'one-rc': { number: (runs) => judged(runs.of('judged', 'one')).random.congestion },
    'one-fr': { number: (runs) => judged(runs.of('judged', 'one')).full.random },
    'one-fc': { number: (runs) => judged(runs.of('judged', 'one')).full.congestion },
  },

  numbers: {
    '125 kB/s': 'the goal of the check',
    '25': 'the goal of the check',
    '75 %': 'the goal of the check',
    '95 %': 'the goal of the check',
    '85': 'a bound of an option',
    '85 %': 'a bound of an option',
    '98 %': 'a bound of an option',
  },

  beside: [
    {
      quantity: 'Reno, one segment in a hundred lost',
      unit: 'kB/s',
      ours: (runs) => goodputAt(runs, 'reno', 0.01),
      decimals: 0,
      cited: 'fu-2003/figure-5/reno-0.01',
      published: '81.9',
    },
    {
      quantity: 'Veno, one segment in a hundred lost',
      unit: 'kB/s',
      ours: (runs) => goodputAt(runs, 'veno', 0.01),
      decimals: 0,
      cited: 'fu-2003/figure-5/veno-0.01',
      published: '146.5',
    },
    {
      quantity: 'Veno’s gain there',
      unit: '%',
      ours: (runs) => gainAt(runs, 0.01),
      decimals: 0,
      cited: 'fu-2003/figure-5/gain-0.01',
      published: '79',
      note: 'With the printed rules, three programs written independently give Veno between half and three fifths more.',
    },
    {
      quantity: 'Overflows blamed on chance, datagrams at 1 Mbit/s',
      unit: '%',
      ours: (runs) => missed(runs.of('judged', 'one')),
      decimals: 0,
      cited: 'fu-2003/table-1/missed-1000',
      published: '10.1',
      note: 'Ours forgets base_rtt at every loss, as the paper says. If it keeps base_rtt, as Linux does, it comes near the printed share.',
    },
  ],
} satisfies Lesson;
