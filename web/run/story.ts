/** The story of one packet: when it was sent, dropped, retransmitted, received and acknowledged. */
import { SEGMENT_KINDS } from '../engine/schema';
import type { Packet, TraceEvent } from './event';
import { eventsOf, type SegmentKind, type Series } from './series';
import type { Trace } from './trace';

export type Happening = 'sent' | 'retransmitted' | 'marked' | 'dropped' | 'lost' | 'arrived' | 'acknowledged';

export interface PacketMoment {
  happening: Happening;
  event: TraceEvent;
  /** Name of the directed link, where the packet was dropped, lost or marked. */
  link: string | null;
}

/** Time that a packet spends in a queue before its transmission begins. */
export interface Wait {
  /** When it joins the queue. */
  time_s: number;
  wait_s: number;
  /** Name of the directed link. */
  link: string;
  /** Packets before it, including the one in transmission. */
  ahead: number;
}

const HAPPENINGS: Partial<Record<SegmentKind, Happening>> = {
  send: 'sent',
  retransmit_fast: 'retransmitted',
  retransmit_early: 'retransmitted',
  retransmit_timeout: 'retransmitted',
  marked: 'marked',
  drop_full: 'dropped',
  drop_error: 'lost',
  data_arrived: 'arrived',
  datagram_sent: 'sent',
  datagram_marked: 'marked',
  datagram_drop_full: 'dropped',
  datagram_drop_error: 'lost',
  datagram_arrived: 'arrived',
};

const AT_LINKS: readonly Happening[] = ['marked', 'dropped', 'lost'];

/**
 * The moments of a packet in chronological order; empty if the trace doesn't contain it. Copies that arrive long after the packet was
 * acknowledged are left out.
 */
export function storyOf(trace: Trace, { flow, seq }: Packet): PacketMoment[] {
  const rows = trace.rows('segments', flow);
  const sent = eventsOf(trace, flow, 'send');
  const acks = eventsOf(trace, flow, 'ack');
  const isDatagram = flow >= trace.scenario.flows.length;
  // New segments and new ACKs have ascending numbers.
  const first = isDatagram ? 0 : firstAtLeast(sent, seq);
  const from = first < sent.length && sent.value(first) === seq ? sent.time(first) : 0;
  const acked = firstAtLeast(acks, seq + 1);
  const acknowledged = acked < acks.length ? acks.time(acked) : Number.POSITIVE_INFINITY;
  const window = { from, to: acknowledged + (acknowledged - from) };
  const found: { row: number; happening: Happening }[] = [];
  for (const kind of SEGMENT_KINDS) {
    const happening = HAPPENINGS[kind];
    if (happening === undefined) continue;
    const events = eventsOf(trace, flow, kind);
    const [start, end] = events.within(window);
    for (let place = start; place < end; place += 1)
      if (events.value(place) === seq) found.push({ row: events.row(place), happening });
  }
  if (acked < acks.length && found.length > 0)
    found.push({ row: acks.row(acked), happening: 'acknowledged' });
  return found
    .toSorted((a, b) => a.row - b.row)
    .map(({ row, happening }) => ({
      happening,
      event: { time_s: rows.time_s[row] ?? 0, flow, table: 'segments', row },
      link: AT_LINKS.includes(happening) ? (trace.links[rows.place[row] ?? -1] ?? null) : null,
    }));
}

/** The first place whose value is at least this one, where values ascend. */
function firstAtLeast(series: Series, value: number): number {
  let low = 0;
  let high = series.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (series.value(middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
