/**
 * Reduction of many rows to what a screen can show, exactly: a picture of the reduced rows is the picture of all.
 * Marks of loss and repair never pass through here.
 */
import type { TimeWindow } from './window';
import { rowsWithin, span } from './window';

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
  const kept: number[] = first > 0 ? [first - 1] : [];
  const perSecond = columns / span(window);
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
    const closed = row - 1;
    const inOrder = [opened, Math.min(lowest, highest), Math.max(lowest, highest), closed];
    for (const one of inOrder) if (one !== kept.at(-1)) kept.push(one);
  }
  if (last < time_s.length) kept.push(last);
  return kept;

  function columnOf(time: number): number {
    return Math.min(columns - 1, Math.floor((time - window.from) * perSecond));
  }
}

/** Says which of many dots would fall on a pixel that already has one. Made once, and cleared without being emptied. */
export class PixelGrid {
  /** Of each pixel the number of the clearing after which it was taken last. */
  private taken = new Uint32Array(0);
  private clearing = 0;
  private width = 0;
  private height = 0;

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
    if (column < 0 || column >= this.width || line < 0 || line >= this.height) return false;
    const pixel = line * this.width + column;
    if (this.taken[pixel] === this.clearing) return false;
    this.taken[pixel] = this.clearing;
    return true;
  }
}
