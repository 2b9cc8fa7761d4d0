/** The geometry of a plot: one time axis and one or more lanes below each other, each with its own scale. */
import type { TimeWindow } from '../run/window';
import { type LinearScale, linearScale } from './linear';

export interface Lane {
  name: string;
  /** The axis label with its unit; empty for a band without numbers. */
  label: string;
  domain: [low: number, high: number];
  /** For bytes: the size of the axis unit in the lane's values. The axis has ticks at multiples of powers of two. */
  binary?: number;
  /** Height: a share of the room that lanes have together, or pixels for a band. */
  share?: number;
  pixels?: number;
}

export interface PlacedLane extends Lane {
  top: number;
  bottom: number;
  y: LinearScale;
}

export interface Margin {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Layout {
  margin: Margin;
  /** Inner width and height in CSS pixels; (0, 0) is the top left corner within the margins. */
  width: number;
  height: number;
  x: LinearScale;
  window: TimeWindow;
  lanes: PlacedLane[];
}

/** Room for numbers on the left and below, and for a lane's label on top. */
export const MARGIN: Margin = { left: 48, right: 14, top: 20, bottom: 22 };

/** Margins in a stack of plots, where the panel's title is in the top margin. */
export const STACKED: Margin = { ...MARGIN, top: 22, bottom: 4 };

/** The lowest plot of a stack has the time axis of all. */
export const STACKED_LAST: Margin = { ...STACKED, bottom: MARGIN.bottom };

/** True in a stack, where the first lane's label is the panel's title, and others are right of the axis. */
export function labelsInside({ margin }: Pick<Layout, 'margin'>): boolean {
  return margin !== MARGIN;
}

/** True if a plot with these margins has room for the labels of the time axis. */
export function hasTimeAxis({ margin }: Pick<Layout, 'margin'>): boolean {
  return margin.bottom >= MARGIN.bottom;
}

/** Least height of what a plot draws, pixels. */
export const LEAST_HEIGHT = 100;

/** Maximum extent of marks beyond their time and value, pixels. */
export const REACH = 8;
const GAP = 26;
const BAND_GAP = 3;
const BELOW_BANDS = 20;
/** Largest part of a plot's height that bands take. */
const MOST_BANDS = 0.35;
/** The gap below bands, where the first lane's label is the panel's title. */
const SMALL_GAP = 6;
/** Room for a lane's label above it, where the plots of a stack are close together. */
const LABEL_GAP = 16;

/** Height that a plot of a stack needs, so that the curves below these bands get `LEAST_HEIGHT`, pixels. */
export function heightFor(bands: readonly number[], { top, bottom }: Margin = STACKED): number {
  const gaps = bands.length === 0 ? 0 : BAND_GAP * (bands.length - 1) + SMALL_GAP;
  const lines = LEAST_HEIGHT + gaps;
  const all = bands.reduce((sum, height) => sum + height, lines);
  return Math.ceil(Math.min(all, lines / (1 - MOST_BANDS))) + top + bottom;
}

export function layOut(
  lanes: Lane[],
  window: TimeWindow,
  outerWidth: number,
  outerHeight: number,
  margin = MARGIN,
): Layout {
  const width = Math.max(40, outerWidth - margin.left - margin.right);
  const height = Math.max(0, outerHeight - margin.top - margin.bottom);
  const inside = labelsInside({ margin });
  // A band has no label, so the gaps above and below it are smaller.
  const gaps = lanes.slice(1).map((lane, before) => {
    if (lane.pixels !== undefined) return BAND_GAP;
    if (inside) return lanes[before]?.pixels === undefined ? LABEL_GAP : SMALL_GAP;
    return lanes[before]?.pixels === undefined ? GAP : BELOW_BANDS;
  });
  const bands = lanes.reduce((sum, lane) => sum + (lane.pixels ?? 0), 0);
  // In a low plot, many bands would leave no room for the lines.
  const shrink = Math.min(1, (MOST_BANDS * height) / (bands || 1));
  const fixed = shrink * bands + gaps.reduce((sum, gap) => sum + gap, 0);
  const shares = lanes.reduce((sum, lane) => sum + (lane.share ?? 0), 0) || 1;
  // A band has no label, so it starts inside the top margin.
  const start = inside || lanes[0]?.pixels === undefined ? 0 : 4 - margin.top;
  let top = start;
  const placed = lanes.map((lane, index) => {
    const own =
      lane.pixels !== undefined
        ? shrink * lane.pixels
        : (Math.max(0, height - start - fixed) * (lane.share ?? 0)) / shares;
    const bottom = top + own;
    const y = linearScale(lane.domain, [bottom, top]);
    const here = { ...lane, top, bottom, y };
    top = bottom + (gaps[index] ?? 0);
    return here;
  });
  return {
    margin,
    width,
    height,
    x: linearScale([window.from, window.to], [0, width]),
    window,
    lanes: placed,
  };
}

/** The layout limited to the strip between two x positions, to redraw only that strip. */
export function partOf(layout: Layout, left: number, right: number): Layout {
  const { x, width } = layout;
  const range: [number, number] = [Math.max(0, left), Math.min(width, right)];
  return { ...layout, x: linearScale([x.invert(range[0]), x.invert(range[1])], range) };
}

/** A scale as a plain function with one multiplication, for thousands of points. */
export function plain(scale: LinearScale): (value: number) => number {
  const [from = 0, to = 0] = scale.domain();
  const [start = 0, end = 0] = scale.range();
  // Like the scale itself, an interval without a length has its middle everywhere.
  if (from === to) return () => (start + end) / 2;
  const slope = (end - start) / (to - from);
  return (value) => start + (value - from) * slope;
}

export function laneNamed(layout: Layout, name: string): PlacedLane {
  const lane = layout.lanes.find((candidate) => candidate.name === name);
  if (lane === undefined) throw new Error(`The plot has no lane called ${name}.`);
  return lane;
}
