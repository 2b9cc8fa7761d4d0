/**
 * Converts one direction of a real TCP stream to a trace, so that the panels of a simulation can show it. A capture doesn't record why a
 * segment was sent: repeated bytes count as a retransmission, and its cause is guessed from the ACKs before it.
 */
import { type Chunk, type Scenario, SEGMENT_KINDS, type Summary, TRACE_TABLES } from '../engine/schema';
import { type Run, Trace } from '../run/trace';
import { ACK, FIN, RST, SYN } from './capture/segment';
import type { Stream } from './capture/streams';

export type Tap = 'sender' | 'receiver';

type Kind = (typeof SEGMENT_KINDS)[number];

export interface Transfer {
  run: Run;
  /** Seconds from the first packet to the last. */
  duration_s: number;
  /** Start time on the capture's clock if that clock starts at a run's start; else 0. */
  begins_s: number;
  segments: number;
  retransmitted: number;
  /** Largest payload, bytes. */
  largest: number;
}

/** A timestamp below this counts from the start of a run, not from 1970. */
const DAY_NS = 86_400_000_000_000;

/** The direction with more payload. */
export function mainDirection({ bytes: [there, back] }: Stream): 0 | 1 {
  return there >= back ? 0 : 1;
}

/** Guesses the tap. Near the receiver, ACKs follow data sooner than data follow ACKs. */
export function guessTap(stream: Stream, direction: 0 | 1): Tap {
  const afterData: number[] = [];
  const afterAck: number[] = [];
  stream.time_ns.forEach((time, i) => {
    const before = i - 1;
    if (before < 0 || stream.direction[i] === stream.direction[before]) return;
    const wait = time - (stream.time_ns[before] ?? time);
    (stream.direction[i] === direction ? afterAck : afterData).push(wait);
  });
  const median = (waits: number[]) =>
    waits.sort((a, b) => a - b)[waits.length >> 1] ?? Number.POSITIVE_INFINITY;
  return median(afterData) < median(afterAck) ? 'receiver' : 'sender';
}

/** Duplicate ACKs that indicate a loss (RFC 5681, section 3.2). */
const DUPLICATES = 3;

/** Maximum number of segments in flight to remember. */
const MOST_WAITING = 1 << 14;

/** Segments triggered by an ACK are sent within this time; later ones by a timer. */
const QUIET_NS = 20_000_000;

interface Row {
  time_s: number;
  kind: Kind;
  /** Bytes since the start of the stream. */
  offset: number;
}

