/** Arithmetic of the time window that all panels share. Seconds of simulated time throughout. */

export interface TimeWindow {
  from: number;
  to: number;
}

/** Shortest window. Less than the serialization time of any packet on any link that a scenario may have. */
const SHORTEST_S = 1e-6;

export function span(window: TimeWindow): number {
  return window.to - window.from;
}

/** True if all of the second window lies in the first. */
export function contains({ from, to }: TimeWindow, window: TimeWindow): boolean {
  return window.from >= from && window.to <= to;
}

/** Shortens and moves the window so that it fits into the whole. */
export function within(window: TimeWindow, whole: TimeWindow): TimeWindow {
  const length = Math.min(Math.max(span(window), SHORTEST_S), span(whole));
  const from = Math.min(Math.max(window.from, whole.from), whole.to - length);
  return { from, to: from + length };
}

/** Zooms around a moment, which stays in place on the screen. A factor above 1 zooms in. */
export function zoomed(window: TimeWindow, whole: TimeWindow, factor: number, about: number): TimeWindow {
  const length = Math.min(Math.max(span(window) / factor, SHORTEST_S), span(whole));
  const share = span(window) > 0 ? (about - window.from) / span(window) : 0.5;
  const from = about - share * length;
  return within({ from, to: from + length }, whole);
}

export function panned(window: TimeWindow, whole: TimeWindow, by: number): TimeWindow {
  return within({ from: window.from + by, to: window.to + by }, whole);
}

/** Rows [first, last) of a sorted time column that are in the window. */
export function rowsWithin(time_s: Float64Array, window: TimeWindow): [first: number, last: number] {
  return [rowFrom(time_s, window.from), firstAfter(time_s, window.to)];
}

/** The last row at or before a moment, whose values were valid then; -1 if there is none. */
export function rowAt(time_s: Float64Array, moment: number): number {
  return firstAfter(time_s, moment) - 1;
}

/** The first row at or after a moment; the number of rows if there is none. */
export function rowFrom(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function firstAfter(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last moment before another one. */
export function justBefore(moment: number): number {
  return moment * (1 - Number.EPSILON);
}
