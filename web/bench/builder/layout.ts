/** Lays out a network under construction for the network's drawing: nodes where they were put, and links straight between them. */
import { formatCount } from '../../base/words/format';
import {
  cut,
  LANES_APART,
  type Lane,
  type Layout,
  type Line,
  laneOf,
  type PlacedBox,
  type PlacedEdge,
  parallelTo,
  widthOf,
} from '../../lab/topology/layout';
import type { Network } from '../../lab/topology/network';
import type { DrawnNode } from './fold';
import type { Frame, Point } from './frame';

export interface BuilderLayout extends Layout {
  /** Each edge's entry in the scenario's list of links. */
  entries: number[];
}

/** Sizes of nodes. */
const HOST = { least: 34, height: 28 };
const ROUTER = { least: 26, height: 40 };
const WIDEST = 66;
/** Share of a lane for its queue, as far as the queue's sizes allow. */
const QUEUE = { share: 0.32, least: 14, most: 64 };
/** Links that rise or fall less than this share of their length have their labels above and below, others next to them. */
const LEVEL = 0.25;
/** A node closer to a link than this bends it, how far, and the shares of its length where it bends. */
const NEAR = 30;
const BEND = 50;
const CORNERS = [0.35, 0.65] as const;

/** A drawn node and the place of its middle. */
interface PlacedNode extends DrawnNode {
  point: Point;
}

export function layOutAt(
  nodes: readonly PlacedNode[],
  network: Network,
  { width, height, down }: Pick<Frame, 'width' | 'height' | 'down'>,
): BuilderLayout {
  const boxes = nodes.map(boxOf);
  const boxAt = new Map(nodes.map(({ name }, at) => [name, at]));
  const links = network.links.flatMap(({ from, to, entry }, link) => {
    const [start, end] = [boxAt.get(from), boxAt.get(to)];
    if (start === undefined || end === undefined || start === end) return [];
    const isInner = [start, end].every((at) => nodes[at]?.kind === 'router');
    return [{ start, end, entry, link, isInner }];
  });
  // Links between routers come last, because their labels are drawn over other links.
  const drawn = links.toSorted((a, b) => Number(a.isInner) - Number(b.isInner));
  const lanes: Lane[] = [];
  const entries = [...new Set(drawn.map(({ entry }) => entry))];
  const edges = entries.map((entry, edge): PlacedEdge => {
    const own = drawn.filter((link) => link.entry === entry);
    const { start, end } = own[0] as (typeof drawn)[number];
    const ends: [number, number] = isForward(pointOf(nodes, start), pointOf(nodes, end))
      ? [start, end]
      : [end, start];
    const [from, to] = [pointOf(nodes, ends[0]), pointOf(nodes, ends[1])];
    const others = nodes.flatMap(({ point }, at) => (ends.includes(at) ? [] : [point]));
    const line = lineBetween(from, to, others);
    // The lane to the right or down comes first.
    for (const one of own.toSorted((a, b) => ends.indexOf(a.start) - ends.indexOf(b.start))) {
      const same = drawn.filter((other) => other.start === one.start && other.end === one.end);
      const isShared = drawn.some((other) => other.start === one.end && other.end === one.start);
      const place = same.findIndex(({ link }) => link === one.link);
      const aside = isShared ? -place - 0.5 : place - (same.length - 1) / 2;
      const along = parallelTo(one.start === ends[0] ? line : line.toReversed(), aside * LANES_APART);
      const points = between(along, boxes[one.start] as PlacedBox, boxes[one.end] as PlacedBox);
      const lane = laneOf([one.link], edge, points, 0, false);
      const queue = Math.min(QUEUE.most, QUEUE.share * lane.length);
      lanes.push({ ...lane, queue: Math.max(queue, Math.min(QUEUE.least, lane.length)) });
    }
    const length = lanes.at(-1)?.length ?? 0;
    return {
      ends,
      lanes: own.map((_, lane) => lanes.length - own.length + lane),
      middle: middleOf(line),
      ...(isLevel(from, to) ? { room: length - 4 } : { room: 0, beside: 'right' as const }),
    };
  });
  return { width, height, down, boxes, edges, lanes, omitted: 0, entries };
}

function pointOf(nodes: readonly { point: Point }[], at: number): Point {
  return nodes[at]?.point ?? { x: 0, y: 0 };
}

function boxOf({ name, kind, nodes, point: { x, y } }: PlacedNode): PlacedBox {
  const { least, height } = kind === 'host' ? HOST : ROUTER;
  const others = nodes.length > 1 ? ` +${formatCount(nodes.length - 1)}` : '';
  const width = Math.min(WIDEST, Math.max(least, widthOf(name + others) + 12));
  return {
    ...{ name, nodes: [...nodes], layer: 0, component: 0, place: kind === 'host' ? 'left' : 'router' },
    ...{ x: x - width / 2, y: y - height / 2, width, height },
    label: { x, y, text: cut(name, width - 6 - widthOf(others)) + others, inside: true },
  };
}

/** True if a line leads to the right or down. */
function isForward({ x: x0, y: y0 }: Point, { x, y }: Point): boolean {
  return isLevel({ x: x0, y: y0 }, { x, y }) ? x >= x0 : y >= y0;
}

function isLevel(from: Point, to: Point): boolean {
  return Math.abs(to.y - from.y) < LEVEL * Math.hypot(to.x - from.x, to.y - from.y);
}

/** A line between two nodes, bent around a third one in its way. */
function lineBetween(from: Point, to: Point, others: readonly Point[]): Line {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const isBlocked = others.some(({ x, y }) => {
    const along = (x - from.x) * ux + (y - from.y) * uy;
    const aside = Math.abs((y - from.y) * ux - (x - from.x) * uy);
    return along > NEAR && along < length - NEAR && aside < NEAR;
  });
  const corners = isBlocked ? CORNERS : [];
  return [
    [from.x, from.y],
    ...corners.map((share): [number, number] => [
      from.x + share * length * ux + BEND * uy,
      from.y + share * length * uy - BEND * ux,
    ]),
    [to.x, to.y],
  ];
}

/** The point halfway along a line. */
function middleOf(line: Line): Point {
  const [[x0, y0], [x1, y1]] = line.slice(Math.floor((line.length - 1) / 2)) as [Line[0], Line[0]];
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2 };
}

/** Length of a lane's ends that nodes cover, so that sloping lanes have no gap there. */
const COVERED = 4;

/** The part of a line between two nodes. */
function between(line: Line, from: PlacedBox, to: PlacedBox): Line {
  const [first, second] = line as [Line[0], Line[0]];
  const [last, before] = line.toReversed() as [Line[0], Line[0]];
  return [leaving(from, first, second), ...line.slice(1, -1), leaving(to, last, before)];
}

/** The point where a line from inside a box leaves it. */
function leaving(box: PlacedBox, [x, y]: Line[0], [toX, toY]: Line[0]): Line[0] {
  const share = (at: number, to: number, low: number, size: number) =>
    to === at ? 1 : ((to > at ? low + size : low) - at) / (to - at);
  const least = Math.min(share(x, toX, box.x, box.width), share(y, toY, box.y, box.height));
  const covered = COVERED / (Math.hypot(toX - x, toY - y) || 1);
  const part = Math.min(1, Math.max(0, least - covered));
  return [x + part * (toX - x), y + part * (toY - y)];
}
