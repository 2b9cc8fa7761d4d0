/**
 * Sketches a network: boxes in layers from left to right along the data's paths, and edges between them. Nodes with a single
 * neighbor are hosts, placed next to it, at the outer end of their data's path. If there are too many hosts, similar ones
 * share a box.
 */

import { t } from '../../base/words/words';
import type { Scenario } from '../../engine/schema';
import { layersOf } from './layers';
import type { Network } from './network';

export interface Box {
  name: string;
  /** The nodes in this box; one, unless it's a bundle of hosts. */
  nodes: string[];
  /** Hosts are to the left or right of their neighbor; routers are in between. */
  place: 'left' | 'router' | 'right';
  layer: number;
  component: number;
}

export interface Edge {
  /** Indexes of its boxes; the left box is in a lower layer. */
  left: number;
  right: number;
  /** Directed links to the right and to the left. */
  rightward: number[];
  leftward: number[];
}

export interface Sketch {
  boxes: Box[];
  edges: Edge[];
  /** Number of connected components that are left out for lack of room. */
  omitted: number;
}

/** At least this many similar hosts always share a box. */
const CROWD = 7;
/** Most connected components drawn, one below the other. */
const COMPONENTS = 12;

export function sketchOf(network: Network, scenario: Scenario, most_rows: number): Sketch {
  const layers = layersOf(network);
  const places = new Map(network.nodes.map((node, index) => [node, index]));
  const linksOf = network.nodes.map((): number[] => []);
  network.links.forEach(({ from, to }, link) => {
    linksOf[places.get(from) ?? 0]?.push(link);
    linksOf[places.get(to) ?? 0]?.push(link);
  });
  // Hosts are similar if the flows that they send and receive have the same senders and traffic.
  const busy = new Map<string, Set<string>>();
  const kinds = new Map<string, number>();
  const note = (node: string, what: string) => busy.set(node, (busy.get(node) ?? new Set()).add(what));
  for (const { from, to, sender, traffic } of scenario.flows) {
    const json = JSON.stringify([sender, traffic]);
    const kind = kinds.get(json) ?? kinds.size;
    kinds.set(json, kind);
    note(from, `sends ${kind}`);
    note(to, `gets ${kind}`);
  }
  const groupings = network.nodes.map((node, index) => {
    const { place, layer, component } = layers[index] as (typeof layers)[number];
    if (place === 'router') return { crowd: node, kind: node };
    const [some = 0] = linksOf[index] ?? [];
    const { from, to } = network.links[some] as Network['links'][number];
    const crowd = `${from === node ? to : from} ${place} ${layer} ${component}`;
    const like = (linksOf[index] ?? []).map((link) => [
      network.links[link]?.from === node,
      network.links[link]?.steps,
      scenario.links[network.links[link]?.entry ?? 0]?.loss,
    ]);
    return { crowd, kind: `${crowd} ${JSON.stringify(like)} ${[...(busy.get(node) ?? [])].sort().join()}` };
  });
  const attempts: ['kind' | 'crowd', number][] = [
    ...[CROWD, 6, 5, 4, 3, 2].map((size): ['kind', number] => ['kind', size]),
    ...[4, 3, 2].map((size): ['crowd', number] => ['crowd', size]),
  ];
  for (const [by, size] of attempts) {
    const sketch = drawn(
      network,
      layers,
      groupings.map((one) => one[by]),
      size,
    );
    if (by === 'crowd' && size === 2) return sketch;
    if (rowsOf(sketch) <= most_rows) return sketch;
  }
  throw new Error('unreachable: the last attempt always returns');
}

/** The sketch in which each node has a box of its own. */
export function wholeSketchOf(network: Network): Sketch {
  const all = Number.POSITIVE_INFINITY;
  return drawn(network, layersOf(network), network.nodes, all, all);
}