/** The transfer with its first packet at 0 s. */
export function transferOf(stream: Stream, direction: 0 | 1, tap: Tap): Transfer {
  const first = stream.time_ns[0] ?? 0;
  const rows: Row[] = [];
  const samples: { time_s: number; rtt_ms: number }[] = [];
  const base = firstByte(stream, direction);
  const unwrap = unwrapping(base);
  const lengths = new Map<number, number>();
  /** Segments sent once and not acknowledged yet: where they end and when they were sent. */
  let waiting: { end: number; time_ns: number }[] = [];
  /** Index of the first unacknowledged segment in `waiting`. */
  let head = 0;
  let past = 0;
  /** Offset after the last byte, if a FIN was captured. The FIN itself is acknowledged as one more byte. */
  let finished = Number.POSITIVE_INFINITY;
  let lastAck = -1;
  let lastWindow = -1;
  let duplicates = 0;
  let lastAckAt = first;
  /** Retransmissions below these offsets belong to the current recovery, after duplicate ACKs or after a timeout. */
  let recoverUntil = -1;
  let goBackUntil = -1;
  let retransmitted = 0;
  let segments = 0;

  const causeOf = (offset: number, time_ns: number): Kind => {
    if (offset <= lastAck && time_ns - lastAckAt > QUIET_NS) {
      goBackUntil = past;
      recoverUntil = -1;
      return 'retransmit_timeout';
    }
    if (duplicates >= DUPLICATES && offset === lastAck) {
      recoverUntil = past;
      return 'retransmit_fast';
    }
    if (offset < goBackUntil) return 'retransmit_timeout';
    if (offset < recoverUntil) return 'retransmit_fast';
    return duplicates > 0 && offset === lastAck ? 'retransmit_early' : 'retransmit_timeout';
  };

  stream.time_ns.forEach((time_ns, i) => {
    const time_s = (time_ns - first) / 1e9;
    const flags = stream.flags[i] ?? 0;
    const payload = stream.payload[i] ?? 0;
    if (stream.direction[i] === direction) {
      if (flags & FIN) finished = unwrap(stream.seq[i] ?? 0) + payload;
      if (payload === 0 || flags & (SYN | RST)) return;
      const offset = unwrap(stream.seq[i] ?? 0);
      segments += 1;
      lengths.set(payload, (lengths.get(payload) ?? 0) + 1);
      let kind: Kind = 'send';
      if (offset < past) {
        retransmitted += 1;
        waiting = waiting.slice(head).filter(({ end }) => end <= offset || end > offset + payload);
        head = 0;
        kind = causeOf(offset, time_ns);
      } else {
        waiting.push({ end: offset + payload, time_ns });
        // Limit the list, which would grow forever if the capture contains no ACKs.
        if (waiting.length > 4 * MOST_WAITING) {
          waiting = waiting.slice(-MOST_WAITING);
          head = 0;
        }
      }
      past = Math.max(past, offset + payload);
      rows.push({ time_s, kind: tap === 'sender' ? kind : 'data_arrived', offset });
      return;
    }
    if (!(flags & ACK) || flags & (SYN | RST)) return;
    const ack = Math.min(unwrap(stream.ack[i] ?? 0), finished);
    const window = stream.window[i] ?? 0;
    // A window update repeats an ACK number too, but isn't a duplicate ACK (RFC 5681, section 2).
    const noUpdate = (stream.sack[i] ?? null) !== null || window === lastWindow;
    const duplicate = ack === lastAck && payload === 0 && ack < past && noUpdate;
    duplicates = duplicate ? duplicates + 1 : ack > lastAck ? 0 : duplicates;
    if (ack > lastAck) {
      if (ack >= recoverUntil) recoverUntil = -1;
      if (ack >= goBackUntil) goBackUntil = -1;
      let latest: { time_ns: number } | undefined;
      for (; (waiting[head]?.end ?? Number.POSITIVE_INFINITY) <= ack; head += 1) latest = waiting[head];
      if (latest !== undefined) samples.push({ time_s, rtt_ms: (time_ns - latest.time_ns) / 1e6 });
      if (head > MOST_WAITING) {
        waiting = waiting.slice(head);
        head = 0;
      }
    }
    lastAck = Math.max(lastAck, ack);
    lastAckAt = time_ns;
    lastWindow = window;
    const kind: Kind =
      tap === 'sender' ? (duplicate ? 'dup_ack' : 'ack') : duplicate ? 'dup_ack_sent' : 'ack_sent';
    rows.push({ time_s, kind, offset: Math.max(0, ack) });
  });

  const largest = Math.max(1, ...lengths.keys());
  const unit = unitOf(rows, lengths, past);
  const duration_s = ((stream.time_ns.at(-1) ?? first) - first) / 1e9;
  const run = runOf(rows, tap === 'sender' ? samples : [], unit, {
    name: `${stream.ends[direction]} → ${stream.ends[1 - direction]}`,
    ends_s: duration_s,
    segments,
    retransmitted,
  });
  const clock_ns = Number(stream.origin_ns) + first;
  const begins_s = clock_ns < DAY_NS ? clock_ns / 1e9 : 0;
  return { run, duration_s, begins_s, segments, retransmitted, largest };
}

/** The sequence number of the first byte: the one after the SYN, or else the lowest among the first segments. */
function firstByte(stream: Stream, direction: 0 | 1): number {
  const EARLY = 64;
  let lowest: number | null = null;
  let looked = 0;
  for (let i = 0; i < stream.seq.length && looked < EARLY; i += 1) {
    if (stream.direction[i] !== direction) continue;
    const seq = stream.seq[i] ?? 0;
    if ((stream.flags[i] ?? 0) & SYN) return (seq + 1) >>> 0;
    if ((stream.payload[i] ?? 0) === 0) continue;
    looked += 1;
    if (lowest === null || ((seq - lowest) | 0) < 0) lowest = seq;
  }
  return lowest ?? 0;
}

/** Returns a function that converts sequence numbers to byte offsets. Beyond 2^32 it picks the offset nearest to the highest seen. */
function unwrapping(base: number): (seq: number) => number {
  let highest = 0;
  return (seq) => {
    const offset = highest + ((seq - base - highest) | 0);
    highest = Math.max(highest, offset);
    return offset;
  };
}

