/** Reno and Vegas with buffers of two to fifty packets: a sweep, the largest buffer, one that is too small, and the role of chance. */
import type { Curve, Lesson } from '../../../web/lessons/lesson';
import {
  flowOf,
  largest,
  meanOver,
  packetsOf,
  rateOf,
  rttOf,
  segmentsOf,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';
import { at } from '../../../web/scenario/path';

const LINK = 'Router1>Router2';
const LIMIT = 'links.1.queue.limit_packets';
const FLOWS = [0, 1, 2];
const BUFFERS = [2, 4, 8, 12, 20, 30, 50];
const GOODPUT = 'all.goodput_bytes_per_s';
const AGAIN = 'all.retransmitted_segments';

/** The mean of a metric over the seeds at a buffer size. */
function swept(runs: Runs, preset: string, measure: string, buffer: number): number {
  const found = runs.sweep('sizes', measure).find(({ series, at }) => series === preset && at[0] === buffer);
  if (found === undefined) throw new Error(`There is no run of ${preset} with a buffer of ${buffer}.`);
  return found.mean;
}

/** Total goodput of the three flows by buffer size in KB/s, interpolated linearly between the sizes that were run. */
function overSizes(runs: Runs, preset: string): Curve {
  const x = Array.from({ length: 97 }, (_, place) => 2 + place / 2);
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

/** The time after slow start, s. */
const LATER = [10, 50] as const;
const rates = (run: Run) => FLOWS.map((flow) => rateOf(run, flow, ...LATER));
/** Total segments per second of the three flows. */
const carried = (run: Run, from: number, to: number) =>
  FLOWS.reduce((sum, flow) => sum + rateOf(run, flow, from, to), 0);
const lostLater = (run: Run) =>
  FLOWS.flatMap((flow) => segmentsOf(run, 'drop_full', flow)).filter(({ time_s }) => time_s > LATER[0])
    .length;
const there = (run: Run) => meanOver(packetsOf(run, LINK), ...LATER);
const rtt = (run: Run) => meanOver(rttOf(run, 0), ...LATER);
const limitOf = (run: Run) => Number(at(run.scenario, LIMIT));

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
      title: 'Throughput and repeats by size',
      look: 'Where does either curve become level, and at what height?',
      base: { label: 'three flows', scenario: 'low-buffer' },
      axes: [{ path: LIMIT, values: BUFFERS }],
      presets: ['reno', 'vegas'],
      seeds: 4,
      measures: [GOODPUT, AGAIN],
    },
    large: {
      kind: 'runs',
      title: 'Fifty packets',
      look: 'Compare the two queues after ten seconds, and what they do to the RTT.',
      arms: {
        reno: { label: 'Reno', experiment: 'low-2000/buffer/reno-50' },
        vegas: { label: 'Vegas', experiment: 'low-2000/buffer/vegas-50' },
      },
      panels: ['queue', 'rtt'],
      flows: [0],
      figures: [
        'all.goodput_bytes_per_s',
        'all.retransmitted_segments',
        'links.Router1>Router2.mean_queue_packets',
        'flows.0.mean_rtt_ms',
      ],
    },
    small: {
      kind: 'runs',
      title: 'Seven packets for three flows of Vegas',
      look: 'Follow each of the three windows, and the queue.',
      arms: {
        vegas: { label: 'Vegas', experiment: 'low-2000/buffer/vegas-50', set: { [LIMIT]: 7 } },
      },
      panels: ['window', 'queue'],
      controls: [{ path: LIMIT, label: 'buffer', range: [2, 50] }],
      figures: [
        'flows.0.goodput_bytes_per_s',
        'flows.1.goodput_bytes_per_s',
        'flows.2.goodput_bytes_per_s',
        'links.Router1>Router2.drops',
      ],
    },
    luck: {
      kind: 'samples',
      title: 'A dozen runs of each',
      look: 'The runs differ only in when the three begin, within a tenth of a second.',
      arms: {
        four: { label: '4 packets', experiment: 'low-2000/buffer/vegas-50', set: { [LIMIT]: 4 } },
        seven: { label: '7 packets', experiment: 'low-2000/buffer/vegas-50', set: { [LIMIT]: 7 } },
        twelve: { label: '12 packets', experiment: 'low-2000/buffer/vegas-50', set: { [LIMIT]: 12 } },
      },
      seeds: 12,
      measures: [AGAIN, 'all.fairness'],
    },
  },

  predictions: {
    curve: {
      kind: 'draw',
      question:
        'Three Reno flows over a link that carries 200 packets of 1 KB per second, on a path that holds twenty. Draw what they carry together in fifty seconds against the size of the buffer.',
      covers: ['sizes'],
      x: { label: 'buffer', unit: 'packets', from: 2, to: 50 },
      y: { label: 'carried', unit: 'KB/s', from: 120, to: 200 },
      answer: (runs) => overSizes(runs, 'reno'),
      within: 0.08,
      why: (runs) =>
        `From ${(swept(runs, 'reno', GOODPUT, 2) / 1000).toFixed(0)} KB/s with two packets to ${(swept(runs, 'reno', GOODPUT, 20) / 1000).toFixed(0)} with twenty, and ${(swept(runs, 'reno', GOODPUT, 50) / 1000).toFixed(0)} with fifty. Reno halves its window at a loss. If the buffer holds as much as the path, what waits is enough to keep the link busy through the halving; more than busy it cannot be.`,
    },
    tiny: {
      kind: 'choice',
      question: 'With room for two packets only, who has to send more segments again?',
      covers: ['sizes'],
      options: {
        reno: 'Reno: it fills every buffer until it overflows',
        vegas: 'Vegas',
        same: 'About the same: Vegas becomes Reno there',
      },
      answer: (runs) => {
        const ratio = swept(runs, 'vegas', AGAIN, 2) / swept(runs, 'reno', AGAIN, 2);
        return ratio > 1.2 ? 'vegas' : ratio < 0.8 ? 'reno' : 'same';
      },
      instead: {
        reno: 'So it does. But in a tiny buffer Reno is soon silent, waiting for a timer, and who sends nothing loses nothing.',
        same: 'That is what the paper says. Vegas still cuts less and notices losses earlier, so it goes on sending into a full buffer.',
      },
      why: (runs) =>
        `Vegas sends ${swept(runs, 'vegas', AGAIN, 2).toFixed(0)} segments again and Reno ${swept(runs, 'reno', AGAIN, 2).toFixed(0)}. Yet Vegas carries ${((swept(runs, 'vegas', GOODPUT, 2) / swept(runs, 'reno', GOODPUT, 2) - 1) * 100).toFixed(0)} % more: it recovers without falling silent.`,
    },
    later: {
      kind: 'choice',
      question:
        'Fifty packets of buffer, after the first ten seconds. Whose three flows carry more from then on?',
      covers: ['large'],
      options: {
        reno: 'Reno’s: they use the buffer',
        vegas: 'Vegas’: they lose nothing',
        same: 'As good as the same, within one percent',
      },
      answer: (runs) => {
        const ratio = carried(vegas(runs), ...LATER) / carried(reno(runs), ...LATER);
        return ratio > 1.01 ? 'vegas' : ratio < 0.99 ? 'reno' : 'same';
      },
      instead: {
        reno: 'What waits in the buffer is not carried any faster.',
        vegas: 'Reno’s losses do not empty the buffer, so the link never stops for them.',
      },
      why: (runs) =>
        `Reno carries ${carried(reno(runs), ...LATER).toFixed(1)} segments per second, Vegas ${carried(vegas(runs), ...LATER).toFixed(1)}, and the link ${200}. What differs is the start: in the first ten seconds ${carried(reno(runs), 0, 10).toFixed(0)} against ${carried(vegas(runs), 0, 10).toFixed(0)}.`,
    },
    crowd: {
      kind: 'choice',
      question:
        'Three flows of Vegas, each of which wants one to three packets in a buffer of seven. What becomes of them in this run?',
      covers: ['small'],
      options: {
        share: 'They settle: two and a bit each',
        reno: 'All three go up and down like Reno',
        starve: 'Two settle, and the third gets hardly anything',
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
        share: 'It would fit. But nobody moves to two: who has three is content, and stays.',
        reno: 'Those who have their one to three packets see nothing to change. It is only who comes too late that loses.',
      },
      why: (runs) =>
        `The three get ${rates(small(runs))
          .map((one) => one.toFixed(0))
          .join(
            ', ',
          )} segments per second. Two hold what they want and stand still; the third finds no room, loses, waits for a timer and tries again, ${flowOf(small(runs), 0).coarse_timeouts} times.`,
    },
  },

  checks: {
    worst: {
      experiment: 'large',
      task: 'Read off how long a packet waits behind Reno’s queue when it is longest, after the first ten seconds. The link sends 200 packets per second.',
      kind: 'read',
      unit: 'ms',
      answer: (mine) => largest(packetsOf(mine('reno'), LINK), ...LATER) / 0.2,
      within: 25,
      right: 250,
      // The mean queue.
      wrong: 180,
      hints: [
        'Take the highest point of Reno’s queue after ten seconds, in packets, and multiply it by the time that the link takes for one.',
      ],
      why: (mine) =>
        `${largest(packetsOf(mine('reno'), LINK), ...LATER)} packets at 5 ms each are ${(largest(packetsOf(mine('reno'), LINK), ...LATER) / 0.2).toFixed(0)} ms, more than twice the path itself. Anybody else’s packet on this link waits as long.`,
    },
    enough: {
      experiment: 'small',
      task: 'Find the smallest buffer, of at most ten packets, with which nothing is lost after ten seconds.',
      kind: 'reach',
      judge: (mine) => {
        const [run, lost] = [mine(), lostLater(mine())];
        const passed = lost === 0 && limitOf(run) <= 10;
        const shares = rates(run)
          .map((one) => one.toFixed(0))
          .join(', ');
        return {
          passed,
          words: passed
            ? `With ${limitOf(run)} packets nothing is lost from then on, and the three get ${shares} segments per second. ${limitOf(run) < 8 ? 'It fits in this run; the dozen runs below will show that it was luck.' : 'Three flows that keep one to three each have three to nine there.'}`
            : `With ${limitOf(run)} packets ${lost} are lost after ten seconds; the three get ${shares} segments per second. ${lost === 0 ? 'That is more room than they need.' : 'One or more of them do not find room for what they want.'}`,
        };
      },
      right: { [LIMIT]: 8 },
      wrong: { [LIMIT]: 6 },
    },
  },

  claims: {
    reno2: { number: (runs) => swept(runs, 'reno', GOODPUT, 2) / 1000, unit: 'KB/s' },
    reno20: { number: (runs) => swept(runs, 'reno', GOODPUT, 20) / 1000, unit: 'KB/s' },
    level: {
      holds: (runs) =>
        [30, 50].every((size) => swept(runs, 'reno', GOODPUT, size) <= swept(runs, 'reno', GOODPUT, 20)),
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
    reno12: { number: (runs) => swept(runs, 'reno', AGAIN, 12) },
    renoThere: { number: (runs) => there(reno(runs)) },
    vegasThere: { number: (runs) => there(vegas(runs)) },
    renoRtt: { number: (runs) => rtt(reno(runs)), unit: 'ms' },
    vegasRtt: { number: (runs) => rtt(vegas(runs)), unit: 'ms' },
    startReno: { number: (runs) => carried(reno(runs), 0, 10) },
    startVegas: { number: (runs) => carried(vegas(runs), 0, 10) },
    third: { number: (runs) => Math.min(...rates(small(runs))) },
    timeouts: {
      number: (runs) => FLOWS.reduce((sum, flow) => sum + flowOf(small(runs), flow).coarse_timeouts, 0),
    },
    starvedSeven: { number: (runs) => starved(runs, 'seven') },
    fourNone: { number: (runs) => again(runs, 'four').filter((count) => count < 15).length },
    fourMost: { number: (runs) => Math.max(...again(runs, 'four')) },
    most: { number: (runs) => Math.max(...rates(vegas(runs))) },
    least: { number: (runs) => Math.min(...rates(vegas(runs))) },
  },

  numbers: {
    '200': (runs) => (reno(runs).scenario.links[1]?.rate_bps ?? Number.NaN) / 8 / 1000,
    '1 KB': 'low-2000: a packet is 1000 bytes with its headers',
    '10 s': 'the label of a control: its start_s',
  },

  beside: [
    {
      quantity: 'Vegas sends again after 10 s, buffer of 50',
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
      note: 'The text: a steady rate above the threshold.',
    },
    {
      quantity: 'Reno carries more with 50 than with 30 (1: yes, 0: no)',
      unit: '',
      ours: (runs) => (swept(runs, 'reno', GOODPUT, 50) > swept(runs, 'reno', GOODPUT, 30) ? 1 : 0),
      decimals: 0,
      cited: 'low-2000/figure-7/reno-grows-50',
      published: '1',
      note: 'The text: more buffer helps Reno continuously.',
    },
  ],
} satisfies Lesson;
