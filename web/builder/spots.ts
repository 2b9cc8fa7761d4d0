/**
 * Places of nodes on the builder's canvas: layers along the data's paths, and rows across them. The canvas draws layers from left to right,
 * or from top to bottom on a narrow screen.
 */
import type { Scenario } from '../engine/schema';
import { arrange } from '../topology/arrange';
import { layersOf } from '../topology/layers';
import { networkOf } from '../topology/network';

export interface Spot {
  /** Position along the layers. */
  along: number;
  /** Position across them. */
  across: number;
}

/** Two nodes closer than this in both directions would overlap. */
const CLOSE = 0.8;

/** Arranges a scenario's nodes as the drawing of the network does, but never bundles hosts. */
export function arranged(scenario: Scenario): Map<string, Spot> {
  const network = networkOf(scenario);
  const layers = layersOf(network);
  const numbers = new Map(network.nodes.map((name, index) => [name, index]));
  const layerOf = (node: number) => layers[node]?.layer ?? 0;
  const edges = scenario.links.map(({ from, to }) => {
    const [a, b] = [numbers.get(from) ?? 0, numbers.get(to) ?? 0];
    const [left, right] = layerOf(a) < layerOf(b) ? [a, b] : [b, a];
    return { left, right, rightward: [], leftward: [] };
  });
  const boxes = network.nodes.map((name, index) => ({
    name,
    nodes: [name],
    ...(layers[index] ?? ({ place: 'router', layer: 0, component: 0 } as const)),
  }));
  const placed = arrange({ boxes, edges, omitted: 0 });
  return new Map(
    network.nodes.map((name, index) => [
      name,
      { along: layerOf(index), across: placed.boxes[index]?.row ?? 0 },
    ]),
  );
}

/** A place that no other node takes: next to `near`, else next to the last node. */
export function freeSpot(taken: readonly Spot[], near: Spot | undefined = taken.at(-1)): Spot {
  if (near === undefined) return { along: 0, across: 0.5 };
  const { along, across } = near;
  for (let distance = 1; ; distance += 1) {
    for (let turn = 0; turn <= distance; turn += 1) {
      for (const side of [turn, -turn]) {
        const spot = { along: along + distance - Math.max(0, turn - 1), across: across + side };
        if (isFree(taken, spot)) return spot;
      }
    }
  }
}

function isFree(taken: readonly Spot[], spot: Spot): boolean {
  return taken.every(
    ({ along, across }) => Math.abs(along - spot.along) >= CLOSE || Math.abs(across - spot.across) >= CLOSE,
  );
}