/** The sketch in which groups of at least `size` hosts with the same key share a box. */
function drawn(
  network: Network,
  layers: ReturnType<typeof layersOf>,
  keys: string[],
  size: number,
  mostComponents = COMPONENTS,
): Sketch {
  const groups = new Map<string, number[]>();
  keys.forEach((key, node) => {
    const known = groups.get(key);
    if (known) known.push(node);
    else groups.set(key, [node]);
  });
  const boxes: Box[] = [];
  const boxOf = new Map<string, number>();
  const sends = new Set(
    network.paths.filter(({ kind }) => kind === 'data').map(({ links }) => fromOf(network, links)),
  );
  const gets = new Set(
    network.paths.filter(({ kind }) => kind === 'data').map(({ links }) => toOf(network, links)),
  );
  keys.forEach((key, node) => {
    const { place, layer, component } = layers[node] as (typeof layers)[number];
    if (component >= mostComponents || boxOf.has(network.nodes[node] ?? '')) return;
    const group = groups.get(key) ?? [];
    const members = group.length >= size ? group : [node];
    const nodes = members.map((member) => network.nodes[member] ?? '');
    for (const one of nodes) boxOf.set(one, boxes.length);
    const [name = ''] = nodes;
    boxes.push({
      name: nodes.length === 1 ? name : hostsInWords(nodes, sends, gets),
      nodes,
      place,
      layer,
      component,
    });
  });
  const components = 1 + Math.max(0, ...layers.map(({ component }) => component));
  return { boxes, edges: edgesOf(network, boxes, boxOf), omitted: Math.max(0, components - mostComponents) };
}

/** Names a bundle of two by their names, and a larger one by its size and role: "999 sources". */
function hostsInWords(nodes: string[], sends: Set<string>, gets: Set<string>): string {
  if (nodes.length === 2) return nodes.join(', ');
  const sending = nodes.some((node) => sends.has(node));
  const getting = nodes.some((node) => gets.has(node));
  const count = nodes.length;
  if (sending === getting) return t('{count} hosts', { count });
  return sending ? t('{count} sources', { count }) : t('{count} receivers', { count });
}

function fromOf({ links }: Network, path: readonly number[]): string {
  return links[path[0] ?? -1]?.from ?? '';
}

function toOf({ links }: Network, path: readonly number[]): string {
  return links[path.at(-1) ?? -1]?.to ?? '';
}

function edgesOf(network: Network, boxes: Box[], boxOf: Map<string, number>): Edge[] {
  const edges: Edge[] = [];
  const between = new Map<string, Edge[]>();
  const entries = new Map<string, Edge>();
  network.links.forEach(({ from, to, entry }, link) => {
    const [a, b] = [boxOf.get(from), boxOf.get(to)];
    if (a === undefined || b === undefined || a === b) return;
    const rightwards = (boxes[a]?.layer ?? 0) < (boxes[b]?.layer ?? 0);
    const [left, right] = rightwards ? [a, b] : [b, a];
    const bundled = (boxes[left]?.nodes.length ?? 1) > 1 || (boxes[right]?.nodes.length ?? 1) > 1;
    const pair = `${left} ${right}`;
    const lane = rightwards ? 'rightward' : 'leftward';
    const known = between.get(pair) ?? [];
    // Two links in opposite directions share an edge. Two in the same direction have an edge each, except in a bundle.
    const edge = entries.get(`${pair} ${entry}`) ??
      known.find((one) => bundled || one[lane].length === 0) ?? { left, right, rightward: [], leftward: [] };
    if (!known.includes(edge)) {
      edges.push(edge);
      between.set(pair, [...known, edge]);
    }
    entries.set(`${pair} ${entry}`, edge);
    edge[lane].push(link);
  });
  return edges;
}

/** Height of each box in rows: the number of edges on the side that has more. */
export function heightsOf({ boxes, edges }: Sketch): number[] {
  const [onLeft, onRight] = [boxes.map(() => 0), boxes.map(() => 0)];
  for (const { left, right } of edges) {
    onRight[left] = (onRight[left] ?? 0) + 1;
    onLeft[right] = (onLeft[right] ?? 0) + 1;
  }
  return boxes.map((_, box) => Math.max(1, onLeft[box] ?? 0, onRight[box] ?? 0));
}

/** Rows that the fullest layers need, with components stacked. */
function rowsOf(sketch: Sketch): number {
  const heights = heightsOf(sketch);
  const filled = new Map<string, number>();
  const most = new Map<number, number>();
  sketch.boxes.forEach(({ component, layer }, box) => {
    const key = `${component} ${layer}`;
    const rows = (filled.get(key) ?? 0) + (heights[box] ?? 1);
    filled.set(key, rows);
    most.set(component, Math.max(rows, most.get(component) ?? 0));
  });
  return [...most.values()].reduce((sum, rows) => sum + rows, 0);
}
