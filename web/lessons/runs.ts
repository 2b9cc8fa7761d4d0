/** The original runs of a lesson's experiments, before a student changes anything. Some may not have finished yet. */
import type { Summary } from '../engine/schema';
import type { Run } from '../run/trace';

/** A point of a sweep: the sender's name, the values of the swept fields, and a metric over the seeds. */
export interface SweptPoint {
  series: string;
  at: readonly number[];
  mean: number;
  /** Half the width of the 95 % interval of the mean; null for a single run. */
  ci95: number | null;
  /** The metric by seed. */
  values: readonly number[];
}

export interface Runs {
  of(experiment: string, arm?: string): Run;
  sweep(experiment: string, measure: string): readonly SweptPoint[];
  /** Summaries by seed. */
  samples(experiment: string, arm: string): readonly Summary[];
}

/** Thrown on access to a run that hasn't finished. */
export class NotYet extends Error {
  /** The experiment of a run that the page has still to finish. */
  readonly experiment: string | null;

  constructor(message?: string, experiment: string | null = null) {
    super(message);
    this.experiment = experiment;
  }
}

/** Calls a function that reads runs; null while a run that it needs hasn't finished. */
export function onceAvailable<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof NotYet) return null;
    throw error;
  }
}

/** The experiment that a function of runs waits for; null if it has all of its runs. */
export function waitsFor(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof NotYet) return error.experiment;
    throw error;
  }
}
