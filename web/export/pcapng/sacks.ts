/** The SACK blocks of ACKs. */
import type { Trace } from '../../run/trace';

export type Blocks = readonly (readonly [from: number, to: number])[];

/** Says the blocks of the ACK with this number at this moment, ACKs of a tap being asked for in order of time. */
export function sackReader(
  _trace: Trace,
  _flow: number,
): (tap: 0 | 1, time_s: number, ack: number) => Blocks {
  return () => [];
}
