/**
 * Lays out a network in a strip of a given size, from left to right. If the whole network doesn't fit legibly, the path of one
 * flow is drawn; if that is too long, the links before and after its bottleneck are each drawn as one.
 */
import type { Scenario } from '../../engine/schema';
import { arrange } from './arrange';
import { cut, type Lane, type Line, lineThrough, type PlacedBox, widthOf } from './layout';
import { type DirectedLink, type Network, type Path, stepAt } from './network';
import { type Edge, type Sketch, sketchOf } from './sketch';
import {
  edgeAlong,
  LABEL,
  layerOf,
  nameWidth,
  PAD,
  type Plan,
  ROUTER,
  type Strip,
  sizesAt,
  stripOf,
  sum,
  tallness,
} from './stripParts';
import { turned } from './turned';

/** Smallest height of a row with legible names, and of an edge with a line of labels. */
const ROW = 26;
const LABELED = 60;
/** A narrower strip turns around at the bottleneck if it is high enough for two rows. */
const NARROW = 560;
const HIGH = 104;
/** Smallest gap between layers: for a bottleneck, and for other links. */
const GAPS = { bottleneck: 72, other: 24, skipped: 48 };
/** Shares of the free width: a bottleneck gets most, because its queue is drawn large. */
const SHARES = { bottleneck: 4, other: 1, skipped: 0.6 };
/** Share of a bottleneck's lane for its queue. */
const QUEUE = 0.46;

export function layOutStrip(
  network: Network,
  scenario: Scenario,
  width: number,
  height: number,
  flow: number,
): Strip {
  const bottlenecks = bottlenecksOf(network);
  const path = pathOf(network, flow);
  const bundled = (rows: number): Plan => ({
    network,
    sketch: sketchOf(network, scenario, rows),
    skipped: [],
    bottlenecks,
  });
  const chains = [path.length, 1].map((keep) => chainOf(network, path, keep, bottlenecks));
  if (width < NARROW && height >= HIGH) {
    for (const plan of [bundled(1), ...chains]) {
      const strip = turned(plan, width, height);
      if (strip !== null) return strip;
    }
  }
  const whole = bundled(Math.max(1, Math.floor((height - PAD) / ROW)));
  if (whole.sketch.omitted === 0) {
    const strip = placed(whole, width, height);
    if (strip !== null) return strip;
  }
  for (const [attempt, plan] of chains.entries()) {
    const strip = placed(plan, width, height, attempt === chains.length - 1);
    if (strip !== null) return strip;
  }
  throw new Error('unreachable: the last attempt always returns');
}

/** The data path of a flow, or the first path of the network that leads anywhere. */
function pathOf({ paths }: Network, flow: number): number[] {
  const leading = paths.filter(({ kind, links }) => kind === 'data' && links.length > 0);
  return (leading.find((path) => path.flow === flow) ?? leading[0])?.links ?? [];
}

/**
 * The link of each flow's data path that leaves the flow the least rate if all flows and sources that cross it share it equally.
 * Of equal links it's the first.
 */
export function bottlenecksOf({ paths, links }: Network): ReadonlySet<number> {
  const data = paths.filter(({ kind }) => kind === 'data');
  const crossing = links.map(() => 0);
  for (const path of data) for (const link of path.links) crossing[link] = (crossing[link] ?? 0) + 1;
  const found = new Set<number>();
  const share = (link: number) => rateOf(links[link]) / Math.max(1, crossing[link] ?? 0);
  for (const path of data) {
    const tightest = tightestOf(path, share);
    if (tightest !== null) found.add(tightest);
  }
  return found;
}

function rateOf(link: DirectedLink | undefined): number {
  return link === undefined ? Number.POSITIVE_INFINITY : stepAt(link.steps, 0).rate_bps;
}

function tightestOf({ links }: Pick<Path, 'links'>, share: (link: number) => number): number | null {
  let best: number | null = null;
  for (const link of links) if (best === null || share(link) < share(best)) best = link;
  return best;
}

