/** Packets lost at each directed link, in order of time. Even a thinned trace keeps all of them. */
import { eventsOf, type SegmentKind } from '../../run/series';
import type { Trace } from '../../run/trace';

export interface Drops {
  time_s: Float64Array;
  flow: Uint16Array;
  /** 1: lost on the link; 0: the queue dropped it. */
  error: Uint8Array;
  /** Number of the segment or datagram; -1 for an ACK. */
  seq: Int32Array;
}

interface Drop {
  time: number;
  flow: number;
  error: number;
  seq: number;
}

const KINDS: [kind: SegmentKind, error: number][] = [
  ['drop_full', 0],
  ['ack_drop_full', 0],
  ['datagram_drop_full', 0],
  ['drop_error', 1],
  ['ack_drop_error', 1],
  ['datagram_drop_error', 1],
];

export function dropsOf(trace: Trace): Drops[] {
  const found = trace.links.map((): Drop[] => []);
  const { flows, datagrams } = trace.scenario;
  for (let flow = 0; flow < flows.length + datagrams.length; flow += 1) {
    const { place, seq } = trace.rows('segments', flow);
    for (const [kind, error] of KINDS) {
      const events = eventsOf(trace, flow, kind);
      const ack = kind.startsWith('ack');
      for (let i = 0; i < events.length; i += 1) {
        const row = events.row(i);
        const drop = { time: events.time(i), flow, error, seq: ack ? -1 : (seq[row] as number) };
        found[place[row] as number]?.push(drop);
      }
    }
  }
  return found.map((drops) => {
    drops.sort((a, b) => a.time - b.time);
    return {
      time_s: Float64Array.from(drops, ({ time }) => time),
      flow: Uint16Array.from(drops, ({ flow }) => flow),
      error: Uint8Array.from(drops, ({ error }) => error),
      seq: Int32Array.from(drops, ({ seq }) => seq),
    };
  });
}