/**
 * The trace's unit in bytes. If every segment starts at a multiple of the most common segment size, it is that size, so that segments are
 * numbered as in a simulation. Otherwise it is a single byte.
 */
function unitOf(rows: readonly Row[], lengths: ReadonlyMap<number, number>, past: number): number {
  const [common = 1] = [...lengths].sort(([, a], [, b]) => b - a).map(([length]) => length);
  const whole = rows.every(({ kind, offset }) => offset % common === 0 || kind.includes('ack'));
  return whole || past >= 2 ** 32 ? common : 1;
}

interface Facts {
  name: string;
  ends_s: number;
  segments: number;
  retransmitted: number;
}

function runOf(
  rows: readonly Row[],
  samples: readonly { time_s: number; rtt_ms: number }[],
  unit: number,
  { name, ends_s, segments, retransmitted }: Facts,
): Run {
  // Only the fields of scenario and summary that panels use; a capture has no others.
  const scenario = {
    name: 'capture',
    title: name,
    seed: 0,
    duration_s: ends_s,
    links: [],
    flows: [{ name, smss_bytes: unit, header_bytes: 0, sender: {}, traffic: { kind: 'bulk' } }],
    datagrams: [],
  } as unknown as Scenario;
  const summary = {
    rows_thinned: 0,
    flows: [{ name, segments_sent: segments, retransmitted_segments: retransmitted }],
    links: [],
    datagrams: [],
  } as unknown as Summary;
  const trace = new Trace(scenario);
  let base_rtt_ms = Number.POSITIVE_INFINITY;
  let srtt_ms = Number.NaN;
  const columns = columnsFor('segments', rows.length);
  rows.forEach(({ time_s, kind, offset }, row) => {
    columns.time_s[row] = time_s;
    columns.kind[row] = KINDS[kind];
    // An ACK's number is the next expected segment, so a short last segment counts as a whole one.
    columns.seq[row] = Math.ceil(offset / unit);
  });
  const rtts = columnsFor('rtts', samples.length);
  samples.forEach(({ time_s, rtt_ms }, row) => {
    base_rtt_ms = Math.min(base_rtt_ms, rtt_ms);
    // Smoothed like the sender's retransmission timer (RFC 6298, section 2).
    srtt_ms = Number.isNaN(srtt_ms) ? rtt_ms : srtt_ms + (rtt_ms - srtt_ms) / 8;
    rtts.time_s[row] = time_s;
    rtts.rtt_ms[row] = rtt_ms;
    rtts.srtt_ms[row] = srtt_ms;
    rtts.base_rtt_ms[row] = base_rtt_ms;
    rtts.rto_ms[row] = Number.NaN;
    rtts.diff[row] = Number.NaN;
  });
  trace.append({ ...emptyChunk(), segments: columns, rtts });
  return { id: 0, trace, scenario, prediction: null, summary, now_s: ends_s };
}

const KINDS = Object.fromEntries(SEGMENT_KINDS.map((kind, number) => [kind, number])) as Record<Kind, number>;

const ARRAYS = { f64: Float64Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array };

function columnsFor<T extends keyof Chunk>(table: T, length: number): Chunk[T] {
  const columns = TRACE_TABLES[table].map(([name, type]) => [name, new ARRAYS[type](length)]);
  return Object.fromEntries(columns) as Chunk[T];
}

function emptyChunk(): Chunk {
  const tables = (Object.keys(TRACE_TABLES) as (keyof Chunk)[]).map((table) => [table, columnsFor(table, 0)]);
  return Object.fromEntries(tables) as Chunk;
}

/** Shifts a transfer in time, to compare it with a run. */
export function shifted(transfer: Transfer, by_s: number): Transfer {
  if (by_s === 0) return transfer;
  const { run } = transfer;
  const trace = new Trace(run.scenario);
  const later = (time_s: Float64Array) => time_s.map((time) => time + by_s);
  const segments = run.trace.rows('segments', 0);
  const rtts = run.trace.rows('rtts', 0);
  const flow = (rows: { time_s: Float64Array }) => new Uint16Array(rows.time_s.length);
  trace.append({
    ...emptyChunk(),
    segments: { ...segments, flow: flow(segments), time_s: later(segments.time_s) },
    rtts: { ...rtts, flow: flow(rtts), time_s: later(rtts.time_s) },
  } as Chunk);
  return { ...transfer, run: { ...run, trace, now_s: run.now_s + by_s } };
}
