/**
 * Finds the rows of a trace that belong to the same packet: where it is sent, dropped or marked, and received. Links are FIFO, so of several
 * copies in flight the oldest arrives first. A dropped copy is taken to be the youngest, which has traveled least.
 */
import { SEGMENT_KINDS } from '../../../engine/schema';

type Kind = (typeof SEGMENT_KINDS)[number];
type Event = 'sent' | 'received' | 'dropped' | 'marked';
type PacketType = 'data' | 'ack' | 'datagram';

const EVENTS: Record<Kind, readonly [PacketType, Event]> = {
  send: ['data', 'sent'],
  retransmit_fast: ['data', 'sent'],
  retransmit_early: ['data', 'sent'],
  retransmit_timeout: ['data', 'sent'],
  data_arrived: ['data', 'received'],
  drop_full: ['data', 'dropped'],
  drop_error: ['data', 'dropped'],
  marked: ['data', 'marked'],
  ack_sent: ['ack', 'sent'],
  dup_ack_sent: ['ack', 'sent'],
  ack: ['ack', 'received'],
  dup_ack: ['ack', 'received'],
  ack_drop_full: ['ack', 'dropped'],
  ack_drop_error: ['ack', 'dropped'],
  ack_marked: ['ack', 'marked'],
  datagram_sent: ['datagram', 'sent'],
  datagram_arrived: ['datagram', 'received'],
  datagram_drop_full: ['datagram', 'dropped'],
  datagram_drop_error: ['datagram', 'dropped'],
  datagram_marked: ['datagram', 'marked'],
};

function eventOf(kind: number): readonly [PacketType, Event] | undefined {
  const name = SEGMENT_KINDS[kind];
  return name && EVENTS[name];
}

export interface Journeys {
  /** By the row at which a packet was received, the row at which it was sent; -1 if the trace doesn't contain it. */
  left: Int32Array;
  /** By the row at which a packet was sent, the row at which it was dropped. */
  dropped: ReadonlyMap<number, number>;
  /** By the row at which a packet was sent, the row at which it was marked. */
  marked: ReadonlyMap<number, number>;
}

export function journeysOf(kinds: Uint8Array, seq: ArrayLike<number>): Journeys {
  const left = new Int32Array(kinds.length).fill(-1);
  const dropped = new Map<number, number>();
  const marked = new Map<number, number>();
  const inFlight: Record<PacketType, Map<number, number[]>> = {
    data: new Map(),
    ack: new Map(),
    datagram: new Map(),
  };
  kinds.forEach((kind, row) => {
    const [type, event] = eventOf(kind) ?? [];
    if (type === undefined) return;
    const number = seq[row] ?? 0;
    const copies = inFlight[type].get(number);
    if (event === 'sent') {
      if (copies === undefined) inFlight[type].set(number, [row]);
      else copies.push(row);
      return;
    }
    if (copies === undefined) return;
    if (event === 'marked') {
      marked.set(copies[0] ?? -1, row);
      return;
    }
    if (event === 'received') left[row] = copies.shift() ?? -1;
    else dropped.set(copies.pop() ?? -1, row);
    if (copies.length === 0) inFlight[type].delete(number);
  });
  return { left, dropped, marked };
}
