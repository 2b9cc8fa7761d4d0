/** The original runs of a lesson's experiments, before a student changes anything. Some may not have finished yet. */
import type { Summary } from '../engine/schema';
import type { Run } from '../run/trace';

/** A point of a sweep: the sender's name, the values of the fields, and a figure over the seeds. */
export interface SweptPoint {
  series: string;
  at: readonly number[];
  mean: number;
  /** Half the width of the 95 % interval of the mean; null for a single run. */
  ci95: number | null;
  /** By seed. */
  values: readonly number[];
}

export interface Runs {
  of(experiment: string, arm?: string): Run;
  sweep(experiment: string, measure: string): readonly SweptPoint[];
  /** Summaries by seed. */
  samples(experiment: string, arm: string): readonly Summary[];
}

/** A run that is asked for is not there yet. */
export class NotYet extends Error {}

/** A function's result; null while a run that it needs is missing. */
export function onceAvailable<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof NotYet) return null;
    throw error;
  }
}
