/** Packets that were lost at each directed link, in order of time: of these the trace keeps every one. */
import { rowsOfKind, type SegmentKind } from '../run/kinds';
import type { Trace } from '../run/trace';

export interface Drops {
  time_s: Float64Array;
  flow: Uint16Array;
  /** 1: lost on the link; 0: the queue dropped it. */
  error: Uint8Array;
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
  const found = trace.links.map((): { time: number; flow: number; error: number }[] => []);
  const { flows, datagrams } = trace.scenario;
  for (let flow = 0; flow < flows.length + datagrams.length; flow += 1) {
    const { time_s, place } = trace.rows('segments', flow);
    for (const [kind, error] of KINDS) {
      for (const row of rowsOfKind(trace, flow, kind))
        found[place[row] as number]?.push({ time: time_s[row] as number, flow, error });
    }
  }
  return found.map((drops) => {
    drops.sort((a, b) => a.time - b.time);
    return {
      time_s: Float64Array.from(drops, ({ time }) => time),
      flow: Uint16Array.from(drops, ({ flow }) => flow),
      error: Uint8Array.from(drops, ({ error }) => error),
    };
  });
}
