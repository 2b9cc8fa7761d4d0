/** Maps a number's range to a slider: linear, or logarithmic if the range spans decades. */
import { linearScale } from '../../plot/linear';

export interface NumberShape {
  min: number;
  max: number;
  integer: boolean;
  /** True if round numbers are those of powers of two, as for bytes. */
  binary?: boolean;
}

/** Largest position of a slider; the smallest is 0. */
export const SLIDER_MAX = 1000;

const SIGNIFICANT = 3;

function spansDecades({ min, max }: NumberShape): boolean {
  return max - min > 200 && (min <= 0 || max / min > 200);
}

/** A range with 0 reaches at least to here, so that thresholds of a few segments share a scale. */
const LEAST_TOP = 20;
/** How far a slider reaches: from 0 to so many times the usual value, or so many times to both sides of it. */
const FROM_ZERO = 5;
const AROUND = 1000;

/** The part of a wide range that suits a field's usual value. Any allowed value can still be typed. */
export function suitable(shape: NumberShape, usual: unknown): NumberShape {
  if (typeof usual !== 'number' || usual <= 0 || !spansDecades(shape)) return shape;
  const [least, most] =
    shape.min > 0 ? [usual / AROUND, usual * AROUND] : [shape.min, Math.max(LEAST_TOP, usual * FROM_ZERO)];
  const round = shape.integer ? Math.round : Number;
  return { ...shape, min: Math.max(shape.min, round(least)), max: Math.min(shape.max, round(most)) };
}

interface SliderScale {
  (value: number): number;
  invert(position: number): number;
}

function scaleOf(shape: NumberShape): SliderScale {
  const { min, max } = shape;
  if (!spansDecades(shape)) return linearScale([min, max], [0, SLIDER_MAX]);
  // Logarithmic above the constant and linear below it, so that zero can be shown.
  const constant = min > 0 ? min : 1;
  const toLog = (value: number) => Math.sign(value) * Math.log1p(Math.abs(value / constant));
  const fromLog = (log: number) => Math.sign(log) * Math.expm1(Math.abs(log)) * constant;
  const scale = linearScale([toLog(min), toLog(max)], [0, SLIDER_MAX]);
  return Object.assign((value: number) => scale(toLog(value)), {
    invert: (position: number) => fromLog(scale.invert(position)),
  });
}

export function positionOf(value: number, shape: NumberShape): number {
  return Math.round(scaleOf(shape)(Math.min(shape.max, Math.max(shape.min, value))));
}

/** The value at a position, rounded to what a person would type. */
export function valueAtPosition(position: number, shape: NumberShape): number {
  if (position <= 0) return shape.min;
  if (position >= SLIDER_MAX) return shape.max;
  return rounded(scaleOf(shape).invert(position), shape);
}

/** The value after one press of an arrow key. The step is a round number near a tenth of the value. */
export function stepped(value: number, shape: NumberShape, direction: 1 | -1): number {
  if (shape.binary && value >= KIB) {
    // The step downwards is that of the values below.
    const step = binaryStep(direction > 0 ? value : value - 1);
    return within(Math.round(value / step + direction) * step, shape);
  }
  const size = 10 ** Math.floor(Math.log10(Math.max(Math.abs(value), shape.integer ? 1 : 0.1)) + 1e-9);
  const step = spansDecades(shape) ? Math.max(size / 10, shape.integer ? 1 : 0.01) : niceStep(shape);
  const next = Math.round((value + direction * step) / step) * step;
  return rounded(Math.min(shape.max, Math.max(shape.min, next)), shape);
}

function niceStep({ min, max, integer }: NumberShape): number {
  const step = 10 ** Math.floor(Math.log10((max - min) / 20));
  return integer ? Math.max(1, step) : step;
}

const KIB = 1024;

/** Least share of a unit that a binary step may be: an eighth of a KiB, of a MiB, and so on. */
const SHARE = 8;

/** The step between round binary values: 2 to 3 % of the value. */
function binaryStep(value: number): number {
  const unit = KIB ** Math.max(1, Math.floor(Math.log2(Math.max(1, value)) / 10));
  return Math.max(unit / SHARE, 2 ** Math.floor(Math.log2(Math.max(1, value) / 32)));
}

function within(value: number, { min, max }: NumberShape): number {
  return Math.min(max, Math.max(min, value));
}

function rounded(value: number, shape: NumberShape): number {
  const { integer } = shape;
  if (value === 0) return 0;
  if (shape.binary && value >= KIB) {
    const step = binaryStep(value);
    return within(Math.round(value / step) * step, shape);
  }
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - SIGNIFICANT + 1);
  const even =
    unit >= 1 || !integer
      ? Number((Math.round(value / unit) * unit).toPrecision(SIGNIFICANT))
      : Math.round(value);
  return within(even, shape);
}
