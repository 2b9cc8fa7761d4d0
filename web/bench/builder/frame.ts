/** Maps places of nodes to pixels: layers from left to right, or from top to bottom on a narrow canvas. */
import type { Spot } from './spots';

export interface Point {
  x: number;
  y: number;
}

export interface Frame {
  width: number;
  height: number;
  /** True if the layers run from top to bottom. */
  down: boolean;
  pointOf(spot: Spot): Point;
  spotOf(point: Point): Spot;
}

/** Canvases narrower than this have their layers from top to bottom. */
const NARROW = 500;

interface Spacing {
  least: number;
  most: number;
  /** Room between the outermost nodes and the edge. */
  edge: number;
}

const RIGHT: { along: Spacing; across: Spacing } = {
  along: { least: 84, most: 210, edge: 60 },
  across: { least: 60, most: 96, edge: 40 },
};
const DOWN: { along: Spacing; across: Spacing } = {
  along: { least: 74, most: 110, edge: 36 },
  across: { least: 84, most: 130, edge: 58 },
};

export function frameOf(spots: readonly Spot[], width: number, height: number): Frame {
  const down = width < NARROW;
  const [along, across] = [spots.map((spot) => spot.along), spots.map((spot) => spot.across)];
  const spacing = down ? DOWN : RIGHT;
  const a = axisOf(along, spacing.along, down ? height : width);
  const b = axisOf(across, spacing.across, down ? width : height);
  return {
    width: down ? b.size : a.size,
    height: down ? a.size : b.size,
    down,
    pointOf: (spot) => {
      const [p, q] = [a.start + a.step * spot.along, b.start + b.step * spot.across];
      return down ? { x: q, y: p } : { x: p, y: q };
    },
    spotOf: ({ x, y }) => {
      const [p, q] = down ? [y, x] : [x, y];
      return { along: (p - a.start) / a.step, across: (q - b.start) / b.step };
    },
  };
}

function axisOf(values: readonly number[], { least, most, edge }: Spacing, room: number) {
  const [low, high] = values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];
  const span = high - low;
  const step = Math.min(most, Math.max(least, (room - 2 * edge) / Math.max(span, 1)));
  const size = Math.max(room, span * step + 2 * edge);
  return { step, size, start: (size - span * step) / 2 - low * step };
}

/** The index of the nearest point in the direction of an arrow key; -1 if there is none. */
export function nearestInDirection(points: readonly Point[], from: Point, key: string): number {
  const [ux = 0, uy = 0] = DIRECTIONS[key] ?? [];
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  points.forEach(({ x, y }, index) => {
    const ahead = (x - from.x) * ux + (y - from.y) * uy;
    const aside = Math.abs((x - from.x) * uy) + Math.abs((y - from.y) * ux);
    // Nothing behind, and nothing that is more to the side than ahead by far.
    if (ahead < 1 || aside > 4 * ahead) return;
    const distance = ahead + 2 * aside;
    if (distance >= least) return;
    least = distance;
    best = index;
  });
  return best;
}

export const DIRECTIONS: Record<string, [x: number, y: number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
