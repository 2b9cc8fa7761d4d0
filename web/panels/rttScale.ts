/** The scale of round-trip times. */
import type { Rows, Trace } from '../run/trace';

/**
 * From the shortest time to the longest; but a handful of samples, of segments whose ACK waited for a timeout, would
 * press all others flat. They are then drawn at the upper edge, and the panel says so.
 */
export function rttDomainOf(trace: Trace, flows: readonly number[]): [number, number] {
  const extents = flows.map((flow) => extentOf(trace.rows('rtts', flow)));
  const low = Math.min(...extents.map((extent) => extent.low));
  const high = Math.max(...extents.map((extent) => extent.high));
  if (!(low <= high)) return [0, 1];
  const room = Math.max(1, (high - low) * 0.08);
  return [Math.max(0, low - room), high + room];
}

interface Extent {
  low: number;
  /** The largest value that is not far above what nine in ten stay below. */
  high: number;
}

/** Far above: so many times. */
const FAR = 2;
/** Values from which the nine in ten are estimated; they only set the scale. */
const ENOUGH = 5000;
const EXTENTS = new WeakMap<object, Extent>();

function extentOf(rows: Rows<'rtts'>): Extent {
  const known = EXTENTS.get(rows);
  if (known !== undefined) return known;
  const extent = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
  for (const column of [rows.rtt_ms, rows.srtt_ms, rows.base_rtt_ms]) {
    const far = FAR * nineInTen(column);
    for (const value of column) {
      if (value < extent.low) extent.low = value;
      if (value > extent.high && value <= far) extent.high = value;
    }
  }
  EXTENTS.set(rows, extent);
  return extent;
}

function nineInTen(column: Float64Array): number {
  const stride = Math.ceil(column.length / ENOUGH);
  const some: number[] = [];
  for (let row = 0; row < column.length; row += stride) {
    const value = column[row] ?? Number.NaN;
    if (Number.isFinite(value)) some.push(value);
  }
  some.sort((a, b) => a - b);
  return some[Math.floor(some.length * 0.9)] ?? Number.POSITIVE_INFINITY;
}
