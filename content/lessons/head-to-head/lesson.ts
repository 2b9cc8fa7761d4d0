/** Ahn et al. 1995, section 5: Reno and Vegas on one link, next to endless transfers, and next to sources that come and go. */

import { formatFixed } from '../../../web/base/words/format';
import { t } from '../../../web/base/words/words';
import type { Curve, Lesson, LessonMetric } from '../../../web/lessons/lesson';
import {
  completedAt,
  cwndOf,
  dropsOf,
  flowOf,
  isFullest,
  largest,
  linkOf,
  meanOver,
  rttOf,
  segmentsOf,
  valueAt,
  waitingAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';

const BOTTLENECK = 'R1>R2';
const BUFFER = 'links.1.queue.limit_bytes';
const [ALPHA, BETA] = ['flows.1.sender.avoidance.alpha', 'flows.1.sender.avoidance.beta'];
const COMPETITOR = 'flows.0.sender.preset';
/** Flow numbers in the runs in which the two take turns. */
const [RENO, VEGAS] = [0, 1];
const turns = (count: number, duration_s: number) => ({
  'flows.0.traffic.count': count,
  'flows.1.traffic.count': count,
  duration_s,
});

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Mean rate of a flow's transfers in kB/s. `resentBy` below gives their mean retransmitted kB. */
function rateOf(run: Run, flow: number): number {
  return mean(
    flowOf(run, flow).transfers.map(({ bytes, opened_at_s, completed_at_s }) => {
      if (completed_at_s === null || bytes === null) throw new Error('A transfer has not finished.');
      return bytes / 1000 / (completed_at_s - opened_at_s);
    }),
  );
}
const RATES: readonly LessonMetric[] = [
  {
    label: 'rate of Reno in the seconds that it sends',
    unit: 'kB/s',
    decimals: 2,
    of: (run) => rateOf(run, RENO),
  },
  {
    label: 'rate of Vegas in the seconds that it sends',
    unit: 'kB/s',
    decimals: 2,
    of: (run) => rateOf(run, VEGAS),
  },
];
const resentBy = (run: Run, flow: number) =>
  mean(flowOf(run, flow).transfers.map(({ retransmitted_bytes }) => retransmitted_bytes / 1000));

/** Mean time of a flow's transfers, s. */
const takes = (run: Run, flow: number) =>
  mean(
    flowOf(run, flow).transfers.map(
      ({ opened_at_s, completed_at_s }) => (completed_at_s ?? Number.NaN) - opened_at_s,
    ),
  );
const slow = (runs: Runs) => runs.of('slow', 'slow');
const timeoutsOf = (run: Run, flow: number) => flowOf(run, flow).coarse_timeouts;

const alongside = (runs: Runs) => runs.of('side', 'mixed');
/** Ratio of Reno's rate to Vegas' when they share the link. */
const lead = (run: Run) => flowOf(run, 0).goodput_bytes_per_s / flowOf(run, 1).goodput_bytes_per_s;
const goodput = (run: Run, flow: number) => flowOf(run, flow).goodput_bytes_per_s / 1000;
const waiting = (run: Run) => linkOf(run, BOTTLENECK).mean_queue_packets;

/** A sixth of what the bottleneck carries without headers, kB/s. */
function sixthOf({ scenario: { links, flows } }: Run): number {
  const [rate_bps = Number.NaN, flow] = [links[1]?.rate_bps, flows[RENO]];
  const [data = Number.NaN, header = Number.NaN] = [flow?.smss_bytes, flow?.header_bytes];
  return ((rate_bps / 8 / 1000) * (data / (data + header))) / 6;
}

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

/** The point of a curve just before its first decrease after a moment. */
function beforeFall({ x, y }: Curve, from: number): { time_s: number; value: number } {
  for (let row = 1; row < x.length; row += 1)
    if ((x[row] ?? 0) > from && (y[row] ?? 0) < (y[row - 1] ?? 0))
      return { time_s: x[row - 1] ?? Number.NaN, value: y[row - 1] ?? Number.NaN };
  throw new Error(`The curve never decreases after ${from} s.`);
}

/** Reno's cwnd at its largest before the loss that ends its growth. Its start is over by 8 s. */
const renoPeak = (runs: Runs) => beforeFall(cwndOf(alongside(runs), 0), 8);
/** The moment at which Vegas' window is read while Reno still sends: just before Reno finishes. */
const pressedAt = (runs: Runs) => completedAt(alongside(runs), 0) - 0.5;
const pressedInRivals = ({ of }: Runs) => completedAt(of('rivals'), 0) - 0.5;
/** The moment at which Vegas' window is read once it has the link to itself. */
const RELIEVED_S = 50;

/** Growth of a flow's cwnd in segments per round trip, from 8 s to 20 s: after Reno's timeout and before its next loss. */
function growth(run: Run, flow: number): number {
  const rounds = 12_000 / meanOver(rttOf(run, flow), 8, 20);
  return (valueAt(cwndOf(run, flow), 20) - valueAt(cwndOf(run, flow), 8)) / rounds;
}

/** Two senders of a kind. */
const PAIR = { one: 'transfer 1', two: 'transfer 2' };

/** The moment at which the first transfer is half done, when the start is long over. */
const halfway = (run: Run) => completedAt(run, 0) / 2;

/** The senders that may compete with Vegas. */
const RIVALS: Readonly<Record<string, string>> = {
  reno: 'Reno',
  tahoe: 'Tahoe',
  dual: 'Dual',
  veno: 'Veno',
  cubic: 'CUBIC',
  bbr: 'BBR',
};
const rivalOf = ({ scenario }: Run) => scenario.flows[0]?.sender.preset ?? '';

/** The reason for the drops next to a competitor of Vegas. */
function filledBy(rival: string): string {
  if (rival === 'bbr')
    return t(
      'BBR doesn’t slow down for losses. It tries out how much the link carries, and that overfills the buffer.',
    );
  if (rival === 'veno')
    return t('Veno watches the queue to decide how fast to grow, but it grows until a packet is lost.');
  return t('It fills the buffer until a packet is lost.');
}

const timesInWords = (run: Run) =>
  t('Reno finishes after {reno} s, Vegas after {vegas} s.', {
    reno: formatFixed(completedAt(run, 0), 1),
    vegas: formatFixed(completedAt(run, 1), 1),
  });

/** Reno and Vegas on one link; tasks may exchange Reno for another sender. */
const MIXED = { experiment: 'ahn-1995/figure-3/mixed', flowNames: { one: 'Reno', two: 'Vegas' } };

export default {
  experiments: {
    kinds: {
      kind: 'runs',
      title: 'Two senders of a kind, 2 MiB each',
      look: 'Compare how much of the buffer each pair uses.',
      arms: {
        reno: { label: 'two Reno', experiment: 'ahn-1995/figure-3/rr-800', flowNames: PAIR },
        vegas: { label: 'two Vegas', experiment: 'ahn-1995/figure-3/vr-800', flowNames: PAIR },
      },
      panels: ['queue'],
      controls: [{ path: BUFFER, label: 'Bottleneck buffer', range: [4096, 32_768] }],
      metrics: ['flows.0.completed_at_s', 'flows.1.completed_at_s', `links.${BOTTLENECK}.drops`],
    },
    side: {
      kind: 'runs',
      title: 'One Reno, one Vegas, 2 MiB each',
      look: 'Follow both windows and the queue until Reno finishes. Then watch Vegas alone.',
      arms: {
        mixed: { ...MIXED, label: 'Reno and Vegas' },
      },
      panels: ['window', 'queue'],
      controls: [
        { path: ALPHA, together: [BETA], label: 'Vegas alpha, with beta two more', range: [1, 14] },
        { path: BUFFER, label: 'Bottleneck buffer', range: [4096, 32_768] },
      ],
      metrics: [
        'flows.0.completed_at_s',
        'flows.1.completed_at_s',
        'flows.0.retransmitted_segments',
        'flows.1.retransmitted_segments',
        `links.${BOTTLENECK}.mean_queue_packets`,
      ],
    },
    rivals: {
      kind: 'runs',
      staged: true,
      title: 'Vegas next to a competitor of your choice, 2 MiB each',
      look: 'Try one competitor after another. Who leaves room in the queue?',
      arms: {
        mixed: { ...MIXED, label: 'competitor and Vegas' },
      },
      panels: ['window', 'queue'],
    },
    company: {
      kind: 'runs',
      title: 'Taking turns next to five endless transfers',
      look: 'Reno sends 512 KiB, then Vegas, five times each. Only the five neighbors differ. Which of them leave room in the queue? The table has the rates.',
      arms: {
        tahoe: {
          label: 'five Tahoe',
          scenario: 'ahn-table1-5ts',
          set: turns(5, 900),
        },
        vegas: {
          label: 'five Vegas',
          scenario: 'ahn-table1-5vs',
          set: turns(5, 320),
        },
      },
      panels: ['queue'],
      seconds: [40, 100],
      flows: [RENO, VEGAS],
      metrics: [...RATES, `links.${BOTTLENECK}.mean_queue_packets`],
    },
    slow: {
      kind: 'runs',
      title: 'Turns next to sources that come and go, on a fast and on a slow link',
      look: 'Four transfers of 512 KiB each. Compare the timeouts, then how long a transfer takes.',
      arms: {
        slow: { label: '100 kbit/s', experiment: 'ahn-1995/table-1/5T', set: turns(4, 4200) },
        fast: { label: '800 kbit/s', experiment: 'ahn-1995/table-1/10T', set: turns(4, 1000) },
      },
      panels: ['queue'],
      seconds: [40, 300],
      flows: [RENO, VEGAS],
      metrics: ['flows.0.coarse_timeouts', 'flows.1.coarse_timeouts', 'flows.0.mean_rtt_ms', ...RATES],
    },
    load: {
      kind: 'runs',
      title: 'One transfer each next to ten and next to twenty sources',
      look: 'First Reno sends, then Vegas. The marks tell fast retransmits from timeouts.',
      arms: {
        ten: { label: 'ten sources', experiment: 'ahn-1995/load/10T', set: turns(1, 200) },
        twenty: { label: 'twenty sources', experiment: 'ahn-1995/load/20T', set: turns(1, 320) },
      },
      panels: ['sender-sequence'],
      flows: [RENO, VEGAS],
      metrics: [
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
        'A Reno sender and a Vegas sender start on one link, within a second of each other. Which finishes its 2 MiB first?',
      covers: ['side'],
      options: {
        vegas: 'Vegas: it avoids losses, so it wastes no time on repairs',
        even: 'Neither: they finish within a tenth of each other',
        reno: 'Reno: it keeps growing where Vegas stops',
      },
      answer: (runs) => {
        const run = alongside(runs);
        const [reno, vegas] = [completedAt(run, 0), completedAt(run, 1)];
        if (Math.abs(reno - vegas) <= 0.1 * Math.min(reno, vegas)) return 'even';
        return reno < vegas ? 'reno' : 'vegas';
      },
      why: (runs) =>
        t(
          'With alpha 1, beta 3 and room for 16 KiB: {times} Both see the same queue. Vegas reads it as a reason to slow down; Reno ignores it until a packet is dropped.',
          { times: timesInWords(alongside(runs)) },
        ),
      instead: {
        vegas:
          'You expected fewer repairs to decide it. They do when a sender has the link to itself. Here, the room that Vegas leaves goes to Reno.',
        even: 'You expected a fair share. Two of a kind aim for the same queue, but these two don’t: Vegas wants a few packets in the buffer, Reno all that fit.',
      },
    },
    window: {
      kind: 'draw',
      question:
        'Next to another Vegas sender, the window of Vegas soon levels off. Draw its cwnd next to Reno, for the first thirty seconds, in which both send.',
      covers: ['side'],
      x: { label: 'time', unit: 's', from: 0, to: 30 },
      y: { label: 'cwnd', unit: 'segments', from: 0, to: 30 },
      features: [
        { is: 'falling', from: 10, to: 30 },
        { is: 'near', from: 15, to: 30, within: 5 },
      ],
      answer: (runs) => cwndOf(alongside(runs), 1),
      line: 1,
      why: 'Reno’s first overflow drops a segment of Vegas, too, which waits for its timer. Then, while Reno fills the queue, Vegas takes one segment off whenever its diff exceeds beta. A smaller window has a smaller part of the queue, so the steps get rarer. Once Reno has finished, Vegas climbs until it fills the link alone.',
    },
    company: {
      kind: 'number',
      question:
        'A Reno transfer runs next to five Tahoe senders, then next to five Vegas senders. How many times as fast is it next to the Vegas senders?',
      covers: ['company'],
      unit: 'times',
      range: [0, 5],
      step: 0.1,
      within: 0.25,
      answer: (runs) => rateOf(runs.of('company', 'vegas'), RENO) / rateOf(runs.of('company', 'tahoe'), RENO),
      why: (runs) =>
        t(
          'It gets {tahoe} kB/s next to Tahoe and {vegas} kB/s next to Vegas, {times} times a sixth of the link. What Reno has beyond a sixth, the five Vegas senders have given up.',
          {
            tahoe: formatFixed(rateOf(runs.of('company', 'tahoe'), RENO), 1),
            vegas: formatFixed(rateOf(runs.of('company', 'vegas'), RENO), 1),
            times: formatFixed(
              rateOf(runs.of('company', 'vegas'), RENO) / sixthOf(runs.of('company', 'vegas')),
              2,
            ),
          },
        ),
    },
    slow: {
      kind: 'choice',
      question:
        'Five Tahoe sources each way share a link of 100 kbit/s, where transfers lose many packets. Reno has more timeouts than Vegas. Which is faster?',
      covers: ['slow'],
      options: {
        vegas: 'Vegas: every timeout costs Reno seconds',
        even: 'Neither: their rates are within a tenth of each other',
        reno: 'Reno: a few seconds cost little on a slow link',
      },
      answer: (runs) => {
        const [reno, vegas] = [rateOf(slow(runs), RENO), rateOf(slow(runs), VEGAS)];
        if (Math.abs(reno - vegas) <= 0.1 * Math.min(reno, vegas)) return 'even';
        return reno < vegas ? 'vegas' : 'reno';
      },
      instead: {
        vegas:
          'The paper’s authors expected that, too. How long does one transfer take here, next to a timeout?',
        even: 'The timeouts do cost Reno something. But Vegas yields even more of the link to its neighbors.',
      },
      why: (runs) =>
        t(
          'Reno gets {reno} kB/s and Vegas {vegas} kB/s, although Reno has {timeouts} timeouts and Vegas {fewer}.',
          {
            reno: formatFixed(rateOf(slow(runs), RENO), 2),
            vegas: formatFixed(rateOf(slow(runs), VEGAS), 2),
            timeouts: timeoutsOf(slow(runs), RENO),
            fewer: timeoutsOf(slow(runs), VEGAS),
          },
        ),
    },
  },

  checks: {
    even: {
      kind: 'reach',
      experiment: 'side',
      task: 'Change only alpha and beta until the two rates are within 5 % of each other.',
      right: { [BETA]: 12, [ALPHA]: 10 },
      wrong: { [BETA]: 6, [ALPHA]: 4 },
      judge: (mine) => {
        const run = mine();
        const [ratio, [alpha, beta]] = [lead(run), thresholdsOf(run)];
        const found = t(
          'With alpha {alpha} and beta {beta}, Reno gets {ratio} times the rate of Vegas. On average, {packets} packets are at the bottleneck.',
          { alpha, beta, ratio: formatFixed(ratio, 2), packets: formatFixed(waiting(run), 1) },
        );
        if (bufferOf(run) !== 16_384)
          return { passed: false, words: t('{found} But you also changed the buffer. Reset it.', { found }) };
        const passed = Math.abs(ratio - 1) <= 0.05;
        if (passed)
          return {
            passed,
            words: t(
              '{found} That is the cost of an equal share: Vegas has to fill the buffer as Reno does.',
              { found },
            ),
          };
        return {
          passed,
          words: t(
            '{found} The buffer has room for {room}. How many of them does Reno fill before it loses one?',
            {
              found,
              room: Math.floor(bufferOf(run) / 552),
            },
          ),
        };
      },
    },
    buffer: {
      kind: 'reach',
      experiment: 'side',
      task: 'Reset alpha and beta. Now change only the buffer, so that Vegas finishes first.',
      right: { [BUFFER]: 4096 },
      wrong: { [BUFFER]: 8192 },
      judge: (mine) => {
        const run = mine();
        const [alpha, beta] = thresholdsOf(run);
        const found = t('{times} The buffer holds {packets} packets.', {
          times: timesInWords(run),
          packets: Math.floor(bufferOf(run) / 552),
        });
        if (alpha !== 1 || beta !== 3)
          return {
            passed: false,
            words: t('{found} But alpha and beta aren’t at their original values. Reset them.', { found }),
          };
        const passed = completedAt(run, 1) < completedAt(run, 0);
        return {
          passed,
          words: passed
            ? t(
                '{found} Vegas wants up to {beta} of its own there, so little room is left for Reno to take, and {drops} packets are dropped.',
                { found, beta, drops: dropsOf(run) },
              )
            : t('{found} Reno keeps as many packets there as fit. What if hardly any fit?', { found }),
        };
      },
    },
    gentle: {
      kind: 'reach',
      experiment: 'rivals',
      task: 'Find a competitor next to which no packet is dropped.',
      right: { [COMPETITOR]: 'dual' },
      wrong: { [COMPETITOR]: 'bbr' },
      judge: (mine) => {
        const run = mine();
        const rival = rivalOf(run);
        const found = t(
          '{rival} finishes after {first} s, Vegas after {vegas} s. Packets dropped: {drops}.',
          {
            rival: RIVALS[rival] ?? rival,
            first: formatFixed(completedAt(run, 0), 1),
            vegas: formatFixed(completedAt(run, 1), 1),
            drops: dropsOf(run),
          },
        );
        const passed = dropsOf(run) === 0;
        return {
          passed,
          words: passed
            ? t(
                '{found} It slows down when the RTT rises, as Vegas does, only later. So the room still goes to it: whoever accepts more queue gets more.',
                { found },
              )
            : t('{found} {why} Which one doesn’t?', { found, why: filledBy(rival) }),
        };
      },
    },
    repair: {
      kind: 'choose',
      experiment: 'load',
      task: 'Next to twenty sources, Reno loses many segments. How does it notice most of its losses?',
      options: {
        fast: 'By the third duplicate ACK',
        timer: 'By its retransmission timer',
      },
      answer: (mine) => {
        const { coarse_timeouts, fast_retransmits } = flowOf(mine('twenty'), RENO);
        return coarse_timeouts > fast_retransmits ? 'timer' : 'fast';
      },
      hints: [
        'The table below the panels counts both kinds for Reno, in the run with twenty sources.',
        'Three duplicate ACKs need three segments that arrive after the lost one. How many are in flight here?',
      ],
      why: (mine) => {
        const { coarse_timeouts, fast_retransmits, mean_cwnd_segments } = flowOf(mine('twenty'), RENO);
        return t(
          'Reno has {timeouts} timeouts and {fast} fast retransmits. Its window is {cwnd} segments on average, so few segments follow a lost one to ask for it.',
          {
            timeouts: coarse_timeouts,
            fast: fast_retransmits,
            cwnd: formatFixed(mean_cwnd_segments, 1),
          },
        );
      },
    },
  },

  steps: {
    reno: {
      experiment: 'kinds',
      arm: 'reno',
      panels: ['queue'],
      seconds: [0, 40],
      time: ({ of }) => segmentsOf(of('kinds', 'reno'), 'drop_full')[0]?.time_s,
      play: true,
      from: 1.2,
      speed: 8,
      flows: [0, 1],
      controls: [{ path: BUFFER, label: 'Bottleneck buffer', range: [4096, 32_768] }],
      shows: (run, at_s) => isFullest(run, BOTTLENECK, at_s),
    },
    vegas: {
      experiment: 'kinds',
      arm: 'vegas',
      panels: ['window', 'queue'],
      seconds: [0, 40],
      flows: [0, 1],
      time: ({ of }) => halfway(of('kinds', 'vegas')),
      shows: (run, at_s) => waitingAt(run, BOTTLENECK, at_s) >= 2 && waitingAt(run, BOTTLENECK, at_s) <= 6,
    },
    squeeze: {
      experiment: 'rivals',
      panels: ['window', 'queue'],
      seconds: [0, 60],
      flows: [0, 1],
      time: pressedInRivals,
    },
    relief: {
      experiment: 'rivals',
      panels: ['window', 'queue'],
      seconds: [0, 60],
      flows: [0, 1],
      time: pressedInRivals,
      controls: [{ path: COMPETITOR, label: 'competitor of Vegas', choices: Object.keys(RIVALS) }],
    },
  },

  points: {
    overflow: { time: ({ of }) => segmentsOf(of('kinds', 'reno'), 'drop_full')[0]?.time_s },
    settled: { time: ({ of }) => halfway(of('kinds', 'vegas')) },
    pressed: { time: pressedInRivals },
    renoDone: { time: ({ of }) => completedAt(of('rivals'), 0) },
    // Halfway between the ends of the two transfers.
    relieved: { time: ({ of }) => (completedAt(of('rivals'), 0) + completedAt(of('rivals'), 1)) / 2 },
  },

  claims: {
    kindsVegas: {
      holds: (runs) => dropsOf(runs.of('kinds', 'vegas')) === 0,
      wrong: { 'flows.1.sender.preset': 'reno' },
    },
    kindsReno: { number: (runs) => dropsOf(runs.of('kinds', 'reno')), unit: 'packets' },
    kindsRenoQueue: { number: (runs) => waiting(runs.of('kinds', 'reno')), unit: 'packets' },
    kindsVegasQueue: { number: (runs) => waiting(runs.of('kinds', 'vegas')), unit: 'packets' },
    kindsMore: { number: (runs) => goodput(runs.of('kinds', 'vegas'), 0), unit: 'kB/s' },
    kindsLess: { number: (runs) => goodput(runs.of('kinds', 'vegas'), 1), unit: 'kB/s' },
    dropped: { number: (runs) => dropsOf(alongside(runs)), unit: 'packets' },
    renoDone: { number: (runs) => completedAt(alongside(runs), 0), unit: 's' },
    vegasDone: { number: (runs) => completedAt(alongside(runs), 1), unit: 's' },
    lead: { number: (runs) => lead(alongside(runs)) },
    peak: { number: (runs) => largest(cwndOf(alongside(runs), 1), 5, 30), unit: 'segments' },
    pressed: {
      number: (runs) => valueAt(cwndOf(alongside(runs), 1), pressedAt(runs)),
      unit: 'segments',
    },
    renoGrowth: {
      holds: (runs) => Math.abs(growth(alongside(runs), 0) - 0.5) < 0.05,
      wrong: { 'flows.0.receiver.kind': 'every_packet' },
    },
    renoPeak: { number: (runs) => renoPeak(runs).value, unit: 'segments' },
    half: {
      number: (runs) =>
        rateOf(runs.of('company', 'tahoe'), VEGAS) / rateOf(runs.of('company', 'tahoe'), RENO),
    },
    relieved: {
      number: (runs) => valueAt(cwndOf(alongside(runs), 1), RELIEVED_S),
      unit: 'segments',
    },
    noLoss: { number: (runs) => flowOf(alongside(runs), 1).retransmitted_segments, unit: 'segments' },
    renoAgain: { number: (runs) => flowOf(alongside(runs), 0).retransmitted_segments, unit: 'segments' },
    tahoeR: { number: (runs) => rateOf(runs.of('company', 'tahoe'), RENO), unit: 'kB/s' },
    tahoeV: { number: (runs) => rateOf(runs.of('company', 'tahoe'), VEGAS), unit: 'kB/s' },
    vegasR: { number: (runs) => rateOf(runs.of('company', 'vegas'), RENO), unit: 'kB/s' },
    vegasV: { number: (runs) => rateOf(runs.of('company', 'vegas'), VEGAS), unit: 'kB/s' },
    tahoeRAgain: { number: (runs) => resentBy(runs.of('company', 'tahoe'), RENO), unit: 'kB' },
    tahoeVAgain: { number: (runs) => resentBy(runs.of('company', 'tahoe'), VEGAS), unit: 'kB' },
    vegasRAgain: { number: (runs) => resentBy(runs.of('company', 'vegas'), RENO), unit: 'kB' },
    vegasVAgain: { number: (runs) => resentBy(runs.of('company', 'vegas'), VEGAS), unit: 'kB' },
    tahoeQueue: { number: (runs) => waiting(runs.of('company', 'tahoe')), unit: 'packets' },
    vegasQueue: { number: (runs) => waiting(runs.of('company', 'vegas')), unit: 'packets' },
    tenR: { number: (runs) => flowOf(runs.of('load', 'ten'), RENO).coarse_timeouts },
    tenV: { number: (runs) => flowOf(runs.of('load', 'ten'), VEGAS).coarse_timeouts },
    slowTimeouts: { number: (runs) => timeoutsOf(slow(runs), RENO) / 4 },
    fastTimeouts: { number: (runs) => timeoutsOf(runs.of('slow', 'fast'), RENO) / 4 },
    slowTakes: { number: (runs) => takes(slow(runs), RENO), unit: 's' },
    fastTakes: { number: (runs) => takes(runs.of('slow', 'fast'), RENO), unit: 's' },
    slowRtt: { number: (runs) => (flowOf(slow(runs), RENO).mean_rtt_ms ?? Number.NaN) / 1000, unit: 's' },
    slowMore: {
      holds: (runs) => timeoutsOf(slow(runs), RENO) > timeoutsOf(slow(runs), VEGAS),
      wrong: { 'flows.1.sender.preset': 'reno', 'flows.0.sender.preset': 'vegas' },
    },
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
      quantity: 'Reno’s rate divided by Vegas’, side by side',
      unit: '',
      ours: (runs) => lead(alongside(runs)),
      decimals: 2,
      cited: 'ahn-1995/remedies/side-by-side',
      published: '1.5',
      note: 'A rule of thumb in the paper.',
    },
    {
      quantity: 'Reno next to five Tahoe transfers',
      unit: 'kB/s',
      ours: (runs) => rateOf(runs.of('company', 'tahoe'), RENO),
      decimals: 1,
      cited: 'ahn-1995/table-1/5TS-R',
      published: '13.3 KB/s',
    },
    {
      quantity: 'Vegas next to five Tahoe transfers',
      unit: 'kB/s',
      ours: (runs) => rateOf(runs.of('company', 'tahoe'), VEGAS),
      decimals: 1,
      cited: 'ahn-1995/table-1/5TS-V',
      published: '7.8 KB/s',
    },
    {
      quantity: 'retransmitted by Vegas next to five Tahoe transfers',
      unit: 'kB',
      ours: (runs) => resentBy(runs.of('company', 'tahoe'), VEGAS),
      decimals: 1,
      cited: 'ahn-1995/table-1/5TS-V-resent',
      published: '1.6 KB',
      note: 'Here all five send in the measured direction. The paper’s senders go both ways and leave its buffer emptier.',
    },
    {
      quantity: 'Reno next to five Vegas transfers, divided by Reno next to five Tahoe transfers',
      unit: '',
      ours: (runs) => rateOf(runs.of('company', 'vegas'), RENO) / rateOf(runs.of('company', 'tahoe'), RENO),
      decimals: 2,
      cited: 'ahn-1995/section-5/reno-takes-static',
      published: '2.1',
    },
  ],
} satisfies Lesson;
