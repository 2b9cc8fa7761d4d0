/**
 * Estimates the path and the sender behind a captured transfer, and builds a scenario like it: one path with one
 * bottleneck. Each value can be edited on the bench afterwards.
 */
import { rowAt } from '../run/window';
import { ACK, FIN, RST, SYN } from './capture/segment';
import type { Stream } from './capture/streams';
import { Tally } from './tally';
import type { Tap } from './transfer';
import { Unacknowledged } from './unacknowledged';

export interface Estimate {
  /** Rate of the slowest link, with headers, bit/s. */
  rate_bps: number;
  /** The RTT without queueing, ms. */
  base_rtt_ms: number;
  /** Space for waiting packets at the bottleneck. */
  buffer_bytes: number;
  /** True if the queue overflowed. Otherwise the buffer is at least this large. */
  overflowed: boolean;
  /** Share of segments lost while the queue was short. */
  random_loss: number;
  /** Segments that were retransmitted. */
  retransmitted: number;
  segments: number;
  smss_bytes: number;
  /** Payload of the whole transfer. */
  transfer_bytes: number;
  /** Segments before the first ACK. */
  initial_cwnd: number;
  /** The largest receive window. */
  rwnd_bytes: number;
  /** Segments per ACK of the receiver. */
  ack_every: number;
  duration_s: number;
}

/** IPv4 and TCP headers without options. */
export const HEADER_BYTES = 40;

/** A point of the curve of delivered bytes. */
interface Delivered {
  time_ns: number;
  /** Bytes that reached the receiver so far. */
  delivered: number;
}

interface Sample {
  time_ns: number;
  rtt_ns: number;
  /** Bytes that the ACK acknowledged. */
  step: number;
}

/** Segments between the two ends of a measurement of the rate. */
const TRAIN = 24;

/** Losses at less than this share of the longest queueing delay count as random. */
const SHORT_QUEUE = 0.5;

/** Retransmissions within this many RTTs of each other repair the same burst of losses. */
const BURST_RTTS = 1;

/** A capture too short for a delivery rate has none of its values. Null then. */
export function estimateOf(stream: Stream, direction: 0 | 1, tap: Tap): Estimate | null {
  const seen = observe(stream, direction);
  const { acked, arrivals, samples, smss, past } = seen;
  if (past === 0 || seen.segments < 4) return null;
  const steps = tap === 'sender' ? acked : arrivals;
  const payload_bps = deliveryRate(steps, smss);
  const rtts = samples.map(({ rtt_ns }) => rtt_ns).sort((a, b) => a - b);
  const base_ns = (tap === 'sender' ? rtts[0] : seen.handshake_ns) ?? rtts[0];
  if (payload_bps === null || base_ns === undefined) return null;
  const rate_bps = payload_bps * ((smss + HEADER_BYTES) / smss);
  const longest_ns = tap === 'sender' ? longestRtt(samples, seen.ackEvery * smss) : base_ns;
  const wait_ns = Math.max(0, longest_ns - base_ns);
  const { overflows, random } = causesOf(seen.losses, samples, base_ns, wait_ns);
  const queued = (wait_ns / 1e9) * (rate_bps / 8);
  // A packet waits for those before it, so the one that just fit is in the buffer but not in the wait.
  const buffer_bytes = Math.round(queued) + smss + HEADER_BYTES;
  return {
    rate_bps: Math.round(rate_bps),
    base_rtt_ms: base_ns / 1e6,
    buffer_bytes,
    overflowed: overflows > 0,
    random_loss: seen.segments === 0 ? 0 : random / seen.segments,
    retransmitted: seen.retransmitted,
    segments: seen.segments,
    smss_bytes: smss,
    transfer_bytes: past,
    initial_cwnd: Math.max(1, seen.initial),
    rwnd_bytes: Math.max(smss, seen.rwnd),
    ack_every: seen.ackEvery,
    duration_s: seen.duration_s,
  };
}

interface Observed {
  acked: Delivered[];
  arrivals: Delivered[];
  samples: Sample[];
  losses: number[];
  handshake_ns: number | undefined;
  smss: number;
  past: number;
  segments: number;
  retransmitted: number;
  initial: number;
  rwnd: number;
  ackEvery: number;
  duration_s: number;
}

