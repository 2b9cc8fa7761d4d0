/** Draws strokes and marks on a canvas from columns of numbers. */
import type { Band } from '../run/series';
import type { Explained } from '../ui/explanations';
import { isFilled, type Mark, outline } from '../ui/marks';
import { leavesOut } from './highlighted';
import { type Layout, type PlacedLane, plain, REACH } from './layout';

/** The subset of a canvas context that panels use; exports supply a recorder. */
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
  /** Spans in which only a range is known. The points have no value there. */
  bands?: readonly Band[] | undefined;
}

export interface Stroke {
  color: string;
  width?: number;
  dash?: number[];
  alpha?: number;
  /** The legend's entry for the line. */
  kind?: Explained;
}

export type X = Layout['x'];

/** Default width of a line, pixels. */
export const LINE_PX = 1.5;

/** Marks per path. Painting them together takes two thirds of the time of one by one; a single path of all marks is slower again. */
const MARKS_PER_PATH = 64;

/** Width of the strips whose marks may share a path. As they move with the time axis, touching marks blend alike in a moved picture. */
const PATH_PX = 32;

/** Picks rows of a column pair. */
export function pick(
  time_s: ArrayLike<number>,
  value: ArrayLike<number>,
  rows: number[],
  factor = 1,
): Points {
  const points: Points = { time_s: [], value: [] };
  for (const row of rows) {
    points.time_s.push(time_s[row] ?? 0);
    points.value.push((value[row] ?? Number.NaN) * factor);
  }
  return points;
}

/** Draws straight segments from point to point, broken at NaN. */
export function line(context: Ink, { time_s, value }: Points, x: X, lane: PlacedLane, stroke: Stroke): void {
  if (leavesOut(stroke.kind)) return;
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

/** Draws a horizontal line across the whole window, for example a limit. */
export function level(context: Ink, value: number, x: X, lane: PlacedLane, stroke: Stroke): void {
  if (leavesOut(stroke.kind)) return;
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
  color: string,
  points: Points,
  x: X,
  lane: PlacedLane,
  radius = mark.radius,
): void {
  if (leavesOut(mark.explains)) return;
  context.save();
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineWidth = mark.shape === 'cross' ? 2.2 : 1.4;
  const paint = isFilled(mark.shape) ? () => context.fill() : () => context.stroke();
  const origin = plain(x)(0);
  let [waiting, strip] = [0, 0];
  eachIn(points, x, lane, (across, down) => {
    const own = Math.floor((across - origin) / PATH_PX);
    if (waiting > 0 && (own !== strip || waiting === MARKS_PER_PATH)) {
      paint();
      waiting = 0;
    }
    strip = own;
    if (waiting === 0) context.beginPath();
    outline(context, mark.shape, across, down, radius);
    waiting += 1;
  });
  if (waiting > 0) paint();
  context.restore();
}

/** Calls back with the position of each point that is at least partly visible. */
export function eachIn(
  { time_s, value }: Points,
  x: X,
  lane: PlacedLane,
  show: (across: number, down: number) => void,
): void {
  const [across, down] = [plain(x), plain(lane.y)];
  const [from = 0, to = 0] = x.range();
  time_s.forEach((time, i) => {
    const at = across(time);
    if (at >= from - REACH && at <= to + REACH) show(at, down(value[i] ?? 0));
  });
}

export function begin(context: Ink, stroke: Stroke, join: CanvasLineJoin = 'round'): void {
  context.strokeStyle = stroke.color;
  context.lineWidth = stroke.width ?? LINE_PX;
  context.globalAlpha = stroke.alpha ?? 1;
  context.lineJoin = join;
  context.setLineDash(stroke.dash ?? []);
  context.beginPath();
}

export function clipped(context: Ink, lane: PlacedLane, x: X, draw: () => void): void {
  const [from = 0, to = 0] = x.range();
  context.save();
  context.beginPath();
  context.rect(from, lane.top - 2, to - from, lane.bottom - lane.top + 4);
  context.clip();
  draw();
  context.restore();
}
