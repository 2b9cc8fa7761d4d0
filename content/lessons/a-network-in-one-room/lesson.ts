/** The checks of Ahn et al.'s emulator: a ping, a burst and a blast, and the effect of its clock. */
import { SEGMENT_KINDS } from '../../../web/engine/generated/trace';
import type { Control, Lesson } from '../../../web/lessons/lesson';
import {
  completedAt,
  isFullest,
  largest,
  linkOf,
  packetsOf,
  queueOf,
  segmentsOf,
  summaryOf,
  valueAt,
} from '../../../web/lessons/observe';
import type { Runs } from '../../../web/lessons/runs';
import type { Run } from '../../../web/run/trace';
import { at } from '../../../web/scenario/path';

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

const withoutSlowest = (seconds: readonly number[]) => [...seconds].sort((a, b) => a - b).slice(0, -1);

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

const times = (runs: Runs, experiment: 'verdict' | 'fine', arm: 'reno' | 'vegas') =>
  runs.samples(experiment, arm).map(({ flows: [transfer] }) => transfer?.completed_at_s ?? Number.NaN);
/** Number of seeds with which Vegas takes longer than Reno. */
const slower = (runs: Runs, experiment: 'verdict' | 'fine') => {
  const reno = times(runs, experiment, 'reno');
  return times(runs, experiment, 'vegas').filter((time, seed) => time > (reno[seed] ?? Number.NaN)).length;
};

/** How long the last packet of the burst waits, ms. */
const wait = (run: Run) => (drained(run) - 1) * 1000;

/** Time of the burst's first drop, s. */
const dropped = (run: Run) => {
  const burst = run.scenario.flows.length + run.scenario.datagrams.findIndex(({ name }) => name === 'burst');
  const { time_s, kind } = run.trace.rows('segments', burst);
  const row = kind.indexOf(SEGMENT_KINDS.indexOf('datagram_drop_full'));
  return row < 0 ? undefined : time_s[row];
};

/** By then all packets of the burst have arrived, s. */
const FULL_S = 1.005;

/** A moment at which the first small packet from then on is halfway to the receiver, s. */
const halfway = (run: Run, from_s: number) => {
  const sent = segmentsOf(run, 'send').find(({ time_s }) => time_s >= from_s);
  return (sent?.time_s ?? Number.NaN) + propagation(run) / 2000;
};

/** The seconds of the small packets, after the first, whose phase differs from that of all others. */
const REGULAR_S = [20.5, 24] as const;

