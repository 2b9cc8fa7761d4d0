/** CUBIC and BBR compared with Reno and Vegas: alone, with random losses, on a long fat path, and sharing a link. */
import type { Arm, Curve, Lesson } from '../../../web/lessons/lesson';
import {
  cwndOf,
  flowOf,
  largest,
  linkOf,
  queueOf,
  segmentsOf,
  valueAt,
  waitingAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';

const BOTTLENECK = 'left>right';
const SENDERS = { reno: 'sack', vegas: 'vegas', cubic: 'cubic', bbr: 'bbr' } as const;
type Name = keyof typeof SENDERS;
const LABELS: Record<Name, string> = { reno: 'Reno', vegas: 'Vegas', cubic: 'CUBIC', bbr: 'BBR' };
const NAMES = Object.keys(SENDERS) as Name[];

/** Arms for the same scenario with each of these senders. */
const arms = (scenario: string, names: readonly Name[]): Record<string, Arm> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      { label: LABELS[name], scenario, set: { 'flows.0.sender.preset': SENDERS[name] } },
    ]),
  );

/** The run of a sender alone on the path. */
const alone = (runs: Runs, name: Name) =>
  runs.of(name === 'reno' || name === 'cubic' ? 'cubic' : 'bbr', name);

const kB = (bytes: number) => bytes / 1000;
const percent = (share: number) => 100 * share;
const used = (run: Run) => percent(linkOf(run, BOTTLENECK).utilization);
const queue = (run: Run) => linkOf(run, BOTTLENECK).mean_queue_packets;
/** Packets that the buffer of `since-then.path` holds. */
const LIMIT = 100;
function limitOf({ scenario }: Run): number {
  const queue = scenario.links[0]?.queue;
  return queue !== undefined && 'limit_packets' in queue ? queue.limit_packets : Number.NaN;
}
const BUFFER = { path: 'links.0.queue.limit_packets', label: 'buffer', range: [20, 150] } as const;
const drops = (run: Run) => linkOf(run, BOTTLENECK).drops;

const LOSSES = [0.0001, 0.001, 0.01, 0.03];
const BUFFERS = [10, 30, 100, 300];
const [OWN, SHARE] = ['flows.0.goodput_bytes_per_s', 'flows.0.share'];

function swept(runs: Runs, experiment: string, measure: string, sender: string, value: number) {
  const point = runs
    .sweep(experiment, measure)
    .find(({ series, at }) => series === sender && at[0] === value);
  if (point === undefined) throw new Error(`Nothing was measured of ${sender} at ${value}.`);
  return point;
}

/** A sender's rate at this loss rate, kB/s. */
const lossy = (runs: Runs, name: Name, rate: number) =>
  kB(swept(runs, 'lossy', OWN, SENDERS[name], rate).mean);

/** Reno's share of the goodput of two flows, Reno and another sender, %. */
const share = (runs: Runs, name: Name, buffer: number) =>
  percent(swept(runs, 'pair', SHARE, SENDERS[name], buffer).mean);

/** Reno's share next to BBR by buffer size, interpolated linearly between measurements. */
function shareCurve(runs: Runs): Curve {
  const x: number[] = [];
  const y: number[] = [];
  BUFFERS.forEach((buffer, place) => {
    const next = BUFFERS[place + 1] ?? buffer;
    const [from, to] = [share(runs, 'bbr', buffer), share(runs, 'bbr', next)];
    for (let step = 0; step < 100; step += 1) {
      x.push(buffer + ((next - buffer) * step) / 100);
      y.push(from + ((to - from) * step) / 100);
    }
  });
  return { x, y };
}

/** The RTT of the empty path, ms. */
const emptyRtt = (run: Run) => 2 * run.scenario.links.reduce((sum, { delay_ms }) => sum + delay_ms, 0);
const rate = (run: Run) => run.scenario.links[0]?.rate_bps ?? Number.NaN;
/** Bandwidth-delay product in packets of 1500 bytes. */
const held = (run: Run) => (rate(run) * emptyRtt(run)) / 1000 / 8 / 1500;

/** Growth of Vegas' window on the long path from 5 s to 24 s, segments per second. */
function farGrowth(runs: Runs): number {
  const cwnd = cwndOf(runs.of('far', 'vegas'));
  return (valueAt(cwnd, 24) - valueAt(cwnd, 5)) / 19;
}

const ALONE = [
  OWN,
  'flows.0.mean_rtt_ms',
  `links.${BOTTLENECK}.mean_queue_packets`,
  `links.${BOTTLENECK}.drops`,
];

/** Start and end of CUBIC's window growth between two losses, s. */
const [CUT_S, MIDDLE_S, NEXT_S] = [19.6, 23.2, 26.8];

