/**
 * Places the readings at the cursor: on the side away from the cursor, below the bands, where they cover the fewest marks and lines. Edges
 * of lanes come first.
 */
import { bisectLeft, range } from 'd3-array';
import type { Points } from './ink';
import { type Layout, laneNamed, plain } from './layout';
import type { EventMarks } from './snap';

/** A line of the plot, and its lane. */
export interface Line {
  lane: string;
  points: Points;
}

/** Room for the readings: a share of the plot's width, and two lines or a share of the height. */
export const CORNER_SHARE = 0.5;
const TWO_LINES_PX = 34;
const HEIGHT_SHARE = 0.25;

/** Columns in which a place is tried. */
const COLUMNS = 40;

/** Distance between places that are tried away from the edges, pixels. */
const STEP_PX = 8;

/** Distance between the lowest band and what's below it, pixels. */
const GAP_PX = 2;

export interface Corner {
  side: 'left' | 'right';
  /** The edge from which `offset` counts, pixels. */
  edge: 'top' | 'bottom';
  offset: number;
  height: number;
}

/** The lower end of a plot's bands; 0 without bands. */
export function belowBands({ lanes }: Layout): number {
  const ends = lanes.flatMap(({ pixels, bottom }) => (pixels === undefined ? [] : [bottom + GAP_PX]));
  return Math.max(0, ...ends);
}

/** The place for the readings: of places that cover equally little, an edge, and of edges the topmost. */
export function cornerOf(
  layout: Layout,
  { events, lines }: { events: EventMarks | null; lines: readonly Line[] },
  cursorOnLeft: boolean,
): Corner {
  const { height, lanes } = layout;
  const free = belowBands(layout);
  const room = Math.min(Math.max(TWO_LINES_PX, HEIGHT_SHARE * height), height - free);
  const taken = takenIn(layout, { events, lines }, cursorOnLeft);
  const side = cursorOnLeft ? 'right' : 'left';
  const places = lanes
    .filter(({ pixels }) => pixels === undefined)
    .flatMap(({ top, bottom }): (Corner & { from: number })[] => {
      const upper = Math.min(Math.max(top, free), height - room);
      const lower = Math.max(bottom - room, free);
      const between = range(upper + STEP_PX, lower, STEP_PX);
      return [
        { side, edge: 'top', offset: upper, height: room, from: upper },
        { side, edge: 'bottom', offset: height - room - lower, height: room, from: lower },
        ...between.map((from): Corner & { from: number } => {
          return { side, edge: 'top', offset: from, height: room, from };
        }),
      ];
    });
  const covered = ({ from }: { from: number }) =>
    taken.filter((column) => column.some(([low, high]) => high >= from && low <= from + room)).length;
  const [best] = places
    .map((place) => ({ place, covered: covered(place) }))
    .toSorted((a, b) => a.covered - b.covered);
  const { edge, offset } = best?.place ?? { edge: 'top', offset: free };
  return { side, edge, offset, height: room };
}

/** The heights that marks and lines take in each column of the half away from the cursor. */
function takenIn(
  layout: Layout,
  { events, lines }: { events: EventMarks | null; lines: readonly Line[] },
  cursorOnLeft: boolean,
): [low: number, high: number][][] {
  const { x, width } = layout;
  const start = cursorOnLeft ? (1 - CORNER_SHARE) * width : 0;
  const step = (CORNER_SHARE * width) / COLUMNS;
  const layers = [
    ...(events?.layers ?? []).map(({ lane, points }) => ({ lane, points, holds: false })),
    ...lines.map((line) => ({ ...line, holds: true })),
  ].map(({ lane: name, ...rest }) => {
    const lane = laneNamed(layout, name);
    const y = plain(lane.y);
    // Marks beyond the scale are at its edge.
    return { ...rest, y: (value: number) => Math.min(Math.max(y(value), lane.top), lane.bottom) };
  });
  return Array.from({ length: COLUMNS }, (_, column) => {
    const [from, to] = [x.invert(start + column * step), x.invert(start + (column + 1) * step)];
    return layers.flatMap(({ points: { time_s, value }, y, holds }): [number, number][] => {
      const first = bisectLeft(time_s, from);
      const end = bisectLeft(time_s, to);
      // A line keeps its last value.
      const own = value.slice(holds ? Math.max(0, first - 1) : first, end);
      const heights = own.flatMap((one) => (Number.isNaN(one) ? [] : [y(one)]));
      if (heights.length === 0) return [];
      return holds
        ? [[Math.min(...heights), Math.max(...heights)]]
        : heights.map((one): [number, number] => [one, one]);
    });
  });
}
