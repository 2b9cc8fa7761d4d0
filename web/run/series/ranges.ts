/**
 * The ranges of a column where a long run's rows are thinned. A value holds until the next row, so in an interval with rows it's between the
 * least and the largest of them and of the value before; without rows it doesn't change, and is known.
 */
import type { Trace } from '../trace';
import type { TimeWindow } from '../window';
import type { Interval, SummedTable } from './intervals';

/** A span of time in which a value is between two others. */
export interface Band extends TimeWindow {
  low: number;
  high: number;
}

/** The lower of two values, of which one may be unknown. */
export function lower(a: number, b: number): number {
  return a < b || Number.isNaN(b) ? a : b;
}

/** The higher of two values, of which one may be unknown. */
export function higher(a: number, b: number): number {
  return a > b || Number.isNaN(b) ? a : b;
}

/** Times at which the last row before a moment may be, and the range of its value. */
export interface Candidate extends Band {
  /** False if it may be after the moment, too. */
  certain: boolean;
}

export class Ranges {
  /** They begin where the first row of this flow or link is left out. */
  readonly from_s: number;
  /** The marker of that gap; every row before it is there. */
  readonly row: number;
  private readonly trace: Trace;
  private readonly table: SummedTable;
  private readonly key: number;
  private readonly column: string;

  /** @param row the marker of the first gap of the flow or link whose rows they sum up */
  constructor(
    trace: Trace,
    { time_s, row }: { time_s: Float64Array; row: number },
    table: SummedTable,
    key: number,
    column: string,
  ) {
    this.row = row;
    this.from_s = time_s[row] ?? Number.POSITIVE_INFINITY;
    this.trace = trace;
    this.table = table;
    this.key = key;
    this.column = column;
  }

  private intervals({ from, to }: TimeWindow): Interval[] {
    const { trace, table, key, column } = this;
    return trace.sums.of(table, key, column as never, { from: Math.max(from, this.from_s), to });
  }

  /** The last interval before a moment; null if the last row before it is a whole one. */
  private before(moment: number): Interval | null {
    const { trace, table, key, column } = this;
    const before = trace.sums.before(table, key, column, moment);
    return before !== null && before.to_s > this.from_s ? before : null;
  }

  /** The ranges of the rows in a window, without those values that last from before. */
  samples(window: TimeWindow): Band[] {
    return this.intervals(window).map(({ from_s, to_s, min, max }) => {
      return { from: Math.max(from_s, this.from_s), to: to_s, low: min, high: max };
    });
  }

  /**
   * The ranges of a line in a window, and the points of what's known of it between them; NaN ends a line there. `follows` is true if whole
   * rows come right before the first of these.
   *
   * @param held the value when the ranges begin; NaN if there is none
   */
  line(window: TimeWindow, held: number) {
    const before = this.before(Math.max(window.from, this.from_s));
    const lines: [time_s: number, value: number][] = before === null ? [] : [[before.to_s, before.last]];
    let value = before?.last ?? held;
    const bands = this.intervals(window).map(({ from_s, to_s, min, max, last }): Band => {
      const from = Math.max(from_s, this.from_s);
      lines.push([from, Number.NaN], [to_s, last]);
      const band = { from, to: to_s, low: lower(min, value), high: higher(max, value) };
      value = last;
      return band;
    });
    return { follows: before === null, lines, bands };
  }

  /** The least and the largest value at a moment; null if there is none. */
  at(moment: number, held: number): [low: number, high: number] | null {
    const value = this.before(moment)?.last ?? held;
    const [interval] = this.intervals({ from: moment, to: moment });
    const [low, high] =
      interval === undefined ? [value, value] : [lower(interval.min, value), higher(interval.max, value)];
    return Number.isNaN(low) ? null : [low, high];
  }

  /** The value of the last row before a moment at which intervals meet; NaN at other moments, and if that row is a whole one. */
  lastBefore(moment: number): number {
    return this.trace.sums.meetAt(moment) ? (this.before(moment)?.last ?? Number.NaN) : Number.NaN;
  }

  /** The rows that may be the last one before a moment. */
  candidates(moment: number): Candidate[] {
    const before = this.before(moment);
    const known =
      before === null
        ? []
        : [{ from: before.from_s, to: before.to_s, low: before.last, high: before.last, certain: true }];
    return [
      ...known,
      ...this.samples({ from: moment, to: moment }).map((band) => ({ ...band, certain: false })),
    ];
  }

  /** The least and the largest of the values of rows in a window. */
  extent(window: TimeWindow): [low: number, high: number] {
    return this.intervals(window).reduce<[number, number]>(
      ([low, high], { min, max }) => [lower(low, min), higher(high, max)],
      [Number.NaN, Number.NaN],
    );
  }
}
