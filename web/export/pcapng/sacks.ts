/** The SACK blocks of ACKs, which the trace keeps in a table of their own. */
import type { Trace } from '../../run/trace';

export type Blocks = readonly (readonly [from: number, to: number])[];

/** Taps of the table `sacks`. */
type SackTap = 0 | 1;

/** Returns the SACK blocks of an ACK. The ACKs of a tap must be requested in order of time. */
export function sackReader(
  trace: Trace,
  flow: number,
): (tap: SackTap, time_s: number, ack: number) => Blocks {
  const rows = trace.rows('sacks', flow);
  const next: [number, number] = [0, 0];
  return (tap, moment, number) => {
    const blocks: [number, number][] = [];
    for (; next[tap] < rows.time_s.length; next[tap] += 1) {
      const row = next[tap];
      const time = rows.time_s[row] ?? 0;
      if (time > moment) break;
      if (rows.tap[row] !== tap || time < moment) continue;
      if (rows.ack[row] !== number) break;
      blocks.push([rows.from[row] ?? 0, rows.to[row] ?? 0]);
    }
    return blocks;
  };
}
