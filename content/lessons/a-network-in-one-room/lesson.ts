/** The checks of Ahn et al.'s emulator: a ping, a burst and a blast, and the effect of its clock. */
import { SEGMENT_KINDS } from '../../../web/engine/generated/trace';
import type { Lesson } from '../../../web/lessons/lesson';
import { completedAt, linkOf, queueOf, summaryOf } from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';

/** Makes all four links release packets at the ticks of a clock with this period, us; with 0, exactly on time. */
const clock = (us: number) =>
  Object.fromEntries([0, 1, 2, 3].map((link) => [`links.${link}.clock_us`, us] as const));

const VEGAS = { 'flows.0.sender.preset': 'vegas' };

const arrived = (run: Run, source: string) =>
  summaryOf(run).datagrams.find(({ name }) => name === source)?.arrived ?? Number.NaN;

const pings = (runs: Runs, arm: string) =>
  runs.samples('ping', arm).map(({ flows: [ping] }) => ping?.mean_rtt_ms ?? Number.NaN);
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const spread = (numbers: readonly number[]) => Math.max(...numbers) - Math.min(...numbers);

/** Time at which the last packet of the burst leaves the port, s. */
const drained = (run: Run) => {
  const { x, y } = queueOf(run, 'R1>R2');
  for (let i = 1; i < x.length; i += 1) if (y[i] === 0 && (x[i] ?? 0) > 1) return x[i] ?? Number.NaN;
  return Number.NaN;
};

/** Rate of the blast that reaches the receiver while it lasts, including headers, kbit/s. */
const passed = (run: Run) => {
  const blast = run.scenario.flows.length + run.scenario.datagrams.findIndex(({ name }) => name === 'blast');
  const { time_s, kind } = run.trace.rows('segments', blast);
  const came = time_s.filter(
    (time, row) => kind[row] === SEGMENT_KINDS.indexOf('datagram_arrived') && time > 7 && time <= 15,
  ).length;
  return (came * 1028 * 8) / 8 / 1000;
};

const times = (runs: Runs, arm: string) =>
  runs.samples('verdict', arm).map(({ flows: [transfer] }) => transfer?.completed_at_s ?? Number.NaN);
/** Number of seeds with which one arm takes longer than the other. */
const slower = (runs: Runs, one: string, other: string) =>
  times(runs, one).filter((time, seed) => time > (times(runs, other)[seed] ?? Number.NaN)).length;

