/** Five Reno flows over paths of different lengths at one link: with a plain buffer, with RED, and next to bursts. */
import type { Arm, Curve, Lesson, LessonMetric } from '../../../web/lessons/lesson';
import { cwndOf, flowOf, meanOver, rateOf, segmentsOf, waitingAt } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';
import { at } from '../../../web/scenario/path';
import { FIVE_FLOWS, FIVE_HOSTS, LATENCIES_MS } from '../vegas-as-an-optimiser/flows';

/** Rate of a flow after the first 2 s. A packet is 1000 bytes with its headers, so packets per second are kB/s. */
const rate = (run: Run, flow: number) => rateOf(run, flow, 2, 20);
/** Share of a flow's packets dropped in that time, %. */
const lost = (run: Run, flow: number) =>
  (100 * segmentsOf(run, 'drop_full', flow).filter(({ time_s }) => time_s > 2).length) /
  (rate(run, flow) * (20 - 2));
const windowOf = (run: Run, flow: number) => meanOver(cwndOf(run, flow), 2, 20);
const row =
  (label: string, unit: string, decimals: number, of: (run: Run, flow: number) => number) =>
  (flow: number): LessonMetric => ({
    label: `${label} ${FIVE_FLOWS[`${flow + 1}a`]}, after two seconds`,
    unit,
    decimals,
    of: (run) => of(run, flow),
  });
const windowRow = row('mean window of', 'segments', 1, windowOf);
const lostRow = row('share lost by', '%', 2, lost);
const rateRow = row('rate of', 'kB/s', 0, rate);

