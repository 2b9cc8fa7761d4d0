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

/** The moment that a step's text is about. A run in which it never comes is shown at the end of the step's seconds. */
export function ownMoment({ time, seconds: [, to] }: StageStep, runs: Runs): number {
  return (time === undefined ? null : momentIn(time, runs)) ?? to;
}

/** The moment at which a step's picture begins. */
export function firstMoment(step: StageStep, runs: Runs): number {
  if (!step.play) return ownMoment(step, runs);
  return step.from ?? (step.time === undefined ? step.seconds[0] : ownMoment(step, runs));
}