const lowest = (run: Run) => Math.min(...run.trace.rows('rtts', 0).rtt_ms);
/** The median RTT, ms. */
const middle = (run: Run) => {
  const sorted = run.trace.rows('rtts', 0).rtt_ms.toSorted();
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const burst = (run: Run) => arrived(run, 'burst');

export default {
  experiments: {
    ping: {
      kind: 'samples',
      title: 'One ping, eight times',
      look: 'The same small packet there and back; only where the hosts’ clocks stand differs from run to run.',
      arms: {
        exact: { label: 'no clock', scenario: 'ahn-emulator', set: clock(0) },
        built: { label: 'clock of 1 ms', scenario: 'ahn-emulator' },
        bsd: { label: 'clock of 10 ms', scenario: 'ahn-emulator', set: clock(10_000) },
      },
      seeds: 8,
      measures: ['flows.0.mean_rtt_ms'],
    },
    burst: {
      kind: 'runs',
      title: 'Forty packets at once',
      look: 'What the port of the bottleneck holds, from the moment the forty arrive.',
      arms: { built: { label: 'as built', scenario: 'ahn-emulator' } },
      panels: ['queue'],
      controls: [
        { path: 'links.1.queue.limit_bytes', label: 'buffer', range: [1024, 32768] },
        { path: 'links.1.rate_bps', label: 'rate', range: [100_000, 8_000_000] },
      ],
      seconds: [0.98, 1.2],
      figures: ['links.R1>R2.max_queue_bytes'],
    },
    blast: {
      kind: 'runs',
      title: 'A blast of datagrams',
      look: 'For ten seconds datagrams come faster than either bottleneck can send them.',
      arms: {
        slow: { label: '800 kbit/s', scenario: 'ahn-emulator' },
        fast: { label: '8 Mbit/s', scenario: 'ahn-emulator', set: { 'links.1.rate_bps': 8_000_000 } },
      },
      panels: ['queue'],
      seconds: [4.5, 15.5],
      figures: ['links.R1>R2.drops'],
    },
    verdict: {
      kind: 'samples',
      title: 'The same two senders, measured with two clocks',
      look: 'A dot is a transfer; from dot to dot only the clocks of the hosts stand elsewhere.',
      arms: {
        reno: { label: 'Reno, 1 ms', scenario: 'ahn-fig1-rr' },
        'reno-10': { label: 'Reno, 10 ms', scenario: 'ahn-fig1-rr', set: clock(10_000) },
        vegas: { label: 'Vegas, 1 ms', scenario: 'ahn-fig1-rr', set: VEGAS },
        'vegas-10': { label: 'Vegas, 10 ms', scenario: 'ahn-fig1-rr', set: { ...VEGAS, ...clock(10_000) } },
      },
      seeds: 8,
      measures: ['flows.0.completed_at_s'],
    },
    caught: {
      kind: 'runs',
      title: 'The first Vegas transfer, with either clock',
      look: 'Compare the steps of the RTT, then what the window does.',
      arms: {
        fine: { label: '1 ms', scenario: 'ahn-fig1-rr', set: VEGAS },
        coarse: { label: '10 ms', scenario: 'ahn-fig1-rr', set: { ...VEGAS, ...clock(10_000) } },
      },
      panels: ['rtt', 'window'],
      seconds: [0, 12],
      figures: ['flows.0.completed_at_s', 'links.R1>R2.mean_queue_packets'],
    },
  },

  predictions: {
    delay: {
      kind: 'number',
      question:
        'The four links together delay a packet by 53 ms each way. A small packet goes there, and a small one comes back; the emulator holds every packet to the next tick of a clock of 1 ms, at each of eight ports. What does ping show, on average?',
      covers: ['ping'],
      unit: 'ms',
      range: [100, 120],
      step: 0.5,
      answer: (runs) => mean(pings(runs, 'built')),
      within: 1.5,
      why: (runs) => {
        const exact = mean(pings(runs, 'exact'));
        const built = mean(pings(runs, 'built'));
        return `Twice the propagation delay is only the beginning. Sending the two packets bit by bit over eight links brings it to ${exact.toFixed(1)} ms, and waiting for ticks to ${built.toFixed(1)} ms: half a tick for each port.`;
      },
    },
    drawn: {
      kind: 'draw',
      question:
        'Forty packets of 552 bytes reach a port with a buffer of 16 KiB at the same moment, one second into the run. The link sends 800 kbit/s. Draw what the port holds from then on.',
      covers: ['burst'],
      x: { label: 'time', unit: 's', from: 0.98, to: 1.2 },
      y: { label: 'held by the port', unit: 'bytes', from: 0, to: 20_000 },
      answer: (runs) => queueOf(runs.of('burst'), 'R1>R2'),
      within: 0.09,
      why: (runs) =>
        `It jumps to the ${linkOf(runs.of('burst'), 'R1>R2').max_queue_bytes} bytes of the packets that fit and then falls in a straight line, one packet every 5.5 ms, for ${((drained(runs.of('burst')) - 1) * 1000).toFixed(0)} ms. A queue that is served at a fixed rate does not fade out: it drains like a bath.`,
    },
    taken: {
      kind: 'number',
      question: 'And how many of the forty come through?',
      covers: ['burst'],
      unit: 'packets',
      range: [0, 40],
      step: 1,
      answer: (runs) => burst(runs.of('burst')),
      within: 0,
      why: (runs) =>
        `${burst(runs.of('burst'))}. The buffer counts bytes, whole packets only, and the packet being sent is one of them: it keeps its place until its last bit has left.`,
    },
    who: {
      kind: 'choice',
      question:
        'BSD’s own clock ticks every 10 ms. Had the authors left it so, a packet would have waited up to 10 ms at each port, and the rate would still have been right. Repeat each transfer eight times: whose time would differ most from one to the next?',
      covers: ['verdict', 'caught'],
      options: {
        neither: 'Hardly anyone’s: both send as fast as the rate allows',
        reno: 'Reno’s: its timeouts come at other moments',
        vegas: 'Vegas’: it goes by delay',
      },
      answer: (runs) => {
        const reno = spread(times(runs, 'reno-10'));
        const vegas = spread(times(runs, 'vegas-10'));
        return Math.max(reno, vegas) < 2 ? 'neither' : vegas > reno ? 'vegas' : 'reno';
      },
      instead: {
        neither: 'The rate is right, but one of the two does not only look at what arrives.',
        reno: 'They do, but Reno’s timer counts in ticks of half a second: a few milliseconds hardly matter to it.',
      },
      why: (runs) =>
        `Reno’s transfers differ by ${spread(times(runs, 'reno-10')).toFixed(1)} s, those of Vegas by ${spread(times(runs, 'vegas-10')).toFixed(1)} s: from ${Math.min(...times(runs, 'vegas-10')).toFixed(1)} s to ${Math.max(...times(runs, 'vegas-10')).toFixed(1)} s. Vegas reads delay as a queue, and the clock is delay.`,
    },
  },

  checks: {
    twenty: {
      experiment: 'burst',
      task: 'Make the port take exactly twenty of the forty.',
      kind: 'reach',
      judge: (mine) => {
        const came = burst(mine());
        const limit = mine().scenario.links[1]?.queue;
        const bytes = limit && 'limit_bytes' in limit ? limit.limit_bytes : Number.NaN;
        return {
          passed: came === 20,
          words: `${came} of the forty came through. Your buffer of ${bytes} bytes has room for ${Math.floor(bytes / 552)} packets of 552 bytes; the rate only says how long they wait.`,
        };
      },
      right: { 'links.1.queue.limit_bytes': 11_264 },
      wrong: { 'links.1.rate_bps': 2_000_000 },
    },
  },

  claims: {
    exact: { number: (runs) => mean(pings(runs, 'exact')), unit: 'ms' },
    'exact-same': { holds: (runs) => spread(pings(runs, 'exact')) < 1e-6 },
    built: { number: (runs) => mean(pings(runs, 'built')), unit: 'ms' },
    bsd: { number: (runs) => mean(pings(runs, 'bsd')), unit: 'ms' },
    'bsd-spread': { number: (runs) => spread(pings(runs, 'bsd')), unit: 'ms' },
    came: { number: (runs) => burst(runs.of('burst')) },
    lost: { number: (runs) => 40 - burst(runs.of('burst')) },
    drains: { number: (runs) => (drained(runs.of('burst')) - 1) * 1000, unit: 'ms' },
    'passed-slow': { number: (runs) => passed(runs.of('blast', 'slow')), unit: 'kbit/s' },
    'passed-fast': { number: (runs) => passed(runs.of('blast', 'fast')), unit: 'kbit/s' },
    'dropped-slow': {
      number: (runs) => (linkOf(runs.of('blast', 'slow'), 'R1>R2').drops - 11) / 112.5,
      unit: '%',
    },
    'vegas-fine': { number: (runs) => spread(times(runs, 'vegas')), unit: 's' },
    'vegas-coarse': { number: (runs) => spread(times(runs, 'vegas-10')), unit: 's' },
    'reno-coarse': { number: (runs) => spread(times(runs, 'reno-10')), unit: 's' },
    'slower-fine': { number: (runs) => slower(runs, 'vegas', 'reno') },
    'slower-coarse': { number: (runs) => slower(runs, 'vegas-10', 'reno-10') },
    'base-caught': { number: (runs) => lowest(runs.of('caught', 'coarse')), unit: 'ms' },
    'rtt-caught': { number: (runs) => middle(runs.of('caught', 'coarse')), unit: 'ms' },
    'took-caught': { number: (runs) => completedAt(runs.of('caught', 'coarse')), unit: 's' },
    'short-queue': {
      holds: (runs) => linkOf(runs.of('caught', 'coarse'), 'R1>R2').mean_queue_packets < 1,
      wrong: clock(0),
    },
  },

  numbers: {
    '53 ms': (runs) => runs.of('burst').scenario.links.reduce((sum, { delay_ms }) => sum + delay_ms, 0),
    '552 bytes': (runs) => linkOf(runs.of('burst'), 'R1>R2').max_queue_bytes / burst(runs.of('burst')),
  },

  beside: [
    {
      quantity: 'rate that arrives of a blast through 800 kbit/s',
      unit: 'kbit/s',
      ours: (runs) => passed(runs.of('blast', 'slow')),
      decimals: 0,
      cited: 'ahn-1995/emulator/rate-800',
      published: '800',
    },
    {
      quantity: 'rate that arrives of a blast through 8 Mbit/s, the most that was verified',
      unit: 'kbit/s',
      ours: (runs) => passed(runs.of('blast', 'fast')),
      decimals: 0,
      cited: 'ahn-1995/emulator/rate-8000',
      published: '8000',
    },
    {
      quantity: 'how long a full buffer of 16 KiB delays',
      unit: 'ms',
      ours: (runs) => (drained(runs.of('burst')) - 1) * 1000,
      decimals: 0,
      cited: 'ahn-1995/emulator/delay-16K',
      published: '160',
    },
  ],
} satisfies Lesson;
