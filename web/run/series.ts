/**
 * The rows of a run as curves and events over time. Panels query the part in their time window: lines and dots reduced to the pixels of
 * the plot, lowest and highest values, events of one kind. A query over ten million rows takes a few milliseconds, because the indexes in
 * `series/` are reused from window to window and extended as rows arrive. Only this file and the trace use those indexes.
 */
import { NEVER_THINNED } from '../engine/schema';
import { blocksOf, type Values } from './series/blocks';
import { Gaps, union } from './series/gaps';
import { isSummed, type SummedRows } from './series/intervals';
import { keyOfKind, placeAt, rowsOfKind, type SegmentKind } from './series/kinds';
import { type Band, higher, lower, Ranges } from './series/ranges';
import { firstOnPixels, m4, PixelGrid } from './series/reduce';
import type { Rows, TableName, Trace } from './trace';
import { rowAt, rowFrom, type TimeWindow } from './window';

export { union } from './series/gaps';
export { kindNumber, type SegmentKind } from './series/kinds';
export type { Band } from './series/ranges';

/** Points to draw: times in seconds, and the value at each. Where only ranges are known, the line is broken and bands take its place. */
interface Points {
  time_s: number[];
  value: number[];
  bands?: Band[];
}

/** Maps values to a plot's rows of pixels. */
export interface Scale {
  /** The row of pixels for a value, counted upwards. A larger value never gets a lower row. */
  line(value: number): number;
  /** Identifies the scale; cached dots are valid while it stays the same. */
  key: string;
}

/** Times of all rows of a table, or of a list of its rows. A place is an index into the list; a row is an index into the table. */
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

  /** The first place at or after a moment; with `after`, strictly after it. */
  placeAt(moment: number, after = false): number {
    if (this.rows !== null) return placeAt(this.rows, this.time_s, moment, after);
    return after ? rowAt(this.time_s, moment) + 1 : rowFrom(this.time_s, moment);
  }

  /** The places in a window: the first one, and the one after the last. */
  within({ from, to }: TimeWindow): [first: number, last: number] {
    return [this.placeAt(from), this.placeAt(to, true)];
  }

  /** The last row at or before a moment; -1 if there is none. */
  rowAt(moment: number): number {
    if (this.rows === null) return rowAt(this.time_s, moment);
    const place = this.placeAt(moment, true) - 1;
    return place < 0 ? -1 : this.row(place);
  }

  /** The first place whose row is this one or later. */
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

/** Values over time: of all rows of a table, or of a list of its rows. Where rows are thinned, it has the ranges of intervals instead of the rows that are left. */
export class Series extends Moments {
  protected readonly values: Values;
  /** Null if no sample is missing. */
  protected readonly gaps: Gaps | null;
  protected readonly ranges: Ranges | null;

  constructor(
    time_s: Float64Array,
    values: Values,
    rows: Uint32Array | null = null,
    gaps: Gaps | null = null,
    ranges: Ranges | null = null,
  ) {
    super(time_s, rows);
    this.values = values;
    this.gaps = gaps;
    this.ranges = ranges;
  }

  /** True if every sample in a window was recorded. Only then do its number and its extremes say something about the run. */
  wholeIn(window: TimeWindow): boolean {
    return this.gaps?.wholeIn(window) ?? true;
  }

  value(place: number): number {
    return this.values[this.row(place)] as number;
  }

  /** The last value at or before a moment; undefined if there is none, NaN if it wasn't recorded. */
  valueAt(moment: number): number | undefined {
    const range = this.rangeAt(moment);
    if (range !== null) return range[0] === range[1] ? range[0] : Number.NaN;
    if (this.ranges !== null && this.isRangedAt(moment) && this.ranges.candidates(moment).length === 0)
      return this.values[this.lastWholeRow(this.ranges)];
    const row = this.rowAt(moment);
    return this.isUnknownSince(row, moment) ? Number.NaN : this.values[row];
  }

  /** The least and the largest value that it may have at a moment; null if rows say which it has, or nothing does. */
  rangeAt(moment: number): [low: number, high: number] | null {
    const { ranges } = this;
    return ranges === null || moment < ranges.from_s ? null : ranges.at(moment, this.lastWhole(ranges));
  }

  /**
   * The last value at or before a moment, if it's known where intervals meet, else like `valueAt`. A row at the very nanosecond at which they
   * meet counts to the later one.
   */
  valueWhereKnown(moment: number): number | undefined {
    const value = this.valueAt(moment);
    return Number.isNaN(value) ? (this.ranges?.lastBefore(moment) ?? value) : value;
  }

  /** True if only ranges are known at a moment. */
  private isRangedAt(moment: number): boolean {
    return this.ranges !== null && moment >= this.ranges.from_s;
  }

