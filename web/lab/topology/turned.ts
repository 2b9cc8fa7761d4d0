/**
 * Lays out a chain of nodes in two rows, for phones: to the bottleneck from left to right, and from there back, so that the
 * bottleneck's queue has most of the width.
 */
import { cut, type Lane, type Line, type PlacedBox, widthOf } from './layout';
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

/** Pixels between nodes, and at least for a bottleneck with its queue. */
const GAP = { least: 18, most: 44, skipped: 46 };
const BOTTLENECK = 110;
/** Share of the upper row's pipe for the queue. */
const QUEUE = 0.86;
const SHORT_QUEUE = 0.4;

/** Null if the nodes aren't a chain, or too many for the width. */
export function turned(plan: Plan, width: number, height: number): Strip | null {
  const { sketch, skipped, bottlenecks } = plan;
  const { boxes, edges } = sketch;
  const inOrder = boxes.toSorted((a, b) => a.layer - b.layer);
  const isChain =
    sketch.omitted === 0 &&
    inOrder.every(({ layer }, place) => layer === place) &&
    edges.length === boxes.length - 1 &&
    edges.every(({ left, right }) => layerOf(sketch, right) === layerOf(sketch, left) + 1);
  const turn = edges
    .filter(
      ({ rightward: [only, ...more] }) => only !== undefined && more.length === 0 && bottlenecks.has(only),
    )
    .map(({ left }) => layerOf(sketch, left))[0];
  if (!isChain || turn === undefined) return null;

  const widths = inOrder.map(({ place, name }) =>
    place === 'router'
      ? Math.max(ROUTER, Math.min(nameWidth(name, width), widthOf(name) + 10))
      : nameWidth(name, width),
  );
  const gapsOf = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, place) => {
      const edge = edges.findIndex(({ left }) => layerOf(sketch, left) === from + place);
      return (skipped[edge] ?? 0) > 0 ? GAP.skipped : GAP.least;
    });
  const upper = gapsOf(0, turn);
  const lower = gapsOf(turn + 1, boxes.length - 1);
  const freeAbove = width - 2 * PAD - BOTTLENECK - sum(widths.slice(0, turn + 1)) - sum(upper);
  const freeBelow = width - 2 * PAD - GAP.most - sum(widths.slice(turn + 1)) - sum(lower);
  if (freeAbove < 0 || freeBelow < 0) return null;
  const grown = (gaps: readonly number[], free: number) =>
    gaps.map((gap) => Math.max(gap, Math.min(GAP.most, gap + free / Math.max(1, gaps.length))));

  const sizes = { ...sizesAt(height / 2, true), depth: Math.min(34, 0.24 * height) };
  const tall = tallness(sizes);
  const rowsAt = [PAD + tall / 2, height - PAD - tall / 2] as const;
  const xs: number[] = [];
  let x = PAD;
  grown(upper, freeAbove / 3).forEach((gap, place) => {
    xs[place] = x;
    x += (widths[place] ?? 0) + gap;
  });
  xs[turn] = x;
  x = PAD;
  const gapsBelow = grown(lower, freeBelow);
  for (let layer = boxes.length - 1; layer > turn; layer -= 1) {
    xs[layer] = x;
    x += (widths[layer] ?? 0) + (gapsBelow[layer - turn - 2] ?? 0);
  }

  const placedBoxes = boxes.map((box): PlacedBox => {
    const own = widths[box.layer] ?? 0;
    const y = rowsAt[box.layer <= turn ? 0 : 1];
    const left = xs[box.layer] ?? 0;
    return {
      ...box,
      x: left,
      y: y - tall / 2 - 3,
      width: own,
      height: tall + 6,
      label: { x: left + own / 2, y, text: cut(box.name, own - 4), inside: true },
    };
  });
  const lanes: Lane[] = [];
  const placedEdges = edges.map((edge, at) => {
    const [left, right] = [placedBoxes[edge.left], placedBoxes[edge.right]] as [PlacedBox, PlacedBox];
    const [above, below] = rowsAt;
    const far = width - PAD - tall / 2;
    const line: Line =
      left.layer < turn
        ? [
            [left.x + left.width, above],
            [right.x, above],
          ]
        : left.layer === turn
          ? [
              [left.x + left.width, above],
              [far, above],
              [far, below],
              [right.x + right.width, below],
            ]
          : [
              [left.x, below],
              [right.x + right.width, below],
            ];
    const labels =
      left.layer === turn
        ? { x: PAD, y: (above + below) / 2 - LABEL / 2, width: far - tall / 2 - PAD, height: LABEL }
        : null;
    return edgeAlong(line, plan, at, sizes, left.layer === turn ? QUEUE : SHORT_QUEUE, labels, lanes);
  });
  return stripOf(plan, width, height, placedBoxes, placedEdges, lanes);
}
