/**
 * Arranges the boxes of a sketch in rows and layers: orders each layer's boxes so that few edges cross, and places them as
 * level with their neighbors as the other boxes allow. The method is deterministic: the same network always looks the same.
 */
import { type Box, heightsOf, type Sketch } from './sketch';

export interface Arrangement {
  layers: number;
  rows: number;
  /** Each box's center row, and its height in rows. */
  boxes: { row: number; height: number }[];
  /** Rows at which each edge leaves its left box, passes the layers between, and enters its right box. */
  edges: number[][];
}

/** A box, or the point at which an edge passes through a layer. */
interface Item {
  box: number | null;
  layer: number;
  height: number;
  row: number;
  order: number;
}

/** The part of an edge between two adjacent layers. */
interface Stretch {
  left: Item;
  right: Item;
  /** Rows at its ends. */
  from: number;
  to: number;
}

/** Extra rows next to routers, for the name above them. */
const GAP = 0.4;
const SWEEPS = 24;
/** Passes that make routers taller to level their edges, and the most rows that a pass adds on either side. */
const STRETCHES = 3;
const MOST_STRETCH = 0.8;
/** Edges whose ends differ by at most this many rows are leveled. */
const LEVEL = 0.3;

export function arrange(sketch: Sketch): Arrangement {
  const heights = heightsOf(sketch);
  const components = 1 + Math.max(0, ...sketch.boxes.map(({ component }) => component));
  const boxes = sketch.boxes.map((_, box) => ({ row: 0, height: heights[box] ?? 1 }));
  const edges: number[][] = sketch.edges.map(() => []);
  let rows = 0;
  for (let component = 0; component < components; component += 1) {
    const { items, chains } = arrangeOne(sketch, heights, component);
    if (items.length === 0) continue;
    const top = Math.min(...items.map(({ row, height }) => row - height / 2));
    const bottom = Math.max(...items.map(({ row, height }) => row + height / 2));
    const down = rows - top;
    for (const { box, row, height } of items) {
      if (box !== null) boxes[box] = { row: row + down, height };
    }
    for (const [edge, chain] of chains)
      edges[edge] = [...chain.map(({ from }) => from + down), (chain.at(-1)?.to ?? 0) + down];
    rows += bottom - top;
  }
  return { layers: 1 + Math.max(0, ...sketch.boxes.map(({ layer }) => layer)), rows, boxes, edges };
}

function arrangeOne(sketch: Sketch, heights: readonly number[], component: number) {
  const items: Item[] = [];
  const ofBox = new Map<number, Item>();
  sketch.boxes.forEach((box, index) => {
    if (box.component !== component) return;
    const item = { box: index, layer: box.layer, height: heights[index] ?? 1, row: 0, order: 0 };
    ofBox.set(index, item);
    items.push(item);
  });
  const chains = new Map<number, Stretch[]>();
  sketch.edges.forEach(({ left, right }, edge) => {
    const [from, to] = [ofBox.get(left), ofBox.get(right)];
    if (from === undefined || to === undefined) return;
    const stations = [from];
    for (let layer = from.layer + 1; layer < to.layer; layer += 1) {
      const passing = { box: null, layer, height: 1, row: 0, order: 0 };
      items.push(passing);
      stations.push(passing);
    }
    stations.push(to);
    chains.set(
      edge,
      stations.slice(1).map((next, i) => ({ left: stations[i] as Item, right: next, from: 0, to: 0 })),
    );
  });
  const stretches = [...chains.values()].flat();
  const layers = inOrder(items, stretches, sketch.boxes);
  for (const layer of layers)
    spread(
      layer,
      layer.map(() => 0),
      sketch.boxes,
    );
  const ends = endsOf(items, stretches);
  const settle = (sweeps: number) => {
    for (let sweep = 0; sweep < sweeps; sweep += 1) {
      for (let step = 0; step < layers.length; step += 1) {
        const at = sweep % 2 === 0 ? step : layers.length - 1 - step;
        const layer = layers[at] ?? [];
        attach(ends, layers.slice(Math.max(0, at - 1), at + 2).flat());
        const targets = layer.map((item) => targetOf(item, ends));
        spread(layer, targets, sketch.boxes);
      }
    }
    attach(ends, items);
  };
  settle(SWEEPS);
  for (let time = 0; time < STRETCHES; time += 1) {
    stretch(items, stretches, sketch.boxes);
    settle(SWEEPS / 2);
  }
  attach(ends, items);
  level(stretches);
  return { items, chains };
}