const lowest = (run: Run) => Math.min(...run.trace.rows('rtts', 0).rtt_ms);
/** The moment of the smallest RTT, s. */
const lowestAt = (run: Run) => {
  const { time_s, rtt_ms } = run.trace.rows('rtts', 0);
  return time_s[rtt_ms.indexOf(lowest(run))];
};
/** The median RTT, ms. */
const middle = (run: Run) => {
  const sorted = run.trace.rows('rtts', 0).rtt_ms.toSorted();
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const burst = (run: Run) => arrived(run, 'burst');

/** The sum of the links' propagation delays, ms. */
const propagation = (run: Run) => run.scenario.links.reduce((sum, { delay_ms }) => sum + delay_ms, 0);

/** Small packets, each sent a tenth of a second after the one before has come back. */
const PINGS = {
  'flows.0.traffic.kind': 'repeated',
  'flows.0.traffic.bytes': 24,
  'flows.0.traffic.pause_s': 0.1,
};

/** All four links have the same clock. */
const TICK: Control = {
  path: 'links.0.clock_us',
  together: [1, 2, 3].map((link) => `links.${link}.clock_us`),
  label: 'ticks of the clocks',
  range: [1000, 10_000],
};

const BUFFER = { path: 'links.1.queue.limit_bytes', label: 'buffer', range: [1024, 32_768] } as const;

export default {
  experiments: {
    race: {
      kind: 'runs',
      staged: true,
      title: 'One transfer, and the clock',
      look: 'Make the ticks of the workstations’ clocks coarser. When does Vegas stop growing?',
      arms: { vegas: { label: 'Vegas', scenario: 'ahn-fig1-rr', set: VEGAS } },
      panels: ['window', 'queue'],
    },
    burst: {
      kind: 'runs',
      staged: true,
      title: 'Forty packets at once',
      look: 'What the buffer holds, from the moment the forty arrive. Drag the buffer.',
      arms: { built: { label: 'as built', scenario: 'ahn-emulator' } },
      panels: ['queue'],
    },
    alone: {
      kind: 'runs',
      staged: true,
      title: 'Small packets, one after the other',
      look: 'Follow one there and back.',
      arms: {
        built: { label: 'clock of 1 ms', scenario: 'ahn-emulator', set: PINGS },
        bsd: { label: 'clock of 10 ms', scenario: 'ahn-emulator', set: { ...PINGS, ...clock(10_000) } },
      },
      panels: ['rtt'],
    },
    faster: {
      kind: 'runs',
      title: 'The same burst on a link twice as fast',
      look: 'How high does the queue jump, and how long does it take to drain?',
      arms: {
        built: { label: '800 kbit/s', scenario: 'ahn-emulator' },
        double: { label: '1.6 Mbit/s', scenario: 'ahn-emulator', set: { 'links.1.rate_bps': 1_600_000 } },
      },
      panels: ['queue'],
      seconds: [0.98, 1.2],
      metrics: ['links.R1>R2.max_queue_bytes'],
    },
    verdict: {
      kind: 'samples',
      title: 'Two senders, measured with the coarse clock',
      look: 'Only the phases of the hosts’ clocks differ from dot to dot. How far are a sender’s first and last dot apart?',
      arms: {
        reno: { label: 'Reno, 10 ms', scenario: 'ahn-fig1-rr', set: clock(10_000) },
        vegas: { label: 'Vegas, 10 ms', scenario: 'ahn-fig1-rr', set: { ...VEGAS, ...clock(10_000) } },
      },
      seeds: 8,
      measures: ['flows.0.completed_at_s'],
    },
    caught: {
      kind: 'runs',
      title: 'The first Vegas transfer, with either clock',
      look: 'Compare the RTTs first, then the windows. Dash-dotted: what the theory expects of Vegas.',
      theory: true,
      arms: {
        fine: { label: '1 ms', scenario: 'ahn-fig1-rr', set: VEGAS },
        coarse: { label: '10 ms', scenario: 'ahn-fig1-rr', set: { ...VEGAS, ...clock(10_000) } },
      },
      panels: ['rtt', 'window'],
      seconds: [0, 12],
      metrics: ['flows.0.completed_at_s', 'links.R1>R2.mean_queue_packets'],
    },
    ping: {
      kind: 'samples',
      title: 'One ping, eight times',
      look: 'The same small packet, there and back. Only the phases of the hosts’ clocks differ from run to run.',
      arms: {
        exact: { label: 'no clock', scenario: 'ahn-emulator', set: clock(0) },
        built: { label: 'clock of 1 ms', scenario: 'ahn-emulator' },
        bsd: { label: 'clock of 10 ms', scenario: 'ahn-emulator', set: clock(10_000) },
      },
      seeds: 8,
      measures: ['flows.0.mean_rtt_ms'],
    },
    blast: {
      kind: 'runs',
      title: 'A blast of datagrams',
      look: 'For ten seconds, datagrams come faster than either bottleneck can send them.',
      arms: {
        slow: { label: '800 kbit/s', scenario: 'ahn-emulator' },
        fast: { label: '8 Mbit/s', scenario: 'ahn-emulator', set: { 'links.1.rate_bps': 8_000_000 } },
      },
      panels: ['queue'],
      seconds: [4.5, 15.5],
      metrics: ['links.R1>R2.drops'],
    },
    fine: {
      kind: 'samples',
      title: 'The same two senders, measured with the fine clock',
      look: 'Compare the spread of the dots with that of the coarse clock.',
      arms: {
        reno: { label: 'Reno, 1 ms', scenario: 'ahn-fig1-rr' },
        vegas: { label: 'Vegas, 1 ms', scenario: 'ahn-fig1-rr', set: VEGAS },
      },
      seeds: 8,
      measures: ['flows.0.completed_at_s'],
    },
  },

  steps: {
    clock: {
      experiment: 'race',
      panels: ['window', 'queue'],
      seconds: [0, 24],
      play: true,
      speed: 4,
      controls: [TICK],
    },
    ping: {
      experiment: 'alone',
      panels: ['rtt'],
      without: ['base_rtt', 'diff'],
      seconds: REGULAR_S,
      time: ({ of }) => halfway(of('alone'), REGULAR_S[0]),
      play: true,
      from: REGULAR_S[0],
      speed: 0.1,
    },
    tick: {
      experiment: 'alone',
      arm: 'bsd',
      panels: ['rtt'],
      without: ['base_rtt', 'diff'],
      seconds: REGULAR_S,
      time: ({ of }) => halfway(of('alone', 'bsd'), 23.5),
    },
    fooled: {
      experiment: 'caught',
      arm: 'coarse',
      panels: ['rtt', 'window'],
      seconds: [0, 12],
      play: true,
      from: 0,
      speed: 2,
    },
    room: {
      experiment: 'burst',
      panels: ['queue'],
      seconds: [0.98, 1.2],
      time: 1.001,
      play: true,
      speed: 0.02,
      controls: [BUFFER],
      shows: (run, at_s) => isFullest(run, 'R1>R2', at_s),
    },
    full: {
      experiment: 'burst',
      panels: ['queue'],
      seconds: [0.98, 1.2],
      time: ({ of }) => dropped(of('burst')),
      shows: (run, at_s) => isFullest(run, 'R1>R2', at_s),
    },
    drain: {
      experiment: 'burst',
      panels: ['queue'],
      seconds: [0.98, 1.2],
      time: ({ of }) => (1 + drained(of('burst'))) / 2,
      highlight: 'queued',
      shows: (run, at_s) =>
        Math.abs(valueAt(packetsOf(run, 'R1>R2'), at_s) / largest(packetsOf(run, 'R1>R2')) - 0.5) < 0.05,
    },
    yours: {
      experiment: 'burst',
      panels: ['queue'],
      seconds: [0.98, 1.2],
      time: FULL_S,
      controls: [BUFFER],
      shows: (run, at_s) => isFullest(run, 'R1>R2', at_s),
    },
  },
  points: {
    dropped: { time: ({ of }) => dropped(of('burst')) },
    empty: { time: ({ of }) => drained(of('burst')), highlight: 'queued' },
    ping: { time: ({ of }) => halfway(of('alone'), REGULAR_S[0]) },
    released: {
      time: ({ of }) =>
        segmentsOf(of('alone', 'bsd'), 'send').find(({ time_s }) => time_s >= REGULAR_S[0])?.time_s,
    },
    smallest: { time: ({ of }) => lowestAt(of('caught', 'coarse')), highlight: 'rtt_sample' },
  },

  predictions: {
    faster: {
      kind: 'draw',
      question:
        'The link now sends 1.6 Mbit/s. Draw how many bytes the buffer holds. The burst arrives at the left edge.',
      covers: ['faster'],
      x: { label: 'time', unit: 's', from: 1, to: 1.2 },
      y: { label: 'held by the buffer', unit: 'bytes', from: 0, to: 20_000 },
      answer: (runs) => queueOf(runs.of('faster', 'double'), 'R1>R2'),
      line: 1,
      features: [
        { is: 'falling', from: 1, to: 1.08 },
        { is: 'near', from: 1, to: 1.2, within: 2000 },
      ],
      why: 'The forty arrive faster than either link can send, so the buffer fills as high as before. Then it drains in a straight line, twice as steep.',
    },
    pairs: {
      kind: 'number',
      question:
        'With BSD’s clock, Vegas and Reno each send the same data eight times. In how many of the eight pairs does Vegas finish first?',
      covers: ['verdict'],
      unit: 'pairs',
      range: [0, 8],
      step: 1,
      answer: (runs) => 8 - slower(runs, 'verdict'),
      within: 0.5,
      why: (runs) =>
        `In ${8 - slower(runs, 'verdict')} of the eight. The clock fools Vegas only with some phases, and Reno hardly ever: it goes by losses, and its timer counts in ticks of half a second anyway.`,
    },
  },

  checks: {
    fooled: {
      experiment: 'race',
      task: 'Reno needs about 32 s for this transfer. Find a clock with which Vegas needs more than 40 s.',
      kind: 'reach',
      judge: (mine) => {
        const run = mine();
        const ticks = `With ticks of ${Number(at(run.scenario, TICK.path)) / 1000} ms`;
        const took = completedAt(run);
        return took > 40
          ? {
              passed: true,
              words: `${ticks}, Vegas takes ${took.toFixed(1)} s. The path is the same, and ${linkOf(run, 'R1>R2').mean_queue_packets.toFixed(1)} packets are at the bottleneck on average: its window stops growing, though nothing waits.`,
            }
          : { passed: false, words: `${ticks}, Vegas takes ${took.toFixed(1)} s. Try others.` };
      },
      right: { ...clock(10_000) },
      wrong: { ...clock(3000) },
    },
    last: {
      experiment: 'burst',
      task: 'How long after the burst does the last packet that gets through leave the router?',
      kind: 'read',
      unit: 'ms',
      within: 8,
      right: 160,
      // The end of the time axis.
      wrong: 200,
      hints: [
        'The graph shows how much the buffer holds. The burst comes at second 1.',
        'Where does the graph reach zero?',
      ],
      answer: (mine) => wait(mine()),
      why: (mine) =>
        `The buffer is empty ${wait(mine()).toFixed(0)} ms after the burst. Each packet that it held has waited for all before it.`,
    },
    twenty: {
      experiment: 'burst',
      task: 'Size the buffer so that exactly twenty of the forty get through.',
      kind: 'reach',
      judge: (mine) => {
        const came = burst(mine());
        const limit = mine().scenario.links[1]?.queue;
        const bytes = limit && 'limit_bytes' in limit ? limit.limit_bytes : Number.NaN;
        return {
          passed: came === 20,
          words: `${came} of the forty came through. Your buffer of ${(bytes / 1024).toFixed(1)} KiB has room for ${Math.floor(bytes / 552)} packets of 552 bytes.`,
        };
      },
      right: { 'links.1.queue.limit_bytes': 11_264 },
      wrong: { 'links.1.queue.limit_bytes': 12_288 },
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
    'fast-came': { number: (runs) => burst(runs.of('faster', 'double')) },
    'fast-drains': { number: (runs) => wait(runs.of('faster', 'double')), unit: 'ms' },
    propagation: { number: (runs) => propagation(runs.of('burst')), unit: 'ms' },
    'fine-rtt': { number: (runs) => middle(runs.of('alone')), unit: 'ms' },
    'coarse-rtt': { number: (runs) => middle(runs.of('alone', 'bsd')), unit: 'ms' },
    'passed-slow': { number: (runs) => passed(runs.of('blast', 'slow')), unit: 'kbit/s' },
    'passed-fast': { number: (runs) => passed(runs.of('blast', 'fast')), unit: 'kbit/s' },
    'dropped-slow': {
      number: (runs) => (linkOf(runs.of('blast', 'slow'), 'R1>R2').drops - 11) / 112.5,
      unit: '%',
    },
    'vegas-fine': { number: (runs) => spread(times(runs, 'fine', 'vegas')), unit: 's' },
    'vegas-coarse': { number: (runs) => spread(times(runs, 'verdict', 'vegas')), unit: 's' },
    'vegas-others': {
      number: (runs) => spread(withoutSlowest(times(runs, 'verdict', 'vegas'))),
      unit: 's',
    },
    'reno-coarse': { number: (runs) => spread(times(runs, 'verdict', 'reno')), unit: 's' },
    'slower-fine': { number: (runs) => slower(runs, 'fine') },
    'slower-coarse': { number: (runs) => slower(runs, 'verdict') },
    'base-caught': { number: (runs) => lowest(runs.of('caught', 'coarse')), unit: 'ms' },
    'rtt-caught': { number: (runs) => middle(runs.of('caught', 'coarse')), unit: 'ms' },
    'took-caught': { number: (runs) => completedAt(runs.of('caught', 'coarse')), unit: 's' },
    'short-queue': {
      holds: (runs) => linkOf(runs.of('caught', 'coarse'), 'R1>R2').mean_queue_packets < 1,
      wrong: clock(0),
    },
  },

  numbers: {
    '32 s': (runs) => mean(times(runs, 'verdict', 'reno')),
    '40 s': 'The goal: well above Reno’s time, with every clock.',
  },

  beside: [
    {
      quantity: 'rate of a blast that gets through 800 kbit/s',
      unit: 'kbit/s',
      ours: (runs) => passed(runs.of('blast', 'slow')),
      decimals: 0,
      cited: 'ahn-1995/emulator/rate-800',
      published: '800',
    },
    {
      quantity: 'rate of a blast that gets through 8 Mbit/s, the highest rate verified',
      unit: 'kbit/s',
      ours: (runs) => passed(runs.of('blast', 'fast')),
      decimals: 0,
      cited: 'ahn-1995/emulator/rate-8000',
      published: '8000',
    },
    {
      quantity: 'delay of a full buffer of 16 KiB',
      unit: 'ms',
      ours: (runs) => wait(runs.of('burst')),
      decimals: 0,
      cited: 'ahn-1995/emulator/delay-16K',
      published: '160',
    },
  ],
} satisfies Lesson;
