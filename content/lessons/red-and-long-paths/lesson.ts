/** Five Reno flows over paths of different lengths at one link: with RED, with a plain buffer, and next to bursts. */
import type { Arm, Curve, FlowNames, Lesson, LessonMetric } from '../../../web/lessons/lesson';
import { baseRttOf, cwndOf, flowOf, meanOver, rateOf, segmentsOf } from '../../../web/lessons/observe';
import type { Run } from '../../../web/run/trace';

/** The flows on the page, by their names in the paper. */
const NAMES: FlowNames = { '1a': 'near', '2a': 'near twin', '3a': 'middle', '4a': 'distant', '5a': 'far' };
const LATENCIES_MS = [15, 15, 20, 30, 40];

/** Rate of a flow after the first 2 s. A packet is 1000 bytes with its headers, so packets per second are kB/s. */
const rate = (run: Run, flow: number) => rateOf(run, flow, 2, 20);
const rateRow = (flow: number): LessonMetric => ({
  label: `rate of ${NAMES[`${flow + 1}a`]} with headers, after two seconds`,
  unit: 'kB/s',
  decimals: 0,
  of: (run) => rate(run, flow),
});

/** Rate by path latency, interpolated linearly between the flows. */
function byLength(run: Run): Curve {
  const known = LATENCIES_MS.map((ms, flow) => [ms, rate(run, flow)] as const).slice(1);
  const x = Array.from({ length: 101 }, (_, place) => 15 + place / 4);
  const y = x.map((at) => {
    const next = Math.max(
      known.findIndex(([ms]) => ms >= at),
      1,
    );
    const [x0, y0] = known[next - 1] ?? [0, 0];
    const [x1, y1] = known[next] ?? [1, 0];
    return y0 + ((at - x0) / (x1 - x0)) * (y1 - y0);
  });
  return { x, y };
}

const farOverNear = (run: Run) => rate(run, 4) / rate(run, 0);

const arm = (label: string, name: string, set: Arm['set'] = {}): Arm => ({
  label,
  experiment: `low-2000/one-link/${name}`,
  set: { duration_s: 20, ...set },
  flowNames: NAMES,
});
const PLAIN_METRICS = [...[0, 4].map(rateRow), 'flows.0.coarse_timeouts', 'flows.4.coarse_timeouts'];
/** The first seconds over RED, which the stage shows. */
const START_S = 6;
/** Rate at which the datagrams arrive during a burst, bit/s. */
const BURSTS = 'datagrams.0.traffic.rate_bps';

