/** Rows of a comparison: the judged metrics, their differences, and the positions of their marks. */
import { isOut, LINUX_RATES, USUAL } from '../../scripts/evidence/compare.mjs';
import type { Battery, BatteryRow, Comparison } from '../content/evidence/data';
import type { Peer } from '../content/reference';

/** The rule and the metrics by which scripts/evidence/ns2.mjs and linux.mjs judge. */
export const JUDGED: Record<
  Peer,
  { rule: { tolerance: number; intervals: boolean }; metrics: readonly string[] | 'all' }
> = {
  ns2: { rule: USUAL, metrics: 'all' },
  linux: { rule: LINUX_RATES, metrics: ['throughput_bps'] },
};

export function isJudged(peer: Peer, metric: string): boolean {
  const { metrics } = JUDGED[peer];
  return metrics === 'all' || metrics.includes(metric);
}

/** The judged metrics in which a row differs, by the rule of the command that compared it. */
export function differing(peer: Peer, { metrics }: BatteryRow): string[] {
  const { rule } = JUDGED[peer];
  return Object.entries(metrics)
    .filter(([metric, comparison]) => isJudged(peer, metric) && isOut(metric, comparison, rule))
    .map(([metric]) => metric);
}

/** The paths that the rows ran on. */
export function pathsRun({ rows }: Battery): number {
  return new Set(rows.map(({ path }) => path)).size;
}

/** Position of a difference, as shares of the picture's width; the reference is in the middle. */
export interface DifferenceMark {
  /** The ends of the tolerance. */
  tolerance: [number, number];
  /** The ends of their interval. */
  theirs: [number, number];
  ours: number;
  /** The ends of our interval. */
  interval: [number, number];
  /** On which side ours is outside the picture. */
  beyond: 'below' | 'above' | null;
}

/** Tolerances that the picture shows on each side of theirs. */
export const SHOWN_TOLERANCES = 4;

/** Null if the reference is 0, because there is no relative difference then. */
export function differenceMark({ ours, theirs }: Comparison, tolerance: number): DifferenceMark | null {
  if (theirs.mean === 0) return null;
  const half = SHOWN_TOLERANCES * tolerance;
  const place = (share: number) => Math.min(1, Math.max(0, 0.5 + share / (2 * half)));
  const relative = (value: number) => (value - theirs.mean) / Math.abs(theirs.mean);
  const width = (half_width: number) => half_width / Math.abs(theirs.mean);
  const at = relative(ours.mean);
  return {
    tolerance: [place(-tolerance), place(tolerance)],
    theirs: [place(-width(theirs.half_width)), place(width(theirs.half_width))],
    ours: place(at),
    interval: [place(at - width(ours.half_width)), place(at + width(ours.half_width))],
    beyond: at > half ? 'above' : at < -half ? 'below' : null,
  };
}
