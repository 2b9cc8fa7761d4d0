/**
 * Which rows of a trace are the same packet: when it leaves, where it is lost or marked, when it arrives. Links are FIFO, so
 * of several copies under way the oldest arrives first; a dropped copy is the youngest, which has travelled least.
 */
import { SEGMENT_KINDS } from '../../engine/schema';

type Kind = (typeof SEGMENT_KINDS)[number];
type Step = 'leaves' | 'arrives' | 'is dropped' | 'is marked';
type Carrier = 'data' | 'ack' | 'datagram';

const STEPS: Record<Kind, readonly [Carrier, Step]> = {
  send: ['data', 'leaves'],
  retransmit_fast: ['data', 'leaves'],
  retransmit_early: ['data', 'leaves'],
  retransmit_timeout: ['data', 'leaves'],
  data_arrived: ['data', 'arrives'],
  drop_full: ['data', 'is dropped'],
  drop_error: ['data', 'is dropped'],
  marked: ['data', 'is marked'],
  ack_sent: ['ack', 'leaves'],
  dup_ack_sent: ['ack', 'leaves'],
  ack: ['ack', 'arrives'],
  dup_ack: ['ack', 'arrives'],
  ack_drop_full: ['ack', 'is dropped'],
  ack_drop_error: ['ack', 'is dropped'],
  ack_marked: ['ack', 'is marked'],
  datagram_sent: ['datagram', 'leaves'],
  datagram_arrived: ['datagram', 'arrives'],
  datagram_drop_full: ['datagram', 'is dropped'],
  datagram_drop_error: ['datagram', 'is dropped'],
  datagram_marked: ['datagram', 'is marked'],
};

export function stepOf(kind: number): readonly [Carrier, Step] | undefined {
  const name = SEGMENT_KINDS[kind];
  return name && STEPS[name];
}

export interface Journeys {
  /** Of a row at which a packet arrives, the row at which it left; -1 where the trace does not have it. */
  left: Int32Array;
  /** By the row at which a packet left, the row at which it was dropped. */
  dropped: ReadonlyMap<number, number>;
  /** By the row at which a packet left, the row at which it was marked. */
  marked: ReadonlyMap<number, number>;
}

export function journeysOf(kinds: Uint8Array, seq: Uint32Array): Journeys {
  const left = new Int32Array(kinds.length).fill(-1);
  const dropped = new Map<number, number>();
  const marked = new Map<number, number>();
  const underWay: Record<Carrier, Map<number, number[]>> = {
    data: new Map(),
    ack: new Map(),
    datagram: new Map(),
  };
  kinds.forEach((kind, row) => {
    const [carrier, step] = stepOf(kind) ?? [];
    if (carrier === undefined) return;
    const number = seq[row] ?? 0;
    const copies = underWay[carrier].get(number);
    if (step === 'leaves') {
      if (copies === undefined) underWay[carrier].set(number, [row]);
      else copies.push(row);
      return;
    }
    if (copies === undefined) return;
    if (step === 'is marked') {
      marked.set(copies[0] ?? -1, row);
      return;
    }
    if (step === 'arrives') left[row] = copies.shift() ?? -1;
    else dropped.set(copies.pop() ?? -1, row);
    if (copies.length === 0) underWay[carrier].delete(number);
  });
  return { left, dropped, marked };
}
