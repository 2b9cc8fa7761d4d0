/**
 * Reduces many rows to the few that a screen can show. A picture of the reduced rows equals the picture of all rows: a dot is left out only if
 * an earlier dot of its kind covers the same pixel.
 */

import type { TimeWindow } from '../window';
import { rowsWithin, span } from '../window';
import { type Blocks, blocksOf, type Values } from './blocks';
import { columnsOf, PerColumn, type Times } from './columns';

/** Up to this many rows per pixel column, reading each row is as fast as the index. */
const FEW = 24;

/**
 * The rows that draw the same line as all rows: the first, the lowest, the highest and the last of each pixel column (M4: Jugel et al. 2014),
 * and one row before and after the window, so that the line enters and leaves it.
 *
 * @returns rows in order of time, each once
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

/** True if an array can have blocks. They are cached by its buffer, so it must start at the buffer's start. */
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

/** Rows of a line, per pixel column. */
const ROWS = new PerColumn<number[]>();

/** M4 by the extremes of blocks of rows; the result is the same. */
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

/** Appends ascending rows, each once. */
function keep(kept: number[], rows: number[]): void {
  for (const one of rows) if (one !== kept.at(-1)) kept.push(one);
}

/** Finds dots that would fall on a pixel that already has one. A counter clears it, so its memory is reused. */
export class PixelGrid {
  /** For each pixel, the value of `clearing` when it was last taken. */
  private taken = new Uint32Array(0);
  private clearing = 0;
  private width = 0;
  private height = 0;

  /** Pixels from top to bottom. */
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

  /** True if any pixel of a column is still free, from the first line to the last. */
  hasRoom(column: number, first: number, last: number): boolean {
    if (!(column >= 0 && column < this.width)) return false;
    const end = Math.min(this.height - 1, last);
    for (let line = Math.max(0, first); line <= end; line += 1) {
      if (this.taken[line * this.width + column] !== this.clearing) return true;
    }
    return false;
  }
}

/** Dots of one kind: their times, their values, and the lines of pixels on which values fall. */
export interface Dots {
  times: Times;
  blocks: Blocks;
  /** The line of a value, counted upwards; a larger value never falls on a lower line. */
  line(value: number): number;
  /** Names the scale; cached dots are valid while it is the same. */
  scale: string;
}

/** Dots found, per pixel column. */
const DOTS = new PerColumn<number[]>();

/**
 * Calls `keep` for the first dot on each pixel of the window, in order; the window has the places from one to before another. Dots of one kind
 * on one pixel look like one dot, so it skips a block whose values all fall on taken pixels.
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
  // Most columns have their dots on one pixel.
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

/** All queries share one grid, since each finishes before the next starts. */
const GRID = new PixelGrid();

/** Clears the grid for the lines on which the dots of a range fall, and returns the lowest of these lines. */
function clearedFor(blocks: Blocks, line: Dots['line'], count: number, from: number, to: number): number {
  const [low, high] = blocks.range(from, to);
  const [lowest, highest] = [line(low), line(high)];
  GRID.clear(count, Number.isNaN(lowest) ? 0 : highest - lowest + 1);
  return lowest;
}
