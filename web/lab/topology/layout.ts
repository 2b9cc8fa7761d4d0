/**
 * Lays out a network in CSS pixels: from left to right if the layers fit side by side, else from top to bottom. A link has a
 * lane per direction; each lane begins with its queue.
 */
import type { Scenario } from '../../engine/schema';
import type { Run } from '../../run/trace';
import { arrange } from './arrange';
import type { Network, Path } from './network';
import { type Box, type Sketch, sketchOf } from './sketch';

export interface PlacedBox extends Box {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Position of its name. */
  label: { x: number; y: number; text: string; inside: boolean };
}

/** One direction of a link, from its sending end to its far end. */
export interface Lane {
  /** Directed links: one, or several for a bundle. */
  links: number[];
  edge: number;
  /** Corners: x, y, x, y … */
  points: Float64Array;
  /** Distance of each corner along the lane. */
  along: Float64Array;
  /** Total length, and the room for the queue at its start. */
  length: number;
  queue: number;
  /** Size across the lane: of the lane, and of its queue. */
  width: number;
  depth: number;
  /** True if the queue's box is as long as its limit allows, up to `queue`; otherwise it always fills `queue`. */
  elastic: boolean;
}

export interface PlacedEdge {
  /** Indexes of its boxes. */
  ends: [left: number, right: number];
  /** Indexes of its lanes, the rightward one first. */
  lanes: number[];
  /** Position of its labels, and room for them: along the edge, or next to it. */
  middle: { x: number; y: number };
  room: number;
  /** The side of labels that are next to the edge; others are above and below it. */
  beside?: 'left' | 'right';
}

export interface Layout {
  width: number;
  height: number;
  /** True if the layers run from top to bottom. */
  down: boolean;
  boxes: PlacedBox[];
  edges: PlacedEdge[];
  lanes: Lane[];
  omitted: number;
}

/** Thickness of a lane, and the distance between the centers of two lanes. */
export const LANE = 11;
export const LANES_APART = 14;
/** Width that lanes take up in a row of the vertical layout. */
const BESIDE_LANES = 34;
const PAD = 10;
const NAME = 16;
const CHARACTER = 6.3;
/** Smallest and largest gap between layers; less leaves no room for a queue, packets and labels. */
const LEAST_GAP = 50;
const MOST_GAP = 380;
/** Sizes of the vertical layout: links are a little left of the middle, with their labels on the right. */
const DOWN = { gap: 104, least: 86, most: 150, thick: 26, aside: 16, labels: 80 };
const RIGHT = { row: 64, router: 24, host: 28, longest: 112 };
/** Share of the gap between two layers in which an edge runs level, at either end. */
const LEVEL = 0.34;
/** Edges whose ends differ by at most this many pixels are drawn level. */
const SLIGHT = 1;
const MOST_ROWS = 6;
/** By how much rows and lanes grow at most; then lanes would be as thick as links are long. */
const MOST_TIMES = 3;
/** Share of a straight edge that its queue may take. */
const QUEUE = 0.5;

/** Estimated width of a text in the drawing. */
export function widthOf(text: string): number {
  return CHARACTER * text.length;
}

/** @param height that the layout may take; if it's from left to right, it grows into it */
export function layOut(network: Network, scenario: Scenario, width: number, height = 0): Layout {
  const wide = sketchOf(network, scenario, MOST_ROWS);
  const columns = columnsOf(wide);
  const gap =
    (width - 2 * PAD - columns.reduce((sum, one) => sum + one, 0)) / Math.max(1, columns.length - 1);
  if (gap >= LEAST_GAP) {
    const { height: least } = placed(wide, width, gap, columns, 1);
    const times = Math.min(MOST_TIMES, Math.max(1, height / least));
    return placed(wide, width, Math.min(gap, MOST_GAP * times), columns, times);
  }
  const rows = Math.max(2, Math.floor((width - 2 * PAD) / DOWN.least));
  const narrow = sketchOf(network, scenario, rows);
  return placed(
    narrow,
    width,
    DOWN.gap,
    columnsOf(narrow).map(() => DOWN.thick),
    1,
    true,
  );
}

/** Widths of the layers, from left to right. */
function columnsOf({ boxes }: Sketch): number[] {
  const columns: number[] = [];
  for (const { layer, place, name } of boxes) {
    const own = place === 'router' ? RIGHT.router : Math.min(RIGHT.longest, widthOf(name) + 14);
    columns[layer] = Math.max(columns[layer] ?? RIGHT.router, own);
  }
  return Array.from(columns, (one) => one ?? RIGHT.router);
}

