/** A run's score: power (throughput over delay) on the path's scale, minus a charge for retransmissions. */
import type { Summary } from '../../engine/schema';
import { t } from '../../words/words';
import { OWN_FLOW, type PathFacts } from './paths';

export function formula(): string {
  return t(
    'points = 100 × (goodput ÷ fair share, at most 1) × (round trip without a queue ÷ mean round trip) × (share of segments that were not repeats).',
  );
}

export interface Score {
  /** 0 to 100. */
  points: number;
  /** Goodput as a share of the fair share; above 1 it counts as 1. */
  share: number;
  /** Round trip without a queue over the mean round trip, at most 1. */
  delay: number;
  /** Segments sent for the first time over all that were sent. */
  fresh: number;
}

export function scoreOf(path: Pick<PathFacts, 'fair_bytes_per_s' | 'base_rtt_ms'>, summary: Summary): Score {
  const flow = summary.flows[OWN_FLOW];
  const share = (flow?.goodput_bytes_per_s ?? 0) / path.fair_bytes_per_s;
  const sent = flow?.segments_sent ?? 0;
  const rtt = flow?.mean_rtt_ms ?? null;
  // A sender without any ACK has measured no round trip, and has no goodput either.
  const delay = rtt === null ? 0 : Math.min(1, path.base_rtt_ms / rtt);
  const fresh = sent === 0 ? 0 : 1 - (flow?.retransmitted_segments ?? 0) / sent;
  return { points: 100 * Math.min(1, share) * delay * fresh, share, delay, fresh };
}

/** Names the largest cause of missing points. */
export function lostTo({ share, delay, fresh }: Score): string {
  const reasons = [
    {
      factor: Math.min(1, share),
      words: () => t('Most points were lost because the path could have carried more.'),
    },
    { factor: delay, words: () => t('Most points were lost because segments stood in queues.') },
    { factor: fresh, words: () => t('Most points were lost because segments were sent again.') },
  ];
  const worst = reasons.reduce((least, one) => (one.factor < least.factor ? one : least));
  if (worst.factor > 0.985) return t('Hardly a point was lost.');
  return worst.words();
}
