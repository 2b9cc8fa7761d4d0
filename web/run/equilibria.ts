/** Predicted equilibrium values of a quantity, from the theory's report: one value or a range per interval of time. */
import type { AtRest, Prediction } from '../engine/schema';
import type { Run } from './trace';

export interface Theory {
  prediction: Prediction;
  /** End of the prediction, in seconds: the end of a predicted flow or the first change on the timeline. */
  until: number;
}

/** The theory's prediction for a run; null if there is none. */
export function theoryOf({
  prediction,
  scenario,
  summary,
  now_s,
}: Pick<Run, 'prediction' | 'scenario' | 'summary' | 'now_s'>): Theory | null {
  if (prediction === null || prediction.intervals.length === 0) return null;
  const predicted = new Set(prediction.flows.filter(({ applies }) => applies).map(({ name }) => name));
  const ends = (summary?.flows ?? []).flatMap(({ name, completed_at_s }) =>
    predicted.has(name) && completed_at_s !== null ? [completed_at_s] : [],
  );
  const changes = scenario.timeline.map(({ at_s }) => at_s);
  return { prediction, until: Math.min(now_s, ...ends, ...changes) };
}

export interface Equilibrium {
  from_s: number;
  to_s: number;
  /** Lower end of the range that alpha and beta allow. Equal to `high` for a single value; null if there is no lower end. */
  low: number | null;
  high: number;
}

type FlowMetric = Exclude<keyof AtRest['flows'][number], 'name' | 'marked_share'>;
type LinkMetric = 'held_bytes' | 'held_packets';
export type Quantity = (equilibrium: AtRest) => number | undefined;

/** A metric of a flow at equilibrium. */
export function ofFlow(name: string, metric: FlowMetric): Quantity {
  return ({ flows }) => flows.find((flow) => flow.name === name)?.[metric];
}

/** A sender's base_rtt, if it overestimates the propagation delay. */
export function mistakenBaseRtt(name: string): Quantity {
  return ({ flows }) => {
    const flow = flows.find((one) => one.name === name);
    return flow && flow.base_rtt_ms > flow.propagation_rtt_ms ? flow.base_rtt_ms : undefined;
  };
}

/** A metric of a directed link at equilibrium. */
export function ofLink(name: string, metric: LinkMetric): Quantity {
  return ({ links }) => links.find((link) => link.name === name)?.[metric];
}

/** The intervals for which the theory predicts a quantity, in chronological order. */
export function equilibriaOf(theory: Theory | null, quantity: Quantity): Equilibrium[] {
  if (theory === null) return [];
  const { prediction, until } = theory;
  return prediction.intervals.flatMap(({ from_s, to_s, at_rest }) => {
    const ends = at_rest.flatMap((equilibrium) => {
      const value = quantity(equilibrium);
      return value === undefined ? [] : [{ end: equilibrium.range_end, value }];
    });
    const high = ends.find(({ end }) => end !== 'lower')?.value;
    if (high === undefined || from_s >= until) return [];
    const low = ends.find(({ end }) => end !== 'upper')?.value ?? null;
    return [{ from_s, to_s: Math.min(to_s, until), low, high }];
  });
}

/** The mean over all intervals, weighted by length and by `weights`, a list for the same intervals. */
export function meanOf(
  equilibria: readonly Equilibrium[],
  weights: readonly Equilibrium[] = [],
): Pick<Equilibrium, 'low' | 'high'> | null {
  const mean = (end: 'low' | 'high') => {
    const shares = equilibria.map(({ from_s, to_s }, i) => (to_s - from_s) * (weights[i]?.[end] ?? 1));
    const whole = shares.reduce((sum, share) => sum + share, 0);
    return equilibria.reduce((sum, one, i) => sum + (one[end] ?? Number.NaN) * (shares[i] ?? 0), 0) / whole;
  };
  const [low, high] = [mean('low'), mean('high')];
  return Number.isNaN(high) ? null : { low: Number.isNaN(low) ? null : low, high };
}
