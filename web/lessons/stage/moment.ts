/** Moments of a step's run. */
import type { Run } from '../../run/trace';
import type { Moment, StageStep } from '../lesson';
import { onceAvailable, type Runs } from '../runs';

/** Simulated seconds per second, so that playing a step takes this many seconds if it names no speed. */
const PLAYING_S = 10;

export function speedOf({ speed, seconds: [from, to] }: StageStep): number {
  return speed ?? (to - from) / PLAYING_S;
}

/** The moment in seconds; null if it never comes, or isn't known yet. */
export function momentIn(moment: Moment, runs: Runs): number | null {
  return typeof moment === 'number' ? moment : (onceAvailable(() => moment(runs)) ?? null);
}

/** The runs that a step's functions read: the one on the stage, and the lesson's others. */
export function runsFor({ experiment, arm }: StageStep, run: Run, others: Runs): Runs {
  return {
    ...others,
    of: (name, other) =>
      name === experiment && (other === undefined || other === arm) ? run : others.of(name, other),
  };
}

/** The moment at which a step's picture begins; null for none. */
export function firstMoment(step: StageStep, runs: Runs): number | null {
  if (step.time !== undefined) return momentIn(step.time, runs);
  return step.play ? step.seconds[0] : null;
}
