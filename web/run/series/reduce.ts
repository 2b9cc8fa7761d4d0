/**
 * Reduces many rows to the few that a screen can show. The reduced rows look the same as all rows: a dot is left out only if an earlier dot
 * of its kind covers the same pixel.
 */
import type { TimeWindow } from '../window';
import { rowsWithin, span } from '../window';
import { type Blocks, blocksOf, type Values } from './blocks';
import { columnsOf, PerColumn, type Times } from './columns';

/** Up to this many rows per pixel column, reading every row is as fast as using the index. */
const FEW = 24;

/**
 * The rows that draw the same line as all rows: the first, the lowest, the highest and the last of each pixel column (M4: Jugel et al. 2014),
 * and one row before and after the window, so that the line reaches both edges.
 *
 * @returns rows in chronological order, without duplicates
 */
export function m4(
  time_s: Float64Array,
  value: ArrayLike<number>,
  window: TimeWindow,
  columns: number,
): number[] {
  const [first, last] = rowsWithin(time_s, window);
  return last - first > FEW * columns && isColumn(value)
    ? m4ByBlocks(time_s, blocksOf(value), window, columns)
    : m4ByRows(time_s, value, window, columns);
}

/** True if an array can have blocks. The array's buffer is the cache key, so the array must start at the buffer's start. */
function isColumn(value: ArrayLike<number>): value is Values {
  return (value instanceof Float64Array || value instanceof Uint32Array) && value.byteOffset === 0;
}

/** M4 by reading every row in the window. */
export function m4ByRows(
  time_s: Float64Array,
  value: ArrayLike<number>,
  window: TimeWindow,
  columns: number,
): number[] {
  const [first, last] = rowsWithin(time_s, window);
  const kept: number[] = first > 0 ? [first - 1] : [];
  const columnOf = pixelColumns(window, columns);
  let row = first;
  while (row < last) {
    const column = columnOf(time_s[row] ?? 0);
    const opened = row;
    let lowest = row;
    let highest = row;
    for (row += 1; row < last && columnOf(time_s[row] ?? 0) === column; row += 1) {
      const here = value[row] ?? Number.NaN;
      // NaN means "not known yet"; a comparison with NaN is false, so it is neither lowest nor highest.
      if (here < (value[lowest] ?? 0) || Number.isNaN(value[lowest])) lowest = row;
      if (here > (value[highest] ?? 0) || Number.isNaN(value[highest])) highest = row;
    }
    keep(kept, inOrder(opened, lowest, highest, row - 1));
  }
  if (last < time_s.length) kept.push(last);
  return kept;
}

/** Cached rows of lines, per pixel column. */
const ROWS = new PerColumn<number[]>();

/** M4 by the extremes of blocks of rows; gives the same result as `m4ByRows`. */
export function m4ByBlocks(
  time_s: Float64Array,
  blocks: Blocks,
  window: TimeWindow,
  count: number,
): number[] {
  const [first, last] = rowsWithin(time_s, window);
  const kept: number[] = first > 0 ? [first - 1] : [];
  const columns = columnsOf({ of: time_s, at: (row) => time_s[row] as number }, window, count);
  columns.each(
    window,
    [first, last],
    ROWS.of(blocks, columns),
    (opened, next) => {
      const { lowest, highest } = blocks.extremes(opened, next);
      return inOrder(opened, lowest < 0 ? next - 1 : lowest, highest < 0 ? next - 1 : highest, next - 1);
    },
    (rows) => keep(kept, rows),
  );
  if (last < time_s.length) kept.push(last);
  return kept;
}

function pixelColumns(window: TimeWindow, columns: number): (time: number) => number {
  const perSecond = columns / span(window);
  return (time) => Math.min(columns - 1, Math.floor((time - window.from) * perSecond));
}

function inOrder(opened: number, lowest: number, highest: number, closed: number): number[] {
  return [opened, Math.min(lowest, highest), Math.max(lowest, highest), closed];
}

/** Appends ascending rows without duplicates. */
function keep(kept: number[], rows: number[]): void {
  for (const one of rows) if (one !== kept.at(-1)) kept.push(one);
}

