/** Moments of a step's run. */
import type { Run } from '../../run/trace';
import type { View } from '../../run/view';
import type { Moment, StageStep } from '../lesson';
import { onceAvailable, type Runs } from '../runs';

/** Simulated seconds per second, so that playing a step takes this many seconds if it names no speed. */
const PLAYING_S = 10;

export function speedOf({ speed, seconds: [from, to] }: StageStep): number {
  return speed ?? (to - from) / PLAYING_S;
}

/** The moment in seconds; null if it never comes, or isn't known yet. */
export function momentIn(moment: Moment, runs: Runs): number | null {
  const at_s = typeof moment === 'number' ? moment : (onceAvailable(() => moment(runs)) ?? Number.NaN);
  return Number.isNaN(at_s) ? null : at_s;
}

/** The runs that a step's functions read: the one on the stage, and the lesson's others. */
export function runsFor({ experiment, arm }: StageStep, run: Run, others: Runs): Runs {
  return {
    ...others,
    of: (name, other) =>
      name === experiment && (other === undefined || other === arm) ? run : others.of(name, other),
  };
}

/** The moment that a step's picture shows. */
export interface OwnMoment {
  time_s: number;
  /** The reason why it's the end of the picture instead of the moment that the text is about; null if it's that moment. */
  instead: Instead | null;
}

export type Instead =
  /** The run doesn't come to the text's moment. */
  | { reason: 'never' }
  /** It happens at this moment, which the picture doesn't show. */
  | { reason: 'outside'; at_s: number }
  /** The run ends before it, at this moment. */
  | { reason: 'ended'; at_s: number };

/** The moment that a step's text is about, in the run on the stage. */
export function ownMoment(step: StageStep, run: Run, others: Runs): OwnMoment {
  const [from, to] = step.seconds;
  const end = Math.min(to, run.now_s);
  const at_s = step.time === undefined ? to : momentIn(step.time, runsFor(step, run, others));
  if (at_s !== null && at_s >= from && at_s <= end) return { time_s: at_s, instead: null };
  // A run that goes on may still come to it.
  return { time_s: end, instead: run.summary === null ? null : insteadOf(at_s, step, end) };
}

function insteadOf(at_s: number | null, { seconds: [from, to] }: StageStep, end: number): Instead {
  if (at_s === null) return { reason: 'never' };
  return at_s < from || at_s > to ? { reason: 'outside', at_s } : { reason: 'ended', at_s: end };
}

/** The moment at which a step's picture begins, s. */
export function firstMoment(step: StageStep, run: Run, others: Runs): number {
  if (step.play && step.from !== undefined) return step.from;
  return step.play && step.time === undefined ? step.seconds[0] : ownMoment(step, run, others).time_s;
}

/** Shows a step's seconds: from where playing begins or, `still`, at its own moment. */
export function showStep(view: View, step: StageStep, run: Run, others: Runs, still: boolean): void {
  const [from, to] = step.seconds;
  view.limitTo({ from, to });
  settleStep(view, step, run, others);
  view.hold(still ? ownMoment(step, run, others).time_s : firstMoment(step, run, others));
}

/** Lets the path show the step's own moment of a run, as it is now, whenever nothing else holds the cursor. */
export function settleStep(view: View, step: StageStep, run: Run, others: Runs): void {
  view.settleAt(ownMoment(step, run, others).time_s);
}
