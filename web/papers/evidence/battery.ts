/** Rows of a comparison: the judged metrics, their differences, and the positions of their marks. */
import { DEFAULT_RULE, isOut, LINUX_RATES } from '../../../scripts/evidence/compare.mjs';
import type { Battery, BatteryRow, Comparison } from '../../scenario/content/evidence/data';
import type { Peer } from '../../scenario/content/reference';

/** The metrics that scripts/evidence/ns2.mjs and linux.mjs judge, and the rule that they use. */
export const JUDGED: Record<
  Peer,
  { rule: { tolerance: number; intervals: boolean }; metrics: readonly string[] | 'all' }
> = {
  ns2: { rule: DEFAULT_RULE, metrics: 'all' },
  linux: { rule: LINUX_RATES, metrics: ['throughput_bps'] },
};

export function isJudged(peer: Peer, metric: string): boolean {
  const { metrics } = JUDGED[peer];
  return metrics === 'all' || metrics.includes(metric);
}

/** The judged metrics in which a row differs, by its peer's rule. */
export function differingMetrics(peer: Peer, { metrics }: BatteryRow): string[] {
  const { rule } = JUDGED[peer];
  return Object.entries(metrics)
    .filter(([metric, comparison]) => isJudged(peer, metric) && isOut(metric, comparison, rule))
    .map(([metric]) => metric);
}

/** The number of different paths in the rows. */
export function countPaths({ rows }: Battery): number {
  return new Set(rows.map(({ path }) => path)).size;
}

/** Positions in the picture of a difference, as shares of its width. The reference mean is in the middle. */
export interface DifferenceMark {
  /** The ends of the tolerance around the reference. */
  tolerance: [number, number];
  /** The ends of the reference's interval. */
  theirInterval: [number, number];
  /** Our mean. */
  ours: number;
  /** The ends of our interval. */
  ourInterval: [number, number];
  /** The side on which our mean is outside the picture; null if it's inside. */
  outside: 'below' | 'above' | null;
}

/** Half the picture's width, in tolerances. */
export const SHOWN_TOLERANCES = 4;

/** Null if the reference is 0, because then no relative difference exists. */
export function differenceMark({ ours, theirs }: Comparison, tolerance: number): DifferenceMark | null {
  if (theirs.mean === 0) return null;
  const halfWidth = SHOWN_TOLERANCES * tolerance;
  const position = (share: number) => Math.min(1, Math.max(0, 0.5 + share / (2 * halfWidth)));
  const relative = (value: number) => value / Math.abs(theirs.mean);
  const [ourWidth, theirWidth] = [relative(ours.half_width), relative(theirs.half_width)];
  const difference = relative(ours.mean - theirs.mean);
  return {
    tolerance: [position(-tolerance), position(tolerance)],
    theirInterval: [position(-theirWidth), position(theirWidth)],
    ours: position(difference),
    ourInterval: [position(difference - ourWidth), position(difference + ourWidth)],
    outside: difference > halfWidth ? 'above' : difference < -halfWidth ? 'below' : null,
  };
}