/** The window that CUBIC aims for between the two losses, segments: 0.85 of that at the first, which came at a smaller one than the loss before. */
const aimOf = (cwnd: Curve) => 0.85 * largest(cwnd, CUT_S - 1, CUT_S);

/** When BBR's queue is longest in the four seconds after a moment, s. */
function probeAfter(run: Run, from: number): number | undefined {
  const { x, y } = queueOf(run, BOTTLENECK);
  const most = largest({ x, y }, from, from + 4);
  return Array.from(x).find((time, row) => time >= from && y[row] === most);
}

const each = <T>(prefix: string, make: (name: Name) => T, names: readonly Name[] = NAMES) =>
  Object.fromEntries(names.map((name) => [`${prefix}-${name}`, make(name)]));

export default {
  experiments: {
    cubic: {
      kind: 'runs',
      title: 'Reno and CUBIC, each alone',
      look: 'Compare how the windows grow between two losses.',
      arms: arms('since-then.path', ['reno', 'cubic']),
      panels: ['window', 'queue'],
      seconds: [10, 30],
      controls: [{ path: 'links.0.queue.limit_packets', label: 'buffer', range: [5, 300] }],
      metrics: ALONE,
    },
    bbr: {
      kind: 'runs',
      title: 'Vegas, BBR and a sender of your choice, each alone',
      look: 'How far does each fill the queue? The third sender is yours to choose. When BBR’s window falls to a few segments, it lets the queue drain to measure the RTT of the empty path.',
      arms: {
        ...arms('since-then.path', ['vegas', 'bbr']),
        yours: {
          label: 'your sender',
          scenario: 'since-then.path',
          set: { 'flows.0.sender.preset': SENDERS.cubic },
        },
      },
      panels: ['window', 'queue'],
      seconds: [10, 30],
      controls: [
        {
          path: 'flows.0.sender.preset',
          label: 'your sender',
          choices: ['cubic', 'sack', 'veno', 'dual', 'linux-vegas'],
          arms: ['yours'],
        },
        { path: 'links.0.queue.limit_packets', label: 'buffer', range: [5, 300] },
      ],
      metrics: ALONE,
    },
    lossy: {
      kind: 'sweep',
      title: 'Goodput by share of segments lost',
      look: 'The buffer holds 40 packets, and “SACK” is Reno, which repairs with SACK here. At which loss rate does each sender give way?',
      base: { label: 'one transfer', scenario: 'since-then.lossy' },
      axes: [{ path: 'links.0.loss.rate', values: LOSSES }],
      presets: NAMES.map((name) => SENDERS[name]),
      flow: 0,
      seeds: 3,
      measures: [OWN],
    },
    far: {
      kind: 'runs',
      title: 'A long fat path',
      look: 'It takes 833 segments in flight to fill this path. How long does each sender need to get there?',
      arms: arms('since-then.far', NAMES),
      panels: ['window'],
      controls: [
        {
          path: 'flows.0.sender.slow_start.gamma',
          label: 'gamma of Vegas',
          range: [1, 30],
          arms: ['vegas'],
        },
      ],
      metrics: [OWN, `links.${BOTTLENECK}.utilization`, `links.${BOTTLENECK}.drops`],
    },
    pair: {
      kind: 'sweep',
      title: 'Reno next to another sender',
      look: 'Each curve is Reno’s share next to one kind of neighbor. Half would be fair.',
      base: { label: 'Reno and another', scenario: 'since-then.pair' },
      axes: [{ path: 'links.0.queue.limit_packets', values: BUFFERS }],
      presets: ['vegas', 'cubic', 'bbr'],
      flow: 1,
      seeds: 3,
      measures: [SHARE],
    },
  },

  steps: {
    reno: {
      experiment: 'cubic',
      arm: 'reno',
      panels: ['queue', 'window'],
      seconds: [10, 30],
      time: ({ of }) =>
        segmentsOf(of('cubic', 'reno'), 'drop_full').find(({ time_s }) => time_s > 10)?.time_s,
      play: true,
      from: 10,
      speed: 4,
      controls: [BUFFER],
      shows: (run, at_s) => waitingAt(run, BOTTLENECK, at_s) === limitOf(run) - 1,
    },
    vegas: {
      experiment: 'bbr',
      arm: 'vegas',
      panels: ['queue', 'window'],
      seconds: [10, 30],
      time: 20,
      play: true,
      from: 10,
      // Two packets with the one being sent, as the run's mean.
      shows: (run, at_s) => waitingAt(run, BOTTLENECK, at_s) === 1,
    },
    bbr: {
      experiment: 'bbr',
      arm: 'bbr',
      panels: ['queue'],
      seconds: [20, 21],
      play: true,
    },
    probe: {
      experiment: 'bbr',
      arm: 'bbr',
      panels: ['queue'],
      seconds: [20, 24],
      time: ({ of }) => probeAfter(of('bbr', 'bbr'), 20),
    },
  },
  points: {
    overflow: {
      time: ({ of }) =>
        segmentsOf(of('cubic', 'reno'), 'drop_full').find(({ time_s }) => time_s > 10)?.time_s,
      highlight: 'dropped',
    },
    settled: { time: 20 },
    probe: { time: ({ of }) => probeAfter(of('bbr', 'bbr'), 20) },
  },

  predictions: {
    shape: {
      kind: 'draw',
      question:
        'CUBIC, alone on this link, loses packets shortly before second 20 and again shortly before second 27. Its window grows from 95 to 133 segments between them, and it aims for 114. Draw it.',
      covers: ['cubic'],
      x: { label: 'time', unit: 's', from: CUT_S, to: NEXT_S },
      y: { label: 'cwnd', unit: 'segments', from: 90, to: 140 },
      features: [
        { is: 'rising', pace: 'slower', from: CUT_S, to: MIDDLE_S },
        { is: 'rising', pace: 'faster', from: MIDDLE_S, to: NEXT_S },
      ],
      answer: (runs) => cwndOf(alone(runs, 'cubic')),
      line: 1,
      why: (runs) => {
        const cwnd = cwndOf(alone(runs, 'cubic'));
        return `CUBIC aims here for ${aimOf(cwnd).toFixed(0)} segments, 0.85 of the window at the loss, to leave room for others. It hurries to get there, flattens, and then speeds up again to look for more.`;
      },
    },
    chance: {
      kind: 'choice',
      question:
        'One segment in a hundred is now lost by chance. Which of Reno, Vegas, CUBIC and BBR still carries 90 % of the link’s 1,217 kB/s?',
      covers: ['lossy'],
      options: { none: 'None of them', cubic: 'Only CUBIC', bbr: 'Only BBR', both: 'CUBIC and BBR' },
      answer: (runs) => {
        const carries = (name: Name) => lossy(runs, name, 0.01) > 1080;
        if (carries('cubic')) return carries('bbr') ? 'both' : 'cubic';
        return carries('bbr') ? 'bbr' : 'none';
      },
      instead: {
        cubic:
          'CUBIC does recover faster than Reno. But it still answers each loss by giving up three tenths of its window.',
        both: 'You’re right about BBR. CUBIC still answers each loss by giving up three tenths of its window.',
        none: 'Three of them do slow down at each loss. One goes by a measured rate and ignores losses.',
      },
      why: 'BBR paces at the largest rate it has measured recently, and a loss doesn’t change that. Each of the others shrinks its window.',
    },
    slow: {
      kind: 'number',
      question: 'How much of this path does Vegas, alone on it, use in the first 25 s?',
      covers: ['far'],
      unit: '%',
      range: [0, 100],
      step: 1,
      within: 4,
      answer: (runs) => used(runs.of('far', 'vegas')),
      why: (runs) =>
        `Vegas takes an ACK that the receiver held back for a queue, and leaves slow start at a few segments. The path needs ${held(runs.of('far', 'vegas')).toFixed(0)}.`,
    },
    buffer: {
      kind: 'draw',
      question:
        'Now Reno shares the link with BBR. Draw Reno’s share of the goodput, for buffers from ten packets to three hundred.',
      covers: ['pair'],
      x: { label: 'buffer', unit: 'packets', from: 10, to: 300 },
      y: { label: 'Reno’s share', unit: '%', from: 0, to: 100 },
      features: [{ is: 'rising', pace: 'slower', from: 10, to: 300 }],
      answer: shareCurve,
      line: 2,
      why: 'Two bandwidth-delay products don’t fit on the path and in a small buffer, so segments are lost, and only Reno answers that. A large buffer is Reno’s to fill, while BBR keeps to its limit.',
    },
  },

  checks: {
    small: {
      experiment: 'cubic',
      kind: 'reach',
      task: 'Choose a buffer with which CUBIC uses at least 97 % of the link, with fewer than 20 packets in the queue on average.',
      judge: (mine) => {
        const run = mine('cubic');
        const busy = used(run) >= 97;
        const words = `CUBIC uses ${used(run).toFixed(1)} % of the link and keeps ${queue(run).toFixed(0)} packets in the queue.`;
        if (busy && queue(run) < 20)
          return {
            passed: true,
            words: `${words} It fills whatever buffer there is, so its delay is yours to choose.`,
          };
        return {
          passed: false,
          words: `${words} ${busy ? 'Too many packets wait.' : 'The link is idle too often.'}`,
        };
      },
      right: { 'links.0.queue.limit_packets': 25 },
      wrong: { 'links.0.queue.limit_packets': 200 },
    },
    choice: {
      experiment: 'bbr',
      kind: 'reach',
      task: 'Leave the buffer as it is. Choose a sender that uses at least 99 % of the link, with fewer than 4 packets in the queue.',
      judge: (mine) => {
        const run = mine('yours');
        const words = `Your sender uses ${used(run).toFixed(1)} % of the link and keeps ${queue(run).toFixed(1)} packets in the queue.`;
        if (limitOf(run) !== LIMIT)
          return { passed: false, words: `${words} But the buffer isn’t the lesson’s. Reset it.` };
        const passed = used(run) >= 99 && queue(run) < 4;
        return {
          passed,
          words: passed
            ? `${words} It’s Vegas as Linux has it. It goes by a round’s smallest RTT, so a delayed ACK doesn’t look like a queue.`
            : `${words} Which of these senders go by delay?`,
        };
      },
      right: { 'flows.0.sender.preset': 'linux-vegas' },
      wrong: { 'flows.0.sender.preset': 'dual' },
    },
    gamma: {
      experiment: 'far',
      kind: 'reach',
      task: 'Make Vegas use at least three times as much of the long path. You may change only gamma, which ends its slow start.',
      judge: (mine) => {
        const share = used(mine('vegas'));
        const words = `Vegas uses ${share.toFixed(0)} % of the path`;
        return share >= 20
          ? {
              passed: true,
              words: `${words}. It stayed in slow start longer. After that it still adds less than a segment per RTT. Its mean window is ${flowOf(mine('vegas')).mean_cwnd_segments.toFixed(0)} segments.`,
            }
          : {
              passed: false,
              words: `${words}, with ${drops(mine('vegas'))} drops. Too small a gamma ends slow start at the first ACK that was held back, or at a burst of Vegas's own. Too large a one lets the window overrun the buffer.`,
            };
      },
      right: { 'flows.0.sender.slow_start.gamma': 30 },
      wrong: { 'flows.0.sender.slow_start.gamma': 2 },
    },
  },

  claims: {
    ...each('used', (name) => ({ number: (runs: Runs) => used(alone(runs, name)), unit: '%' })),
    ...each('queue', (name) => ({ number: (runs: Runs) => queue(alone(runs, name)), unit: 'packets' })),
    ...each('lost', (name) => ({ number: (runs: Runs) => drops(alone(runs, name)) })),
    ...each('lossy', (name) => ({ number: (runs: Runs) => lossy(runs, name, 0.01), unit: 'kB/s' })),
    ...each('far', (name) => ({ number: (runs: Runs) => used(runs.of('far', name)), unit: '%' })),
    ...each('small', (name) => ({ number: (runs: Runs) => share(runs, name, 30), unit: '%' }), [
      'vegas',
      'cubic',
      'bbr',
    ]),
    ...each('large', (name) => ({ number: (runs: Runs) => share(runs, name, 300), unit: '%' }), [
      'vegas',
      'cubic',
      'bbr',
    ]),
    'cubic-closer': {
      holds: (runs) => {
        const [small, large] = [30, 300].map((buffer) => swept(runs, 'pair', SHARE, 'cubic', buffer).values);
        return Math.min(...(large ?? [])) > Math.max(...(small ?? []));
      },
    },
    'cubic-cut': { number: (runs) => valueAt(cwndOf(alone(runs, 'cubic')), CUT_S), unit: 'segments' },
    'cubic-next': { number: (runs) => valueAt(cwndOf(alone(runs, 'cubic')), NEXT_S), unit: 'segments' },
    'far-growth': { number: farGrowth, unit: 'segments' },
    'far-drops': { number: (runs) => drops(runs.of('far', 'bbr')) },
  },

  numbers: {
    '833': (runs) => held(runs.of('far', 'reno')),
    '1,217': (runs) => ((rate(alone(runs, 'reno')) / 8) * (1460 / 1500)) / 1e3,
    '20': () => CUT_S,
    '27': () => NEXT_S,
    '95': (runs) => valueAt(cwndOf(alone(runs, 'cubic')), CUT_S),
    '114': (runs) => aimOf(cwndOf(alone(runs, 'cubic'))),
    '133': (runs) => valueAt(cwndOf(alone(runs, 'cubic')), NEXT_S),
    '97 %': 'the goal of the check',
    '99 %': 'the goal of the check',
    '4': 'the goal of the check',
    '90 %': 'the bound in the question',
  },

  beside: [
    {
      quantity: 'Reno over Vegas, sharing a link',
      unit: '',
      ours: (runs) => share(runs, 'vegas', 30) / (100 - share(runs, 'vegas', 30)),
      decimals: 1,
      cited: 'ahn-1995/remedies/side-by-side',
      published: '1.5',
      note: 'Another link. Here the buffer holds 30 packets, about as many as the path.',
    },
  ],
} satisfies Lesson;
