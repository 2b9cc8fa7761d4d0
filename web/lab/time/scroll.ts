/**
 * Computes the visible rows of a long list. Browsers limit an element's height, so a list of millions of rows is scaled
 * down to that limit: the scroll bar then moves by shares of the list, the wheel still by rows.
 */

/** Pixels of one row. */
export const ROW_PX = 26;
/** Less than the tallest element that any browser allows. */
export const TALLEST_PX = 8_000_000;

/** The first visible row, with its fraction, and the corresponding scroll position of the list, px. */
export interface Scrolled {
  first: number;
  top: number;
}

export function heightOf(count: number): number {
  return Math.min(count * ROW_PX, TALLEST_PX);
}

/** The scroll position that puts a row at the top. */
export function topOf(first: number, count: number, viewPx: number): number {
  const most = Math.max(0, count - viewPx / ROW_PX);
  const within = Math.min(Math.max(first, 0), most);
  if (count * ROW_PX <= TALLEST_PX) return within * ROW_PX;
  return (within / most) * (TALLEST_PX - viewPx);
}

/** The list's position after the user has scrolled. */
export function scrolled(top: number, before: Scrolled, count: number, viewPx: number): Scrolled {
  if (count * ROW_PX <= TALLEST_PX) return { first: top / ROW_PX, top };
  const most = Math.max(0, count - viewPx / ROW_PX);
  const bottom = TALLEST_PX - viewPx;
  const moved = top - before.top;
  // Small moves come from a wheel or a finger, large ones from the scroll bar. At either end, use the scroll position.
  const first =
    Math.abs(moved) <= 2 * viewPx && top > 0 && top < bottom
      ? before.first + moved / ROW_PX
      : (top / bottom) * most;
  return { first: Math.min(Math.max(first, 0), most), top };
}
