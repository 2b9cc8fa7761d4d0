/** The geometry of a plot: one time axis, and under each other one or more lanes with a scale of their own. */
import { type ScaleLinear, scaleLinear } from 'd3';
import type { TimeWindow } from '../run/window';

export interface Lane {
  name: string;
  /** What the axis shows, with its unit in words; empty for a band without numbers. */
  label: string;
  domain: [low: number, high: number];
  /** Height as a share of what lanes have between them, or in pixels for a band. */
  share?: number;
  pixels?: number;
}

export interface PlacedLane extends Lane {
  top: number;
  bottom: number;
  y: ScaleLinear<number, number>;
}

export interface Layout {
  /** Inner width and height in CSS pixels; (0, 0) is the left upper corner within the margins. */
  width: number;
  height: number;
  x: ScaleLinear<number, number>;
  window: TimeWindow;
  lanes: PlacedLane[];
}

export const MARGIN = { left: 50, right: 14, top: 8, bottom: 22 };
const GAP = 12;

export function layOut(lanes: Lane[], window: TimeWindow, outerWidth: number, outerHeight: number): Layout {
  const width = Math.max(40, outerWidth - MARGIN.left - MARGIN.right);
  const height = outerHeight - MARGIN.top - MARGIN.bottom;
  const fixed = lanes.reduce((sum, lane) => sum + (lane.pixels ?? 0), 0) + GAP * (lanes.length - 1);
  const shares = lanes.reduce((sum, lane) => sum + (lane.share ?? 0), 0) || 1;
  let top = 0;
  const placed = lanes.map((lane) => {
    const own = lane.pixels ?? ((height - fixed) * (lane.share ?? 0)) / shares;
    const bottom = top + own;
    const here = { ...lane, top, bottom, y: scaleLinear(lane.domain, [bottom, top]) };
    top = bottom + GAP;
    return here;
  });
  return { width, height, x: scaleLinear([window.from, window.to], [0, width]), window, lanes: placed };
}

export function laneNamed(layout: Layout, name: string): PlacedLane {
  const lane = layout.lanes.find((candidate) => candidate.name === name);
  if (lane === undefined) throw new Error(`The plot has no lane called ${name}.`);
  return lane;
}