  /**
   * The range of the last value of several series of one table at or before a moment; NaN if it isn't known, null if there is none.
   */
  static latest(series: readonly Series[], moment: number): [low: number, high: number] | null {
    const thinned = series.flatMap(({ ranges }) =>
      ranges !== null && moment >= ranges.from_s ? ranges.candidates(moment) : [],
    );
    const rows = series.map((one) =>
      one.ranges !== null && one.isRangedAt(moment) ? one.lastWholeRow(one.ranges) : one.rowAt(moment),
    );
    const row = rows.reduce((last, one) => Math.max(last, one), -1);
    if (series.some((one) => !one.isRangedAt(moment) && one.isUnknownSince(row, moment)))
      return [Number.NaN, Number.NaN];
    const time = series[0]?.time_s[row];
    const candidates = [...thinned];
    // Of the rows just before a window it isn't known which is the last one.
    const isOpening = time !== undefined && series[0]?.gaps?.opening === time;
    for (const [place, one] of series.entries()) {
      const value = one.values[rows[place] ?? -1];
      const isLast = rows[place] === row || (isOpening && one.time_s[rows[place] ?? -1] === time);
      if (time !== undefined && value !== undefined && isLast)
        candidates.push({ from: time, to: time, low: value, high: value, certain: true });
    }
    const latest = Math.max(...candidates.map(({ from, certain }) => (certain ? from : 0)));
    const possible = candidates.filter(({ to }) => to >= latest);
    if (possible.length === 0) return null;
    return [Math.min(...possible.map(({ low }) => low)), Math.max(...possible.map(({ high }) => high))];
  }

  /** True if samples between two rows are missing. */
  missesBetween(row: number, later: number): boolean {
    return this.gaps?.between(row, later) ?? false;
  }

  /** True if samples between a row and a moment are missing. */
  isUnknownSince(row: number, moment: number): boolean {
    return (this.gaps?.rowAt(moment) ?? -1) > row;
  }

  /** Lowest and highest value from one place up to another, excluding it, or of all; NaN for an empty range. */
  extent(places?: readonly [number, number]): [low: number, high: number] {
    if (places === undefined) return this.extentIn(ALWAYS);
    const [from, to] = places;
    return from === to ? [Number.NaN, Number.NaN] : blocksOf(this.values, this.rows).range(from, to);
  }

  /** Lowest and highest value in a window. */
  extentIn(window: TimeWindow): [low: number, high: number] {
    const { ranges } = this;
    const [low, high] = this.extent(this.within(window));
    if (ranges === null || window.to < ranges.from_s) return [low, high];
    const [least, most] = ranges.extent(window);
    return [lower(low, least), higher(high, most)];
  }

  /** All points in a window. */
  points(window: TimeWindow): Points {
    const [first, last] = this.within(window);
    return this.pointsOf(Array.from({ length: last - first }, (_, i) => this.row(first + i)));
  }

  /** The first point on each pixel of a window that is `width` pixels wide. Drawn as dots, they look the same as all points. */
  dots(window: TimeWindow, width: number, { line, key }: Scale): Points {
    const { time_s, values, rows } = this;
    const times =
      rows === null
        ? { of: time_s, at: (row: number) => time_s[row] as number }
        : { of: rows, at: (place: number) => time_s[rows[place] as number] as number };
    const dots = { times, blocks: blocksOf(values, rows), line, scale: key };
    const found: number[] = [];
    firstOnPixels(dots, window, width, this.within(window), (place) => found.push(this.row(place)));
    const points = this.pointsOf(found);
    const { ranges } = this;
    if (ranges === null || window.to < ranges.from_s) return points;
    return { ...upTo(points, ranges.from_s), bands: ranges.samples(window) };
  }

  /** The value before the ranges begin; NaN if there is none. */
  protected lastWhole(ranges: Ranges): number {
    return this.values[this.lastWholeRow(ranges)] ?? Number.NaN;
  }

