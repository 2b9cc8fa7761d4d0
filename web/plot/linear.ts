/**
 * A linear scale, with the arithmetic of d3-scale's to the last bit. That package can also interpolate colors, dates and texts, which would be
 * 7 kB more script before a first picture.
 */
import { tickStep, ticks } from 'd3-array';
import { format, precisionFixed } from 'd3-format';

type Pair = readonly [number, number];

export interface LinearScale {
  /** The position of a value; NaN if the value is NaN. */
  (value: number): number;
  invert(position: number): number;
  domain(): [number, number];
  range(): [number, number];
  /** Round values within the domain, about `count`. */
  ticks(count: number): number[];
  /** Formats ticks with as many decimals as they need to differ. */
  tickFormat(count: number): (value: number) => string;
}

export function linearScale(domain: Pair, range: Pair): LinearScale {
  const [low, high] = domain;
  return Object.assign(mapping(domain, range), {
    invert: mapping(range, domain),
    domain: (): [number, number] => [...domain],
    range: (): [number, number] => [...range],
    ticks: (count: number) => (Number.isFinite(high - low) && count > 0 ? ticks(low, high, count) : []),
    tickFormat: (count: number) => decimalFormat(precisionFixed(tickStep(low, high, count))),
  });
}

/** Formats numbers with so many decimals. A scale without a length or a place has no step between ticks, so `decimals` may be any number. */
export function decimalFormat(decimals: number): (value: number) => string {
  return format(Number.isFinite(decimals) ? `,.${Math.max(0, decimals)}f` : ',f');
}

/** Maps an interval to another. One without a length has its middle everywhere. */
function mapping(from: Pair, to: Pair): (value: number) => number {
  // Rounding depends on the direction.
  const reversed = from[1] < from[0];
  const [start, end] = reversed ? [from[1], from[0]] : from;
  const [first, last] = reversed ? [to[1], to[0]] : to;
  const length = end - start;
  return (value) => {
    const share = length === 0 ? 0.5 : (value - start) / length;
    return first * (1 - share) + last * share;
  };
}
