/** The bottleneck of a run, and the limit of its buffer. */
import { linkBehind, type Run, type Trace } from './trace';

/** A buffer's limit, in bytes or packets. The queue is shown in the same unit. */
export interface Limit {
  value: number | null;
  unit: 'bytes' | 'packets';
}

export function limitOf(run: Pick<Run, 'scenario'>, link: number): Limit {
  const queue = linkBehind(run.scenario, link)?.queue as
    | { limit_bytes?: number; limit_packets?: number }
    | undefined;
  if (typeof queue?.limit_packets === 'number') return { value: queue.limit_packets, unit: 'packets' };
  return { value: queue?.limit_bytes ?? null, unit: 'bytes' };
}

/** Per directed link: the number of rows summed so far, and the byte-seconds queued in them. */
const WAITED = new WeakMap<Trace, { rows: number; byteSeconds: number }[]>();

/** The directed link with the most queued byte-seconds: the bottleneck. Where samples are missing, the finished run's own means decide. */
export function busiest({ trace, summary }: Pick<Run, 'trace' | 'summary'>): number {
  if (summary !== null && trace.whole_until_s < Number.POSITIVE_INFINITY)
    return summary.links.reduce(
      (best, { mean_queue_bytes }, link, all) =>
        mean_queue_bytes > (all[best]?.mean_queue_bytes ?? 0) ? link : best,
      0,
    );
  let best = 0;
  let most = 0;
  const waited = WAITED.get(trace) ?? trace.links.map(() => ({ rows: 0, byteSeconds: 0 }));
  WAITED.set(trace, waited);
  waited.forEach((sum, link) => {
    const { time_s, bytes } = trace.rows('queues', link);
    // The last row's duration is known only when the next row arrives.
    for (; sum.rows + 1 < bytes.length; sum.rows += 1) {
      const seconds = (time_s[sum.rows + 1] as number) - (time_s[sum.rows] as number);
      // In a run that goes on, the busiest of the recorded times decides.
      sum.byteSeconds += (bytes[sum.rows] || 0) * seconds;
    }
    if (sum.byteSeconds > most) {
      most = sum.byteSeconds;
      best = link;
    }
  });
  return best;
}
