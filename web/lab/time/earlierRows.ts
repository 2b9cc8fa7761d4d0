/** Searches a flow's rows before an event. */
import { DECISION_VERDICTS } from '../../engine/schema';
import { eventsOf, type SegmentKind } from '../../run/series';
import type { Trace } from '../../run/trace';
import { rowAt } from '../../run/window';

/** The index of the first row at or after a moment. */
export function placeOf(times: Float64Array, moment: number): number {
  let row = rowAt(times, moment);
  while (row >= 0 && times[row] === moment) row -= 1;
  return row + 1;
}

/** The last row of an event kind before a given row; -1 if there is none, null if it may not have been recorded. */
export function lastOf(trace: Trace, flow: number, kind: SegmentKind, before: number): number | null {
  const events = eventsOf(trace, flow, kind);
  const place = events.placeOfRow(before) - 1;
  const row = place < 0 ? -1 : events.row(place);
  return events.missesBetween(row, before) ? null : row;
}

/** Counts the duplicate ACKs since the last new ACK, among the rows before a given one; null if that ACK may not have been recorded. */
export function dupAcks(trace: Trace, flow: number, before: number): number | null {
  const events = eventsOf(trace, flow, 'dup_ack');
  const since = lastOf(trace, flow, 'ack', before);
  if (since === null) return null;
  return events.placeOfRow(before) - events.placeOfRow(since + 1);
}

/**
 * Window to which slow start has returned a flow at the moment of a decision that lowered it, in segments; null if it's lower now.
 * Below ssthresh slow start grows the window with each ACK, also with the one that the decision was made on.
 */
export function regrownWindow(trace: Trace, flow: number, row: number): number | null {
  const { time_s, cwnd, verdict } = trace.rows('decisions', flow);
  const windows = trace.rows('windows', flow);
  const now = rowAt(windows.time_s, time_s[row] ?? 0);
  const [before = 0, after] = [cwnd[row], windows.cwnd[now]];
  if (DECISION_VERDICTS[verdict[row] ?? -1] !== 'lower' || after === undefined) return null;
  return after >= before && (windows.ssthresh[now] ?? 0) > before - 1 ? after : null;
}

/** Most segments to search; larger than any window. */
const FARTHEST = 100_000;

/** Time at which a segment was last sent in the rows before a given one, s; null if the trace doesn't contain it. */
export function lastSent(trace: Trace, flow: number, seq: number, before: number): number | null {
  const { time_s, seq: numbers } = trace.rows('segments', flow);
  let latest = -1;
  for (const kind of ['send', 'retransmit_fast', 'retransmit_early', 'retransmit_timeout'] as const) {
    const events = eventsOf(trace, flow, kind);
    const start = events.placeOfRow(before) - 1;
    for (let place = start; place >= 0 && start - place < FARTHEST; place -= 1) {
      const row = events.row(place);
      if (row <= latest) break;
      if (numbers[row] === seq) {
        latest = row;
        break;
      }
    }
  }
  return latest < 0 ? null : (time_s[latest] ?? null);
}
