/** Places flows in the drawing: the boxes they end at, and the lanes they take. */
import type { Run } from '../run/trace';
import type { Layout } from './layout';
import type { Network } from './network';

/** Flows and sources that begin or end at each box. */
export function flowsAt({ boxes }: Layout, { scenario }: Run): number[][] {
  const at = new Map<string, number>(boxes.flatMap(({ nodes }, box) => nodes.map((node) => [node, box])));
  const found = boxes.map((): Set<number> => new Set());
  [...scenario.flows, ...scenario.datagrams].forEach(({ from, to }, flow) => {
    for (const node of [from, to]) found[at.get(node) ?? -1]?.add(flow);
  });
  return found.map((own) => [...own]);
}

/** One shared empty set, so that it never counts as a change. */
const NONE: ReadonlySet<number> = new Set();

/** Lanes that a flow and its ACKs take; null: no flow. */
export function lanesOf({ lanes }: Layout, { ways }: Network, flow: number | null): ReadonlySet<number> {
  if (flow === null) return NONE;
  const links = new Set(ways.filter((way) => way.flow === flow).flatMap((way) => way.links));
  return new Set(
    lanes.map((_, lane) => lane).filter((lane) => lanes[lane]?.links.some((link) => links.has(link))),
  );
}
