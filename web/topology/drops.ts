/** Packets that were lost at each directed link, in order of time: of these the trace keeps every one. */
import { SEGMENT_KINDS } from '../engine/schema';
import type { Trace } from '../run/trace';

export interface Drops {
  time_s: Float64Array;
  flow: Uint16Array;
  /** 1: lost on the link; 0: the queue dropped it. */
  error: Uint8Array;
}

const FULL = new Set(['drop_full', 'ack_drop_full', 'datagram_drop_full'].map(codeOf));
const ERROR = new Set(['drop_error', 'ack_drop_error', 'datagram_drop_error'].map(codeOf));

function codeOf(kind: string): number {
  return (SEGMENT_KINDS as readonly string[]).indexOf(kind);
}

export function dropsOf(trace: Trace): Drops[] {
  const found = trace.links.map((): { time: number; flow: number; error: number }[] => []);
  const { flows, datagrams } = trace.scenario;
  for (let flow = 0; flow < flows.length + datagrams.length; flow += 1) {
    const { time_s, kind, place } = trace.rows('segments', flow);
    for (let row = 0; row < time_s.length; row += 1) {
      const error = ERROR.has(kind[row] as number);
      if (!error && !FULL.has(kind[row] as number)) continue;
      found[place[row] as number]?.push({ time: time_s[row] as number, flow, error: error ? 1 : 0 });
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
