/** Windows that the student steers, and constant windows, on the capstone's paths. */
import { FACTS, OWN_FLOW, scoreOf } from '../../../web/lessons/capstone/score';
import type { Lesson, LessonMetric } from '../../../web/lessons/lesson';
import {
  cwndOf,
  flowOf,
  isFullest,
  linkOf,
  segmentsOf,
  summaryOf,
  valueAt,
  waitingAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';
import { at } from '../../../web/scenario/path';

const [QUIET, RADIO] = ['you-are-the-window.quiet', 'you-are-the-window.radio'];
const CWND = `flows.${OWN_FLOW}.sender.initial_cwnd`;
const PRESET = `flows.${OWN_FLOW}.sender.preset`;
const GOODPUT = `flows.${OWN_FLOW}.goodput_bytes_per_s`;
const RTT = `flows.${OWN_FLOW}.mean_rtt_ms`;
const AGAIN = `flows.${OWN_FLOW}.retransmitted_segments`;
const TIMEOUTS = `flows.${OWN_FLOW}.coarse_timeouts`;

const steady = (cwnd: number) => ({ [PRESET]: 'by-hand', [CWND]: cwnd });

function score(run: Run) {
  const path = Object.values(FACTS).find(({ name }) => name === run.scenario.name);
  if (path === undefined) throw new Error(`${run.scenario.name} is no path of the capstone.`);
  return scoreOf(path, summaryOf(run));
}

const share = (run: Run) => 100 * score(run).share;
const points = (run: Run) => score(run).points;

/** The path's fair share, and so the points, are those of its own rates. */
const hasItsRates = ({ scenario: { links } }: Run) => links[1]?.rate_bps === RADIO_BPS;
const RADIO_BPS = 1_600_000;

const POINTS: LessonMetric = { label: 'points, in 30 seconds', unit: '', decimals: 1, of: points };
const RADIO_POINTS: LessonMetric = {
  ...POINTS,
  label: 'points with the radio’s own rates, in 30 seconds',
  of: (run) => (hasItsRates(run) ? points(run) : Number.NaN),
};
/** Throughput over delay, which needs no fair share. */
const powerOf = (run: Run) => {
  const { goodput_bytes_per_s, mean_rtt_ms } = flowOf(run, OWN_FLOW);
  return goodput_bytes_per_s / 1000 / (mean_rtt_ms ?? Number.POSITIVE_INFINITY);
};
const POWER: LessonMetric = {
  label: 'power: goodput over mean RTT, in 30 seconds',
  unit: 'kB/s per ms',
  decimals: 2,
  of: powerOf,
};
const METRICS = [POINTS, GOODPUT, RTT, AGAIN, TIMEOUTS, 'links.R1>R2.mean_queue_packets'];
const again = (run: Run) => flowOf(run).retransmitted_segments;
const queue = (run: Run) => linkOf(run, 'R1>R2').mean_queue_packets;

/** The steady window with the most points on the slow link. */
const JUST_FULL = 21;

/** Numbers of Vegas that the student may change, on the slow link. */
const TUNED = {
  alpha: `flows.${OWN_FLOW}.sender.avoidance.alpha`,
  beta: `flows.${OWN_FLOW}.sender.avoidance.beta`,
  gamma: `flows.${OWN_FLOW}.sender.slow_start.gamma`,
  initial: CWND,
};

const SENDERS = ['steady', 'reno', 'veno', 'vegas', 'cubic', 'bbr'];

/** How much more Veno gets than Reno on the radio, %. */
const venoGain = (runs: Runs) =>
  100 * (share(runs.of('radio', 'veno')) / share(runs.of('radio', 'reno')) - 1);

/** Compares a steady window near the best one with its neighbors. */
function besides(cwnd: number): string {
  if (cwnd < JUST_FULL) return 'The path still has a little room: one segment more would score more.';
  return cwnd > JUST_FULL
    ? 'Some of them only wait in the queue: one fewer would score more.'
    : 'The path is just full: one segment fewer would be missed, and one more would only wait.';
}

/** The sender with the most points on the radio. */
function bestOf(runs: Runs): string {
  const ranked = SENDERS.map((name) => ({ name, points: points(runs.of('senders', name)) }));
  return ranked.reduce((best, one) => (one.points > best.points ? one : best)).name;
}

export default {
  experiments: {
    fixed: {
      kind: 'runs',
      title: 'Two windows that never move, on the slow link',
      look: 'Compare the queues and the round trips before, while and after the guests are there.',
      arms: {
        large: { label: 'steady, large', scenario: QUIET, set: steady(60) },
        right: { label: 'steady, 21', scenario: QUIET, set: steady(JUST_FULL) },
      },
      panels: ['queue', 'rtt'],
      controls: [{ path: CWND, label: 'the large window', range: [1, 80], arms: ['large'] }],
      metrics: METRICS,
    },
    rules: {
      kind: 'runs',
      title: 'Reno and Vegas on the slow link',
      look: 'What does each do when the guests arrive?',
      arms: {
        reno: { label: 'Reno', scenario: QUIET },
        vegas: { label: 'Vegas', scenario: QUIET, set: { [PRESET]: 'vegas' } },
      },
      panels: ['window', 'queue'],
      metrics: METRICS,
    },
    radio: {
      kind: 'runs',
      title: 'Reno and Veno on the radio',
      look: 'How much of the window does each keep after a loss?',
      arms: {
        reno: { label: 'Reno', scenario: RADIO },
        veno: { label: 'Veno', scenario: RADIO, set: { [PRESET]: 'veno' } },
      },
      panels: ['window'],
      metrics: [POINTS, GOODPUT, RTT, AGAIN, TIMEOUTS],
    },
    senders: {
      kind: 'runs',
      title: 'Six senders on the radio',
      look: 'Which ones shrink their window, and what does that cost until the next loss?',
      arms: {
        steady: { label: 'steady, 18', scenario: RADIO, set: steady(18) },
        reno: { label: 'Reno', scenario: RADIO },
        veno: { label: 'Veno', scenario: RADIO, set: { [PRESET]: 'veno' } },
        vegas: { label: 'Vegas', scenario: RADIO, set: { [PRESET]: 'vegas' } },
        cubic: { label: 'CUBIC', scenario: RADIO, set: { [PRESET]: 'cubic' } },
        bbr: { label: 'BBR', scenario: RADIO, set: { [PRESET]: 'bbr' } },
      },
      panels: ['window'],
      controls: [
        { path: 'links.1.rate_bps', label: 'rate of the radio at first', range: [400_000, 6_400_000] },
        { path: CWND, label: 'the steady window', range: [1, 60], arms: ['steady'] },
      ],
      metrics: [RADIO_POINTS, POWER, GOODPUT, RTT, AGAIN],
    },
    better: {
      kind: 'runs',
      title: 'Vegas and your own Vegas on the slow link',
      look: 'Vegas keeps alpha to beta segments in the queue. Which of these numbers costs points?',
      arms: {
        vegas: { label: 'Vegas', scenario: QUIET, set: { [PRESET]: 'vegas' } },
        yours: { label: 'your Vegas', scenario: QUIET, set: { [PRESET]: 'vegas' } },
      },
      panels: ['window', 'queue'],
      controls: [
        { path: TUNED.alpha, label: 'alpha', range: [0, 6], arms: ['yours'] },
        { path: TUNED.beta, label: 'beta', range: [1, 6], arms: ['yours'] },
        { path: TUNED.initial, label: 'first window', range: [1, 20], arms: ['yours'] },
      ],
      metrics: METRICS,
    },
  },

  steps: {
    rule: {
      experiment: 'rules',
      arm: 'reno',
      changes: { duration_s: 11 },
      panels: ['queue', 'window'],
      seconds: [0, 10],
      time: ({ of }) => segmentsOf(of('rules', 'reno'), 'drop_full')[0]?.time_s,
      play: true,
      from: 0.5,
      shows: (run, at_s) => isFullest(run, 'R1>R2', at_s),
    },
    hand: {
      experiment: 'fixed',
      arm: 'large',
      changes: { [CWND]: 8, duration_s: 11 },
      panels: ['queue'],
      seconds: [0, 10],
      time: 5,
      controls: [{ path: CWND, label: 'your window', range: [1, 40] }],
      // The path holds the rest.
      shows: (run, at_s) =>
        Math.abs(
          waitingAt(run, 'R1>R2', at_s) -
            Math.max(0, Number(valueAt(cwndOf(run, OWN_FLOW), at_s)) - JUST_FULL),
        ) <= 2,
    },
  },
  points: {
    overflow: {
      time: ({ of }) => segmentsOf(of('rules', 'reno'), 'drop_full')[0]?.time_s,
      highlight: 'dropped',
    },
    full: { time: 5 },
  },

  predictions: {
    large: {
      kind: 'choice',
      question:
        'The path with the slow link holds about twenty segments, and its buffer about thirty more. You set the window to sixty and never touch it. How much of what the path can carry do you get?',
      covers: ['fixed'],
      played: FACTS.quiet.name,
      options: {
        all: 'All of it',
        nearly: 'Nearly all of it',
        less: 'Less than three quarters',
      },
      answer: (runs) => {
        const got = share(runs.of('fixed', 'large'));
        return got > 98 ? 'all' : got > 75 ? 'nearly' : 'less';
      },
      instead: {
        all: 'The link never waits for you, that’s true. But part of what it carries, it has carried before.',
        nearly:
          'You would if only one segment were lost at a time. Here many are lost in every round trip, and some of the retransmissions too.',
      },
      why: (runs) => {
        const run = runs.of('fixed', 'large');
        return `The buffer overflows again and again, and the sender retransmits ${again(run)} segments. When a retransmission is lost too, only the timer helps: ${flowOf(run).coarse_timeouts} times.`;
      },
    },
    reno: {
      kind: 'number',
      question:
        'The radio loses one segment in a hundred, as in “Was it congestion?”, where Veno got over half more than Reno. Here each segment is acknowledged, not every second one, and the radio slows to half its rate for ten seconds. How much more does Veno get than Reno?',
      covers: ['radio'],
      played: FACTS.radio.name,
      unit: '%',
      range: [0, 100],
      step: 1,
      within: 7,
      answer: venoGain,
      why: 'With an ACK for each segment, Reno grows back twice as fast after a loss, so there’s less for Veno to gain. While the radio is slow, a small window is enough.',
    },
    best: {
      kind: 'choice',
      question:
        'Your game has shown how some senders do. Now one more sets its window to 18 segments and never moves it. Which of the six scores most on the radio?',
      covers: ['senders'],
      played: FACTS.radio.name,
      options: {
        steady: 'A fixed window',
        reno: 'Reno',
        veno: 'Veno',
        vegas: 'Vegas',
        cubic: 'CUBIC',
        bbr: 'BBR',
      },
      answer: bestOf,
      instead: {
        reno: 'Reno halves its window for losses that no smaller window would have prevented.',
        veno: 'Veno is made for this, and beats Reno. But it still gives up a fifth of its window for each loss.',
        vegas: 'Vegas does keep the queue short. But it too shrinks its window when a segment is lost.',
        cubic: 'CUBIC grows back faster than Reno, but into a small buffer.',
        bbr: 'BBR carries more than the other four algorithms. It pays with a queue and with retransmissions.',
      },
      why: (runs) => {
        const [own, bbr] = ['steady', 'bbr'].map((name) => points(runs.of('senders', name)).toFixed(1));
        return `The steady window gets ${own} points, and BBR ${bbr}. It never shrinks for a loss that means nothing.`;
      },
    },
  },

  checks: {
    steady: {
      kind: 'reach',
      experiment: 'fixed',
      task: 'Move the large window until it gets more than 75 points.',
      right: { [CWND]: JUST_FULL },
      wrong: { [CWND]: 30 },
      judge: (mine) => {
        const run = mine('large');
        const cwnd = run.scenario.flows[OWN_FLOW]?.sender.initial_cwnd ?? 0;
        const { points: reached, share: got, delay } = score(run);
        const words = `${cwnd} segments get ${reached.toFixed(1)} points.`;
        if (reached > 75)
          return {
            passed: true,
            words: `${words} ${besides(cwnd)}`,
          };
        return got < 0.97 && delay > 0.75
          ? { passed: false, words: `${words} Nothing waits, but the path could carry more.` }
          : {
              passed: false,
              words: `${words} The path is full, and everything above that waits or is dropped.`,
            };
      },
    },
    better: {
      kind: 'reach',
      experiment: 'better',
      task: 'Change one number of your Vegas so that it gets more than 83 points.',
      right: { [TUNED.beta]: 2 },
      wrong: { [TUNED.gamma]: 4 },
      judge: (mine) => {
        const [vegas, yours] = [mine('vegas'), mine('yours')];
        const changed = Object.values(TUNED).filter(
          (path) => at(yours.scenario, path) !== at(vegas.scenario, path),
        ).length;
        const [before, now] = [score(vegas), score(yours)];
        const percent = (part: number) => (100 * part).toFixed(0);
        const words = `Your Vegas gets ${now.points.toFixed(1)} points, with ${percent(now.share)} % of its fair share (Vegas ${percent(before.share)}) and ${queue(yours).toFixed(1)} packets in the queue (Vegas ${queue(vegas).toFixed(1)}).`;
        if (changed > 1)
          return { passed: false, words: `${words} Change only one number, to know what did it.` };
        if (now.points <= 83)
          return {
            passed: false,
            words: `${words} ${now.points < before.points ? 'That costs points.' : 'Find one that matters more.'}`,
          };
        return {
          passed: true,
          words: `${words} ${
            now.share - before.share > 0.01
              ? 'It begins with more, so it uses the link sooner.'
              : 'Vegas kept more in the queue than the link needs to stay busy.'
          }`,
        };
      },
    },
    lost: {
      kind: 'reach',
      experiment: 'senders',
      task: 'Change the rate of the radio until BBR has more power than the steady window.',
      right: { 'links.1.rate_bps': 6_400_000 },
      wrong: { 'links.1.rate_bps': 1_500_000 },
      judge: (mine) => {
        const ratio = powerOf(mine('steady')) / powerOf(mine('bbr'));
        const words = `The steady window has ${ratio.toFixed(2)} times BBR's power.`;
        return ratio < 1
          ? {
              passed: true,
              words: `${words} The number that was right is now too small or too large, and it can't notice.`,
            }
          : { passed: false, words: `${words} It still fits the path.` };
      },
    },
  },

  claims: {
    largeShare: { number: (runs) => share(runs.of('fixed', 'large')), unit: '%' },
    largeForOne: {
      number: (runs) => again(runs.of('fixed', 'large')) / linkOf(runs.of('fixed', 'large'), 'R1>R2').drops,
    },
    largeDrops: { number: (runs) => linkOf(runs.of('fixed', 'large'), 'R1>R2').drops, unit: 'packets' },
    largeTimeouts: { number: (runs) => flowOf(runs.of('fixed', 'large')).coarse_timeouts },
    rightShare: { number: (runs) => share(runs.of('fixed', 'right')), unit: '%' },
    rightNone: { holds: (runs) => again(runs.of('fixed', 'right')) === 0, wrong: { [CWND]: 60 } },
    rightPoints: { number: (runs) => points(runs.of('fixed', 'right')) },
    renoPoints: { number: (runs) => points(runs.of('rules', 'reno')) },
    vegasPoints: { number: (runs) => points(runs.of('rules', 'vegas')) },
    renoRadio: { number: (runs) => share(runs.of('radio', 'reno')), unit: '%' },
    venoRadio: { number: (runs) => share(runs.of('radio', 'veno')), unit: '%' },
    vegasNone: { holds: (runs) => again(runs.of('rules', 'vegas')) === 0, wrong: { [PRESET]: 'reno' } },
    bbrRadio: { number: (runs) => share(runs.of('senders', 'bbr')), unit: '%' },
    bbrAgain: {
      number: (runs) => again(runs.of('senders', 'bbr')) / again(runs.of('senders', 'steady')),
    },
    steadyBest: { holds: (runs) => bestOf(runs) === 'steady', wrong: { 'links.1.rate_bps': 6_400_000 } },
  },

  numbers: { '75': 'the goal of the check', '83': 'the goal of the check' },

  beside: [
    {
      quantity: 'mean queue with Vegas over that with Reno, slow link',
      unit: '',
      ours: (runs) => queue(runs.of('rules', 'vegas')) / queue(runs.of('rules', 'reno')),
      decimals: 2,
      cited: 'ahn-1995/figure-3/delay-rr-800',
      published: '0.25',
      note: 'The paper has two transfers on this link. Here it’s one, and guests.',
    },
    {
      quantity: 'goodput with Veno above that with Reno, radio',
      unit: '%',
      ours: venoGain,
      decimals: 0,
      cited: 'fu-2003/figure-5/gain-0.01',
      published: '79',
      note: 'Here every segment is acknowledged, so Reno grows back twice as fast. The link is also slow for a third of the time.',
    },
  ],
} satisfies Lesson;