function observe(stream: Stream, direction: 0 | 1): Observed {
  const base = firstSeq(stream, direction);
  const acked: Delivered[] = [];
  const arrivals: Delivered[] = [];
  const samples: Sample[] = [];
  const losses: number[] = [];
  const lengths = new Tally();
  const steps = new Tally();
  const shift = stream.scale[0] !== null && stream.scale[1] !== null ? (stream.scale[1 - direction] ?? 0) : 0;
  const waiting = new Unacknowledged();
  let past = 0;
  let lastAck = 0;
  let delivered = 0;
  let early = 0;
  let arrived = 0;
  let segments = 0;
  let retransmitted = 0;
  /** Up to here an ACK may be of a retransmission, or of what waited behind a hole. */
  let recoverUntil = -1;
  let flight = 0;
  let initial = 0;
  let answered = false;
  let rwnd = 0;
  let synAck_ns: number | undefined;
  let handshake_ns: number | undefined;
  let finished = Number.POSITIVE_INFINITY;
  stream.time_ns.forEach((time_ns, i) => {
    const flags = stream.flags[i] ?? 0;
    const payload = stream.payload[i] ?? 0;
    if (stream.direction[i] === direction) {
      const offset = ((stream.seq[i] ?? 0) - base) >>> 0;
      if (synAck_ns !== undefined && handshake_ns === undefined && !(flags & SYN))
        handshake_ns = time_ns - synAck_ns;
      if (flags & FIN) finished = offset + payload;
      if (payload === 0 || flags & (SYN | RST)) return;
      segments += 1;
      lengths.add(payload);
      if (!answered) initial += 1;
      arrived += payload;
      arrivals.push({ time_ns, delivered: arrived });
      if (offset < past) {
        retransmitted += 1;
        losses.push(time_ns);
        recoverUntil = past;
      } else waiting.sent(offset + payload, time_ns);
      past = Math.max(past, offset + payload);
      flight = Math.max(flight, past - lastAck);
      return;
    }
    if (flags & SYN) synAck_ns = time_ns;
    if (!(flags & ACK) || flags & (SYN | RST)) return;
    rwnd = Math.max(rwnd, (stream.window[i] ?? 0) * 2 ** shift);
    const ack = Math.min(((stream.ack[i] ?? 0) - base) >>> 0, finished);
    if (ack > lastAck && ack <= past) {
      answered = true;
      const step = ack - lastAck;
      // Duplicate ACKs have already counted what arrived beyond a hole.
      const fresh = Math.max(0, step - early);
      early = Math.max(0, early - step);
      delivered += fresh;
      if (early === 0 && fresh === step) steps.add(step);
      const sent_ns = waiting.acknowledged(ack);
      if (sent_ns !== undefined && ack > recoverUntil && fresh === step)
        samples.push({ time_ns, rtt_ns: time_ns - sent_ns, step });
      lastAck = ack;
      acked.push({ time_ns, delivered });
    } else if (ack === lastAck && ack < past && payload === 0 && answered) {
      delivered += lengths.mostCommon;
      early += lengths.mostCommon;
      acked.push({ time_ns, delivered });
    }
  });
  const smss = lengths.mostCommon;
  const first = stream.time_ns[0] ?? 0;
  return {
    acked,
    arrivals,
    samples,
    losses,
    handshake_ns,
    smss,
    past,
    segments,
    retransmitted,
    initial,
    rwnd: scaledTo(flight, rwnd),
    ackEvery: Math.min(64, Math.max(1, Math.round(steps.mostCommon / smss))),
    duration_s: ((stream.time_ns.at(-1) ?? first) - first) / 1e9,
  };
}

function firstSeq(stream: Stream, direction: 0 | 1): number {
  let lowest: number | null = null;
  for (let i = 0; i < stream.seq.length; i += 1) {
    if (stream.direction[i] !== direction) continue;
    const seq = stream.seq[i] ?? 0;
    if ((stream.flags[i] ?? 0) & SYN) return (seq + 1) >>> 0;
    if ((stream.payload[i] ?? 0) > 0 && (lowest === null || ((seq - lowest) | 0) < 0)) lowest = seq;
  }
  return lowest ?? 0;
}