export default {
  experiments: {
    red: {
      kind: 'runs',
      title: 'Reno over RED',
      look: 'Compare the windows with the rates in the table.',
      arms: { red: arm('Reno over RED', 'reno-red') },
      panels: ['window'],
      flows: [0, 4],
      metrics: [0, 1, 2, 3, 4].map(rateRow),
    },
    plain: {
      kind: 'runs',
      title: 'Reno over a plain buffer',
      look: 'Which of the two windows falls to one segment more often?',
      arms: { plain: arm('plain buffer', 'reno-50') },
      panels: ['window'],
      flows: [0, 4],
      metrics: PLAIN_METRICS,
    },
    bursts: {
      kind: 'runs',
      title: 'The same with bursts of other packets',
      look: 'Half of the time, datagrams arrive at the rate that you choose. Which window falls to one segment more often?',
      arms: { bursts: arm('with bursts', 'reno-50-bursts', { [BURSTS]: 2_400_000 }) },
      panels: ['window'],
      flows: [0, 4],
      controls: [{ path: BURSTS, label: 'rate of the bursts', range: [1_000_000, 20_000_000] }],
      metrics: PLAIN_METRICS,
    },
  },

  predictions: {
    bias: {
      kind: 'draw',
      question:
        'Five Reno flows share one link of 6000 kB/s, which drops packets at random. Draw the rate of a flow against the length of its path.',
      covers: ['red'],
      x: { label: 'round trip without a queue', unit: 'ms', from: 15, to: 40 },
      y: { label: 'rate', unit: 'kB/s', from: 0, to: 2000 },
      answer: (runs) => byLength(runs.of('red')),
      within: 0.08,
      why: (runs) =>
        `The rate falls from ${rate(runs.of('red'), 1).toFixed(0)} kB/s at 15 ms to ${rate(runs.of('red'), 4).toFixed(0)} kB/s at 40 ms. All lose about the same share of their packets, so all have about the same window. A flow with a longer round trip sends that window less often.`,
    },
    who: {
      kind: 'choice',
      question:
        'The same five Reno flows now share a plain buffer of 50 packets, which drops what arrives when it is full. Which path gets most?',
      covers: ['plain'],
      options: {
        short: 'A shortest one, 15 ms',
        long: 'The longest one, 40 ms',
        same: 'All about the same',
      },
      answer: (runs) => {
        const ratio = farOverNear(runs.of('plain'));
        return ratio > 1.2 ? 'long' : ratio < 0.8 ? 'short' : 'same';
      },
      instead: {
        short:
          'You expected the same as with random drops. Textbooks say so too, and they are right where chance decides who loses. Here it doesn’t.',
        same: 'You expected the losses to even out. Nothing in a plain buffer makes sure of that.',
      },
      why: (runs) => {
        const run = runs.of('plain');
        return `far (40 ms) gets ${farOverNear(run).toFixed(1)} times as much as near (15 ms). near had ${flowOf(run, 0).coarse_timeouts} timeouts and far had ${flowOf(run, 4).coarse_timeouts}.`;
      },
    },
  },

  checks: {
    disturb: {
      experiment: 'bursts',
      task: 'With bursts this weak, far still gets more than near. Choose a rate of the bursts with which near gets more.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const [near, far] = [rate(run, 0), rate(run, 4)];
        const found = `near gets ${near.toFixed(0)} kB/s and far ${far.toFixed(0)}.`;
        return {
          passed: near > far,
          words:
            near > far
              ? `${found} The bursts take turns in filling the buffer, so it's chance again that decides whose packet finds it full.`
              : `${found} These bursts are too weak to break the pattern, or they happened to miss it.`,
        };
      },
      right: { [BURSTS]: 9_600_000 },
      wrong: { [BURSTS]: 1_000_000 },
    },
  },

  steps: {
    red: {
      experiment: 'red',
      changes: { duration_s: START_S },
      panels: ['window'],
      seconds: [0, START_S],
      flows: [0, 4],
      time: START_S,
      play: true,
      from: 0,
    },
  },
  points: {
    losses: { time: ({ of }) => segmentsOf(of('red'), 'drop_full', 0)[0]?.time_s },
  },

  claims: {
    shortest: { number: (runs) => baseRttOf(runs.of('red'), 0), unit: 'ms' },
    longest: { number: (runs) => baseRttOf(runs.of('red'), 4), unit: 'ms' },
    redShort: { number: (runs) => rate(runs.of('red'), 1), unit: 'kB/s' },
    redLong: { number: (runs) => rate(runs.of('red'), 4), unit: 'kB/s' },
    redWindows: {
      holds: (runs) => {
        const windows = LATENCIES_MS.map((_, flow) => meanOver(cwndOf(runs.of('red'), flow), 2, 20));
        return Math.max(...windows) / Math.min(...windows) < 1.2;
      },
      wrong: { 'links.0.queue.kind': 'drop_tail_packets' },
    },
    plainRatio: { number: (runs) => farOverNear(runs.of('plain')) },
    timeoutsShort: { number: (runs) => flowOf(runs.of('plain'), 0).coarse_timeouts },
    timeoutsLong: { number: (runs) => flowOf(runs.of('plain'), 4).coarse_timeouts },
  },

  numbers: {
    '15 ms': (runs) => baseRttOf(runs.of('red'), 0),
    '40 ms': (runs) => baseRttOf(runs.of('red'), 4),
  },

  beside: [
    {
      quantity: 'near: Reno over RED here, Vegas in the paper',
      unit: 'kB/s',
      ours: (runs) => rate(runs.of('red'), 0),
      decimals: 0,
      cited: 'low-2000/table-1/rate-1a',
      published: '1205 KB/s',
      note: 'The paper prints no rates of Reno.',
    },
    {
      quantity: 'far: Reno over RED here, Vegas in the paper',
      unit: 'kB/s',
      ours: (runs) => rate(runs.of('red'), 4),
      decimals: 0,
      cited: 'low-2000/table-1/rate-5a',
      published: '1161 KB/s',
      note: 'With Vegas, far gets nearly as much as near.',
    },
  ],
} satisfies Lesson;
