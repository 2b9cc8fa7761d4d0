/** Splits a flow into connections, because a trace numbers their segments consecutively but a capture doesn't. */
import { FLOW_STATES, SEGMENT_KINDS } from '../../../engine/schema';
import type { Run } from '../../../run/trace';

export interface Connection {
  /** Number of its first segment. */
  first: number;
  /** Payload in bytes. Null if unlimited or unknown; then all segments are full-sized. */
  bytes: number | null;
}

const kind = (name: (typeof SEGMENT_KINDS)[number]) => SEGMENT_KINDS.indexOf(name);
const SEND = kind('send');
const ACK = kind('ack');
const ENDS = [FLOW_STATES.indexOf('done'), FLOW_STATES.indexOf('aborted')];

export function connectionsOf(run: Run, flow: number): Connection[] {
  const { time_s, kind: kinds, seq } = run.trace.rows('segments', flow);
  const states = run.trace.rows('states', flow);
  const firsts = [0];
  let row = 0;
  let past = 0;
  states.time_s.forEach((end, i) => {
    if (!ENDS.includes(states.state[i] ?? -1)) return;
    // The next connection may start at the time of the last ACK; segments sent at that time belong to it.
    for (; row < time_s.length && (time_s[row] ?? 0) <= end; row += 1) {
      const number = seq[row] ?? 0;
      if (kinds[row] === ACK) past = Math.max(past, number);
      else if (kinds[row] === SEND && (time_s[row] ?? 0) < end) past = Math.max(past, number + 1);
    }
    firsts.push(past);
  });
  const transfers = run.summary?.flows[flow]?.transfers;
  return firsts.map((first, i) => ({ first, bytes: transfers?.[i]?.bytes ?? null }));
}

/** The sequence number of a segment: the connection's bytes before it, counted from 0. */
export function bytesBefore({ first, bytes }: Connection, segment: number, smss: number): number {
  const before = (segment - first) * smss;
  return bytes === null ? before : Math.min(before, bytes);
}
