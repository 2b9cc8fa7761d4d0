/** Groups the hosts of a large network that are linked alike, as on the live path. */
import type { Scenario } from '../../engine/schema';
import { networkOf } from '../../lab/topology/network';
import { sketchOf } from '../../lab/topology/sketch';

/** Networks with more nodes than this are folded. No more are drawn. */
export const MOST_DRAWN = 120;

/** Rows that the drawing may have before more hosts share a place. */
const ROWS = 12;

/** The nodes that share a place, each group under the one that is drawn. */
export function groupsOf(scenario: Scenario): ReadonlyMap<string, readonly string[]> {
  const { boxes } = sketchOf(networkOf(scenario), scenario, ROWS);
  return new Map(boxes.map(({ nodes }) => [nodes[0] ?? '', nodes]));
}

/** A scenario in which each group is one node, for the arrangement. */
export function foldedScenario(
  scenario: Scenario,
  groups: ReadonlyMap<string, readonly string[]>,
): { scenario: Scenario; drawnFor: ReadonlyMap<string, string> } {
  const drawnFor = new Map([...groups].flatMap(([drawn, nodes]) => nodes.map((node) => [node, drawn])));
  const seen = new Set<string>();
  const once = <One extends { from: string; to: string }>(kind: string, list: readonly One[]): One[] =>
    list.flatMap((one) => {
      const [from, to] = [drawnFor.get(one.from), drawnFor.get(one.to)];
      const key = `${kind} ${from}>${to}`;
      if (from === undefined || to === undefined || seen.has(key)) return [];
      seen.add(key);
      return [{ ...one, from, to }];
    });
  return {
    drawnFor,
    scenario: {
      ...scenario,
      links: once('link', scenario.links),
      flows: once('flow', scenario.flows),
      datagrams: once('source', scenario.datagrams),
      timeline: [],
    },
  };
}
