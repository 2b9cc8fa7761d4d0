/**
 * What the canvas draws of a large network. Hosts that are linked alike share a place, as on the live path: one of them is drawn, and its
 * box says how many more there are. Whatever is selected is drawn too.
 */
import type { Scenario } from '../../engine/schema';
import { type Draft, type DraftNode, type Item, streamAt } from './draft';
import { pathNodes } from './routes';
import { foldedSketchOf, isFree, MOST_DRAWN, type Spot } from './spots';

export interface DrawnNode extends DraftNode {
  /** The nodes in its place: itself, and the hosts that share it and aren't drawn. */
  nodes: readonly string[];
}

export interface Drawn {
  nodes: readonly DrawnNode[];
  /** Number of nodes that aren't drawn. */
  hidden: number;
  /** True if the network is too large even when it's folded: then only what's selected is drawn. */
  tooLarge: boolean;
}

export function drawnOf(draft: Draft, selected: Item | null): Drawn {
  const { nodes, scenario } = draft;
  if (nodes.length <= MOST_DRAWN)
    return { nodes: nodes.map((node) => ({ ...node, nodes: [node.name] })), hidden: 0, tooLarge: false };
  const groups = groupsOf(scenario);
  const linked = new Set(scenario.links.flatMap(({ from, to }) => [from, to]));
  const chosen = new Set(selected === null ? [] : nodesOf(scenario, selected));
  const folded = nodes.filter(({ name }) => groups.has(name) || !linked.has(name));
  const tooLarge = folded.length > MOST_DRAWN;
  const shown = tooLarge ? [] : folded;
  const extra = nodes.filter((node) => chosen.has(node.name) && !shown.includes(node));
  const taken = shown.map(({ spot }) => spot);
  const placed = extra.map((node) => {
    const spot = besides(taken, node.spot);
    taken.push(spot);
    return { ...node, spot, nodes: [node.name] };
  });
  const alone = new Set(extra.map(({ name }) => name));
  const inPlaceOf = (name: string) => [
    name,
    ...(groups.get(name) ?? []).filter((other) => other !== name && !alone.has(other)),
  ];
  return {
    nodes: [...shown.map((node) => ({ ...node, nodes: inPlaceOf(node.name) })), ...placed],
    hidden: nodes.length - shown.length - placed.length,
    tooLarge,
  };
}

/** The nearest free place in the same layer. */
function besides(taken: readonly Spot[], { along, across }: Spot): Spot {
  for (let rows = 0; ; rows += 1)
    for (const row of [rows, -rows]) {
      const spot = { along, across: across + row };
      if (isFree(taken, spot)) return spot;
    }
}

const known = new WeakMap<Scenario, ReadonlyMap<string, readonly string[]>>();

/** The nodes that share a place, each group under the one that is drawn. */
function groupsOf(scenario: Scenario): ReadonlyMap<string, readonly string[]> {
  const groups =
    known.get(scenario) ??
    new Map(foldedSketchOf(scenario).boxes.map(({ nodes }) => [nodes[0] ?? '', nodes]));
  known.set(scenario, groups);
  return groups;
}

/** The nodes of an item: itself, the ends of a link, or the paths of a flow. */
function nodesOf(scenario: Scenario, item: Item): string[] {
  if (item.kind === 'node') return [item.name];
  const ends = item.kind === 'link' ? scenario.links[item.entry] : streamAt(scenario, item.index);
  const { data = [], acks = [] } = (item.kind === 'flow' && pathNodes(scenario)[item.index]) || {};
  return ends === undefined ? [] : [ends.from, ends.to, ...data, ...acks].slice(0, MOST_DRAWN);
}