/** Finds dots that would fall on a pixel that already has one. Clearing it increments a counter and reuses the memory. */
export class PixelGrid {
  /** For each pixel, the value of `clearing` when it was last taken. */
  private taken = new Uint32Array(0);
  private clearing = 0;
  private width = 0;
  private height = 0;

  /** Height in pixels. */
  get lines(): number {
    return this.height;
  }

  clear(width: number, height: number): void {
    this.width = Math.max(1, Math.ceil(width));
    this.height = Math.max(1, Math.ceil(height));
    this.clearing += 1;
    if (this.taken.length < this.width * this.height) this.taken = new Uint32Array(this.width * this.height);
  }

  /** Takes the pixel at (x, y). Returns false if it was already taken or is outside. */
  take(x: number, y: number): boolean {
    const column = Math.floor(x);
    const line = Math.floor(y);
    if (!(column >= 0 && column < this.width && line >= 0 && line < this.height)) return false;
    const pixel = line * this.width + column;
    if (this.taken[pixel] === this.clearing) return false;
    this.taken[pixel] = this.clearing;
    return true;
  }

  /** True if any pixel of a column is free between two lines, both included. */
  hasRoom(column: number, first: number, last: number): boolean {
    if (!(column >= 0 && column < this.width)) return false;
    const end = Math.min(this.height - 1, last);
    for (let line = Math.max(0, first); line <= end; line += 1) {
      if (this.taken[line * this.width + column] !== this.clearing) return true;
    }
    return false;
  }
}

/** Dots of one kind: their times, their values, and the line of pixels for each value. */
export interface Dots {
  times: Times;
  blocks: Blocks;
  /** The line of pixels for a value, counted upwards. A larger value never gets a lower line. */
  line(value: number): number;
  /** Identifies the scale; cached dots are valid while it stays the same. */
  scale: string;
}

/** Cached dots, per pixel column. */
const DOTS = new PerColumn<number[]>();

/**
 * Calls `keep` for the first dot on each pixel of the window, in order. Dots of one kind on one pixel look like one dot, so it skips a block
 * whose values all fall on taken pixels.
 *
 * @param places the first place in the window, and the first place after it
 */
export function firstOnPixels(
  { times, blocks, line, scale }: Dots,
  window: TimeWindow,
  count: number,
  [from, to]: [from: number, to: number],
  keep: (place: number) => void,
): void {
  if (to - from <= FEW * count) {
    const columnOf = pixelColumns(window, count);
    const lowest = clearedFor(blocks, line, count, from, to);
    for (let place = from; place < to; place += 1)
      if (GRID.take(columnOf(times.at(place)), line(blocks.at(place)) - lowest)) keep(place);
    return;
  }
  const columns = columnsOf(times, window, count);
  columns.each(
    window,
    [from, to],
    DOTS.of(blocks, columns, scale),
    (first, next) => firstOnLines(blocks, line, first, next),
    (places) => {
      for (const place of places) keep(place);
    },
  );
}

/** The first dot on each line of one pixel column. */
function firstOnLines(blocks: Blocks, line: Dots['line'], first: number, next: number): number[] {
  const found: number[] = [];
  const lowest = clearedFor(blocks, line, 1, first, next);
  // In most columns, all dots fall on one pixel.
  if (GRID.lines === 1 && !Number.isNaN(blocks.at(first))) return [first];
  blocks.visit(
    first,
    next,
    (low, high) => GRID.hasRoom(0, line(low) - lowest, line(high) - lowest),
    (place) => {
      if (GRID.take(0, line(blocks.at(place)) - lowest)) found.push(place);
    },
  );
  return found;
}

/** Queries can share one grid, because each finishes before the next starts. */
const GRID = new PixelGrid();

/** Clears the grid, sizes it for the lines that a range of dots covers, and returns the lowest of these lines. */
function clearedFor(blocks: Blocks, line: Dots['line'], count: number, from: number, to: number): number {
  const [low, high] = blocks.range(from, to);
  const [lowest, highest] = [line(low), line(high)];
  GRID.clear(count, Number.isNaN(lowest) ? 0 : highest - lowest + 1);
  return lowest;
}