/** The window with the smallest scale that allows what was in flight: without the SYN, the scale is unknown. */
function scaledTo(flight: number, window: number): number {
  let scaled = window;
  while (scaled > 0 && scaled < flight) scaled *= 2;
  return scaled;
}

/**
 * The rate at which segments leave the bottleneck while it's busy, bit/s of payload: trains of segments are timed, and the
 * fastest are at the link's rate. The very fastest are left out, because ACKs can bunch up on the way back.
 */
function deliveryRate(steps: readonly Delivered[], smss: number): number | null {
  const rates: number[] = [];
  let from = 0;
  for (let to = 1; to < steps.length; to += 1) {
    const [end, start] = [steps[to], steps[from]];
    if (end === undefined || start === undefined || end.delivered - start.delivered < TRAIN * smss) continue;
    if (end.time_ns > start.time_ns)
      rates.push((8e9 * (end.delivered - start.delivered)) / (end.time_ns - start.time_ns));
    from += 1;
  }
  const [first, last] = [steps[0], steps.at(-1)];
  if (rates.length === 0)
    return first && last && last.time_ns > first.time_ns
      ? (8e9 * (last.delivered - first.delivered)) / (last.time_ns - first.time_ns)
      : null;
  rates.sort((a, b) => a - b);
  return rates[Math.floor((rates.length - 1) * 0.9)] ?? null;
}

/**
 * The longest RTT, ns. An ACK of fewer segments than usual may have waited for the receiver's timer. A queue changes slowly,
 * so a single long sample between shorter ones was delayed by something else.
 */
function longestRtt(samples: readonly Sample[], step: number): number {
  const prompt = samples.filter((sample) => sample.step >= step);
  const rtts = (prompt.length > 2 ? prompt : samples).map(({ rtt_ns }) => rtt_ns);
  return rtts.reduce((longest, rtt, place) => {
    const beside = Math.max(rtts[place - 1] ?? 0, rtts[place + 1] ?? 0);
    return Math.max(longest, Math.min(rtt, beside));
  }, 0);
}

/** Losses while the queue was long are its overflows; the others are random. Bursts count once, as overflows. */
function causesOf(
  losses: readonly number[],
  samples: readonly Sample[],
  base_ns: number,
  wait_ns: number,
): { overflows: number; random: number } {
  let overflows = 0;
  let random = 0;
  let last = Number.NEGATIVE_INFINITY;
  const lastAt = lastAtOrBefore(samples);
  for (const time_ns of losses) {
    const queued = (samples[lastAt(time_ns)]?.rtt_ns ?? base_ns) - base_ns;
    const burst = time_ns - last < BURST_RTTS * (base_ns + wait_ns);
    last = time_ns;
    if (burst) continue;
    if (queued >= SHORT_QUEUE * wait_ns) overflows += 1;
    else random += 1;
  }
  return { overflows, random };
}

/** Returns a function that finds the last sample taken at a moment or before it. A capture's clock may go back. */
function lastAtOrBefore(samples: readonly Sample[]): (time_ns: number) => number {
  const earliestFrom = new Float64Array(samples.length);
  let earliest = Number.POSITIVE_INFINITY;
  for (let place = samples.length - 1; place >= 0; place -= 1) {
    earliest = Math.min(earliest, samples[place]?.time_ns ?? earliest);
    earliestFrom[place] = earliest;
  }
  return (time_ns) => rowAt(earliestFrom, time_ns);
}

/** The name of scenarios built from captures. */
export const LIKE_CAPTURE = 'like-capture';

/** Links at the hosts are this much faster than the bottleneck. */
const HOST_LINKS = 20;

/** Digits of estimated values in a scenario: more would suggest a precision that they don't have. */
const digits = (value: number, count = 3) => Number(value.toPrecision(count));

