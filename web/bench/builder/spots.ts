/**
 * Places of nodes on the builder's canvas: layers along the data's paths, and rows across them. The canvas draws layers from left to right,
 * or from top to bottom on a narrow screen.
 */
import type { Scenario } from '../../engine/schema';
import { arrange } from '../../lab/topology/arrange';
import { networkOf } from '../../lab/topology/network';
import { type Box, type Sketch, sketchOf, wholeSketchOf } from '../../lab/topology/sketch';

export interface Spot {
  /** Position along the layers. */
  along: number;
  /** Position across them. */
  across: number;
}

/** Two nodes closer than this in both directions would overlap. */
const CLOSE = 0.8;

/** Rows between two parts of a network that no link connects. */
const APART = 1.5;

/** Networks with more nodes than this are folded. No more are drawn. */
export const MOST_DRAWN = 120;

/** Rows that the drawing may have before more hosts share a place. */
const ROWS = 12;

/** The sketch of a large network, in which hosts that are linked alike share a box, as on the live path. */
export function foldedSketchOf(scenario: Scenario): Sketch {
  return sketchOf(networkOf(scenario), scenario, ROWS);
}

/**
 * Arranges a scenario's nodes: routers on a line where they can be, and hosts above and below them. The order of the rows is that of the
 * network's drawing, so that few links cross.
 */
export function arranged(scenario: Scenario): Map<string, Spot> {
  const network = networkOf(scenario);
  const sketch = network.nodes.length <= MOST_DRAWN ? wholeSketchOf(network) : foldedSketchOf(scenario);
  const { boxes: rows } = arrange(sketch);
  const boxes = sketch.boxes.map((box, index) => ({ ...box, row: rows[index]?.row ?? 0 }));
  const spots = new Map<string, Spot>();
  let start = 0;
  for (const component of new Set(boxes.map((box) => box.component))) {
    const own = boxes.filter((box) => box.component === component);
    const found = [...new Set(own.map(({ layer }) => layer))].flatMap((layer) =>
      inLayer(own.filter((box) => box.layer === layer)),
    );
    const least = Math.min(...found.map(({ across }) => across));
    for (const { box, across } of found)
      for (const name of box.nodes) spots.set(name, { along: box.layer, across: across - least + start });
    start += Math.max(...found.map(({ across }) => across)) - least + APART;
  }
  return spots;
}

type RowBox = Box & { row: number };

interface Placed {
  box: Box;
  across: number;
}

/** Places the nodes of a layer around the middle: routers first, then hosts outside of them. */
function inLayer(boxes: readonly RowBox[]): Placed[] {
  const sorted = boxes.toSorted((a, b) => a.row - b.row);
  const routers = sorted.filter(({ place }) => place === 'router');
  if (routers.length === 0) return centered(sorted);
  const placed = centered(routers);
  const middle = routers.reduce((sum, { row }) => sum + row, 0) / routers.length;
  const edge = (routers.length - 1) / 2;
  const hosts = sorted.filter(({ place }) => place !== 'router');
  const above = hosts.filter(({ row }) => row < middle);
  const below = hosts.filter(({ row }) => row >= middle);
  return [
    ...placed,
    ...above.toReversed().map((box, step) => ({ box, across: -edge - 1 - step })),
    ...below.map((box, step) => ({ box, across: edge + 1 + step })),
  ];
}

function centered(boxes: readonly Box[]): Placed[] {
  return boxes.map((box, index) => ({ box, across: index - (boxes.length - 1) / 2 }));
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

/** Columns that new nodes fill before they begin another row. */
const COLUMNS = 5;

/** A free place in the row of the last node, or in the first row below with one. */
export function nextSpot(taken: readonly Spot[], near: Spot | undefined = taken.at(-1)): Spot {
  if (near === undefined) return freeSpot(taken);
  const first = Math.min(...taken.map(({ along }) => along));
  const last = Math.max(first + COLUMNS - 1, ...taken.map(({ along }) => along));
  for (let row = 0; ; row += 1)
    for (let along = row === 0 ? near.along + 1 : first; along <= last; along += 1) {
      const spot = { along, across: near.across + row };
      if (isFree(taken, spot)) return spot;
    }
}

/** True if a node in this place would overlap no other. */
export function isFree(taken: readonly Spot[], spot: Spot): boolean {
  return taken.every(
    ({ along, across }) => Math.abs(along - spot.along) >= CLOSE || Math.abs(across - spot.across) >= CLOSE,
  );
}
