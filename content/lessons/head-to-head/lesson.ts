/** Ahn et al. 1995, section 5: Reno and Vegas on one link, next to endless transfers, and next to sources that come and go. */
import type { Curve, Lesson } from '../../../web/lessons/lesson';
import {
  completedAt,
  cwndOf,
  flowOf,
  largest,
  linkOf,
  meanOver,
  rttOf,
  valueAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';

const BOTTLENECK = 'R1>R2';
const BUFFER = 'links.1.queue.limit_bytes';
const [ALPHA, BETA] = ['flows.1.sender.avoidance.alpha', 'flows.1.sender.avoidance.beta'];
/** Flow numbers in the runs in which the two take turns. */
const [RENO, VEGAS] = [0, 1];
const turns = (count: number, duration_s: number) => ({
  'flows.0.traffic.count': count,
  'flows.1.traffic.count': count,
  duration_s,
});

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Mean rate of a flow's transfers in the paper's KB/s. `resentBy` below gives their mean retransmitted KB. */
function rateOf(run: Run, flow: number): number {
  return mean(
    flowOf(run, flow).transfers.map(({ bytes, opened_at_s, completed_at_s }) => {
      if (completed_at_s === null || bytes === null) throw new Error('A transfer has not come to its end.');
      return bytes / 1000 / (completed_at_s - opened_at_s);
    }),
  );
}
const resentBy = (run: Run, flow: number) =>
  mean(flowOf(run, flow).transfers.map(({ retransmitted_bytes }) => retransmitted_bytes / 1024));

const alongside = (runs: Runs) => runs.of('side', 'mixed');
/** Ratio of Reno's rate to Vegas' when they share the link. */
const lead = (run: Run) => flowOf(run, 0).goodput_bytes_per_s / flowOf(run, 1).goodput_bytes_per_s;
const waiting = (run: Run) => linkOf(run, BOTTLENECK).mean_queue_packets;

function bufferOf(run: Run): number {
  const queue = run.scenario.links[1]?.queue;
  return queue !== undefined && 'limit_bytes' in queue ? queue.limit_bytes : Number.NaN;
}

function thresholdsOf(run: Run): [alpha: number, beta: number] {
  const avoidance = run.scenario.flows[1]?.sender.avoidance;
  return avoidance !== undefined && 'alpha' in avoidance && 'beta' in avoidance
    ? [avoidance.alpha, avoidance.beta]
    : [Number.NaN, Number.NaN];
}

/** The value of a curve just before its first decrease after a moment. */
function beforeFall({ x, y }: Curve, from: number): number {
  for (let row = 1; row < x.length; row += 1)
    if ((x[row] ?? 0) > from && (y[row] ?? 0) < (y[row - 1] ?? 0)) return y[row - 1] ?? Number.NaN;
  return Number.NaN;
}

/** Growth of a flow's cwnd in segments per round trip, from 8 s to 20 s: after Reno's timeout and before its next loss. */
function growth(run: Run, flow: number): number {
  const rounds = 12_000 / meanOver(rttOf(run, flow), 8, 20);
  return (valueAt(cwndOf(run, flow), 20) - valueAt(cwndOf(run, flow), 8)) / rounds;
}

const timesInWords = (run: Run) =>
  `Reno is done after ${completedAt(run, 0).toFixed(1)} s, Vegas after ${completedAt(run, 1).toFixed(1)} s.`;

export default {
  experiments: {
    side: {
      kind: 'runs',
      title: 'One Reno, one Vegas, 2 MiB each',
      look: 'Follow the two windows and the queue until the Reno transfer ends, and then Vegas alone.',
      arms: { mixed: { label: 'Reno and Vegas', experiment: 'ahn-1995/figure-3/mixed' } },
      panels: ['window', 'queue'],
      controls: [
        { path: ALPHA, label: 'alpha of the Vegas sender', range: [1, 20] },
        { path: BETA, label: 'beta of the Vegas sender', range: [1, 20] },
        { path: BUFFER, label: 'buffer of the bottleneck', range: [4096, 65_536] },
      ],
      figures: [
        'flows.0.completed_at_s',
        'flows.1.completed_at_s',
        'flows.0.retransmitted_segments',
        'flows.1.retransmitted_segments',
        `links.${BOTTLENECK}.mean_queue_packets`,
      ],
    },
    company: {
      kind: 'runs',
      title: 'In turns, beside five transfers without end',
      look: 'Reno sends 512 KB, then Vegas, five times each. Only the five others differ. Where is there room in the queue?',
      arms: {
        tahoe: {
          label: 'beside five Tahoe',
          scenario: 'ahn-table1-5ts',
          set: turns(5, 900),
        },
        vegas: {
          label: 'beside five Vegas',
          scenario: 'ahn-table1-5vs',
          set: turns(5, 320),
        },
      },
      panels: ['queue'],
      seconds: [0, 300],
      flows: [RENO, VEGAS],
      figures: [
        'flows.0.retransmitted_segments',
        'flows.1.retransmitted_segments',
        'flows.0.coarse_timeouts',
        'flows.1.coarse_timeouts',
        `links.${BOTTLENECK}.mean_queue_packets`,
      ],
    },
    load: {
      kind: 'runs',
      title: 'One transfer each beside ten and beside twenty sources',
      look: 'First Reno, then Vegas. How does each notice its losses? The marks tell fast retransmits from timeouts.',
      arms: {
        ten: { label: 'ten sources', experiment: 'ahn-1995/load/10T', set: turns(1, 200) },
        twenty: { label: 'twenty sources', experiment: 'ahn-1995/load/20T', set: turns(1, 320) },
      },
      panels: ['sender-sequence'],
      flows: [RENO, VEGAS],
      figures: [
        'flows.0.retransmitted_segments',
        'flows.1.retransmitted_segments',
        'flows.0.coarse_timeouts',
        'flows.1.coarse_timeouts',
        'flows.0.fast_retransmits',
      ],
    },
  },

  predictions: {
    first: {
      kind: 'choice',
      question:
        'A Reno sender and a Vegas sender start together and share a link. Who has sent its 2 MiB first?',
      covers: ['side'],
      options: {
        vegas: 'Vegas: it loses next to nothing and never waits for a timer',
        even: 'Neither, within a tenth: they share one link fairly',
        reno: 'Reno, although it loses segments and waits for its timer',
      },
      answer: (runs) => {
        const run = alongside(runs);
        const [reno, vegas] = [completedAt(run, 0), completedAt(run, 1)];
        if (Math.abs(reno - vegas) <= 0.1 * Math.min(reno, vegas)) return 'even';
        return reno < vegas ? 'reno' : 'vegas';
      },
      why: (runs) =>
        `${timesInWords(alongside(runs))} Both see the same queue. Vegas takes it for a reason to send less, Reno does not look at it.`,
      instead: {
        vegas:
          'That is so when each has the link to itself. Here what Vegas leaves free is taken by the other one.',
        even: 'Two of a kind do share about fairly. These two have different ideas of a full link: three segments in the queue, or all that the buffer holds.',
      },
    },
    window: {
      kind: 'draw',
      question: 'Draw the cwnd of the Vegas sender in the first fifty seconds.',
      covers: ['side'],
      x: { label: 'time', unit: 's', from: 0, to: 50 },
      y: { label: 'cwnd', unit: 'segments', from: 0, to: 30 },
      within: 0.15,
      answer: (runs) => cwndOf(alongside(runs), 1),
      why: 'While the queue of the Reno sender grows, Vegas takes one segment off for each round in which it finds too many waiting: it cannot tell whose they are. Only when Reno has left does it climb to what the link takes.',
    },
    company: {
      kind: 'number',
      question:
        'A Reno transfer runs beside five Tahoe transfers, then beside five Vegas transfers. How many times as fast is it beside the five Vegas?',
      covers: ['company'],
      unit: 'times',
      range: [0, 5],
      step: 0.1,
      within: 0.4,
      answer: (runs) => rateOf(runs.of('company', 'vegas'), RENO) / rateOf(runs.of('company', 'tahoe'), RENO),
      why: (runs) =>
        `${rateOf(runs.of('company', 'tahoe'), RENO).toFixed(1)} KB/s beside Tahoe, ${rateOf(runs.of('company', 'vegas'), RENO).toFixed(1)} KB/s beside Vegas. An equal share of the link is about the same in both. What is more than that, the five Vegas senders have given up.`,
    },
    repair: {
      kind: 'choice',
      question:
        'Beside twenty sources the Reno transfer loses many segments. How does it notice most of its losses?',
      covers: ['load'],
      options: {
        fast: 'By the third duplicate ACK, as it should',
        timer: 'By its timer, most of the time',
      },
      answer: (runs) => {
        const { coarse_timeouts, fast_retransmits } = flowOf(runs.of('load', 'twenty'), RENO);
        return coarse_timeouts > fast_retransmits ? 'timer' : 'fast';
      },
      why: (runs) => {
        const run = runs.of('load', 'twenty');
        const { coarse_timeouts, fast_retransmits, mean_cwnd_segments } = flowOf(run, RENO);
        return `${coarse_timeouts} timeouts and ${fast_retransmits} fast retransmits. The window is ${mean_cwnd_segments.toFixed(1)} segments in the mean: after a loss hardly three more arrive to ask for the missing one.`;
      },
      instead: {
        fast: 'Three duplicate ACKs need three segments that arrive after the lost one. Count how many are under way.',
      },
    },
  },

  checks: {
    even: {
      kind: 'reach',
      experiment: 'side',
      task: 'With alpha and beta alone: bring the two rates within 5 % of each other.',
      right: { [BETA]: 12, [ALPHA]: 10 },
      wrong: { [BETA]: 6, [ALPHA]: 4 },
      judge: (mine) => {
        const run = mine();
        const [ratio, [alpha, beta]] = [lead(run), thresholdsOf(run)];
        const found = `With alpha ${alpha} and beta ${beta} Reno gets ${ratio.toFixed(2)} times the rate of Vegas, and ${waiting(run).toFixed(1)} packets are at the bottleneck in the mean.`;
        if (bufferOf(run) !== 16_384)
          return { passed: false, words: `${found} But the buffer is another one.` };
        const passed = Math.abs(ratio - 1) <= 0.05;
        if (passed)
          return {
            passed,
            words: `${found} That is what an equal share costs: Vegas has to fill the buffer as Reno does.`,
          };
        return {
          passed,
          words: `${found} How many segments does Reno keep in the buffer before it loses one?`,
        };
      },
    },
    buffer: {
      kind: 'reach',
      experiment: 'side',
      task: 'Reset alpha and beta. Now change the buffer alone, so that Vegas is done first.',
      right: { [BUFFER]: 4096 },
      wrong: { [BUFFER]: 8192 },
      judge: (mine) => {
        const run = mine();
        const [alpha, beta] = thresholdsOf(run);
        const found = `${timesInWords(run)} The buffer holds ${Math.floor(bufferOf(run) / 552)} packets.`;
        if (alpha !== 1 || beta !== 3)
          return { passed: false, words: `${found} But alpha and beta are not those of Vegas.` };
        const passed = completedAt(run, 1) < completedAt(run, 0);
        return {
          passed,
          words: passed
            ? `${found} That is hardly more than what the Vegas sender wants there anyway: Reno cannot push it below its thresholds, and loses segments all the time.`
            : `${found} Reno keeps as many there as fit. What if hardly any fit?`,
        };
      },
    },
  },

  claims: {
    renoDone: { number: (runs) => completedAt(alongside(runs), 0), unit: 's' },
    vegasDone: { number: (runs) => completedAt(alongside(runs), 1), unit: 's' },
    lead: { number: (runs) => lead(alongside(runs)) },
    peak: { number: (runs) => largest(cwndOf(alongside(runs), 1), 5, 30), unit: 'segments' },
    pressed: {
      number: (runs) => valueAt(cwndOf(alongside(runs), 1), completedAt(alongside(runs), 0) - 0.5),
      unit: 'segments',
    },
    renoGrowth: {
      holds: (runs) => Math.abs(growth(alongside(runs), 0) - 0.5) < 0.05,
      wrong: { 'flows.0.receiver.kind': 'every_packet' },
    },
    renoPeak: { number: (runs) => beforeFall(cwndOf(alongside(runs), 0), 8), unit: 'segments' },
    half: {
      number: (runs) =>
        rateOf(runs.of('company', 'tahoe'), VEGAS) / rateOf(runs.of('company', 'tahoe'), RENO),
    },
    relieved: {
      number: (runs) => valueAt(cwndOf(alongside(runs), 1), 50),
      unit: 'segments',
    },
    noLoss: { number: (runs) => flowOf(alongside(runs), 1).retransmitted_segments, unit: 'segments' },
    renoAgain: { number: (runs) => flowOf(alongside(runs), 0).retransmitted_segments, unit: 'segments' },
    tahoeR: { number: (runs) => rateOf(runs.of('company', 'tahoe'), RENO), unit: 'KB/s' },
    tahoeV: { number: (runs) => rateOf(runs.of('company', 'tahoe'), VEGAS), unit: 'KB/s' },
    vegasR: { number: (runs) => rateOf(runs.of('company', 'vegas'), RENO), unit: 'KB/s' },
    vegasV: { number: (runs) => rateOf(runs.of('company', 'vegas'), VEGAS), unit: 'KB/s' },
    tahoeRAgain: { number: (runs) => resentBy(runs.of('company', 'tahoe'), RENO), unit: 'KB' },
    tahoeVAgain: { number: (runs) => resentBy(runs.of('company', 'tahoe'), VEGAS), unit: 'KB' },
    vegasRAgain: { number: (runs) => resentBy(runs.of('company', 'vegas'), RENO), unit: 'KB' },
    vegasVAgain: { number: (runs) => resentBy(runs.of('company', 'vegas'), VEGAS), unit: 'KB' },
    tahoeQueue: { number: (runs) => waiting(runs.of('company', 'tahoe')), unit: 'packets' },
    vegasQueue: { number: (runs) => waiting(runs.of('company', 'vegas')), unit: 'packets' },
    tenR: { number: (runs) => flowOf(runs.of('load', 'ten'), RENO).coarse_timeouts },
    tenV: { number: (runs) => flowOf(runs.of('load', 'ten'), VEGAS).coarse_timeouts },
    twentyR: { number: (runs) => flowOf(runs.of('load', 'twenty'), RENO).coarse_timeouts },
    twentyV: { number: (runs) => flowOf(runs.of('load', 'twenty'), VEGAS).coarse_timeouts },
    vegasWaitsLess: {
      holds: (runs) =>
        ['ten', 'twenty'].every((arm) => {
          const [vegas, reno] = [VEGAS, RENO].map(
            (flow) => flowOf(runs.of('load', arm), flow).coarse_timeouts,
          );
          return vegas !== undefined && reno !== undefined && vegas < reno;
        }),
      wrong: { 'flows.1.sender.preset': 'reno' },
    },
    tenFaster: {
      number: (runs) => rateOf(runs.of('load', 'ten'), RENO) / rateOf(runs.of('load', 'ten'), VEGAS),
    },
    twentyFaster: {
      number: (runs) => rateOf(runs.of('load', 'twenty'), RENO) / rateOf(runs.of('load', 'twenty'), VEGAS),
    },
  },

  numbers: {
    '5 %': 'the goal of the check',
  },

  beside: [
    {
      quantity: 'rate of Reno over that of Vegas, side by side',
      unit: '',
      ours: (runs) => lead(alongside(runs)),
      decimals: 2,
      cited: 'ahn-1995/remedies/side-by-side',
      published: '1.5',
      note: 'A rule of thumb in the paper.',
    },
    {
      quantity: 'Reno beside five Tahoe transfers',
      unit: 'KB/s',
      ours: (runs) => rateOf(runs.of('company', 'tahoe'), RENO),
      decimals: 1,
      cited: 'ahn-1995/table-1/5TS-R',
      published: '13.3',
    },
    {
      quantity: 'Vegas beside five Tahoe transfers',
      unit: 'KB/s',
      ours: (runs) => rateOf(runs.of('company', 'tahoe'), VEGAS),
      decimals: 1,
      cited: 'ahn-1995/table-1/5TS-V',
      published: '7.8',
    },
    {
      quantity: 'sent again by Vegas beside five Tahoe transfers',
      unit: 'KB',
      ours: (runs) => resentBy(runs.of('company', 'tahoe'), VEGAS),
      decimals: 1,
      cited: 'ahn-1995/table-1/5TS-V-resent',
      published: '1.6',
      note: 'All five send the measured way here; the senders of the paper go both ways, and leave its buffer emptier.',
    },
    {
      quantity: 'Reno beside five Vegas transfers over Reno beside five Tahoe transfers',
      unit: '',
      ours: (runs) => rateOf(runs.of('company', 'vegas'), RENO) / rateOf(runs.of('company', 'tahoe'), RENO),
      decimals: 2,
      cited: 'ahn-1995/section-5/reno-takes-static',
      published: '2.1',
    },
  ],
} satisfies Lesson;
