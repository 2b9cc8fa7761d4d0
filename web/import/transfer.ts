/**
 * Converts one direction of a real TCP stream to a trace, so that the panels of a simulation can show it. A capture doesn't record why a
 * segment was sent: repeated bytes count as a retransmission, and its cause is guessed from the ACKs before it.
 */
import { type Chunk, type Scenario, SEGMENT_KINDS, type Summary, TRACE_TABLES } from '../engine/schema';
import { ARRAYS, type Run, Trace } from '../run/trace';
import { ACK, FIN, RST, SYN } from './capture/segment';
import type { Stream } from './capture/streams';
import { Tally } from './tally';
import { Unacknowledged } from './unacknowledged';

export type Tap = 'sender' | 'receiver';

type Kind = (typeof SEGMENT_KINDS)[number];

/** A transfer as columns, which a worker can hand over to the page. Times begin with the first packet. */
export interface TransferRows {
  name: string;
  /** The trace's unit in bytes. */
  unit: number;
  segments_rows: Chunk['segments'];
  rtts_rows: Chunk['rtts'];
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

/** Segments triggered by an ACK are sent within this time; later ones by a timer. */
const QUIET_NS = 20_000_000;

/** The transfer with its first packet at 0 s. */
export function transferOf(stream: Stream, direction: 0 | 1, tap: Tap): TransferRows {
  const first = stream.time_ns[0] ?? 0;
  const rows = new SegmentRows(stream.time_ns.length);
  const samples: RttSample[] = [];
  const unwrap = unwrapping(firstByte(stream, direction));
  const lengths = new Tally();
  const waiting = new Unacknowledged();
  let largest = 1;
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
      lengths.add(payload);
      largest = Math.max(largest, payload);
      let kind: Kind = 'send';
      if (offset < past) {
        retransmitted += 1;
        waiting.drop(offset, offset + payload);
        kind = causeOf(offset, time_ns);
      } else waiting.sent(offset + payload, time_ns);
      past = Math.max(past, offset + payload);
      rows.add(time_s, tap === 'sender' ? kind : 'data_arrived', offset);
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
      const sent_ns = waiting.acknowledged(ack);
      if (sent_ns !== undefined) samples.push({ time_s, rtt_ms: (time_ns - sent_ns) / 1e6 });
    }
    lastAck = Math.max(lastAck, ack);
    lastAckAt = time_ns;
    lastWindow = window;
    const kind: Kind =
      tap === 'sender' ? (duplicate ? 'dup_ack' : 'ack') : duplicate ? 'dup_ack_sent' : 'ack_sent';
    rows.add(time_s, kind, Math.max(0, ack));
  });

  const unit = past >= 2 ** 32 || rows.areWhole(lengths.mostCommon) ? lengths.mostCommon : 1;
  const clock_ns = Number(stream.origin_ns) + first;
  return {
    name: `${stream.ends[direction]} → ${stream.ends[1 - direction]}`,
    unit,
    segments_rows: rows.inUnits(unit),
    rtts_rows: smoothed(tap === 'sender' ? samples : []),
    duration_s: ((stream.time_ns.at(-1) ?? first) - first) / 1e9,
    begins_s: clock_ns < DAY_NS ? clock_ns / 1e9 : 0,
    segments,
    retransmitted,
    largest,
  };
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

/** Rows of the table `segments`, whose numbers are bytes until the unit is known. */
class SegmentRows {
  private readonly time_s: Float64Array;
  private readonly kind: Uint8Array;
  /** Bytes since the start of the stream. */
  private readonly offset: Float64Array;
  private length = 0;

  constructor(most: number) {
    this.time_s = new Float64Array(most);
    this.kind = new Uint8Array(most);
    this.offset = new Float64Array(most);
  }

  add(time_s: number, kind: Kind, offset: number): void {
    this.time_s[this.length] = time_s;
    this.kind[this.length] = KINDS[kind];
    this.offset[this.length] = offset;
    this.length += 1;
  }

  /** True if every segment starts at a multiple of a size, so that segments can be numbered as in a simulation. */
  areWhole(size: number): boolean {
    for (let row = 0; row < this.length; row += 1)
      if (!IS_ACK[this.kind[row] as number] && (this.offset[row] as number) % size !== 0) return false;
    return true;
  }

  inUnits(unit: number): Chunk['segments'] {
    const columns = columnsFor('segments', this.length);
    columns.time_s.set(this.time_s.subarray(0, this.length));
    columns.kind.set(this.kind.subarray(0, this.length));
    // An ACK's number is the next expected segment, so a short last segment counts as a whole one.
    for (let row = 0; row < this.length; row += 1)
      columns.seq[row] = Math.ceil((this.offset[row] as number) / unit);
    return columns;
  }
}

interface RttSample {
  time_s: number;
  rtt_ms: number;
}

/** The table `rtts`, smoothed like the sender's retransmission timer (RFC 6298, section 2). */
function smoothed(samples: readonly RttSample[]): Chunk['rtts'] {
  const rtts = columnsFor('rtts', samples.length);
  let base_rtt_ms = Number.POSITIVE_INFINITY;
  let srtt_ms = Number.NaN;
  samples.forEach(({ time_s, rtt_ms }, row) => {
    base_rtt_ms = Math.min(base_rtt_ms, rtt_ms);
    srtt_ms = Number.isNaN(srtt_ms) ? rtt_ms : srtt_ms + (rtt_ms - srtt_ms) / 8;
    rtts.time_s[row] = time_s;
    rtts.rtt_ms[row] = rtt_ms;
    rtts.srtt_ms[row] = srtt_ms;
    rtts.base_rtt_ms[row] = base_rtt_ms;
    rtts.rto_ms[row] = Number.NaN;
    rtts.diff[row] = Number.NaN;
  });
  return rtts;
}

const KINDS = Object.fromEntries(SEGMENT_KINDS.map((kind, number) => [kind, number])) as Record<Kind, number>;
const IS_ACK = SEGMENT_KINDS.map((kind) => kind.includes('ack'));

function columnsFor<T extends 'segments' | 'rtts'>(table: T, length: number): Chunk[T] {
  const columns = TRACE_TABLES[table].map(([name, type]) => [name, new ARRAYS[type](length)]);
  return Object.fromEntries(columns) as Chunk[T];
}

/** A transfer as a run whose first packet is at `begins_s`, so that the panels of a simulation can show it next to one. */
export function runOf(transfer: TransferRows, begins_s: number): Run {
  const { name, unit, duration_s, segments, retransmitted, segments_rows, rtts_rows } = transfer;
  // Only the fields of scenario and summary that panels use; a capture has no others.
  const scenario = {
    name: 'capture',
    title: name,
    seed: 0,
    duration_s,
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
  const later = ({ time_s }: { time_s: Float64Array<ArrayBuffer> }) =>
    begins_s === 0 ? time_s : time_s.map((time) => time + begins_s);
  trace.append({
    segments: { ...segments_rows, time_s: later(segments_rows) },
    rtts: { ...rtts_rows, time_s: later(rtts_rows) },
  });
  return { id: 0, trace, scenario, prediction: null, summary, now_s: duration_s + begins_s };
}
