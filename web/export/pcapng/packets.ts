/** The packets at a flow's two taps, with headers. */
import { SEGMENT_KINDS } from '../../engine/schema';
import type { Run, Trace } from '../../run/trace';
import { formatTime } from '../../words/format';
import { bytesBefore, type Connection, connectionsOf } from './connections';
import { ACK, CE, CWR, ECE, ECT, type Ends, NOT_ECT, tcpHeaders, udpHeaders } from './headers';
import { journeysOf } from './journeys';

/** 0: at the sender; 1: at the receiver. */
export type TapNumber = 0 | 1;

export interface SeenPacket {
  time_ns: number;
  tap: TapNumber;
  direction: 'in' | 'out';
  /** Good until the next packet is asked for. */
  header: Uint8Array;
  /** Of the whole packet, bytes. */
  length: number;
  comment: string | null;
}

/** The ends of a connection as a tap sees them. */
export type Address = (tap: TapNumber, connection: number) => Ends;

type Kind = (typeof SEGMENT_KINDS)[number];

const WHY: Partial<Record<Kind, string>> = {
  retransmit_fast: 'sent again: fast retransmit',
  retransmit_early: 'sent again: early retransmit, its fine-grained timeout had passed',
  retransmit_timeout: 'sent again: after a retransmission timeout',
};

const FATE: Partial<Record<Kind, string>> = {
  drop_full: 'dropped: queue full',
  drop_error: 'lost on the link',
  ack_drop_full: 'dropped: queue full',
  ack_drop_error: 'lost on the link',
  datagram_drop_full: 'dropped: queue full',
  datagram_drop_error: 'lost on the link',
};

/** The first byte of a stream has this number, so that Wireshark's relative numbers are the absolute ones. */
const FIRST_BYTE = 1;
const LARGEST_WINDOW = 0xffff;

export function nanoseconds(time_s: number): number {
  return Math.round(time_s * 1e9);
}

/** By how many bits the window field is shifted, so that it holds the advertised window. */
export function windowShift(rwnd_bytes: number): number {
  let shift = 0;
  while (rwnd_bytes / 2 ** shift > LARGEST_WINDOW && shift < 14) shift += 1;
  return shift;
}

/** Notes on where and when a packet was lost or marked. */
function tell(
  run: Run,
  rows: { time_s: Float64Array; place: Uint16Array },
  row: number,
  what: string,
): string {
  return `${what} at ${run.trace.links[rows.place[row] ?? 0] ?? 'a link'}, ${formatTime(rows.time_s[row] ?? 0)}`;
}

/** The packets of a flow of TCP in order of time. */
export function* packetsOfFlow(run: Run, flow: number, address: Address): Generator<SeenPacket> {
  const spec = run.scenario.flows[flow];
  if (spec === undefined) return;
  const rows = run.trace.rows('segments', flow);
  const { time_s, kind: kinds, seq } = rows;
  const journeys = journeysOf(kinds, seq);
  const connections = connectionsOf(run, flow);
  const sacksAt = sackReader(run.trace, flow);
  const { smss_bytes: smss, header_bytes } = spec;
  const { ecn } = spec.sender;
  const advertised = Math.floor(spec.rwnd_bytes / 2 ** windowShift(spec.rwnd_bytes));
  const window = Math.min(advertised, LARGEST_WINDOW);

  /** Of each tap the connection of the last segment there: that of the ACKs around it. */
  const current: [number, number] = [0, 0];
  /** By the row at which they left: segments that say that the window was reduced, and ACKs that echo a mark. */
  const reduced = new Set<number>();
  const echoing = new Set<number>();
  let marks = 0;
  let answered = -1;
  let past = 0;
  let answers = false;

  const connection = (number: number): Connection => connections[number] ?? { first: 0, bytes: null };
  const told = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join('; ') || null;
  const fateOf = (row: number) => {
    const at = journeys.dropped.get(row);
    const name = at === undefined ? undefined : SEGMENT_KINDS[kinds[at] ?? -1];
    return at === undefined || name === undefined ? null : tell(run, rows, at, FATE[name] ?? '');
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
      comment: told(
        name && WHY[name],
        tap === 0 ? fateOf(row) : markedAt !== undefined && tell(run, rows, markedAt, 'marked'),
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
      // An ACK is a header alone, and its options are its own.
      header_bytes,
      payload: 0,
    });
    return {
      time_ns: nanoseconds(time_s[row] ?? 0),
      tap,
      direction: tap === 0 ? 'in' : 'out',
      header,
      length: header.length,
      comment: tap === 1 ? fateOf(row) : null,
    };
  };

  for (let row = 0; row < kinds.length; row += 1) {
    const left = journeys.left[row] ?? -1;
    const from = left >= 0 ? left : row;
    switch (SEGMENT_KINDS[kinds[row] ?? -1]) {
      case 'send':
        past = Math.max(past, (seq[row] ?? 0) + 1);
        if (answers) reduced.add(row);
        answers = false;
        yield data(row, 0, row);
        break;
      case 'retransmit_fast':
      case 'retransmit_early':
      case 'retransmit_timeout':
        yield data(row, 0, row);
        break;
      case 'data_arrived': {
        const marked = journeys.marked.has(from);
        // The trace does not keep the echo; these are the receiver's rules (RFC 3168, section 6.1.3, or a count per packet).
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
        // One answer per window of data (section 6.1.2).
        if (ecn === 'rfc3168' && echoing.has(from) && (seq[row] ?? 0) > answered) {
          answered = past;
          answers = true;
        }
        yield ack(row, 0, from);
        break;
      case 'dup_ack':
        yield ack(row, 0, from);
        break;
    }
  }
}

/** The packets of a source of datagrams. */
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
    const fate = dropped === undefined ? undefined : FATE[SEGMENT_KINDS[kinds[dropped] ?? -1] ?? 'send'];
    yield {
      time_ns: nanoseconds(time_s[row] ?? 0),
      tap,
      direction: tap === 0 ? 'out' : 'in',
      header,
      length: header.length + bytes,
      comment: dropped === undefined || fate === undefined ? null : tell(run, rows, dropped, fate),
    };
  }
}

/** Payload of a datagram by its number: of one size, or fragments of a block of which the last may be short. */
function payloadOf(traffic: object): (number: number) => number {
  const { packet_bytes, burst_bytes, fragment_bytes } = traffic as Partial<Record<string, number>>;
  if (packet_bytes !== undefined) return () => packet_bytes;
  if (burst_bytes === undefined || fragment_bytes === undefined) return () => 0;
  const fragments = Math.ceil(burst_bytes / fragment_bytes);
  return (number) =>
    number % fragments === fragments - 1 ? burst_bytes - (fragments - 1) * fragment_bytes : fragment_bytes;
}

/** The SACK blocks of ACKs, which the trace keeps in a table of their own. */
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
