/** Measures of the chain's runs, for the lesson and its figure. */
import { baseRttOf, meanOver, rateOf, rttOf } from '../../../web/lessons/observe';
import type { Run } from '../../../web/run/trace';

/** The place of each flow in the scenario. */
export const [WEST_AND_MIDDLE, MIDDLE_AND_EAST, WEST, MIDDLE, EAST, LONG] = [0, 1, 2, 3, 4, 5] as const;

/** Rate of a flow in the last seconds. A packet is 1000 bytes with its headers, so packets per second are kB/s. */
export const rateAtEnd = (run: Run, flow: number, seconds: number): number =>
  rateOf(run, flow, run.now_s - seconds, run.now_s);

/** Mean total wait of the flow's packets on their path in the last seconds, ms. */
export function waitAtEnd(run: Run, flow: number, seconds: number): number {
  return meanOver(rttOf(run, flow), run.now_s - seconds, run.now_s) - baseRttOf(run, flow);
}