/** The items of each layer from top to bottom. */
function inOrder(items: Item[], stretches: Stretch[], boxes: readonly Box[]): Item[][] {
  const count = 1 + Math.max(...items.map(({ layer }) => layer));
  const layers = Array.from({ length: count }, (_, layer) => items.filter((item) => item.layer === layer));
  const isRouter = ({ box }: Item) => box === null || boxes[box]?.place === 'router';
  const neighbors = new Map<Item, Item[]>(items.map((item) => [item, []]));
  for (const { left, right } of stretches) {
    neighbors.get(left)?.push(right);
    neighbors.get(right)?.push(left);
  }
  const number = (layer: Item[]) => {
    const routers = layer.filter(isRouter);
    routers.forEach((item, at) => {
      item.order = (at + 0.5) / routers.length;
    });
  };
  layers.forEach(number);
  const target = (item: Item) => {
    const near = (neighbors.get(item) ?? []).filter(isRouter);
    return near.length === 0 ? item.order : near.reduce((sum, { order }) => sum + order, 0) / near.length;
  };
  for (let sweep = 0; sweep < 8; sweep += 1) {
    for (const layer of sweep % 2 === 0 ? layers : layers.toReversed()) {
      const targets = new Map(layer.filter(isRouter).map((item) => [item, target(item)]));
      layer.sort((a, b) => (targets.get(a) ?? 0) - (targets.get(b) ?? 0));
      number(layer);
    }
  }
  // Hosts attached to the previous layer go above the routers, those attached to the next layer below, so that their edges don't cross.
  const rank = ({ box }: Item) => ({ right: 0, router: 1, left: 2 })[boxes[box ?? -1]?.place ?? 'router'];
  for (const layer of layers) {
    const keys = new Map(layer.map((item) => [item, isRouter(item) ? item.order : target(item)]));
    layer.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0) || rank(a) - rank(b));
  }
  return layers;
}

/** Makes routers taller where that levels their edges. */
function stretch(items: readonly Item[], stretches: readonly Stretch[], boxes: readonly Box[]): void {
  for (const item of items) {
    if (item.box === null || boxes[item.box]?.place !== 'router') continue;
    let [top, bottom] = [item.row - item.height / 2, item.row + item.height / 2];
    for (const { left, right, from, to } of stretches) {
      if (left !== item && right !== item) continue;
      const [other, target] = left === item ? [right, to] : [left, from];
      const level = other.height === 1 ? other.row : target;
      if (level - 0.5 > top - MOST_STRETCH) top = Math.min(top, level - 0.5);
      if (level + 0.5 < bottom + MOST_STRETCH) bottom = Math.max(bottom, level + 0.5);
    }
    item.row = (top + bottom) / 2;
    item.height = bottom - top;
  }
}

/** The stretches on each side of each item. */
type Ends = Map<Item, { onRight: Stretch[]; onLeft: Stretch[] }>;

function endsOf(items: readonly Item[], stretches: readonly Stretch[]): Ends {
  const ends: Ends = new Map(items.map((item) => [item, { onRight: [], onLeft: [] }]));
  for (const stretch of stretches) {
    ends.get(stretch.left)?.onRight.push(stretch);
    ends.get(stretch.right)?.onLeft.push(stretch);
  }
  return ends;
}

/** Sets each stretch's rows at both of its items: in the order of the items it leads to, and as level with them as possible. */
function attach(ends: Ends, items: readonly Item[]): void {
  for (const item of items) {
    const { onRight = [], onLeft = [] } = ends.get(item) ?? {};
    onRight.sort((a, b) => a.right.row - b.right.row);
    onLeft.sort((a, b) => a.left.row - b.left.row);
    place(
      item,
      onRight.map(({ right, to }) => (right.height === 1 ? right.row : to)),
    ).forEach((row, i) => {
      (onRight[i] as Stretch).from = row;
    });
    place(
      item,
      onLeft.map(({ left, from }) => (left.height === 1 ? left.row : from)),
    ).forEach((row, i) => {
      (onLeft[i] as Stretch).to = row;
    });
  }
}

