/** The packets at a flow's two taps, with headers. */

import { formatTime } from '../../../base/words/format';
import { SEGMENT_KINDS } from '../../../engine/schema';
import type { Run, Trace } from '../../../run/trace';
import { wireHeaderBytes } from '../../../scenario/wireHeader';
import { bytesBefore, type Connection, connectionsOf } from './connections';
import { ACK, CE, CWR, ECE, ECT, type Ends, NOT_ECT, tcpHeaders, udpHeaders } from './headers';
import { journeysOf } from './journeys';

/** 0: at the sender; 1: at the receiver. */
export type TapNumber = 0 | 1;

export interface SeenPacket {
  time_ns: number;
  tap: TapNumber;
  direction: 'in' | 'out';
  /** Valid until the next packet is requested. */
  header: Uint8Array;
  /** Size of the whole packet, in bytes. */
  length: number;
  comment: string | null;
}

/** Returns the addresses and ports of a connection as a tap sees them. */
export type Address = (tap: TapNumber, connection: number) => Ends;

type Kind = (typeof SEGMENT_KINDS)[number];

const RETRANSMIT_REASONS: Partial<Record<Kind, string>> = {
  retransmit_fast: 'sent again: fast retransmit',
  retransmit_early: 'sent again: early retransmit, its fine-grained timeout had passed',
  retransmit_timeout: 'sent again: after a retransmission timeout',
};

const DROP_REASONS: Partial<Record<Kind, string>> = {
  drop_full: 'dropped: queue full',
  drop_error: 'lost on the link',
  ack_drop_full: 'dropped: queue full',
  ack_drop_error: 'lost on the link',
  datagram_drop_full: 'dropped: queue full',
  datagram_drop_error: 'lost on the link',
};

/** Sequence number of a stream's first byte, so that Wireshark's relative numbers equal the absolute ones. */
const FIRST_BYTE = 1;
const LARGEST_WINDOW = 0xffff;

export function nanoseconds(time_s: number): number {
  return Math.round(time_s * 1e9);
}

/** Window scale: how many bits to shift the advertised window so that it fits into its field. */
export function windowShift(rwnd_bytes: number): number {
  let shift = 0;
  while (rwnd_bytes / 2 ** shift > LARGEST_WINDOW && shift < 14) shift += 1;
  return shift;
}

/** A note on where and when a packet was lost or marked. */
function eventNote(
  run: Run,
  rows: { time_s: Float64Array; place: Uint16Array },
  row: number,
  what: string,
): string {
  return `${what} at ${run.trace.links[rows.place[row] ?? 0] ?? 'a link'}, ${formatTime(rows.time_s[row] ?? 0)}`;
}

