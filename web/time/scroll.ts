/**
 * Which rows of a long list are in sight. A browser draws no element of any height, so a list of millions of rows is scaled
 * to one that it can: the bar then moves by shares of the list, a turn of the wheel still by rows.
 */

/** Pixels of one row. */
export const ROW_PX = 26;
/** Shorter than the tallest element of any browser. */
export const TALLEST_PX = 8_000_000;

/** The first row in sight, in rows and fractions of one, and how far the list was scrolled for it, in pixels. */
export interface Scrolled {
  first: number;
  top: number;
}

export function heightOf(count: number): number {
  return Math.min(count * ROW_PX, TALLEST_PX);
}

/** How far the list has to be scrolled for a row to be the first in sight. */
export function topOf(first: number, count: number, viewPx: number): number {
  const most = Math.max(0, count - viewPx / ROW_PX);
  const within = Math.min(Math.max(first, 0), most);
  if (count * ROW_PX <= TALLEST_PX) return within * ROW_PX;
  return (within / most) * (TALLEST_PX - viewPx);
}

/** Where a list is after the reader has scrolled it. */
export function scrolled(top: number, before: Scrolled, count: number, viewPx: number): Scrolled {
  if (count * ROW_PX <= TALLEST_PX) return { first: top / ROW_PX, top };
  const most = Math.max(0, count - viewPx / ROW_PX);
  const bottom = TALLEST_PX - viewPx;
  const moved = top - before.top;
  // A short way is a wheel or a finger, a long one the bar; at either end there is no doubt.
  const first =
    Math.abs(moved) <= 2 * viewPx && top > 0 && top < bottom
      ? before.first + moved / ROW_PX
      : (top / bottom) * most;
  return { first: Math.min(Math.max(first, 0), most), top };
}
