/** Compares a captured transfer with simulated ones, to find the sender that's most like it. */
import { eventsOf } from '../run/series';
import type { Run } from '../run/trace';
import type { Tap } from './transfer';

/** Moments at which two transfers are compared. */
const MOMENTS = 400;

const ACKS = { sender: 'ack', receiver: 'ack_sent' } as const;

/** Acknowledged bytes at evenly spaced moments of `duration_s`. */
function acknowledged(run: Run, tap: Tap, duration_s: number): number[] {
  const { time_s, value } = eventsOf(run.trace, 0, ACKS[tap]).points({ from: 0, to: duration_s });
  const smss = run.scenario.flows[0]?.smss_bytes ?? 1;
  let row = 0;
  let most = 0;
  return Array.from({ length: MOMENTS }, (_, moment) => {
    for (; (time_s[row] ?? Number.POSITIVE_INFINITY) <= ((moment + 1) * duration_s) / MOMENTS; row += 1)
      most = Math.max(most, (value[row] ?? 0) * smss);
    return most;
  });
}

/**
 * The mean difference of acknowledged bytes between a capture and a run, as a share of the transfer. NaN if the run is too long to record
 * every ACK.
 */
export function distanceOf(captured: Run, run: Run, tap: Tap): number {
  if (!eventsOf(run.trace, 0, ACKS[tap]).wholeIn({ from: 0, to: captured.now_s })) return Number.NaN;
  const theirs = acknowledged(captured, tap, captured.now_s);
  const ours = acknowledged(run, tap, captured.now_s);
  const total = Math.max(1, theirs.at(-1) ?? 1);
  const differences = theirs.map((bytes, moment) => Math.abs(bytes - (ours[moment] ?? 0)));
  return differences.reduce((sum, difference) => sum + difference, 0) / MOMENTS / total;
}
