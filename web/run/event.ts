/** Events of a run: rows of the trace's tables that happen at a moment. */
import { SEGMENT_KINDS } from '../engine/schema';
import type { Trace } from './trace';

/** A table with events, in the order of its rows within one moment. */
/** `milestones` are decisions, states, losses and retransmissions; the results line narrates them, and no menu offers them. */
export type Filter = 'all' | 'notable' | 'milestones' | 'losses' | 'repairs' | 'timeouts' | 'decisions';

export const EVENT_TABLES = ['checks', 'decisions', 'states', 'segments'] as const;

export type EventTable = (typeof EVENT_TABLES)[number];

export interface TraceEvent {
  time_s: number;
  flow: number;
  table: EventTable;
  row: number;
}

export function sameEvent(a: TraceEvent | null, b: TraceEvent | null): boolean {
  return a !== null && b !== null && a.row === b.row && a.table === b.table && a.flow === b.flow;
}

/** True if a trace has this event: a row of that number, at that moment. */
export function hasEvent(trace: Trace, { table, flow, row, time_s }: TraceEvent): boolean {
  return trace.rows(table, flow).time_s[row] === time_s;
}

/** A segment of a flow, or a datagram of a source. */
export interface Packet {
  /** Number in the trace: flows first, then datagram sources. */
  flow: number;
  /** Number of the segment, as in the trace's column `seq`. */
  seq: number;
}

/** The segment that an event is about: for an ACK, the last one that it acknowledges; for a duplicate ACK, the one it asks for. */
export function packetOf(trace: Trace, { flow, table, row }: TraceEvent): Packet | null {
  if (table === 'checks') return { flow, seq: trace.rows('checks', flow).seq[row] ?? 0 };
  if (table !== 'segments') return null;
  const { kind, seq } = trace.rows('segments', flow);
  const name = SEGMENT_KINDS[kind[row] ?? -1];
  const number = seq[row] ?? 0;
  if (name === undefined) return null;
  const isNewAck = name === 'ack' || name === 'ack_sent' || name.startsWith('ack_');
  if (!isNewAck) return { flow, seq: number };
  return number > 0 ? { flow, seq: number - 1 } : null;
}