/** The packets of a TCP flow, in chronological order. */
export function* packetsOfFlow(run: Run, flow: number, address: Address): Generator<SeenPacket> {
  const spec = run.scenario.flows[flow];
  if (spec === undefined) return;
  const rows = run.trace.rows('segments', flow);
  const { time_s, kind: kinds, seq } = rows;
  const journeys = journeysOf(kinds, seq);
  const connections = connectionsOf(run, flow);
  const sacksAt = sackReader(run.trace, flow);
  const smss = spec.smss_bytes;
  const header_bytes = wireHeaderBytes(spec);
  const { ecn } = spec.sender;
  const advertised = Math.floor(spec.rwnd_bytes / 2 ** windowShift(spec.rwnd_bytes));
  const window = Math.min(advertised, LARGEST_WINDOW);

  /** By tap, the connection of the last segment seen there. ACKs around it belong to the same connection. */
  const current: [number, number] = [0, 0];
  /** Rows at which segments with CWR and ACKs with ECE were sent. */
  const reduced = new Set<number>();
  const echoing = new Set<number>();
  let marks = 0;
  let reducedUntil = -1;
  let past = 0;
  let announcesReduction = false;

  const connection = (number: number): Connection => connections[number] ?? { first: 0, bytes: null };
  const joined = (...parts: (string | false | null | undefined)[]) =>
    parts.filter(Boolean).join('; ') || null;
  const dropNoteOf = (row: number) => {
    const at = journeys.dropped.get(row);
    const name = at === undefined ? undefined : SEGMENT_KINDS[kinds[at] ?? -1];
    return at === undefined || name === undefined ? null : eventNote(run, rows, at, DROP_REASONS[name] ?? '');
  };

  const data = (row: number, tap: TapNumber, from: number): SeenPacket => {
    const segment = seq[row] ?? 0;
    while (segment >= (connections[current[tap] + 1]?.first ?? Number.POSITIVE_INFINITY)) current[tap] += 1;
    const its = connection(current[tap]);
    const before = bytesBefore(its, segment, smss);
    const payload = bytesBefore(its, segment + 1, smss) - before;
    const capable = ecn !== 'off' && SEGMENT_KINDS[kinds[from] ?? -1] === 'send';
    const markedAt = tap === 1 ? journeys.marked.get(from) : undefined;
    const header = tcpHeaders({
      ends: address(tap, current[tap]),
      id: from,
      ecn: markedAt !== undefined ? CE : capable ? ECT : NOT_ECT,
      flags: ACK | (reduced.has(from) ? CWR : 0),
      seq: (before + FIRST_BYTE) % 2 ** 32,
      ack: FIRST_BYTE,
      window,
      sack: [],
      header_bytes,
      payload,
    });
    const name = SEGMENT_KINDS[kinds[row] ?? -1];
    return {
      time_ns: nanoseconds(time_s[row] ?? 0),
      tap,
      direction: tap === 0 ? 'out' : 'in',
      header,
      length: header.length + payload,
      comment: joined(
        name && RETRANSMIT_REASONS[name],
        tap === 0 ? dropNoteOf(row) : markedAt !== undefined && eventNote(run, rows, markedAt, 'marked'),
      ),
    };
  };

  const ack = (row: number, tap: TapNumber, from: number): SeenPacket => {
    const its = connection(current[tap]);
    const number = (segment: number) => (bytesBefore(its, segment, smss) + FIRST_BYTE) % 2 ** 32;
    const { from: fromHost, to, fromPort, toPort } = address(tap, current[tap]);
    const blocks = sacksAt(tap === 1 ? 0 : 1, time_s[row] ?? 0, seq[row] ?? 0);
    const header = tcpHeaders({
      ends: { from: to, to: fromHost, fromPort: toPort, toPort: fromPort },
      id: from,
      ecn: NOT_ECT,
      flags: ACK | (echoing.has(from) ? ECE : 0),
      seq: FIRST_BYTE,
      ack: number(seq[row] ?? 0),
      window,
      sack: blocks.map(([left, right]) => [number(left), number(right)] as const),
      // An ACK consists only of the header, with its own options.
      header_bytes,
      payload: 0,
    });
    return {
      time_ns: nanoseconds(time_s[row] ?? 0),
      tap,
      direction: tap === 0 ? 'in' : 'out',
      header,
      length: header.length,
      comment: tap === 1 ? dropNoteOf(row) : null,
    };
  };

  for (let row = 0; row < kinds.length; row += 1) {
    const left = journeys.left[row] ?? -1;
    const from = left >= 0 ? left : row;
    switch (SEGMENT_KINDS[kinds[row] ?? -1]) {
      case 'send':
        past = Math.max(past, (seq[row] ?? 0) + 1);
        if (announcesReduction) reduced.add(row);
        announcesReduction = false;
        yield data(row, 0, row);
        break;
      case 'retransmit_fast':
      case 'retransmit_early':
      case 'retransmit_timeout':
        yield data(row, 0, row);
        break;
      case 'data_arrived': {
        const marked = journeys.marked.has(from);
        // The trace doesn't record the echo, so apply the receiver's rules: RFC 3168, section 6.1.3, or one echo for all marks since
        // the last ACK.
        if (ecn === 'per_packet') marks += marked ? 1 : 0;
        else if (ecn === 'rfc3168') marks = marked || (marks > 0 && !reduced.has(from)) ? 1 : 0;
        yield data(row, 1, from);
        break;
      }
      case 'ack_sent':
      case 'dup_ack_sent':
        if (marks > 0) echoing.add(row);
        if (ecn === 'per_packet') marks = 0;
        yield ack(row, 1, row);
        break;
      case 'ack':
        // The sender reduces its window once per window of data (RFC 3168, section 6.1.2).
        if (ecn === 'rfc3168' && echoing.has(from) && (seq[row] ?? 0) > reducedUntil) {
          reducedUntil = past;
          announcesReduction = true;
        }
        yield ack(row, 0, from);
        break;
      case 'dup_ack':
        yield ack(row, 0, from);
        break;
    }
  }
}

