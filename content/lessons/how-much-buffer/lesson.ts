/** Reno and Vegas with buffers of two to fifty packets: a sweep, the largest buffer, one that is too small, and the role of chance. */
import type { Curve, Lesson, LessonMetric } from '../../../web/lessons/lesson';
import {
  flowOf,
  goodputOf,
  largest,
  meanOver,
  packetsOf,
  rttOf,
  segmentsOf,
  valueAt,
  waitingAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';
import { at } from '../../../web/scenario/path';

const LINK = 'Router1>Router2';
const LIMIT = 'links.1.queue.limit_packets';
const FLOWS = [0, 1, 2];
const NAMES = { one: 'flow 1', two: 'flow 2', three: 'flow 3' };
const BUFFERS = [2, 4, 8, 12, 20, 30, 50];
const GOODPUT = 'all.goodput_bytes_per_s';
const AGAIN = 'all.retransmitted_segments';

/** The mean of a metric over the seeds at a buffer size. */
function swept(runs: Runs, preset: string, measure: string, buffer: number): number {
  const found = runs.sweep('sizes', measure).find(({ series, at }) => series === preset && at[0] === buffer);
  if (found === undefined) throw new Error(`There is no run of ${preset} with a buffer of ${buffer}.`);
  return found.mean;
}

/** Total goodput of the three flows by buffer size in kB/s, interpolated linearly between the sizes that were run. */
function overSizes(runs: Runs, preset: string): Curve {
  const x = Array.from({ length: 481 }, (_, place) => 2 + place / 10);
  const y = x.map((at) => {
    const next = Math.max(
      BUFFERS.findIndex((size) => size >= at),
      1,
    );
    const [low, high] = [BUFFERS[next - 1] ?? 0, BUFFERS[next] ?? 1];
    const [from, to] = [swept(runs, preset, GOODPUT, low), swept(runs, preset, GOODPUT, high)];
    return (from + ((at - low) / (high - low)) * (to - from)) / 1000;
  });
  return { x, y };
}

const SEVEN = { [LIMIT]: 7 };
/** Packets that the path holds: 200 per second for 0.1 s. */
const PATH = 20;

/** Vegas' own fine timer, as in the sweep. The one in the paper's simulator expires earlier. */
const FINE_TIMER = Object.fromEntries(
  FLOWS.flatMap((flow) => [
    [`flows.${flow}.sender.detection.deviations`, 4],
    [`flows.${flow}.sender.detection.margin`, 1],
  ]),
);

/** The time after slow start, s. */
const LATER = [10, 50] as const;
const rates = (run: Run) => FLOWS.map((flow) => goodputOf(run, flow, ...LATER));
/** Total goodput of the three flows, kB/s. */
const carried = (run: Run, from: number, to: number) =>
  FLOWS.reduce((sum, flow) => sum + goodputOf(run, flow, from, to), 0);
const lostLater = (run: Run) =>
  FLOWS.flatMap((flow) => segmentsOf(run, 'drop_full', flow)).filter(({ time_s }) => time_s > LATER[0])
    .length;
const timeouts = (run: Run) => flowOf(run, 0).coarse_timeouts;
const there = (run: Run) => meanOver(packetsOf(run, LINK), ...LATER);
const rtt = (run: Run) => meanOver(rttOf(run, 0), ...LATER);
/** What the link sends, packets of 1000 bytes per second. */
const linkRate = (run: Run) => (run.scenario.links[1]?.rate_bps ?? Number.NaN) / 8 / 1000;
/** The payload in that, kB/s. */
const capacity = (run: Run) => (linkRate(run) * (run.scenario.flows[0]?.smss_bytes ?? Number.NaN)) / 1000;
const limitOf = (run: Run) => Number(at(run.scenario, LIMIT));

/** The first drop by a full buffer after a moment, s. */
const overflowAfter = (run: Run, from: number) =>
  FLOWS.flatMap((flow) => segmentsOf(run, 'drop_full', flow))
    .map(({ time_s }) => time_s)
    .filter((time) => time > from)
    .sort((a, b) => a - b)[0];

/** The seconds of the stage. */
const DRY_S = [19.5, 24] as const;

/** The shortest queue in these seconds: its moment, s, and its packets. */
function shortest(run: Run): { time_s: number; packets: number } | undefined {
  const { x, y } = packetsOf(run, LINK);
  const samples = Array.from(x, (time_s, row) => ({ time_s, packets: y[row] ?? 0 }));
  return samples
    .filter(({ time_s }, row) => time_s >= DRY_S[0] && time_s <= DRY_S[1] && time_s !== x[row + 1])
    .sort((a, b) => a.packets - b.packets)[0];
}

/** For how long nothing is at the link after slow start, s. */
function restOf(run: Run): number {
  const { x, y } = packetsOf(run, LINK);
  return Array.from(x).reduce((sum, from, row) => {
    const to = x[row + 1];
    return y[row] === 0 && from >= LATER[0] && to !== undefined ? sum + to - from : sum;
  }, 0);
}

const reno = (runs: Runs) => runs.of('large', 'reno');
const vegas = (runs: Runs) => runs.of('large', 'vegas');
const small = (runs: Runs) => runs.of('small');

/** Number of runs in a sample in which one flow gets less than a tenth of another's rate. */
const starved = (runs: Runs, arm: string) =>
  runs.samples('luck', arm).filter(({ flows }) => {
    const shares = flows.map(({ goodput_bytes_per_s }) => goodput_bytes_per_s);
    return Math.min(...shares) < 0.1 * Math.max(...shares);
  }).length;
const again = (runs: Runs, arm: string) =>
  runs
    .samples('luck', arm)
    .map(({ flows }) => flows.reduce((sum, { retransmitted_segments }) => sum + retransmitted_segments, 0));

export default {
  experiments: {
    sizes: {
      kind: 'sweep',
      title: 'Goodput and retransmissions by buffer size',
      look: 'Where does each curve level off, and how high?',
      base: { label: 'three flows', scenario: 'low-buffer' },
      axes: [{ path: LIMIT, values: BUFFERS }],
      presets: ['reno', 'vegas'],
      seeds: 4,
      measures: [GOODPUT, AGAIN],
    },
    large: {
      kind: 'runs',
      title: 'Fifty packets',
      look: 'Compare the two queues after ten seconds. What do they do to the RTT?',
      arms: {
        reno: {
          label: 'Reno',
          experiment: 'low-2000/buffer-staggered/reno-50',
          flowNames: NAMES,
        },
        vegas: {
          label: 'Vegas',
          experiment: 'low-2000/buffer-staggered/vegas-50',
          set: FINE_TIMER,
          flowNames: NAMES,
        },
      },
      panels: ['queue', 'rtt'],
      flows: [0],
      metrics: [
        {
          label: 'goodput of all three flows, first ten seconds',
          unit: 'kB/s',
          decimals: 1,
          of: (run) => carried(run, 0, LATER[0]),
        },
        {
          label: 'goodput of all three flows, after ten seconds',
          unit: 'kB/s',
          decimals: 1,
          of: (run) => carried(run, ...LATER),
        },
        {
          label: 'goodput of the slowest flow, after ten seconds',
          unit: 'kB/s',
          decimals: 1,
          of: (run) => Math.min(...rates(run)),
        },
        {
          label: 'goodput of the fastest flow, after ten seconds',
          unit: 'kB/s',
          decimals: 1,
          of: (run) => Math.max(...rates(run)),
        },
        { label: 'mean queue, after ten seconds', unit: 'packets', decimals: 1, of: there },
        { label: 'mean RTT of one flow, after ten seconds', unit: 'ms', decimals: 0, of: rtt },
      ],
    },
    small: {
      kind: 'runs',
      title: 'Three Vegas flows and a small buffer',
      look: 'Follow each of the three windows. The dash-dotted lines are what the theory expects if there’s room enough.',
      theory: true,
      arms: {
        vegas: {
          label: 'Vegas',
          experiment: 'low-2000/buffer-staggered/vegas-50',
          set: { ...FINE_TIMER, [LIMIT]: 7 },
          flowNames: NAMES,
        },
      },
      panels: ['window', 'queue'],
      controls: [{ path: LIMIT, label: 'buffer', range: [2, 12] }],
      metrics: [
        ...FLOWS.map(
          (flow): LessonMetric => ({
            label: `goodput of ${Object.values(NAMES)[flow]}, after ten seconds`,
            unit: 'kB/s',
            decimals: 1,
            of: (run) => goodputOf(run, flow, ...LATER),
          }),
        ),
        { label: 'packets dropped, after ten seconds', unit: '', decimals: 0, of: lostLater },
        { label: 'timeouts of flow 1, in 50 seconds', unit: '', decimals: 0, of: timeouts },
      ],
    },
    dry: {
      kind: 'runs',
      staged: true,
      title: 'Three Reno flows and a small buffer',
      look: 'Make the buffer larger. Does the queue still touch zero?',
      arms: {
        reno: {
          label: 'Reno',
          experiment: 'low-2000/buffer-staggered/reno-50',
          set: SEVEN,
          flowNames: NAMES,
        },
      },
      panels: ['queue'],
    },
    twelve: {
      kind: 'runs',
      title: 'Three Reno flows, twelve packets of buffer',
      look: 'Where is the queue empty, and for how long?',
      arms: {
        reno: {
          label: 'Reno',
          experiment: 'low-2000/buffer-staggered/reno-50',
          set: { [LIMIT]: 12 },
          flowNames: NAMES,
        },
      },
      panels: ['queue'],
      seconds: DRY_S,
      controls: [{ path: LIMIT, label: 'buffer', range: [2, 30] }],
      metrics: [
        {
          label: 'the link rests, after ten seconds',
          unit: 's',
          decimals: 1,
          of: restOf,
        },
      ],
    },
    luck: {
      kind: 'samples',
      title: 'Twelve runs of each buffer',
      look: 'Only the start times differ. How far apart are the runs?',
      arms: {
        four: {
          label: '4 packets',
          experiment: 'low-2000/buffer-staggered/vegas-50',
          set: { ...FINE_TIMER, [LIMIT]: 4 },
        },
        seven: {
          label: '7 packets',
          experiment: 'low-2000/buffer-staggered/vegas-50',
          set: { ...FINE_TIMER, [LIMIT]: 7 },
        },
        twelve: {
          label: '12 packets',
          experiment: 'low-2000/buffer-staggered/vegas-50',
          set: { ...FINE_TIMER, [LIMIT]: 12 },
        },
      },
      seeds: 12,
      measures: [AGAIN, 'all.fairness'],
    },
  },

  steps: {
    fill: {
      experiment: 'dry',
      panels: ['queue'],
      seconds: DRY_S,
      time: ({ of }) => overflowAfter(of('dry'), 20),
      play: true,
      from: DRY_S[0],
      shows: (run, at_s) => waitingAt(run, LINK, at_s) === 6,
    },
    dry: {
      experiment: 'dry',
      panels: ['queue'],
      seconds: DRY_S,
      time: ({ of }) => shortest(of('dry'))?.time_s,
      controls: [{ path: LIMIT, label: 'buffer', range: [2, 30] }],
      shows: (run, at_s) => valueAt(packetsOf(run, LINK), at_s) === (shortest(run)?.packets ?? 0),
    },
    path: {
      experiment: 'large',
      arm: 'reno',
      changes: { [LIMIT]: PATH },
      panels: ['queue'],
      seconds: DRY_S,
      time: ({ of }) => shortest(of('large', 'reno'))?.time_s,
      controls: [{ path: LIMIT, label: 'buffer', range: [2, 30] }],
      shows: (run, at_s) => {
        const least = shortest(run)?.packets ?? 0;
        return valueAt(packetsOf(run, LINK), at_s) === least && (limitOf(run) < PATH || least > 0);
      },
    },
  },
  points: {
    overflow: { time: ({ of }) => overflowAfter(of('dry'), 20), highlight: 'dropped' },
    empty: { time: ({ of }) => shortest(of('dry'))?.time_s },
    lowest: { time: ({ of }) => shortest(of('large', 'reno'))?.time_s },
  },

  predictions: {
    curve: {
      kind: 'draw',
      question:
        'The path holds twenty packets. Draw what the three Reno flows carry together, for buffers from two packets to fifty. The whole run counts, with its first seconds, so with fifty packets it’s 180 kB/s, not the 192 that the link has room for.',
      covers: ['sizes'],
      x: { label: 'buffer', unit: 'packets', from: 2, to: 50 },
      y: { label: 'goodput', unit: 'kB/s', from: 120, to: 200 },
      answer: (runs) => overSizes(runs, 'reno'),
      line: 0,
      features: [
        { is: 'rising', from: 2, to: 20 },
        { is: 'level', from: 20, to: 50, within: 10 },
      ],
      why: 'The packets that wait keep the link busy while halved windows grow back. Once they bridge that time, there’s nothing more to gain.',
    },
    later: {
      kind: 'choice',
      question:
        'Look at what comes after ten seconds. Whose three flows carry more from then on, with fifty packets of buffer?',
      covers: ['large'],
      options: {
        reno: 'Reno’s',
        vegas: 'Vegas’s',
        same: 'Neither: they’re within one percent',
      },
      answer: (runs) => {
        const ratio = carried(vegas(runs), ...LATER) / carried(reno(runs), ...LATER);
        return ratio > 1.01 ? 'vegas' : ratio < 0.99 ? 'reno' : 'same';
      },
      instead: {
        reno: 'Reno does keep more packets in the buffer, but waiting packets don’t travel any faster.',
        vegas:
          'Vegas does avoid Reno’s losses. But those losses never empty the buffer, so the link doesn’t stop for them.',
      },
      why: (runs) =>
        `After ten seconds, Reno carries ${carried(reno(runs), ...LATER).toFixed(1)} kB/s and Vegas ${carried(vegas(runs), ...LATER).toFixed(1)}, all that the link can carry. Vegas leads only in the first ten seconds, ${carried(vegas(runs), 0, 10).toFixed(0)} to ${carried(reno(runs), 0, 10).toFixed(0)}: Reno’s three slow starts overflow even this buffer.`,
    },
    crowd: {
      kind: 'choice',
      question:
        'Three Vegas flows, each wanting one to three packets in the queue, get a buffer of seven. What happens in this run?',
      covers: ['small'],
      options: {
        share: 'They share: two packets and a bit each',
        reno: 'All three go up and down, as Reno does',
        starve: 'Two settle, and one gets hardly anything',
      },
      answer: (runs) => {
        const all = rates(small(runs));
        return Math.min(...all) < 0.2 * Math.max(...all)
          ? 'starve'
          : lostLater(small(runs)) > 0
            ? 'reno'
            : 'share';
      },
      instead: {
        share:
          'Seven packets would be enough for that. But a flow that has three is content, so it never makes room.',
        reno: 'The flows that have their packets see no reason to change. Only the one that finds no room loses any.',
      },
      why: (runs) =>
        `Flows 2 and 3 have the packets they want, so they stay put. What they leave is too little for flow 1: whenever it sends a few segments at once, it loses one, waits for a timer and tries again, ${flowOf(small(runs), 0).coarse_timeouts} times.`,
    },
  },

  checks: {
    dry: {
      experiment: 'dry',
      task: 'Find the smallest buffer with which the link never runs dry in this picture.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const least = shortest(run)?.packets ?? 0;
        const found = `With ${limitOf(run)} packets of buffer, the queue gets as short as ${least}.`;
        if (least === 0) return { passed: false, words: `${found} The link runs dry.` };
        return least === 1
          ? {
              passed: true,
              words: `${found} The link never runs dry now, and with one packet less it would.`,
            }
          : {
              passed: false,
              words: `${found} The link never runs dry, and there’s room to spare. Try fewer.`,
            };
      },
      right: { [LIMIT]: 18 },
      wrong: { [LIMIT]: 17 },
    },
    worst: {
      experiment: 'large',
      task: 'After the first ten seconds, how long does a packet wait behind Reno’s longest queue? The link sends 200 packets per second.',
      kind: 'read',
      unit: 'ms',
      answer: (mine) => largest(packetsOf(mine('reno'), LINK), ...LATER) / 0.2,
      within: 25,
      right: 250,
      // The mean queue.
      wrong: 180,
      hints: [
        'Find the highest point of Reno’s queue after ten seconds.',
        'Multiply that number of packets by the time the link takes to send one.',
      ],
      why: (mine) =>
        `${largest(packetsOf(mine('reno'), LINK), ...LATER)} packets at 5 ms each take ${(largest(packetsOf(mine('reno'), LINK), ...LATER) / 0.2).toFixed(0)} ms, more than twice the path’s own round trip. Everyone else’s packets on this link wait just as long.`,
    },
    enough: {
      experiment: 'small',
      task: 'Find a buffer of at most ten packets with which nothing is dropped after ten seconds.',
      kind: 'reach',
      judge: (mine) => {
        const [run, lost] = [mine(), lostLater(mine())];
        const passed = lost === 0 && limitOf(run) <= 10;
        const shares = rates(run)
          .map((one) => one.toFixed(1))
          .join(', ');
        const now = `With ${limitOf(run)} packets of buffer, ${lost === 0 ? 'nothing is' : `${lost} packets are`} dropped after ten seconds. From then on, the flows get ${shares} kB/s.`;
        if (passed)
          return {
            passed,
            words: `${now} ${limitOf(run) < 9 ? 'It’s enough in this run, but that took luck: three flows may keep up to nine packets.' : 'Three flows that keep one to three packets each keep three to nine.'}`,
          };
        return {
          passed,
          words: `${now} ${lost === 0 ? 'That’s more room than they need.' : 'At least one flow doesn’t find room for what it wants.'}`,
        };
      },
      right: { [LIMIT]: 8 },
      wrong: { [LIMIT]: 6 },
    },
  },

  claims: {
    reno2: { number: (runs) => swept(runs, 'reno', GOODPUT, 2) / 1000, unit: 'kB/s' },
    rest12: { number: (runs) => restOf(runs.of('twelve')), unit: 's' },
    reno12: { number: (runs) => swept(runs, 'reno', GOODPUT, 12) / 1000, unit: 'kB/s' },
    level: {
      holds: (runs) =>
        [20, 30, 50].every(
          (size) => swept(runs, 'reno', GOODPUT, size) < 1.02 * swept(runs, 'reno', GOODPUT, 12),
        ),
    },
    vegasAhead: { holds: (runs) => swept(runs, 'vegas', GOODPUT, 50) > swept(runs, 'reno', GOODPUT, 50) },
    tinyVegas: { number: (runs) => swept(runs, 'vegas', AGAIN, 2) },
    tinyReno: { number: (runs) => swept(runs, 'reno', AGAIN, 2) },
    tinyGain: {
      number: (runs) => 100 * (swept(runs, 'vegas', GOODPUT, 2) / swept(runs, 'reno', GOODPUT, 2) - 1),
      unit: '%',
    },
    vegasLevel: {
      holds: (runs) =>
        BUFFERS.filter((size) => size >= 8).every(
          (size) =>
            Math.abs(swept(runs, 'vegas', GOODPUT, size) / swept(runs, 'vegas', GOODPUT, 50) - 1) < 0.01,
        ),
    },
    vegas12: { number: (runs) => swept(runs, 'vegas', AGAIN, 12) },
    vegas20: { number: (runs) => swept(runs, 'vegas', AGAIN, 20) },
    again12: { number: (runs) => swept(runs, 'reno', AGAIN, 12) },
    renoThere: { number: (runs) => there(reno(runs)) },
    vegasThere: { number: (runs) => there(vegas(runs)) },
    renoRtt: { number: (runs) => rtt(reno(runs)), unit: 'ms' },
    vegasRtt: { number: (runs) => rtt(vegas(runs)), unit: 'ms' },
    startReno: { number: (runs) => carried(reno(runs), 0, 10), unit: 'kB/s' },
    startVegas: { number: (runs) => carried(vegas(runs), 0, 10), unit: 'kB/s' },
    third: { number: (runs) => Math.min(...rates(small(runs))), unit: 'kB/s' },
    starvedSeven: { number: (runs) => starved(runs, 'seven') },
    fourNone: { number: (runs) => again(runs, 'four').filter((count) => count < 15).length },
    fourMost: { number: (runs) => Math.max(...again(runs, 'four')) },
    most: { number: (runs) => Math.max(...rates(vegas(runs))), unit: 'kB/s' },
    least: { number: (runs) => Math.min(...rates(vegas(runs))), unit: 'kB/s' },
  },

  numbers: {
    '200': (runs) => linkRate(reno(runs)),
    '180 kB/s': (runs) => swept(runs, 'reno', GOODPUT, 50) / 1000,
    '192': (runs) => capacity(reno(runs)),
  },

  beside: [
    {
      quantity: 'Vegas retransmits after ten seconds, buffer of 50',
      unit: 'segments',
      ours: (runs) =>
        FLOWS.flatMap((flow) =>
          (['retransmit_fast', 'retransmit_early', 'retransmit_timeout'] as const).flatMap((kind) =>
            segmentsOf(vegas(runs), kind, flow),
          ),
        ).filter(({ time_s }) => time_s > LATER[0]).length,
      decimals: 0,
      cited: 'low-2000/figure-7/vegas-50',
      published: '0',
    },
    {
      quantity: 'Vegas carries, buffer of 50 over buffer of 12',
      unit: '',
      ours: (runs) => swept(runs, 'vegas', GOODPUT, 50) / swept(runs, 'vegas', GOODPUT, 12),
      decimals: 3,
      cited: 'low-2000/figure-7/steady',
      published: '1',
      note: 'The paper’s text: a steady rate above the threshold.',
    },
    {
      quantity: 'Reno carries more with 50 than with 30 (1: yes, 0: no)',
      unit: '',
      ours: (runs) => (swept(runs, 'reno', GOODPUT, 50) > swept(runs, 'reno', GOODPUT, 30) ? 1 : 0),
      decimals: 0,
      cited: 'low-2000/figure-7/reno-grows-50',
      published: '1',
      note: 'The paper’s text: more buffer helps Reno continuously.',
    },
  ],
} satisfies Lesson;
