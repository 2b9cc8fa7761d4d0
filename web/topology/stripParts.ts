/** The parts that both layouts of the strip are made of: sizes, lanes and names. */
import { type Lane, type Layout, laneOf, type PlacedEdge, parallelTo, widthOf } from './layout';
import type { Network } from './network';
import type { Edge } from './sketch';

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

/** Pixels between the strip's border and its content. */
export const PAD = 8;
/** Height of a line of labels. */
export const LABEL = 20;
/** Smallest width of a router. */
export const ROUTER = 26;
/** Widest box of a host, and in a narrow strip. */
const LONGEST_NAME = 96;
const NARROW = { strip: 560, name: 66 };
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

/** The lanes of an edge along a line through its middle: the rightward one to the line's left. */
export function lanesAlong(
  line: readonly [number, number][],
  edge: Pick<Edge, 'rightward' | 'leftward'>,
  at: number,
  sizes: Sizes,
  network: Network,
  bottlenecks: ReadonlySet<number>,
  queueShare: number,
): Lane[] {
  const both = edge.rightward.length > 0 && edge.leftward.length > 0;
  const total = tallness(sizes);
  const lanes: Lane[] = [];
  for (const [links, returning] of [
    [edge.rightward, false],
    [edge.leftward, true],
  ] as const) {
    if (links.length === 0) continue;
    const shift = !both ? 0 : returning ? (total - sizes.acks) / 2 : (sizes.depth - total) / 2;
    const shifted = parallelTo(line, shift);
    if (returning) shifted.reverse();
    const lane = laneOf([...links], at, shifted, 0, false);
    lane.elastic = links.length === 1 && bottlenecks.has(links[0] ?? -1) && !(returning && both);
    // The queue is on the straight part.
    const straight = lane.along[1] ?? 0;
    lane.queue = lane.elastic
      ? Math.min(LONGEST_QUEUE, queueShare * straight)
      : Math.max(6, Math.min(36, 0.3 * straight));
    lane.width = (returning && both) || (!both && !carriesData(network, links)) ? sizes.acks : sizes.data;
    lane.depth = lane.elastic ? sizes.depth : lane.width;
    lanes.push(lane);
  }
  return lanes;
}

/** Width of a host's box. */
export function nameWidth(name: string, strip: number): number {
  return clamp(widthOf(name) + 14, 40, strip < NARROW.strip ? NARROW.name : LONGEST_NAME);
}

function carriesData({ paths }: Network, links: readonly number[]): boolean {
  return paths.some((path) => path.kind === 'data' && path.links.some((link) => links.includes(link)));
}