/** The packets of a datagram source. */
export function* packetsOfSource(run: Run, source: number, address: Address): Generator<SeenPacket> {
  const spec = run.scenario.datagrams[source];
  if (spec === undefined) return;
  const rows = run.trace.rows('segments', run.scenario.flows.length + source);
  const { time_s, kind: kinds, seq } = rows;
  const journeys = journeysOf(kinds, seq);
  const payload = payloadOf(spec.traffic);
  for (let row = 0; row < kinds.length; row += 1) {
    const name = SEGMENT_KINDS[kinds[row] ?? -1];
    if (name !== 'datagram_sent' && name !== 'datagram_arrived') continue;
    const tap = name === 'datagram_sent' ? 0 : 1;
    const left = journeys.left[row] ?? -1;
    const from = left >= 0 ? left : row;
    const bytes = payload(seq[row] ?? 0);
    const header = udpHeaders(address(tap, 0), from, NOT_ECT, bytes);
    const dropped = tap === 0 ? journeys.dropped.get(row) : undefined;
    const reason =
      dropped === undefined ? undefined : DROP_REASONS[SEGMENT_KINDS[kinds[dropped] ?? -1] ?? 'send'];
    yield {
      time_ns: nanoseconds(time_s[row] ?? 0),
      tap,
      direction: tap === 0 ? 'out' : 'in',
      header,
      length: header.length + bytes,
      comment: dropped === undefined || reason === undefined ? null : eventNote(run, rows, dropped, reason),
    };
  }
}

/** Returns the payload size of a datagram by its number. Fragments of a burst have equal sizes, except the last, which may be shorter. */
function payloadOf(traffic: object): (number: number) => number {
  const { packet_bytes, burst_bytes, fragment_bytes } = traffic as Partial<Record<string, number>>;
  if (packet_bytes !== undefined) return () => packet_bytes;
  if (burst_bytes === undefined || fragment_bytes === undefined) return () => 0;
  const fragments = Math.ceil(burst_bytes / fragment_bytes);
  return (number) =>
    number % fragments === fragments - 1 ? burst_bytes - (fragments - 1) * fragment_bytes : fragment_bytes;
}

/** SACK blocks of an ACK; the trace has a separate table for them. */
export type Blocks = readonly (readonly [from: number, to: number])[];

/** Taps of the table `sacks`. */
type SackTap = 0 | 1;

/** Returns the SACK blocks of an ACK. The ACKs of a tap must be requested in order of time. */
export function sackReader(
  trace: Trace,
  flow: number,
): (tap: SackTap, time_s: number, ack: number) => Blocks {
  const rows = trace.rows('sacks', flow);
  const next: [number, number] = [0, 0];
  return (tap, moment, number) => {
    const blocks: [number, number][] = [];
    for (; next[tap] < rows.time_s.length; next[tap] += 1) {
      const row = next[tap];
      const time = rows.time_s[row] ?? 0;
      if (time > moment) break;
      if (rows.tap[row] !== tap || time < moment) continue;
      if (rows.ack[row] !== number) break;
      blocks.push([rows.from[row] ?? 0, rows.to[row] ?? 0]);
    }
    return blocks;
  };
}
