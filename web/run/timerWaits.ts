/** Finds the times in which a sender only waited for its retransmission timer. */
import { FLOW_STATES } from '../engine/schema';
import { eventsOf, type SegmentKind } from './series';
import type { Trace } from './trace';
import { rowFrom, type TimeWindow } from './window';

const SENDS: readonly SegmentKind[] = ['send', 'retransmit_fast', 'retransmit_early', 'retransmit_timeout'];

const TIMEOUT = FLOW_STATES.indexOf('timeout');

/** From the flow's last transmission before each timeout until the timeout, for the timeouts that aren't before the window. */
export function timerWaits(trace: Trace, flow: number, { from, to }: TimeWindow): TimeWindow[] {
  const { time_s, state } = trace.rows('states', flow);
  const sends = SENDS.map((kind) => eventsOf(trace, flow, kind));
  const waits: TimeWindow[] = [];
  for (let row = rowFrom(time_s, from); row < state.length; row += 1) {
    if (state[row] !== TIMEOUT) continue;
    const end = time_s[row] ?? 0;
    const last = Math.max(
      ...sends.map((events) => {
        const before = events.placeAt(end) - 1;
        return before < 0 ? Number.NEGATIVE_INFINITY : events.time(before);
      }),
    );
    // Later waits begin later.
    if (last > to) break;
    // Where samples are missing, a later transmission may be among them.
    const misses = sends.some((events) => !events.wholeIn({ from: last, to: end }));
    if (Number.isFinite(last) && !misses) waits.push({ from: last, to: end });
  }
  return waits;
}