/** `along` is the direction of the layers, `across` that of the rows. */
function placed(
  sketch: Sketch,
  width: number,
  gap: number,
  columns: number[],
  times: number,
  down = false,
): Layout {
  const arrangement = arrange(sketch);
  const { rows } = arrangement;
  // In the vertical layout, labels are to the right of the links, so the last row needs extra room.
  const beyond = down ? Math.max(0, DOWN.labels - DOWN.aside - PAD - (width - 2 * PAD) / rows / 2) : 0;
  const across = down
    ? Math.min(DOWN.most, Math.max(DOWN.least, (width - 2 * PAD - beyond) / rows))
    : RIGHT.row * times;
  const total = columns.reduce((sum, one) => sum + one, 0) + gap * (columns.length - 1);
  const start = down ? PAD : Math.max(PAD, (width - total) / 2);
  const before: number[] = [];
  columns.forEach((_, layer) => {
    before.push(layer === 0 ? start : (before[layer - 1] ?? 0) + (columns[layer - 1] ?? 0) + gap);
  });
  const aside = down ? Math.max(PAD, (width - beyond - rows * across) / 2) : PAD + NAME;
  const rowAt = (row: number) => aside + row * across;
  const laneAt = (row: number) => rowAt(row) - (down ? DOWN.aside : 0);
  const size = {
    width: down ? Math.max(width, rows * across + 2 * PAD + beyond) : width,
    height: down ? total + 2 * PAD : rows * across + 2 * PAD + NAME,
  };

  const boxes = sketch.boxes.map((box, index): PlacedBox => {
    const { row, height } = arrangement.boxes[index] ?? { row: 0, height: 1 };
    const column = columns[box.layer] ?? 0;
    const router = box.place === 'router';
    const thick = down
      ? column
      : router
        ? RIGHT.router
        : Math.min(column, Math.max(34, widthOf(box.name) + 14));
    const long = down
      ? Math.max(height * across - 8, 30)
      : router
        ? height * across - 24
        : RIGHT.host * times + (height - 1) * across;
    const from = (before[box.layer] ?? 0) + (column - thick) / 2;
    const middle = rowAt(row);
    const rect = down
      ? { x: middle - long / 2, y: from, width: long, height: thick }
      : { x: from, y: middle - long / 2, width: thick, height: long };
    const above = router && !down;
    const room = above ? column + 0.7 * gap : rect.width - 8;
    return {
      ...box,
      ...rect,
      label: {
        x: rect.x + rect.width / 2,
        y: above ? rect.y - 5 : rect.y + rect.height / 2,
        text: cut(box.name, room),
        inside: !above,
      },
    };
  });

  const lanes: Lane[] = [];
  const edges = sketch.edges.map((edge, index): PlacedEdge => {
    const [left, right] = [boxes[edge.left], boxes[edge.right]] as [PlacedBox, PlacedBox];
    const between: [number, number] = down ? [left.y + left.height, right.y] : [left.x + left.width, right.x];
    const rows = (arrangement.edges[index] ?? []).map(laneAt);
    const line = lineThrough(rows, left.layer, between, before, columns);
    const both = edge.rightward.length > 0 && edge.leftward.length > 0;
    const straight = line.length === 2;
    const queue = Math.max(14, Math.min(64 * times, (straight ? QUEUE : LEVEL) * gap - 6));
    const own: number[] = [];
    for (const [links, turn] of [
      [edge.rightward, -1],
      [edge.leftward, 1],
    ] as const) {
      if (links.length === 0) continue;
      const shifted = parallelTo(line, both ? (turn * times * LANES_APART) / 2 : 0);
      if (turn > 0) shifted.reverse();
      own.push(lanes.length);
      lanes.push(laneOf([...links], index, shifted, queue, down, LANE * times));
    }
    const [[alongStart, acrossStart], [alongEnd, acrossEnd]] = [line[0], line.at(-1)] as [
      [number, number],
      [number, number],
    ];
    const bent = acrossStart !== acrossEnd;
    // Labels of a bent edge are next to its level part at the host.
    const atRight = right.place === 'right';
    const share = bent ? LEVEL / 2 : 0.5;
    const along = alongStart + (alongEnd - alongStart) * (bent && atRight ? 1 - share : share);
    const middle = bent ? (atRight ? acrossEnd : acrossStart) : (acrossStart + acrossEnd) / 2;
    return {
      ends: [edge.left, edge.right],
      lanes: own,
      middle: down ? { x: middle, y: along } : { x: along, y: middle },
      room: down ? across - BESIDE_LANES : (alongEnd - alongStart) * (bent ? LEVEL + 0.2 : 1) - 4,
      ...(down && { beside: 'right' as const }),
    };
  });
  return { ...size, down, boxes, edges, lanes, omitted: sketch.omitted };
}