/** Plans to draw one path. With less than all links to keep, it keeps the bottleneck and draws the links on either side as one. */
function chainOf(
  network: Network,
  path: readonly number[],
  keep: number,
  bottlenecks: ReadonlySet<number>,
): Plan {
  const tight = Math.max(
    0,
    path.findIndex((link) => bottlenecks.has(link)),
  );
  const groups =
    keep >= path.length
      ? path.map((link) => [link])
      : [path.slice(0, tight), path.slice(tight, tight + 1), path.slice(tight + 1)].filter(
          ({ length }) => length > 0,
        );
  const back = new Map(network.links.map(({ from, to }, link) => [`${from} ${to}`, link]));
  const first = network.links[path[0] ?? -1]?.from ?? network.nodes[0] ?? '';
  const names = [first, ...groups.map((links) => network.links[links.at(-1) ?? -1]?.to ?? '')];
  const boxes = names.map((name, layer): Sketch['boxes'][number] => ({
    name,
    nodes: [name],
    place: layer === 0 ? 'left' : layer === groups.length ? 'right' : 'router',
    layer,
    component: 0,
  }));
  const edges = groups.map((links, layer): Edge => {
    const [only, ...more] = links;
    if (only === undefined || more.length > 0)
      return { left: layer, right: layer + 1, rightward: [], leftward: [] };
    const opposite = back.get(`${names[layer + 1]} ${names[layer]}`);
    return {
      left: layer,
      right: layer + 1,
      rightward: [only],
      leftward: opposite === undefined ? [] : [opposite],
    };
  });
  return {
    network,
    sketch: { boxes, edges, omitted: 0 },
    skipped: groups.map(({ length }) => (length > 1 ? length : 0)),
    bottlenecks,
  };
}

