/**
 * Reduction of many rows to what a screen can show, exactly: a picture of the reduced rows is the picture of all.
 * Of marks of loss and repair only those go that would lie on the same pixel as another of their kind.
 */

import type { TimeWindow } from '../window';
import { rowsWithin, span } from '../window';
import { type Blocks, blocksOf, type Values } from './blocks';
import { columnsOf, PerColumn, type Times } from './columns';

/** Fewer rows than so many a pixel column are looked at one by one: that is as quick. */
const FEW = 24;

/**
 * The rows that draw a line as all rows would: of each pixel column the first, the lowest, the highest and the last
 * (M4: Jugel et al. 2014), and one row before and after the window, so that the line enters and leaves it.
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

/** A column of a trace, or of one that is kept like it: from the start of memory that is its own. */
function isColumn(value: ArrayLike<number>): value is Values {
  return (value instanceof Float64Array || value instanceof Uint32Array) && value.byteOffset === 0;
}

/** By looking at every row in the window. */
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
      // Written so that NaN, "not yet known", is neither low nor high.
      if (here < (value[lowest] ?? 0) || Number.isNaN(value[lowest])) lowest = row;
      if (here > (value[highest] ?? 0) || Number.isNaN(value[highest])) highest = row;
    }
    keep(kept, inOrder(opened, lowest, highest, row - 1));
  }
  if (last < time_s.length) kept.push(last);
  return kept;
}

/** Rows of a line by the columns on which they fall. */
const ROWS = new PerColumn<number[]>();

/** The same rows, by the extremes of blocks of rows. */
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

/** Each row once. */
function keep(kept: number[], rows: number[]): void {
  for (const one of rows) if (one !== kept.at(-1)) kept.push(one);
}

/** Says which of many dots would fall on a pixel that already has one. Made once, and cleared without being emptied. */
export class PixelGrid {
  /** Of each pixel the number of the clearing after which it was taken last. */
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

  /** Takes the pixel at (x, y); false if it was taken, or lies outside. */
  take(x: number, y: number): boolean {
    const column = Math.floor(x);
    const line = Math.floor(y);
    if (!(column >= 0 && column < this.width && line >= 0 && line < this.height)) return false;
    const pixel = line * this.width + column;
    if (this.taken[pixel] === this.clearing) return false;
    this.taken[pixel] = this.clearing;
    return true;
  }

  /** Whether a pixel of a column is still free, on the lines from one to another. */
  hasRoom(column: number, first: number, last: number): boolean {
    if (!(column >= 0 && column < this.width)) return false;
    const end = Math.min(this.height - 1, last);
    for (let line = Math.max(0, first); line <= end; line += 1) {
      if (this.taken[line * this.width + column] !== this.clearing) return true;
    }
    return false;
  }
}

/** Dots of one kind: places in a column, or in a list of some of its rows, when they are and how high they fall in the plot. */
export interface Dots {
  times: Times;
  blocks: Blocks;
  /** The line of pixels on which a value falls, counted upwards; must not fall with the value. */
  line(value: number): number;
  /** Names how values fall on lines: what is known is kept while it is the same. */
  scale: string;
}

/** The dots that are drawn of a column. */
const DOTS = new PerColumn<number[]>();

/**
 * The first dot on each pixel, of the places from one to before another, which are those in the window, in order. Dots of one kind on one
 * pixel look like one dot, so a block of rows whose values all fall on taken pixels of one pixel column is passed over unseen.
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

/** The same for one pixel column. */
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

/** Selecting is never interrupted, so one grid serves all kinds of dots, one after the other. */
const GRID = new PixelGrid();

/** Clears the grid for all lines on which the dots of a range fall; answers with the lowest of them. */
function clearedFor(blocks: Blocks, line: Dots['line'], count: number, from: number, to: number): number {
  const [low, high] = blocks.range(from, to);
  const [lowest, highest] = [line(low), line(high)];
  GRID.clear(count, Number.isNaN(lowest) ? 0 : highest - lowest + 1);
  return lowest;
}
