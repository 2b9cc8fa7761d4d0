/**
 * The rows of a run as curves and events over time. A panel asks these for the part in its time window: lines and dots reduced to the pixels
 * of the plot, lowest and highest values, events of one kind. Answers take a few milliseconds for ten million rows, because the indexes in
 * `series/` are kept from window to window and extended as rows arrive. Only this file and the trace use those indexes.
 */
import { blocksOf, type Values } from './series/blocks';
import { placeAt, rowsOfKind, type SegmentKind } from './series/kinds';
import { firstOnPixels, m4, PixelGrid } from './series/reduce';
import type { Rows, TableName, Trace } from './trace';
import { rowAt, rowFrom, type TimeWindow } from './window';

export { kindNumber, type SegmentKind } from './series/kinds';

/** Points to draw: times in seconds, and the value at each. */
interface Points {
  time_s: number[];
  value: number[];
}

/** Maps values to a plot's rows of pixels. */
export interface Scale {
  /** The line of a value, counted upwards; a larger value never falls on a lower line. */
  line(value: number): number;
  /** Names the scale: dots are searched again only when it changes. */
  key: string;
}

/** Times of all rows of a table, or of a list of its rows. A place is an index into the list, a row an index into the table. */
export class Moments {
  readonly time_s: Float64Array;
  readonly rows: Uint32Array | null;
  readonly length: number;

  constructor(time_s: Float64Array, rows: Uint32Array | null = null) {
    this.time_s = time_s;
    this.rows = rows;
    this.length = (rows ?? time_s).length;
  }

  row(place: number): number {
    return this.rows === null ? place : (this.rows[place] as number);
  }

  time(place: number): number {
    return this.time_s[this.row(place)] as number;
  }

  /** The first place at or after a moment (`after`: only after it). */
  placeAt(moment: number, after = false): number {
    if (this.rows !== null) return placeAt(this.rows, this.time_s, moment, after);
    return after ? rowAt(this.time_s, moment) + 1 : rowFrom(this.time_s, moment);
  }

  /** The places in a window, from the first to before the second. */
  within({ from, to }: TimeWindow): [first: number, last: number] {
    return [this.placeAt(from), this.placeAt(to, true)];
  }

  /** The last row at or before a moment; -1 if there is none. */
  rowAt(moment: number): number {
    if (this.rows === null) return rowAt(this.time_s, moment);
    const place = this.placeAt(moment, true) - 1;
    return place < 0 ? -1 : this.row(place);
  }

  /** The first place that has this row or a later one. */
  placeOfRow(row: number): number {
    if (this.rows === null) return Math.min(Math.max(row, 0), this.length);
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.rows[middle] as number) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Values over time: of all rows of a table, or of some that are listed. */
export class Series extends Moments {
  protected readonly values: Values;

  constructor(time_s: Float64Array, values: Values, rows: Uint32Array | null = null) {
    super(time_s, rows);
    this.values = values;
  }

  value(place: number): number {
    return this.values[this.row(place)] as number;
  }

  /** The last value at or before a moment; undefined if there is none. */
  valueAt(moment: number): number | undefined {
    return this.values[this.rowAt(moment)];
  }

  /** Lowest and highest value from one place to before another; both NaN if there is none. */
  extent([from, to]: readonly [number, number] = [0, this.length]): [low: number, high: number] {
    return from === to ? [Number.NaN, Number.NaN] : blocksOf(this.values, this.rows).range(from, to);
  }

  /** All points in a window. */
  points(window: TimeWindow): Points {
    const [first, last] = this.within(window);
    return this.pointsOf(Array.from({ length: last - first }, (_, i) => this.row(first + i)));
  }

  /** The first point on each pixel of a window that is drawn so many pixels wide. Drawn as dots they look like all points. */
  dots(window: TimeWindow, width: number, { line, key }: Scale): Points {
    const { time_s, values, rows } = this;
    const times =
      rows === null
        ? { of: time_s, at: (row: number) => time_s[row] as number }
        : { of: rows, at: (place: number) => time_s[rows[place] as number] as number };
    const dots = { times, blocks: blocksOf(values, rows), line, scale: key };
    const found: number[] = [];
    firstOnPixels(dots, window, width, this.within(window), (place) => found.push(this.row(place)));
    return this.pointsOf(found);
  }

  protected pointsOf(rows: readonly number[]): Points {
    const { time_s, values } = this;
    const points: Points = { time_s: [], value: [] };
    for (const row of rows) {
      points.time_s.push(time_s[row] as number);
      points.value.push(values[row] as number);
    }
    return points;
  }
}

/** A column of a table over time. */
export class Curve extends Series {
  /**
   * Few points that draw the same line as all rows in a window, on so many pixel columns. One point before the window and one after it are
   * included, so that the line enters and leaves.
   */
  line(window: TimeWindow, columns: number): Points {
    return this.pointsOf(m4(this.time_s, this.values, window, columns));
  }
}

/** Names of the columns of a table that have values to draw. */
type Drawn<T extends TableName> = {
  [Name in keyof Rows<T>]: Name extends 'time_s' ? never : Rows<T>[Name] extends Values ? Name : never;
}[keyof Rows<T>];

/** A column of the rows of a flow, or of a directed link for `queues`. */
export function curveOf<T extends TableName>(trace: Trace, table: T, key: number, column: Drawn<T>): Curve {
  const rows = trace.rows(table, key);
  // Every table has this column, which the type of a table that is not known yet does not say.
  const { time_s } = rows as unknown as { time_s: Float64Array };
  return new Curve(time_s, rows[column] as Values);
}

/** A flow's segments of one kind, in order of time; their values are segment numbers. */
export function eventsOf(trace: Trace, flow: number, kind: SegmentKind): Series {
  const { time_s, kind: kinds, seq } = trace.rows('segments', flow);
  return new Series(time_s, seq, rowsOfKind(trace, flow, kinds, kind));
}

const GRID = new PixelGrid();

/**
 * The pixels of a plot, for marks that are not rows of a table. The function that it returns takes the pixel at (x, y) and says whether it
 * was free; the next call of `freePixels` ends its use.
 */
export function freePixels(width: number, height: number): (x: number, y: number) => boolean {
  GRID.clear(width, height);
  return (x, y) => GRID.take(x, y);
}
