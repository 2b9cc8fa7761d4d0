/** Paths that a flow can take through a draft network. */
import type { Scenario } from '../../engine/schema';
import { networkOf, nodesAlong } from '../../lab/topology/network';
import { directionsOf } from './references';

/** Most paths offered for one direction of a flow, and most links on one of them. */
const MOST_PATHS = 8;
const MOST_LINKS = 16;

/** The nodes that the links lead to from each node, in the order of the links. */
function stepsOf({ links }: Scenario): Map<string, string[]> {
  const steps = new Map<string, string[]>();
  for (const direction of links.flatMap(directionsOf)) {
    const [from = '', to = ''] = direction.split('>');
    steps.set(from, [...(steps.get(from) ?? []), to]);
  }
  return steps;
}

/** All nodes that packets from this one can reach. */
export function reachedFrom(scenario: Scenario, from: string): Set<string> {
  const steps = stepsOf(scenario);
  const reached = new Set([from]);
  for (const node of reached) for (const next of steps.get(node) ?? []) reached.add(next);
  reached.delete(from);
  return reached;
}

/** The paths from one node to another, those with the fewest links first. Each is given by its nodes between the ends. */
export function pathsBetween(scenario: Scenario, from: string, to: string): string[][] {
  if (from === '' || to === '' || from === to) return [];
  const steps = stepsOf(scenario);
  const found: string[][] = [];
  let open: string[][] = [[from]];
  for (let links = 1; links <= MOST_LINKS && open.length > 0 && found.length < MOST_PATHS; links += 1) {
    const longer: string[][] = [];
    for (const path of open) {
      for (const next of steps.get(path.at(-1) ?? '') ?? []) {
        if (path.includes(next)) continue;
        if (next === to) found.push(path.slice(1));
        else if (longer.length < 2_000) longer.push([...path, next]);
      }
    }
    open = longer;
  }
  return found.slice(0, MOST_PATHS);
}

/** The nodes on the path of each flow's and source's packets, ends included, by its number in the trace; empty without a path. */
export function pathNodes(scenario: Scenario): { data: string[]; acks: string[] }[] {
  const network = networkOf({ ...scenario, timeline: [] });
  const count = scenario.flows.length + scenario.datagrams.length;
  const all = Array.from({ length: count }, () => ({ data: [] as string[], acks: [] as string[] }));
  for (const { flow, kind, links } of network.paths) {
    const one = all[flow];
    if (one !== undefined) one[kind] = nodesAlong(network, links);
  }
  return all;
}