/** Rows within a box, at least one apart, as near to the targets as possible. */
function place({ row, height }: Item, targets: number[]): number[] {
  const rows = spacedOut(
    targets,
    targets.map(() => 1),
    targets.map(() => 1),
  );
  const low = row - height / 2 + 0.5;
  const high = row + height / 2 - 0.5;
  rows.forEach((_, i) => {
    rows[i] = Math.max(rows[i] ?? 0, low + i);
  });
  for (let i = rows.length - 1; i >= 0; i -= 1)
    rows[i] = Math.min(rows[i] ?? 0, high - (rows.length - 1 - i));
  return rows;
}

/** The center that would make an item's edges level. */
function targetOf(item: Item, ends: Ends): number {
  const { onRight = [], onLeft = [] } = ends.get(item) ?? {};
  let sum = 0;
  for (const { from, to } of onRight) sum += to - (from - item.row);
  for (const { from, to } of onLeft) sum += from - (to - item.row);
  const count = onRight.length + onLeft.length;
  return count === 0 ? item.row : sum / count;
}

function spread(layer: readonly Item[], targets: number[], boxes: readonly Box[]): void {
  const named = ({ box }: Item) => box !== null && boxes[box]?.place === 'router';
  const apart = layer.map((item, i) => {
    const above = layer[i - 1];
    if (above === undefined) return 0;
    return (above.height + item.height) / 2 + (named(item) || named(above) ? GAP : 0);
  });
  const rows = spacedOut(
    targets,
    apart,
    layer.map((item) => (named(item) || item.box === null ? 4 : 1)),
  );
  layer.forEach((item, i) => {
    item.row = rows[i] ?? 0;
  });
}

/** Numbers as near to the targets as possible (weighted least squares), each at least `apart` from the previous one. */
function spacedOut(
  targets: readonly number[],
  apart: readonly number[],
  weights: readonly number[],
): number[] {
  const offsets: number[] = [];
  for (let i = 0; i < targets.length; i += 1)
    offsets.push(i === 0 ? 0 : (offsets[i - 1] ?? 0) + (apart[i] ?? 0));
  const blocks: { mean: number; weight: number; count: number }[] = [];
  targets.forEach((target, i) => {
    let block = { mean: target - (offsets[i] ?? 0), weight: weights[i] ?? 1, count: 1 };
    for (let last = blocks.at(-1); last !== undefined && last.mean >= block.mean; last = blocks.at(-1)) {
      const weight = last.weight + block.weight;
      block = {
        mean: (last.mean * last.weight + block.mean * block.weight) / weight,
        weight,
        count: last.count + block.count,
      };
      blocks.pop();
    }
    blocks.push(block);
  });
  const means = blocks.flatMap(({ mean, count }) => Array.from({ length: count }, () => mean));
  return means.map((mean, i) => mean + (offsets[i] ?? 0));
}

/** Levels edges that are nearly level, if both boxes have room at that row. */
function level(stretches: readonly Stretch[]): void {
  for (const stretch of stretches) {
    const { left, right, from, to } = stretch;
    if (from === to || Math.abs(from - to) > LEVEL) continue;
    const fits = (item: Item, row: number, side: 'from' | 'to') =>
      row >= item.row - item.height / 2 + 0.5 - 1e-9 &&
      row <= item.row + item.height / 2 - 0.5 + 1e-9 &&
      stretches.every(
        (other) =>
          other === stretch ||
          (side === 'from' ? other.left : other.right) !== item ||
          Math.abs(other[side] - row) >= 1 - 1e-9,
      );
    if (fits(left, to, 'from')) stretch.from = to;
    else if (fits(right, from, 'to')) stretch.to = from;
  }
  // An edge leaves a layer at the row where it entered.
  const byLeft = new Map(stretches.filter(({ left }) => left.box === null).map((one) => [one.left, one]));
  for (const stretch of stretches) {
    const next = stretch.right.box === null ? byLeft.get(stretch.right) : undefined;
    if (next !== undefined) next.from = stretch.to;
  }
}