/** Rate by path latency, interpolated linearly between the flows, without the twin. */
function byLength(run: Run): Curve {
  const known = LATENCIES_MS.map((ms, flow) => [ms, rate(run, flow)] as const).toSpliced(1, 1);
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

const LINK = 'Router1>Router2';
/** The first packet of near that is dropped after a moment, s. */
const dropAfter = (run: Run, from: number) =>
  segmentsOf(run, 'drop_full', 0).find(({ time_s }) => time_s > from)?.time_s;

const plainRun = (runs: Runs, seed = 1) => runs.of('plain', `seed${seed}`);
const farOverNear = (run: Run) => rate(run, 4) / rate(run, 0);

const arm = (label: string, name: string, set: Arm['set'] = {}): Arm => ({
  label,
  experiment: `low-2000/one-link/${name}`,
  set: { duration_s: 20, ...set },
  flowNames: FIVE_FLOWS,
  nodeNames: FIVE_HOSTS,
});
/** The seconds over RED that the stage shows, after slow start. */
const STAGE_S = [2, 8] as const;
/** Long enough for the two routers to differ. */
const SWITCH_S = 12;
/** Seeds of runs of which one alone could have been luck. */
const SEEDS = [1, 2, 3, 4, 5];
const armsOf = (name: string, set: Arm['set'] = {}) =>
  Object.fromEntries(SEEDS.map((seed) => [`seed${seed}`, arm(`run ${seed}`, name, { ...set, seed })]));
/** Rate at which the datagrams arrive during a burst, bit/s. */
const BURSTS = 'datagrams.0.traffic.rate_bps';

export default {
  experiments: {
    red: {
      kind: 'runs',
      title: 'Reno over RED',
      look: 'Compare the rates in the table with the windows.',
      arms: { red: arm('Reno over RED', 'reno-red') },
      panels: ['window'],
      flows: [0, 4],
      metrics: [rateRow, windowRow, lostRow].flatMap((rows) => [0, 4].map(rows)),
    },
    plain: {
      kind: 'runs',
      title: 'Reno over a plain buffer, five times',
      look: 'Each of the five runs has other start times; the picture has the window of near in each. How often does it fall to one segment?',
      arms: armsOf('reno-50'),
      panels: ['window'],
      flows: [0],
      seconds: [2, 20],
      metrics: [rateRow, lostRow].flatMap((rows) => [0, 4].map(rows)),
    },
    switch: {
      kind: 'runs',
      staged: true,
      title: 'At random, or when full',
      look: 'Five Reno flows at one router, which drops packets at random or only when its buffer is full.',
      arms: { router: arm('five flows', 'reno-red', { duration_s: SWITCH_S }) },
      panels: ['throughput', 'window'],
    },
    bursts: {
      kind: 'runs',
      title: 'The plain buffer, with bursts of other packets',
      look: 'Another sender’s datagrams come in bursts of about half a second, then pause for as long. Each of the five runs has other bursts; the picture has the window of far in each.',
      arms: armsOf('reno-50-bursts', { [BURSTS]: 2_400_000 }),
      panels: ['window'],
      flows: [4],
      controls: [{ path: BURSTS, label: 'rate of the bursts', range: [1_000_000, 20_000_000] }],
      metrics: [0, 4].map(rateRow),
    },
  },

  predictions: {
    bias: {
      kind: 'draw',
      question:
        'Five Reno flows share one link of 6000 kB/s, which drops packets at random. The five rates add up to that. Draw the rate of a flow against the length of its path.',
      covers: ['red'],
      x: { label: 'round trip without a queue', unit: 'ms', from: 15, to: 40 },
      y: { label: 'rate', unit: 'kB/s', from: 0, to: 2000 },
      answer: (runs) => byLength(runs.of('red')),
      features: [{ is: 'falling', from: 15, to: 40 }],
      why: (runs) =>
        `The rate falls from ${rate(runs.of('red'), 0).toFixed(0)} kB/s at 15 ms to ${rate(runs.of('red'), 4).toFixed(0)} kB/s at 40 ms. All have about the same window, and a flow with a longer round trip sends it less often.`,
    },
    who: {
      kind: 'choice',
      question:
        'Was that luck? Take five runs, each with other start times, over a router that drops only when its buffer is full. Who gets more?',
      covers: ['plain'],
      options: {
        short: 'near in most of them: far was lucky',
        long: 'far in all five',
        same: 'Now one, now the other',
      },
      answer: (runs) => {
        const ahead = SEEDS.filter((seed) => farOverNear(plainRun(runs, seed)) > 1).length;
        return ahead === SEEDS.length ? 'long' : ahead < 2 ? 'short' : 'same';
      },
      instead: {
        short:
          'That’s what the textbooks would say. They assume that any packet is as likely to be dropped as any other.',
        same: 'You expected the losses to even out. Nothing in a plain buffer makes sure of that.',
      },
      why: (runs) => {
        const ratios = SEEDS.map((seed) => farOverNear(plainRun(runs, seed)));
        return `In each, far gets ${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)} times as much as near. Other start times move the pattern, but don't break it.`;
      },
    },
  },

  checks: {
    disturb: {
      experiment: 'bursts',
      task: 'Add noise until chance decides: raise the rate of the bursts until near gets more than far in every one of the five runs.',
      kind: 'reach',
      judge: (mine) => {
        const runs = SEEDS.map((seed) => mine(`seed${seed}`));
        const ahead = runs.filter((run) => rate(run, 0) > rate(run, 4)).length;
        const [first] = runs;
        const share =
          Number(first && at(first.scenario, BURSTS)) / (first?.scenario.links[0]?.rate_bps ?? Number.NaN);
        const found = `With bursts at ${(100 * share).toFixed(0)} % of the link's rate, near gets more than far in ${ahead} of ${SEEDS.length} runs.`;
        const passed = ahead === SEEDS.length;
        return {
          passed,
          words: passed
            ? `${found} The bursts fill the buffer at other moments each time, so chance decides whose packet finds it full. Then the textbooks are right.`
            : `${found} ${ahead === 0 ? 'That’s too little noise to break the pattern.' : 'Here the bursts break the pattern in some runs, and in others they don’t. One run alone would tell you whichever it happens to be.'}`,
        };
      },
      right: { [BURSTS]: 16_000_000 },
      wrong: { [BURSTS]: 1_000_000 },
    },
  },

  steps: {
    plain: {
      experiment: 'switch',
      panels: ['throughput', 'window'],
      seconds: [0, SWITCH_S],
      flows: [0, 4],
      play: true,
      from: 0,
      speed: 4,
      controls: [
        {
          path: 'links.0.queue',
          label: 'the router drops packets',
          choices: ['red', 'drop_tail_packets'],
          words: { red: 'at random', drop_tail_packets: 'only when it’s full' },
          along: { drop_tail_packets: { 'links.0.queue.limit_packets': 50 } },
        },
      ],
    },
    early: {
      experiment: 'red',
      changes: { duration_s: STAGE_S[1] },
      panels: ['window', 'queue'],
      seconds: STAGE_S,
      flows: [0, 4],
      time: ({ of }) => dropAfter(of('red'), 4),
      controls: [
        { path: 'links.0.queue.max_p', label: 'RED: largest share dropped early', range: [0.02, 0.5] },
      ],
      shows: (run, at_s) => waitingAt(run, LINK, at_s) < 25 && dropAfter(run, at_s - 1e-6) === at_s,
    },
  },
  points: {
    early: { time: ({ of }) => dropAfter(of('red'), 4), highlight: 'dropped' },
  },

  claims: {
    earlyQueue: {
      number: (runs) => waitingAt(runs.of('red'), LINK, (dropAfter(runs.of('red'), 4) ?? 0) - 1e-6),
    },
    redLost: {
      holds: (runs) => LATENCIES_MS.every((_, flow) => Math.abs(lost(runs.of('red'), flow) - 0.25) < 0.05),
      wrong: { 'links.0.queue.kind': 'drop_tail_packets' },
    },
    redWindows: {
      holds: (runs) => {
        const windows = LATENCIES_MS.map((_, flow) => windowOf(runs.of('red'), flow));
        return Math.max(...windows) / Math.min(...windows) < 1.2;
      },
      wrong: { 'links.0.queue.kind': 'drop_tail_packets' },
    },
    again: {
      holds: (runs) =>
        SEEDS.every((seed) => lost(plainRun(runs, seed), 0) > 5 * lost(plainRun(runs, seed), 4)),
      wrong: { 'links.0.queue.kind': 'red' },
    },
    plainNear: { number: (runs) => lost(plainRun(runs), 0), unit: '%' },
    plainFar: { number: (runs) => lost(plainRun(runs), 4), unit: '%' },
    timeoutsShort: { number: (runs) => flowOf(plainRun(runs), 0).coarse_timeouts },
    timeoutsLong: { number: (runs) => flowOf(plainRun(runs), 4).coarse_timeouts },
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
