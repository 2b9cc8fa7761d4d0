/**
 * Where samples of a stream (the rows of a table that belong to one flow or link) are missing, because the run was too long to keep all.
 * The engine reports the first row left out after each kept one, so a gap is exact: it lasts from that moment until the next kept row. In
 * between, nothing is known about the stream. A stream without gaps is the whole run.
 *
 * A plot can't show gaps that are narrower than its lines, and late in a run there is one between nearly all samples. So a gap of at least
 * `GAP_PX` pixels breaks the line and is hatched as "not recorded". Narrower ones are crossed: the samples at both sides are facts, and
 * at most one pixel column between them has none.
 */
import { span, type TimeWindow } from '../window';

export const GAP_PX = 2;

export class Gaps {
  private readonly time_s: Float64Array;
  /** Rows that mark the beginnings. */
  private readonly markers: Uint32Array;

  constructor(time_s: Float64Array, markers: Uint32Array) {
    this.time_s = time_s;
    this.markers = markers;
  }

  /** The time of the rows before a window with the last values before it; NaN if there are none. */
  get opening(): number {
    return this.markers[0] === 0 ? (this.time_s[1] ?? Number.NaN) : Number.NaN;
  }

  private start(gap: number): number {
    return this.time_s[this.markers[gap] as number] as number;
  }

  private end(gap: number): number {
    return this.time_s[(this.markers[gap] as number) + 1] ?? Number.POSITIVE_INFINITY;
  }

  /** The last gap that begins at or before a moment; -1 if there is none. */
  private gapAt(moment: number): number {
    let low = 0;
    let high = this.markers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.start(middle) <= moment) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The marker of the last gap that begins at or before a moment; -1 if there is none. */
  rowAt(moment: number): number {
    return this.markers[this.gapAt(moment)] ?? -1;
  }

  /** True if every sample in a window was recorded. */
  wholeIn({ from, to }: TimeWindow): boolean {
    const gap = this.gapAt(to);
    return gap < 0 || this.end(gap) <= from;
  }

  /** The number of markers before a row. */
  private before(row: number): number {
    let low = 0;
    let high = this.markers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.markers[middle] as number) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private marks(row: number): boolean {
    return this.markers[this.before(row)] === row;
  }

  /** True if samples between two rows are missing. */
  between(row: number, later: number): boolean {
    return this.before(later) > this.before(row + 1);
  }

  /** All rows except the markers. */
  recorded(): Uint32Array {
    const rows = new Uint32Array(this.time_s.length - this.markers.length);
    let place = 0;
    let gap = 0;
    for (let row = 0; row < this.time_s.length; row += 1)
      if (this.markers[gap] === row) gap += 1;
      else rows[place++] = row;
    return rows;
  }

  /** Takes the markers of narrow gaps out of a line's rows. Before others it puts the last known row, up to which the line is drawn. */
  bridged(rows: readonly number[], window: TimeWindow, columns: number): number[] {
    const widest = (GAP_PX * span(window)) / columns;
    const kept: number[] = [];
    for (const row of rows) {
      if (this.marks(row)) {
        if (row - 1 > (kept.at(-1) ?? -1)) kept.push(row - 1);
        if ((this.time_s[row + 1] ?? Number.POSITIVE_INFINITY) - (this.time_s[row] as number) < widest)
          continue;
      }
      if (row !== kept.at(-1)) kept.push(row);
    }
    return kept;
  }

  /** The gaps to hatch in a window that is `columns` pixels wide, in chronological order. The last may be infinite. */
  wide(window: TimeWindow, columns: number): TimeWindow[] {
    const widest = (GAP_PX * span(window)) / columns;
    const spans: TimeWindow[] = [];
    const last = this.gapAt(window.to);
    let gap = Math.max(0, this.gapAt(window.from));
    const add = () => {
      const [from, to] = [this.start(gap), this.end(gap)];
      if (to - from >= widest && to > window.from) spans.push({ from, to });
    };
    if (last - gap <= columns) {
      for (; gap <= last; gap += 1) add();
      return spans;
    }
    // A wide gap contains a multiple of its least width, so the many narrow ones between needn't be looked at.
    let added = -1;
    for (let place = Math.floor(window.from / widest); place * widest <= window.to; place += 1) {
      gap = this.gapAt(place * widest);
      if (gap < 0 || gap === added) continue;
      added = gap;
      add();
    }
    if (added !== last) {
      gap = last;
      add();
    }
    return spans;
  }
}

/** Merges spans that overlap or touch, given in any order. */
export function union(spans: readonly TimeWindow[]): TimeWindow[] {
  const merged: TimeWindow[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const before = merged.at(-1);
    if (before !== undefined && from <= before.to) before.to = Math.max(before.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