/** Null if a name, a queue or a row would get too little room; with `anyway`, gaps shrink instead. */
function placed(plan: Plan, width: number, height: number, anyway = false): Strip | null {
  const { sketch, skipped, bottlenecks } = plan;
  const arrangement = arrange(sketch);
  const rowHeight = (height - PAD) / arrangement.rows;
  if (rowHeight < ROW - 1 && !anyway) return null;
  const single = arrangement.rows < 1.5;
  const kinds = sketch.edges.map((edge, at): keyof typeof GAPS => {
    if ((skipped[at] ?? 0) > 0) return 'skipped';
    return [...edge.rightward, ...edge.leftward].some((link) => bottlenecks.has(link))
      ? 'bottleneck'
      : 'other';
  });
  const layers = arrangement.layers;
  const columns = Array.from({ length: layers }, () => ROUTER);
  for (const { layer, place, name } of sketch.boxes) {
    const own =
      place === 'router' ? Math.min(nameWidth(name, width), widthOf(name) + 10) : nameWidth(name, width);
    columns[layer] = Math.max(columns[layer] ?? ROUTER, own);
  }
  const least = Array.from({ length: layers - 1 }, () => GAPS.other);
  const shares = Array.from({ length: layers - 1 }, () => SHARES.other);
  sketch.edges.forEach((edge, at) => {
    const kind = kinds[at] ?? 'other';
    const [from, to] = [layerOf(sketch, edge.left), layerOf(sketch, edge.right)];
    for (let gap = from; gap < to; gap += 1) {
      least[gap] = Math.max(least[gap] ?? 0, GAPS[kind]);
      shares[gap] = kind === 'skipped' ? SHARES.skipped : Math.max(shares[gap] ?? 0, SHARES[kind]);
    }
  });
  const free = width - 2 * PAD - sum(columns) - sum(least);
  if (free < 0 && !anyway) return null;
  const squeeze = free < 0 ? Math.max(0.1, 1 + free / Math.max(1, sum(least))) : 1;
  const gaps = least.map(
    (one, gap) => one * squeeze + (Math.max(0, free) * (shares[gap] ?? 1)) / Math.max(1, sum(shares)),
  );
  const before = columns.map((_, layer) => PAD + sum(columns.slice(0, layer)) + sum(gaps.slice(0, layer)));

  const rooms = roomsOf(sketch, arrangement.edges, arrangement.rows);
  const large = kinds.includes('bottleneck');
  const labeled = single && rowHeight >= LABELED;
  const lift = labeled ? LABEL / 2 : 0;
  const rowAt = (row: number) => PAD / 2 + row * rowHeight - lift;

  const across = sizesAt(rowHeight, large);
  const tall = tallness(across);
  const boxes = sketch.boxes.map((box, at): PlacedBox => {
    const { row, height: own } = arrangement.boxes[at] ?? { row: 0, height: 1 };
    const column = columns[box.layer] ?? ROUTER;
    const thick = box.place === 'router' ? column : Math.min(column, nameWidth(box.name, width));
    const long = single ? Math.min(rowHeight - LABEL * Number(labeled) - 4, tall + 6) : own * rowHeight - 6;
    const left = before[box.layer] ?? 0;
    const x =
      box.place === 'left'
        ? left + column - thick
        : box.place === 'right'
          ? left
          : left + (column - thick) / 2;
    const y = rowAt(row) - long / 2;
    return {
      ...box,
      x,
      y,
      width: thick,
      height: long,
      label: { x: x + thick / 2, y: y + long / 2, text: cut(box.name, thick - 6), inside: true },
    };
  });

  const lanes: Lane[] = [];
  const edges = sketch.edges.map((edge, at) => {
    const [left, right] = [boxes[edge.left], boxes[edge.right]] as [PlacedBox, PlacedBox];
    const kind = kinds[at] ?? 'other';
    const room = (rooms[at] ?? 1) * rowHeight;
    const own = single ? across : sizesAt(room, kind === 'bottleneck');
    const ownLabels = labeled || (!single && room >= LABELED);
    const raise = !single && ownLabels ? LABEL / 2 : 0;
    const rows = (arrangement.edges[at] ?? []).map((row) => rowAt(row) - raise);
    const line = lineThrough(rows, left.layer, [left.x + left.width, right.x], before, columns);
    const [[start, y], [end]] = [line[0], line.at(-1)] as [Line[0], Line[0]];
    const labels =
      ownLabels && line.length === 2
        ? { x: start, y: y + tallness(own) / 2 + 2, width: end - start, height: LABEL }
        : null;
    return edgeAlong(line, plan, at, own, QUEUE, labels, lanes);
  });
  // A router is at least as high as the lanes that touch it.
  for (const edge of edges) {
    for (const end of edge.ends) {
      const box = boxes[end];
      if (box?.place !== 'router') continue;
      for (const number of edge.lanes) {
        const { points, width: thick } = lanes[number] as Lane;
        const near =
          Math.abs((points[0] ?? 0) - box.x - box.width / 2) <= box.width / 2 + 1 ? 1 : points.length - 1;
        const y = points[near] ?? 0;
        const top = Math.min(box.y, y - thick / 2 - 3);
        const bottom = Math.max(box.y + box.height, y + thick / 2 + 3);
        box.y = top;
        box.height = bottom - top;
        box.label.y = (top + bottom) / 2;
      }
    }
  }
  return stripOf(plan, width, height, boxes, edges, lanes);
}

/** Rows that are free around each edge: the smallest distance to another edge between the same layers, or to the border. */
function roomsOf(sketch: Sketch, rowsOfEdges: readonly number[][], rows: number): number[] {
  const level = (edge: number, layer: number): [number, number] | null => {
    const own = rowsOfEdges[edge] ?? [];
    const at = layer - layerOf(sketch, sketch.edges[edge]?.left ?? 0);
    const [from, to] = [own[at], own[at + 1]];
    return from === undefined || to === undefined || at < 0 ? null : [from, to];
  };
  return sketch.edges.map((edge, at) => {
    let least = rows;
    for (let layer = layerOf(sketch, edge.left); layer < layerOf(sketch, edge.right); layer += 1) {
      const own = level(at, layer);
      if (own === null) continue;
      for (const end of own) least = Math.min(least, 2 * end, 2 * (rows - end));
      sketch.edges.forEach((_, other) => {
        const theirs = other === at ? null : level(other, layer);
        if (theirs === null) return;
        for (const side of [0, 1] as const) least = Math.min(least, Math.abs(own[side] - theirs[side]));
      });
    }
    return Math.max(least, 0.5);
  });
}
