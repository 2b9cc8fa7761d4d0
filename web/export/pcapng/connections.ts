/** The connections of a flow: the trace numbers the segments of all of them in one row, a capture does not. */
import { FLOW_STATES, SEGMENT_KINDS } from '../../engine/schema';
import type { Run } from '../../run/trace';

export interface Connection {
  /** Number of its first segment. */
  first: number;
  /** Its payload; null: without end, or not known, and then of full segments. */
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
    // The next connection may begin at the time of the last ACK; segments sent at that time belong to it.
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

/** Bytes of a connection before a segment: its sequence number, counted from 0. */
export function bytesBefore({ first, bytes }: Connection, segment: number, smss: number): number {
  const before = (segment - first) * smss;
  return bytes === null ? before : Math.min(before, bytes);
}
