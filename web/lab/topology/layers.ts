/** Assigns nodes to layers, from left to right along the data's paths: a node's layer is the longest path to it. */
import { type Network, nodesAlong } from './network';

export interface Placement {
  place: 'left' | 'router' | 'right';
  layer: number;
  /** Number of the connected component that the node belongs to. */
  component: number;
}

export function layersOf(network: Network): Placement[] {
  const numbers = new Map(network.nodes.map((node, index) => [node, index]));
  const numberOf = (node: string) => numbers.get(node) ?? 0;
  const neighbors = network.nodes.map(() => new Set<number>());
  for (const { from, to } of network.links) {
    if (from === to) continue;
    neighbors[numberOf(from)]?.add(numberOf(to));
    neighbors[numberOf(to)]?.add(numberOf(from));
  }
  const data = network.paths
    .filter(({ kind }) => kind === 'data')
    .map(({ links }) => nodesAlong(network, links).map(numberOf));
  const component = componentsOf(neighbors);
  const router = neighbors.map(({ size }) => size > 1);
  // If a component is just two linked hosts, treat the one that receives data as the router.
  component.forEach((own, node) => {
    const lone =
      [...(neighbors[node] ?? [])].length === 1 &&
      !router.some((is, other) => is && component[other] === own);
    if (lone) router[data.find((path) => path.includes(node))?.at(-1) ?? node] = true;
  });
  const after = orient(network, data, router, numberOf);
  const layer = longestPaths(after);
  const sides = sidesOf(data, neighbors, router, layer);
  const placements = network.nodes.map((_, node): Placement => {
    const side = sides[node] ?? 0;
    if (router[node]) return { place: 'router', layer: layer[node] ?? 0, component: component[node] ?? 0 };
    const [adjacent = node] = neighbors[node] ?? [];
    return {
      place: side < 0 ? 'left' : 'right',
      layer: (layer[adjacent] ?? 0) + (side < 0 ? -1 : 1),
      component: component[node] ?? 0,
    };
  });
  const least = new Map<number, number>();
  for (const one of placements)
    least.set(one.component, Math.min(one.layer, least.get(one.component) ?? one.layer));
  return placements.map((one) => ({ ...one, layer: one.layer - (least.get(one.component) ?? 0) }));
}

function componentsOf(neighbors: readonly Set<number>[]): number[] {
  const component: number[] = [];
  let count = 0;
  neighbors.forEach((_, start) => {
    if (component[start] !== undefined) return;
    const reached = [start];
    component[start] = count;
    for (const node of reached) {
      for (const next of neighbors[node] ?? []) {
        if (component[next] !== undefined) continue;
        component[next] = count;
        reached.push(next);
      }
    }
    count += 1;
  });
  return component;
}

/** For each router, the routers after it: in the direction of most data, and without cycles. */
function orient(
  network: Network,
  data: readonly number[][],
  router: readonly boolean[],
  numberOf: (node: string) => number,
): Set<number>[] {
  const balance = new Map<string, { a: number; b: number; forth: number }>();
  const note = (from: number, to: number, weight: number) => {
    if (!router[from] || !router[to]) return;
    const [a, b] = from < to ? [from, to] : [to, from];
    const known = balance.get(`${a} ${b}`) ?? { a: from, b: to, forth: 0 };
    known.forth += known.a === from ? weight : -weight;
    balance.set(`${a} ${b}`, known);
  };
  for (const path of data) {
    for (const [before, to] of path.slice(1).entries()) note(path[before] ?? to, to, 1);
  }
  for (const { from, to } of network.links) note(numberOf(from), numberOf(to), 0);
  const after = router.map(() => new Set<number>());
  for (const { a, b, forth } of balance.values()) {
    const [from, to] = forth < 0 ? [b, a] : [a, b];
    if (leadsTo(after, to, from)) after[to]?.add(from);
    else after[from]?.add(to);
  }
  return after;
}

function leadsTo(after: readonly Set<number>[], from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const node of seen) {
    if (node === to) return true;
    for (const next of after[node] ?? []) seen.add(next);
  }
  return false;
}

function longestPaths(after: readonly Set<number>[]): number[] {
  const layer = after.map(() => 0);
  const before = after.map(() => 0);
  for (const next of after) for (const node of next) before[node] = (before[node] ?? 0) + 1;
  const first = after.map((_, node) => node).filter((node) => before[node] === 0);
  const ready = [...first];
  for (const node of ready) {
    for (const next of after[node] ?? []) {
      layer[next] = Math.max(layer[next] ?? 0, (layer[node] ?? 0) + 1);
      before[next] = (before[next] ?? 0) - 1;
      if (before[next] === 0) ready.push(next);
    }
  }
  // A node without predecessors moves next to its successor.
  for (const node of first) {
    const next = [...(after[node] ?? [])].map((one) => layer[one] ?? 0);
    if (next.length > 0) layer[node] = Math.min(...next) - 1;
  }
  return layer;
}

/** The side of each host: below 0 is left of its router, for hosts that send to the right. */
function sidesOf(
  data: readonly number[][],
  neighbors: readonly Set<number>[],
  router: readonly boolean[],
  layer: readonly number[],
): number[] {
  const sides = neighbors.map(() => 0);
  const vote = (
    host: number | undefined,
    adjacent: number | undefined,
    beyond: number | undefined,
    sends: boolean,
  ) => {
    if (host === undefined || adjacent === undefined || router[host]) return;
    const on = beyond === undefined || !router[beyond] ? 0 : (layer[beyond] ?? 0) - (layer[adjacent] ?? 0);
    // A host that sends to another host of its own router goes to the left.
    sides[host] = (sides[host] ?? 0) + (on === 0 ? (sends ? -1 : 1) : -Math.sign(on));
  };
  for (const path of data) {
    vote(path[0], path[1], path[2], true);
    vote(path.at(-1), path.at(-2), path.at(-3), false);
  }
  return sides;
}