/** A scenario with the estimated path, as the text that the bench opens. */
export function scenarioLike(estimate: Estimate, capture: string, about: string, preset: string): string {
  const { smss_bytes, base_rtt_ms, buffer_bytes, random_loss, ack_every } = estimate;
  const rate_bps = Math.round(digits(estimate.rate_bps));
  const host_bps = rate_bps * HOST_LINKS;
  const packet = smss_bytes + HEADER_BYTES;
  const transmission_ms = 8e3 * ((packet + HEADER_BYTES) / rate_bps + (packet + HEADER_BYTES) / host_bps);
  const delay_ms = digits(Math.max(0, (base_rtt_ms - transmission_ms) / 2), 4);
  const seconds = Math.max(1, estimate.duration_s);
  const scenario = {
    version: 1,
    name: LIKE_CAPTURE,
    title: `Like ${capture}`.slice(0, 120),
    about,
    seed: 1,
    // Time to finish for a sender that's slower than the captured one.
    duration_s: digits(1.5 * seconds, 3),
    links: [
      {
        name: 'sender-router',
        from: 'sender',
        to: 'router',
        rate_bps: host_bps,
        delay_ms: 0,
        queue: { kind: 'drop_tail_bytes', limit_bytes: 4_000_000 },
      },
      {
        name: 'router-receiver',
        from: 'router',
        to: 'receiver',
        rate_bps,
        delay_ms,
        queue: { kind: 'drop_tail_bytes', limit_bytes: buffer_bytes },
        loss: random_loss > 0 ? { kind: 'bernoulli', rate: digits(random_loss) } : { kind: 'none' },
      },
    ],
    flows: [
      {
        name: 'transfer',
        from: 'sender',
        to: 'receiver',
        smss_bytes,
        header_bytes: HEADER_BYTES,
        rwnd_bytes: estimate.rwnd_bytes,
        traffic: { kind: 'transfer', bytes: estimate.transfer_bytes },
        sender: { preset, initial_cwnd: estimate.initial_cwnd },
        receiver: ack_every === 1 ? { kind: 'every_packet' } : { kind: 'bsd_reno', ack_every },
      },
    ],
  };
  return `${JSON.stringify(scenario, null, 2)}\n`;
}

/** Bytes in flight and the receive window over time, in bytes. */
export interface Flight {
  /** From the capture's first packet. */
  time_s: Float64Array<ArrayBuffer>;
  flight: Float64Array<ArrayBuffer>;
  /** NaN before the first ACK. */
  window: Float64Array<ArrayBuffer>;
  /** The first row with the most bytes in flight. */
  most: number;
  /** The largest receive window. */
  widest: number;
}

export function flightOf(stream: Stream, direction: 0 | 1): Flight {
  const { rwnd } = observe(stream, direction);
  const base = firstSeq(stream, direction);
  const first = stream.time_ns[0] ?? 0;
  const { length } = stream.time_ns;
  let advertised = 1;
  for (let i = 0; i < length; i += 1)
    if (stream.direction[i] !== direction) advertised = Math.max(advertised, stream.window[i] ?? 0);
  const [time_s, flight, windows] = [0, 1, 2].map(() => new Float64Array(length)) as [
    Flight['time_s'],
    Flight['flight'],
    Flight['window'],
  ];
  let rows = 0;
  let past = 0;
  let lastAck = 0;
  let window = Number.NaN;
  let most = 0;
  let widest = 0;
  for (let i = 0; i < length; i += 1) {
    const flags = stream.flags[i] ?? 0;
    const payload = stream.payload[i] ?? 0;
    if (flags & (SYN | RST)) continue;
    if (stream.direction[i] === direction) {
      if (payload === 0) continue;
      past = Math.max(past, (((stream.seq[i] ?? 0) - base) >>> 0) + payload);
    } else if (flags & ACK) {
      const ack = ((stream.ack[i] ?? 0) - base) >>> 0;
      // The FIN is acknowledged as one more byte.
      if (ack <= past + 1) lastAck = Math.max(lastAck, Math.min(ack, past));
      window = ((stream.window[i] ?? 0) / advertised) * rwnd;
      widest = Math.max(widest, window);
    }
    time_s[rows] = ((stream.time_ns[i] ?? 0) - first) / 1e9;
    flight[rows] = past - lastAck;
    windows[rows] = window;
    if (past - lastAck > (flight[most] ?? 0)) most = rows;
    rows += 1;
  }
  return {
    time_s: time_s.slice(0, rows),
    flight: flight.slice(0, rows),
    window: windows.slice(0, rows),
    most,
    widest,
  };
}

/** Shifts it in time, like the transfer. */
export function flightAt(flight: Flight, begins_s: number): Flight {
  return begins_s === 0 ? flight : { ...flight, time_s: flight.time_s.map((time) => time + begins_s) };
}
