/** The parts that both layouts of the strip are made of: sizes, lanes and names. */
import {
  type Lane,
  type Layout,
  type Line,
  laneOf,
  type PlacedBox,
  type PlacedEdge,
  parallelTo,
  widthOf,
} from './layout';
import type { Network } from './network';
import type { Edge, Sketch } from './sketch';

export interface StripEdge extends PlacedEdge {
  /** Rectangle for a line of labels; null if there is no room. */
  labels: { x: number; y: number; width: number; height: number } | null;
  /** Number of links drawn as one, without packets; 0 for others. */
  skipped: number;
  /** Corners of the line in its middle: x, y, x, y … */
  line: number[];
}

export interface Strip extends Layout {
  edges: StripEdge[];
  /** Directed links that are not drawn. */
  hidden: number;
}

/** The part of a network that a strip draws. */
export interface Plan {
  network: Network;
  sketch: Sketch;
  /** Per edge, the number of links drawn as one; 0 or nothing for others. */
  skipped: readonly number[];
  bottlenecks: ReadonlySet<number>;
}

/** Pixels between the strip's border and its content. */
export const PAD = 8;
/** Height of a line of labels. */
export const LABEL = 20;
/** Smallest width of a router. */
export const ROUTER = 26;
/** Widest box of a host, and in a narrow strip. */
const LONGEST_NAME = 96;
const NARROW = { strip: 560, name: 80 };
/** Narrower lanes show their queues without an outline. */
const BOXED = 13;
/** Most pixels for a queue. */
const LONGEST_QUEUE = 340;

export interface Sizes {
  data: number;
  acks: number;
  /** Of a queue. */
  depth: number;
  between: number;
}

/** Sizes of an edge across its direction, from the height that is free around it. */
export function sizesAt(room: number, large: boolean): Sizes {
  const data = clamp(0.2 * room, 5, 26);
  const acks = clamp(0.11 * room, 4, 12);
  const depth = large ? clamp(0.4 * room, data, 54) : data;
  return { data, acks, depth, between: clamp(0.04 * room, 2, 5) };
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Height of both lanes of an edge. */
export function tallness({ depth, between, acks }: Sizes): number {
  return depth + between + acks;
}

/** An edge along a line through its middle. Adds its lanes to `lanes`. */
export function edgeAlong(
  line: Line,
  plan: Plan,
  at: number,
  sizes: Sizes,
  queueShare: number,
  labels: StripEdge['labels'],
  lanes: Lane[],
): StripEdge {
  const { left, right } = plan.sketch.edges[at] as Edge;
  const added = lanesAlong(line, plan, at, sizes, queueShare);
  const numbers = added.map((_, place) => lanes.length + place);
  lanes.push(...added);
  const [[start, y], [end]] = [line[0], line.at(-1)] as [Line[0], Line[0]];
  return {
    ends: [left, right],
    lanes: numbers,
    middle: { x: (start + end) / 2, y },
    room: Math.abs(end - start),
    labels,
    skipped: plan.skipped[at] ?? 0,
    line: line.flat(),
  };
}

/** The rightward lane is to the line's left. */
function lanesAlong(
  line: Line,
  { network, sketch, bottlenecks }: Plan,
  at: number,
  sizes: Sizes,
  queueShare: number,
): Lane[] {
  const edge = sketch.edges[at] as Edge;
  const both = edge.rightward.length > 0 && edge.leftward.length > 0;
  const total = tallness(sizes);
  const isTight = ([link = -1, ...others]: readonly number[]) => others.length === 0 && bottlenecks.has(link);
  // Between two bottlenecks back to back, the height is shared equally; else the lane back is thin.
  const shared = both && isTight(edge.leftward) ? (sizes.depth + sizes.acks) / 2 : null;
  const [there, home] = [shared ?? sizes.depth, shared ?? sizes.acks];
  const wide = Math.min(sizes.data, shared ?? sizes.data);
  const lanes: Lane[] = [];
  for (const [links, returning] of [
    [edge.rightward, false],
    [edge.leftward, true],
  ] as const) {
    if (links.length === 0) continue;
    const shift = !both ? 0 : returning ? (total - home) / 2 : (there - total) / 2;
    const shifted = parallelTo(line, shift);
    if (returning) shifted.reverse();
    const lane = laneOf([...links], at, shifted, 0, false);
    lane.elastic = isTight(links);
    // The queue is on the straight part.
    const straight = lane.along[1] ?? 0;
    lane.queue = lane.elastic
      ? Math.min(LONGEST_QUEUE, queueShare * straight)
      : Math.max(6, Math.min(36, 0.3 * straight));
    const thin = both ? returning && shared === null : !carriesData(network, links);
    lane.width = thin ? sizes.acks : wide;
    lane.depth = lane.elastic ? there : lane.width;
    lanes.push(lane);
  }
  return lanes;
}

export function stripOf(
  { network, sketch }: Plan,
  width: number,
  height: number,
  boxes: PlacedBox[],
  edges: StripEdge[],
  lanes: Lane[],
): Strip {
  const drawn = new Set(lanes.flatMap(({ links }) => links));
  return {
    width,
    height,
    down: false,
    boxes,
    edges,
    lanes,
    omitted: sketch.omitted,
    hidden: network.links.length - drawn.size,
  };
}

export function layerOf({ boxes }: Sketch, box: number): number {
  return boxes[box]?.layer ?? 0;
}

export function sum(list: readonly number[]): number {
  return list.reduce((total, one) => total + one, 0);
}

/** True if the lane's queue has an outline. */
export function isBoxed({ elastic, width }: Lane): boolean {
  return elastic || width >= BOXED;
}

/** Width of a host's box. */
export function nameWidth(name: string, strip: number): number {
  return clamp(widthOf(name) + 14, 40, strip < NARROW.strip ? NARROW.name : LONGEST_NAME);
}

function carriesData({ paths }: Network, links: readonly number[]): boolean {
  return paths.some((path) => path.kind === 'data' && path.links.some((link) => links.includes(link)));
}
