/** Strokes and marks on a canvas, from columns of numbers. */
import { isFilled, type Mark, outline } from '../design/marks';
import type { Layout, PlacedLane } from './layout';

/** What panels use of a canvas, so that something else can take down what they draw. */
export type Ink = Pick<
  CanvasRenderingContext2D,
  | 'save'
  | 'restore'
  | 'beginPath'
  | 'closePath'
  | 'moveTo'
  | 'lineTo'
  | 'rect'
  | 'arc'
  | 'clip'
  | 'fill'
  | 'stroke'
  | 'fillRect'
  | 'fillText'
  | 'strokeText'
  | 'measureText'
  | 'setLineDash'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'globalAlpha'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
>;

export interface Points {
  time_s: number[];
  value: number[];
}

export interface Stroke {
  colour: string;
  width?: number;
  dash?: number[];
  alpha?: number;
}

type X = Layout['x'];

/**
 * Marks, or steps, that are one path. It is painted in two thirds of the time that they would take one by one, and a path of all of them
 * takes longer again, for steps twice as long.
 */
const TOGETHER = 64;

/** Picks rows of a column pair. */
export function pick(
  time_s: ArrayLike<number>,
  value: ArrayLike<number>,
  rows: number[],
  factor = 1,
): Points {
  return {
    time_s: rows.map((row) => time_s[row] ?? 0),
    value: rows.map((row) => (value[row] ?? Number.NaN) * factor),
  };
}

/**
 * A line that holds each value until the next row, and the last one until `until`. Values that are not numbers break
 * it; infinite ones run off the top of the lane, where they are.
 */
export function steps(
  context: Ink,
  points: Points,
  x: X,
  lane: PlacedLane,
  stroke: Stroke,
  until: number,
): void {
  // Dashes, and what shines through, would show where a path is cut.
  const whole = stroke.dash !== undefined || stroke.alpha !== undefined;
  clipped(context, lane, x, () => {
    begin(context, stroke, 'miter');
    let traced = 0;
    traceSteps(context, points, x, lane, until, (at, before, y) => {
      traced += 1;
      if (whole || traced % TOGETHER > 0) return;
      context.stroke();
      context.beginPath();
      context.moveTo(at, before);
      context.lineTo(at, y);
    });
    context.stroke();
  });
}

/** The area under such a line. */
export function filledSteps(
  context: Ink,
  points: Points,
  x: X,
  lane: PlacedLane,
  fill: { colour: string; alpha: number },
  until: number,
): void {
  const first = points.time_s[0];
  if (first === undefined) return;
  clipped(context, lane, x, () => {
    context.beginPath();
    traceSteps(context, points, x, lane, until);
    context.lineTo(x(until), lane.bottom);
    context.lineTo(x(first), lane.bottom);
    context.closePath();
    context.globalAlpha = fill.alpha;
    context.fillStyle = fill.colour;
    context.fill();
  });
}

function traceSteps(
  path: Pick<Ink, 'moveTo' | 'lineTo'>,
  { time_s, value }: Points,
  x: X,
  lane: PlacedLane,
  until: number,
  turned?: (at: number, before: number, y: number) => void,
): void {
  let before = Number.NaN;
  time_s.forEach((time, i) => {
    const y = heightOf(value[i] ?? Number.NaN, lane);
    const at = x(time);
    if (Number.isNaN(y)) {
      if (!Number.isNaN(before)) path.lineTo(at, before);
    } else if (Number.isNaN(before)) {
      path.moveTo(at, y);
    } else {
      path.lineTo(at, before);
      path.lineTo(at, y);
      turned?.(at, before, y);
    }
    before = y;
  });
  if (!Number.isNaN(before)) path.lineTo(x(until), before);
}

function heightOf(value: number, lane: PlacedLane): number {
  if (value === Number.POSITIVE_INFINITY) return lane.top - 4;
  return lane.y(value);
}

/** Straight segments from point to point. */
export function line(context: Ink, { time_s, value }: Points, x: X, lane: PlacedLane, stroke: Stroke): void {
  clipped(context, lane, x, () => {
    begin(context, stroke);
    let down = false;
    time_s.forEach((time, i) => {
      const y = lane.y(value[i] ?? Number.NaN);
      if (Number.isNaN(y)) down = false;
      else if (down) context.lineTo(x(time), y);
      else {
        context.moveTo(x(time), y);
        down = true;
      }
    });
    context.stroke();
  });
}

/** A level that holds for the whole window, such as a limit. */
export function level(context: Ink, value: number, x: X, lane: PlacedLane, stroke: Stroke): void {
  const [from = 0, to = 0] = x.range();
  const y = Math.round(lane.y(value)) + 0.5;
  if (y < lane.top - 1 || y > lane.bottom + 1) return;
  context.save();
  begin(context, stroke);
  context.moveTo(from, y);
  context.lineTo(to, y);
  context.stroke();
  context.restore();
}

export function marks(
  context: Ink,
  mark: Mark,
  colour: string,
  { time_s, value }: Points,
  x: X,
  lane: PlacedLane,
  radius = mark.radius,
): void {
  context.save();
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.lineWidth = mark.shape === 'cross' ? 2.2 : 1.4;
  const paint = isFilled(mark.shape) ? () => context.fill() : () => context.stroke();
  for (let first = 0; first < time_s.length; first += TOGETHER) {
    const last = Math.min(first + TOGETHER, time_s.length);
    context.beginPath();
    for (let i = first; i < last; i += 1)
      outline(context, mark.shape, x(time_s[i] ?? 0), lane.y(value[i] ?? 0), radius);
    paint();
  }
  context.restore();
}

function begin(context: Ink, stroke: Stroke, join: CanvasLineJoin = 'round'): void {
  context.strokeStyle = stroke.colour;
  context.lineWidth = stroke.width ?? 1.5;
  context.globalAlpha = stroke.alpha ?? 1;
  context.lineJoin = join;
  context.setLineDash(stroke.dash ?? []);
  context.beginPath();
}

function clipped(context: Ink, lane: PlacedLane, x: X, draw: () => void): void {
  const [from = 0, to = 0] = x.range();
  context.save();
  context.beginPath();
  context.rect(from, lane.top - 2, to - from, lane.bottom - lane.top + 4);
  context.clip();
  draw();
  context.restore();
}
