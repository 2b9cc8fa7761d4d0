/** The points of a run up to a moment, as they change during the game. At the end of the run they are its score. */
import { eventsOf, isWhole } from '../../run/series';
import type { Run, Trace } from '../../run/trace';
import { rowAt } from '../../run/window';
import type { SegmentKind } from '../../ui/marks';
import { fairBytes, OWN_FLOW, type PathFacts, pointsOf } from './score';

const RETRANSMISSIONS: readonly SegmentKind[] = ['retransmit_timeout', 'retransmit_early', 'retransmit_fast'];

/** Sums of the RTT samples up to each row, by trace, because the mean is read in every frame. */
const sums = new WeakMap<Trace, Float64Array>();

function rttSums(trace: Trace): Float64Array {
  const { rtt_ms } = trace.rows('rtts', OWN_FLOW);
  const known = sums.get(trace);
  if (known?.length === rtt_ms.length) return known;
  const all = new Float64Array(rtt_ms.length);
  let sum = 0;
  for (const [row, value] of rtt_ms.entries()) {
    sum += value;
    all[row] = sum;
  }
  sums.set(trace, all);
  return all;
}

export function pointsAt(path: PathFacts, { trace, scenario }: Run, moment: number): number {
  const row = rowAt(trace.rows('rtts', OWN_FLOW).time_s, moment);
  const fair = fairBytes(path, moment);
  if (row < 0 || fair === 0) return 0;
  const past = { from: 0, to: moment };
  if (!isWhole(trace, 'segments', OWN_FLOW, past) || !isWhole(trace, 'rtts', OWN_FLOW, past))
    return Number.NaN;
  const count = (kind: SegmentKind) => eventsOf(trace, OWN_FLOW, kind).placeAt(moment, true);
  const again = RETRANSMISSIONS.reduce((sum, kind) => sum + count(kind), 0);
  const smss_bytes = scenario.flows[OWN_FLOW]?.smss_bytes ?? 0;
  const acked = eventsOf(trace, OWN_FLOW, 'ack').valueAt(moment) ?? 0;
  return pointsOf({
    share: (acked * smss_bytes) / fair,
    delay: path.base_rtt_ms / ((rttSums(trace)[row] ?? 0) / (row + 1)),
    fresh: 1 - again / (count('send') + again),
  });
}
