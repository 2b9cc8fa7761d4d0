/**
 * Assigns the places of a table, or of a list of its rows, to the pixel columns of a plot. If a window moves by whole pixels, its columns
 * only shift. So results are cached per column, and only newly visible columns are computed.
 */
import { span, type TimeWindow } from '../window';

/** Ascending times of a table's rows, or of the rows in a list. */
export interface Times {
  /** The array behind the times. Adding rows replaces it, so caches use it as their key. */
  readonly of: object;
  at(place: number): number;
}

/** Tolerance for a window that moves by whole pixels, in pixels: too small to see. */
const TOLERANCE = 1e-3;
/** Cache size, in windows full of columns. */
const CACHED_WINDOWS = 16;

export class Columns {
  /** Number of pixel columns per window. */
  readonly count: number;
  private readonly times: Times;
  private readonly origin: number;
  private readonly perSecond: number;
  /** The first place after each column that has been visible, by column number from the origin. */
  private readonly ends = new Map<number, number>();
  private guess = 1;

  constructor(times: Times, window: TimeWindow, count: number) {
    this.times = times;
    this.count = count;
    this.origin = window.from;
    this.perSecond = count / span(window);
  }

  /** The number of the window's first column; null if the window has other columns than these. */
  firstOf(window: TimeWindow, count: number): number | null {
    const pixels = (window.from - this.origin) * this.perSecond;
    const first = Math.round(pixels);
    const same = count === this.count && Math.abs(span(window) * this.perSecond - count) < TOLERANCE;
    const isShifted = Math.abs(pixels - first) < TOLERANCE;
    return same && isShifted && this.ends.size < CACHED_WINDOWS * count ? first : null;
  }

  /**
   * Calls `show` for each column of a window that has places, from left to right.
   *
   * @param places the first place in the window, and the first place after it
   * @param known cached results of columns, by column number from the origin
   * @param make computes the result of a column from its first place and the next column's first place
   */
  each<Result>(
    window: TimeWindow,
    [from, to]: [from: number, to: number],
    known: Map<number, Result>,
    make: (first: number, next: number) => Result,
    show: (result: Result, column: number, first: number, next: number) => void,
  ): void {
    const leftmost = this.firstOf(window, this.count) ?? 0;
    let place = from;
    for (let column = 0; column < this.count && place < to; column += 1) {
      const number = leftmost + column;
      // A place exactly at the end of the window belongs to the last column.
      const isLast = column === this.count - 1;
      const next = isLast ? to : Math.min(to, this.ends.get(number) ?? this.endOf(number, place, to));
      if (next > place) {
        // The outermost columns may extend beyond the window, so their results are not cached.
        const isWhole = column > 0 && next < to;
        const result = (isWhole ? known.get(number) : undefined) ?? make(place, next);
        if (isWhole) known.set(number, result);
        show(result, column, place, next);
      }
      place = next;
    }
  }

  private endOf(number: number, from: number, to: number): number {
    const end = this.search(number + 1, from, to);
    if (end < to) this.ends.set(number, end);
    this.guess = Math.max(1, end - from);
    return end;
  }

  private x(place: number): number {
    return (this.times.at(place) - this.origin) * this.perSecond;
  }

  /** The first place in a range that is at least `edge` pixels from the origin. */
  private search(edge: number, from: number, to: number): number {
    if (this.x(from) >= edge) return from;
    let low = from;
    let high = to;
    let probe = Math.min(from + this.guess, to - 1);
    if (probe <= low) return high;
    // Rows are about as dense as in the previous column, so the guess's distance from the edge gives its error in rows.
    const wrong = Math.round((this.x(probe) - edge) * this.guess);
    probe = Math.min(Math.max(probe - wrong, from + 1), to - 1);
    let stride = 1 + (this.guess >> 7);
    if (this.x(probe) < edge) {
      do {
        low = probe;
        probe += stride;
        stride *= 4;
      } while (probe < to && this.x(probe) < edge);
      high = Math.min(high, probe);
    } else {
      do {
        high = probe;
        probe -= stride;
        stride *= 4;
      } while (probe > low && this.x(probe) >= edge);
      low = Math.max(low, probe);
    }
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.x(middle) < edge) low = middle;
      else high = middle;
    }
    return high;
  }
}

const KNOWN = new WeakMap<object, Columns>();

/** The columns of a window; the same object while the window moves by whole pixels. */
export function columnsOf(times: Times, window: TimeWindow, count: number): Columns {
  let columns = KNOWN.get(times.of);
  if (columns === undefined || columns.firstOf(window, count) === null) {
    columns = new Columns(times, window, count);
    KNOWN.set(times.of, columns);
  }
  return columns;
}

/** Caches results per column, separately for each key. */
export class PerColumn<Result> {
  private readonly known = new WeakMap<
    object,
    { columns: Columns; scale: string; results: Map<number, Result> }
  >();

  /** The cached results for a key. A change of the columns or the scale empties them. */
  of(key: object, columns: Columns, scale = ''): Map<number, Result> {
    let known = this.known.get(key);
    if (known?.columns !== columns || known.scale !== scale) {
      known = { columns, scale, results: new Map() };
      this.known.set(key, known);
    }
    return known.results;
  }
}