  /** The row before the ranges begin; -1 if there is none. */
  private lastWholeRow({ row }: Ranges): number {
    const place = this.placeOfRow(row) - 1;
    return place < 0 ? -1 : this.row(place);
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

/** The points up to a moment. */
function upTo({ time_s, value }: Points, moment: number): Points {
  const end = rowAt(Float64Array.from(time_s), moment) + 1;
  return { time_s: time_s.slice(0, end), value: value.slice(0, end) };
}

/** A column of a table over time. */
export class Curve extends Series {
  constructor(time_s: Float64Array, values: Values, gaps: Gaps | null, ranges: Ranges | null = null) {
    super(time_s, values, null, gaps, ranges);
  }

  /**
   * A few points that draw the same line as all rows in a window that is `columns` pixels wide. They include one point before and one after
   * the window, so that the line reaches both edges. NaN breaks the line where nothing was recorded.
   */
  line(window: TimeWindow, columns: number): Points {
    const rows = m4(this.time_s, this.values, window, columns);
    const { ranges } = this;
    if (ranges === null || window.to < ranges.from_s)
      return this.pointsOf(this.gaps?.bridged(rows, window, columns) ?? rows);
    const { follows, lines, bands } = ranges.line(window, this.lastWhole(ranges));
    const whole = this.pointsOf(follows ? rows.filter((row) => row < ranges.row) : []);
    for (const [time, value] of lines) {
      whole.time_s.push(time);
      whole.value.push(value);
    }
    return { ...whole, bands };
  }
}

/** Names of a table's columns that can be drawn. */
type Drawn<T extends TableName> = {
  [Name in keyof Rows<T>]: Name extends 'time_s' ? never : Rows<T>[Name] extends Values ? Name : never;
}[keyof Rows<T>];

/** A column of the rows of a flow, or of a directed link for `queues`. */
export function curveOf<T extends TableName>(trace: Trace, table: T, key: number, column: Drawn<T>): Curve {
  const rows = trace.rows(table, key);
  // Every table has this column, but the type of a generic table doesn't include it.
  const { time_s } = rows as unknown as { time_s: Float64Array };
  const gaps = gapsOf(trace, table, key);
  const ranges = isRanged(trace, table) ? rangesOf(trace, time_s, table, key, [key, column as string]) : null;
  return new Curve(time_s, rows[column] as Values, gaps, ranges);
}

/** True if a trace has ranges of a table's columns where it lacks rows. */
function isRanged({ sums }: Trace, table: TableName): table is SummedRows {
  return sums.width_s > 0 && isSummed(table);
}

/** The ranges of a column where rows of a flow or link are thinned; null if none is. `of` is the key of the sums. */
function rangesOf(
  trace: Trace,
  time_s: Float64Array,
  table: SummedRows,
  key: number,
  of: readonly [key: number, column: string],
): Ranges | null {
  const [row] = trace.gaps(table, key);
  return row === undefined || trace.sums.width_s === 0
    ? null
    : new Ranges(trace, { time_s, row }, table, ...of);
}

/** Where samples of a flow or link are missing; null if all were recorded. */
function gapsOf(trace: Trace, table: TableName, key: number): Gaps | null {
  const { time_s } = trace.rows(table, key) as unknown as { time_s: Float64Array };
  const markers = trace.gaps(table, key);
  return markers.length === 0 ? null : new Gaps(time_s, markers);
}

/** The recorded rows of a flow or link, without the markers of gaps. */
export function momentsOf(trace: Trace, table: TableName, key: number): Moments {
  const { time_s } = trace.rows(table, key) as unknown as { time_s: Float64Array };
  return new Moments(time_s, gapsOf(trace, table, key)?.recorded() ?? null);
}

/** A window that contains every time. */
export const ALWAYS: TimeWindow = { from: 0, to: Number.POSITIVE_INFINITY };

/**
 * True if a table has every sample of some flows or links in a window. Whatever is counted, averaged or sought in rows must ask first:
 * the rows of a long run are some of its samples, more of them early than late.
 */
export function isWhole(
  trace: Trace,
  table: TableName,
  keys: number | readonly number[],
  window = ALWAYS,
): boolean {
  return (typeof keys === 'number' ? [keys] : keys).every(
    (key) => gapsOf(trace, table, key)?.wholeIn(window) ?? true,
  );
}

/** The times to hatch as "not recorded" in a plot of some flows or links that is `columns` pixels wide: none where it has bands. */
export function unrecorded(
  trace: Trace,
  table: TableName,
  keys: readonly number[],
  window: TimeWindow,
  columns: number,
): TimeWindow[] {
  if (isRanged(trace, table)) return [];
  return union(keys.flatMap((key) => gapsOf(trace, table, key)?.wide(window, columns) ?? []));
}

/** A flow's segments of one kind, in chronological order; their values are segment numbers. */
export function eventsOf(trace: Trace, flow: number, kind: SegmentKind): Series {
  const { time_s, kind: kinds, seq } = trace.rows('segments', flow);
  const gaps = ALL_KEPT.has(kind) && !trace.isWindow ? null : gapsOf(trace, 'segments', flow);
  const ranged = gaps !== null && isRanged(trace, 'segments');
  const ranges = ranged ? rangesOf(trace, time_s, 'segments', flow, [keyOfKind(flow, kind), 'seq']) : null;
  return new Series(time_s, seq, rowsOfKind(trace, flow, kinds, kind), gaps, ranges);
}

const ALL_KEPT: ReadonlySet<SegmentKind> = new Set(NEVER_THINNED);

const GRID = new PixelGrid();

/**
 * The pixels of a plot, for marks that are not rows of a table. The returned function takes the pixel at (x, y) and returns whether it was
 * free. It is valid until the next call of `freePixels`.
 */
export function freePixels(width: number, height: number): (x: number, y: number) => boolean {
  GRID.clear(width, height);
  return (x, y) => GRID.take(x, y);
}
