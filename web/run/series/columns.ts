/**
 * Which places of a table, or of a list of its rows, fall on which pixel column of a plot. A window that has been moved by whole pixels
 * shows the same columns elsewhere: what is known of them is kept, and only those that have come into sight are looked for.
 */
import { span, type TimeWindow } from '../window';

/** Times in their order: a column of a table, or what stands for the times of the rows in a list. */
export interface Times {
  /** What is replaced when there are more of them. */
  readonly of: object;
  at(place: number): number;
}

/** How far a window may lie from where it would show the same columns, in pixels: nobody sees that. */
const OFF = 1e-3;
/** So many windows full of columns are kept. */
const KEPT = 16;

export class Columns {
  /** Pixel columns of a window. */
  readonly count: number;
  private readonly times: Times;
  private readonly origin: number;
  private readonly perSecond: number;
  /** Of each column that has been in sight the place before which it ends, by its number from the origin. */
  private readonly ends = new Map<number, number>();
  private guess = 1;

  constructor(times: Times, window: TimeWindow, count: number) {
    this.times = times;
    this.count = count;
    this.origin = window.from;
    this.perSecond = count / span(window);
  }

  /** The number of the window's first column; null if the window has others. */
  firstOf(window: TimeWindow, count: number): number | null {
    const pixels = (window.from - this.origin) * this.perSecond;
    const first = Math.round(pixels);
    const same = count === this.count && Math.abs(span(window) * this.perSecond - count) < OFF;
    return same && Math.abs(pixels - first) < OFF && this.ends.size < KEPT * count ? first : null;
  }

  /**
   * Shows the columns of a window that hold anything, from left to right.
   *
   * @param places the first place in the window, and that after the last one
   * @param known what is known of columns that have been in sight, by their number from the origin
   * @param make says of the places from one to before another what is to be known of their column
   */
  each<What>(
    window: TimeWindow,
    [from, to]: [from: number, to: number],
    known: Map<number, What>,
    make: (first: number, next: number) => What,
    show: (what: What, column: number, first: number, next: number) => void,
  ): void {
    const leftmost = this.firstOf(window, this.count) ?? 0;
    let place = from;
    for (let column = 0; column < this.count && place < to; column += 1) {
      const number = leftmost + column;
      // A place at the very end of the window is part of its last column.
      const isLast = column === this.count - 1;
      const next = isLast ? to : Math.min(to, this.ends.get(number) ?? this.endOf(number, place, to));
      if (next > place) {
        // The outermost columns may go on beyond the window, the first by the little that it may lie off.
        const isWhole = column > 0 && next < to;
        const what = (isWhole ? known.get(number) : undefined) ?? make(place, next);
        if (isWhole) known.set(number, what);
        show(what, column, place, next);
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

  /** The first of the places from one to before another that lies at or beyond a number of pixels from the origin. */
  private search(edge: number, from: number, to: number): number {
    if (this.x(from) >= edge) return from;
    let low = from;
    let high = to;
    let probe = Math.min(from + this.guess, to - 1);
    if (probe <= low) return high;
    // Packets come about as densely here as in the column before: how far the guess lies from the edge says by how much it was wrong.
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

/** The columns of a window; the same object while the window is moved by whole pixels. */
export function columnsOf(times: Times, window: TimeWindow, count: number): Columns {
  let columns = KNOWN.get(times.of);
  if (columns === undefined || columns.firstOf(window, count) === null) {
    columns = new Columns(times, window, count);
    KNOWN.set(times.of, columns);
  }
  return columns;
}

/** What is known of the columns that have been in sight, by the key for which it was made. */
export class PerColumn<What> {
  private readonly known = new WeakMap<
    object,
    { columns: Columns; scale: string; whats: Map<number, What> }
  >();

  /** What is known for a key; new where the columns are others, or the scale on which it was made. */
  of(key: object, columns: Columns, scale = ''): Map<number, What> {
    let known = this.known.get(key);
    if (known?.columns !== columns || known.scale !== scale) {
      known = { columns, scale, whats: new Map() };
      this.known.set(key, known);
    }
    return known.whats;
  }
}
