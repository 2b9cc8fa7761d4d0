/**
 * Reduction of many rows to what a screen can show, exactly: a picture of the reduced rows is the picture of all.
 * Of marks of loss and repair only those go that would lie on the same pixel as another of their kind.
 */
import { type Blocks, blocksOf, type Values } from './blocks';
import { columnsOf, PerColumn, type Times } from './columns';
import type { TimeWindow } from './window';
import { rowsWithin, span } from './window';

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

/** Dots of one kind: places in a column, or in a list of some of its rows, when they are and how high they fall in the plot. */
export interface Dots {
  times: Times;
  blocks(): Blocks;
  /** Pixels from the top; must not rise with the value. */
  y(value: number): number;
}

/** Lowest and highest value of the dots on a column. */
const RANGES = new PerColumn<[low: number, high: number]>();

/**
 * The first dot on each pixel, of the places from one to before another, which are those in the window, in order. Dots of one kind on one
 * pixel look like one dot, so a block of rows whose values all fall on taken pixels of one pixel column is passed over unseen.
 */
export function firstOnPixels(
  grid: PixelGrid,
  dots: Dots,
  window: TimeWindow,
  [from, to]: [from: number, to: number],
  keep: (place: number) => void,
): void {
  const { times } = dots;
  const blocks = dots.blocks();
  if (to - from <= FEW * grid.columns) {
    const columnOf = pixelColumns(window, grid.columns);
    for (let place = from; place < to; place += 1)
      if (grid.take(columnOf(times.at(place)), dots.y(blocks.at(place)))) keep(place);
    return;
  }
  const columns = columnsOf(times, window, grid.columns);
  columns.each(
    window,
    [from, to],
    RANGES.of(blocks, columns),
    (first, next) => blocks.range(first, next),
    ([lowest, highest], column, first, next) => {
      const top = dots.y(highest);
      // Most columns have their dots on one pixel.
      if (Math.floor(top) === Math.floor(dots.y(lowest)) && !Number.isNaN(blocks.at(first))) {
        if (grid.take(column, top)) keep(first);
        return;
      }
      blocks.visit(
        first,
        next,
        (low, high) => grid.hasRoom(column, dots.y(high), dots.y(low)),
        (one) => {
          if (grid.take(column, dots.y(blocks.at(one)))) keep(one);
        },
      );
    },
  );
}

/** Says which of many dots would fall on a pixel that already has one. Made once, and cleared without being emptied. */
export class PixelGrid {
  /** Of each pixel the number of the clearing after which it was taken last. */
  private taken = new Uint32Array(0);
  private clearing = 0;
  private width = 0;
  private height = 0;

  /** Pixels from left to right. */
  get columns(): number {
    return this.width;
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

  /** Whether a pixel of a column is still free, from one height down to another. */
  hasRoom(column: number, top: number, bottom: number): boolean {
    if (!(column >= 0 && column < this.width)) return false;
    const last = Math.min(this.height - 1, Math.floor(bottom));
    for (let line = Math.max(0, Math.floor(top)); line <= last; line += 1) {
      if (this.taken[line * this.width + column] !== this.clearing) return true;
    }
    return false;
  }
}
