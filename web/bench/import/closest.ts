/** Compares a captured transfer with simulated ones, to find the sender that's most like it. */
import type { Tap } from '../../engine/schema';
import { eventsOf } from '../../run/series';
import type { Run } from '../../run/trace';

/** Moments at which two transfers are compared. */
const MOMENTS = 400;

/** Between the ends, the capture has the ACKs on their way to the sender. */
const ACKS = { sender: 'ack', between: 'ack', receiver: 'ack_sent' } as const;

/** Acknowledged bytes at evenly spaced moments after the first ACK of data, because a capture begins with the handshake and a run doesn't. */
function acknowledged(run: Run, tap: Tap, duration_s: number): number[] {
  const { time_s, value } = eventsOf(run.trace, 0, ACKS[tap]).points({ from: 0, to: run.now_s });
  const smss = run.scenario.flows[0]?.smss_bytes ?? 1;
  const begin_s = firstAck_s(run, tap);
  let row = 0;
  let most = 0;
  return Array.from({ length: MOMENTS }, (_, moment) => {
    const until_s = begin_s + (moment * duration_s) / MOMENTS;
    for (; (time_s[row] ?? Number.POSITIVE_INFINITY) <= until_s; row += 1)
      most = Math.max(most, (value[row] ?? 0) * smss);
    return most;
  });
}

/** NaN if nothing was acknowledged. */
function firstAck_s(run: Run, tap: Tap): number {
  const { time_s, value } = eventsOf(run.trace, 0, ACKS[tap]).points({ from: 0, to: run.now_s });
  return time_s[value.findIndex((number) => number > 0)] ?? Number.NaN;
}

/**
 * The mean difference of acknowledged bytes between a capture and a run, as a share of the transfer. NaN if the run is too long to record
 * every ACK, or if the capture has none.
 */
export function distanceOf(captured: Run, run: Run, tap: Tap): number {
  const duration_s = captured.now_s - firstAck_s(captured, tap);
  if (Number.isNaN(duration_s)) return Number.NaN;
  if (!eventsOf(run.trace, 0, ACKS[tap]).wholeIn({ from: 0, to: captured.now_s })) return Number.NaN;
  const theirs = acknowledged(captured, tap, duration_s);
  const ours = acknowledged(run, tap, duration_s);
  const total = Math.max(1, theirs.at(-1) ?? 1);
  const differences = theirs.map((bytes, moment) => Math.abs(bytes - (ours[moment] ?? 0)));
  return differences.reduce((sum, difference) => sum + difference, 0) / MOMENTS / total;
}
