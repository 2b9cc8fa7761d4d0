/** Intervals of one length, for what's counted per interval. */
import { countableLength, longestBaseRtt, roundUp } from '../../run/goodput';
import type { Run } from '../../run/trace';
import { span, type TimeWindow } from '../../run/window';
import type { Source } from './rows';

export type Interval = TimeWindow;

/** Intervals per time window, at least. */
const INTERVALS = 100;

/** The length of the intervals: at least a round trip, because a sender's rate has no meaning in less, and longer in a long window. */
export function intervalOf(run: Run, flows: readonly number[], window: TimeWindow): number {
  const least = Math.max(span(window) / INTERVALS, longestBaseRtt(run.trace, flows), 1e-6);
  return countableLength(run, window, roundUp(least));
}

/**
 * The intervals that a window touches, as multiples of one length from 0 s, so that they stay in place while the window moves. The last one
 * ends with the run; it's part of the one before if it's less than half as long.
 */
export function intervalsIn({ now_s: end }: Run, window: TimeWindow, length_s: number): Interval[] {
  const lastStart = Math.max(0, Math.floor(end / length_s - 0.5));
  const last = Math.min(lastStart, Math.ceil(window.to / length_s - 1e-9) - 1);
  const first = Math.min(Math.max(0, Math.floor(window.from / length_s + 1e-9)), lastStart);
  const intervals: Interval[] = [];
  for (let one = first; one <= last; one += 1)
    intervals.push({ from: one * length_s, to: one === lastStart ? end : (one + 1) * length_s });
  return intervals;
}

/** A row for each interval. */
export function intervalRows<Row extends Interval>(
  run: Run,
  flows: readonly number[],
  rowsIn: (window: TimeWindow, length_s: number) => Row[],
): Source<Row> {
  return {
    time: ({ from }) => from,
    within(window, limit) {
      const rows = rowsIn(window, intervalOf(run, flows, window));
      return { rows: rows.slice(0, limit), total: rows.length };
    },
    at(moment, window) {
      const length_s = intervalOf(run, flows, window);
      return rowsIn({ from: moment, to: moment + length_s / 1000 }, length_s)[0] ?? null;
    },
  };
}