/** Corners of a line: along the layers, across them. */
export type Line = [along: number, across: number][];

/** The line of an edge that leaves a layer at the first of these rows, and turns between layers. */
export function lineThrough(
  rows: readonly number[],
  layer: number,
  [start, end]: [number, number],
  before: readonly number[],
  columns: readonly number[],
): Line {
  const line: Line = [];
  rows.slice(1).forEach((wanted, stretch) => {
    const here = layer + stretch;
    const isLast = stretch + 2 === rows.length;
    const from = stretch === 0 ? start : (before[here] ?? 0) + (columns[here] ?? 0);
    const to = isLast ? end : (before[here + 1] ?? 0);
    const a = line.at(-1)?.[1] ?? rows[0] ?? 0;
    const b = Math.abs(a - wanted) > SLIGHT ? wanted : a;
    line.push([from, a]);
    if (a !== b) line.push([from + LEVEL * (to - from), a], [to - LEVEL * (to - from), b]);
    if (isLast) line.push([to, b]);
  });
  return line;
}

export function cut(text: string, room: number): string {
  if (widthOf(text) <= room) return text;
  return `${text.slice(0, Math.max(1, Math.floor(room / CHARACTER) - 1))}…`;
}

/** A line parallel to another at a distance; points are (along, across). */
export function parallelTo(line: readonly [number, number][], distance: number): [number, number][] {
  const normals = line.slice(1).map(([x, y], i): [number, number] => {
    const [x0, y0] = line[i] as [number, number];
    const length = Math.hypot(x - x0, y - y0) || 1;
    return [-(y - y0) / length, (x - x0) / length];
  });
  return line.map(([x, y], i) => {
    const [a, b] = [normals[i - 1] ?? normals[i], normals[i] ?? normals[i - 1]] as [
      [number, number],
      [number, number],
    ];
    const [nx, ny] = [a[0] + b[0], a[1] + b[1]];
    const scale = (2 * distance) / (nx * nx + ny * ny || 1);
    return [x + nx * scale, y + ny * scale];
  });
}

export function laneOf(
  links: number[],
  edge: number,
  line: [number, number][],
  queue: number,
  down: boolean,
  width = LANE,
): Lane {
  const points = Float64Array.from(
    line.flatMap(([along, across]) => (down ? [across, along] : [along, across])),
  );
  const along = new Float64Array(line.length);
  for (let corner = 1; corner < line.length; corner += 1) {
    const [x0, y0] = line[corner - 1] as [number, number];
    const [x, y] = line[corner] as [number, number];
    along[corner] = (along[corner - 1] ?? 0) + Math.hypot(x - x0, y - y0);
  }
  return {
    links,
    edge,
    points,
    along,
    length: along.at(-1) ?? 0,
    queue,
    width,
    depth: width,
    elastic: false,
  };
}

/** The distance along a lane of the point on it that is nearest to a point. */
export function distanceAlong({ points, along }: Lane, { x, y }: { x: number; y: number }): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let corner = 1; corner < along.length; corner += 1) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(2 * corner - 2, 2 * corner + 2);
    const [before = 0, after = 0] = along.slice(corner - 1, corner + 1);
    const length = after - before || 1;
    const share = Math.min(1, Math.max(0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length ** 2));
    const away = Math.hypot(x0 + share * (x1 - x0) - x, y0 + share * (y1 - y0) - y);
    if (away >= least) continue;
    least = away;
    nearest = before + share * length;
  }
  return nearest;
}

/** Flows and sources that begin or end at each box. */
export function flowsAt({ boxes }: Pick<Layout, 'boxes'>, { scenario }: Pick<Run, 'scenario'>): number[][] {
  const at = new Map<string, number>(boxes.flatMap(({ nodes }, box) => nodes.map((node) => [node, box])));
  const found = boxes.map((): Set<number> => new Set());
  [...scenario.flows, ...scenario.datagrams].forEach(({ from, to }, flow) => {
    for (const node of [from, to]) found[at.get(node) ?? -1]?.add(flow);
  });
  return found.map((own) => [...own]);
}

/** The flows on each lane, of those whose paths these are. */
export function flowsOn({ lanes }: Layout, paths: readonly Path[]): number[][] {
  const onLink = new Map<number, Set<number>>();
  for (const { flow, links } of paths)
    for (const link of links) onLink.set(link, (onLink.get(link) ?? new Set()).add(flow));
  return lanes.map(({ links }) => [...new Set(links.flatMap((link) => [...(onLink.get(link) ?? [])]))]);
}
