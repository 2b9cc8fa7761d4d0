/** Axes and grid, under everything else in a plot. D3 places the ticks. */
import { format as formatter } from 'd3-format';
import type { Theme } from '../ui/theme';
import type { Ink } from './ink';
import { hasTimeAxis, type Layout, labelsInside, type PlacedLane } from './layout';
import { decimalFormat } from './linear';

const PIXELS_PER_X_TICK = 90;
const PIXELS_PER_Y_TICK = 34;
/** Larger numbers are abbreviated: six digits and a comma don't fit next to the axis. */
const LONG = 100_000;
const abbreviated = formatter('~s');
const FONT_PX = 11;

/** Draws on the canvas, because axes move with every frame of a drag and the browser would have to lay out SVG elements again. */
export function drawAxes(context: Ink, layout: Layout, theme: Theme): void {
  const { width, height, x } = layout;
  const count = Math.max(2, Math.floor(width / PIXELS_PER_X_TICK));
  const formatTime = x.tickFormat(count);
  const times = x.ticks(count);
  const lanes = layout.lanes
    .filter(({ pixels }) => pixels === undefined)
    .map((lane) => ({ lane, ...ticksOf(lane) }));
  context.save();
  context.lineWidth = 1;
  context.strokeStyle = theme.color('grid');
  context.beginPath();
  for (const time of times) vertical(context, x(time), 0, height);
  for (const { lane, values } of lanes)
    for (const value of values) horizontal(context, lane.y(value), 0, width);
  context.stroke();

  context.strokeStyle = theme.color('line');
  context.beginPath();
  for (const { lane } of lanes) {
    vertical(context, 0, lane.top, lane.bottom);
    horizontal(context, lane.bottom, 0, width);
  }
  context.stroke();

  context.font = theme.font(FONT_PX);
  context.fillStyle = theme.color('muted');
  for (const time of hasTimeAxis(layout) ? times : []) {
    // Right-align the last label; centered on the edge, a long number would be cut off.
    context.textAlign = x(time) > width - 8 ? 'right' : 'center';
    context.fillText(`${formatTime(time)} s`, x(time), height + 16);
  }
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  const written: number[] = [];
  for (const { lane, values, format } of lanes)
    for (const value of values) {
      const y = lane.y(value);
      // In low lanes, neighboring numbers would cover each other.
      if (written.some((other) => Math.abs(y - other) < FONT_PX)) continue;
      written.push(y);
      context.fillText(format(value), -7, y);
    }
  context.restore();
}

/** More than this in a low lane would touch. */
const MOST_TICKS = 6;

/** The least number of ticks to ask for, from `count` on, that gives two: by a single number nothing can be read off a scale. */
export function enoughFor(y: Pick<PlacedLane['y'], 'ticks'>, count: number): number {
  let enough = count;
  while (y.ticks(enough).length < 2 && enough < MOST_TICKS) enough += 1;
  return enough;
}

function ticksOf({ y, top, bottom, binary }: PlacedLane) {
  const count = Math.max(2, Math.floor((bottom - top) / PIXELS_PER_Y_TICK));
  if (binary !== undefined) return binaryTicks(y.domain(), count, binary);
  const [, high = 0] = y.domain();
  const enough = enoughFor(y, count);
  return { values: y.ticks(enough), format: high < LONG ? y.tickFormat(enough) : abbreviated };
}

/** At most one tick more than `count`, a power of two of the axis unit apart. */
export function binaryTicks([low = 0, high = 0]: readonly number[], count: number, unit: number) {
  const step = 2 ** Math.ceil(Math.log2((high - low) / unit / count));
  // A scale without a length or a place has no ticks.
  if (!(step > 0 && Number.isFinite(step))) return { values: [], format: decimalFormat(0) };
  // Nothing counted in bytes is negative.
  const first = Math.max(0, Math.ceil(low / unit / step - 1e-9));
  const last = Math.floor(high / unit / step + 1e-9);
  const values = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step * unit);
  const digits = Math.max(0, -Math.log2(step));
  const number = high / unit < LONG ? decimalFormat(digits) : abbreviated;
  return { values, format: (value: number) => number(value / unit) };
}

/** A vertical line, offset by half a pixel so that it fills whole pixels. */
function vertical(context: Ink, x: number, from: number, to: number): void {
  context.moveTo(Math.round(x) + 0.5, from);
  context.lineTo(Math.round(x) + 0.5, to);
}

function horizontal(context: Ink, y: number, from: number, to: number): void {
  context.moveTo(from, Math.round(y) + 0.5);
  context.lineTo(to, Math.round(y) + 0.5);
}

/** Writes the lanes' labels. */
export function nameLanes(context: Ink, layout: Layout, theme: Theme): void {
  for (const lane of layout.lanes) if (lane.pixels === undefined) nameLane(context, lane, layout, theme);
}

/** Writes the lane's label above it. In a stack the first one is the panel's title. */
function nameLane(context: Ink, lane: PlacedLane, layout: Layout, theme: Theme): void {
  const inside = labelsInside(layout);
  if (inside && lane === titleLane(layout)) return;
  const x = inside ? 6 : 6 - layout.margin.left;
  const y = lane.top - (inside ? 4 : 7);
  context.save();
  context.font = theme.font(FONT_PX);
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = theme.color('panel');
  context.fillStyle = theme.color('muted');
  context.strokeText(lane.label, x, y);
  context.fillText(lane.label, x, y);
  context.restore();
}

/** The lane whose label is the title of a plot in a stack. */
export function titleLane({ lanes }: Layout): PlacedLane | undefined {
  return lanes.find(({ pixels }) => pixels === undefined);
}
