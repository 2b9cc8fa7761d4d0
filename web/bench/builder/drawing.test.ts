/** Tests where the builder draws nodes, links and labels. */
import { describe, expect, it } from 'vitest';

import type { Label } from '../../lab/topology/labels';
import { LANE } from '../../lab/topology/layout';
import { networkOf } from '../../lab/topology/network';
import type { Draft } from './draft';
import { drawnOf } from './fold';
import { frameOf, nearestInDirection } from './frame';
import { labelsIn } from './labels';
import { layOutAt } from './layout';
import { setTwoWay } from './operations';
import { sampleDraft } from './sampleDraft';
import { arranged, freeSpot, isFree, nextSpot } from './spots';
import { TEMPLATES } from './templates';

it.each([
  ['wide', 1_000, 500],
  ['narrow', 360, 350],
])('a frame maps places to pixels and back, inside the canvas: %s', (_, width, height) => {
  for (const { id, most } of TEMPLATES) {
    const { nodes } = sampleDraft(id, most);
    const frame = frameOf(
      nodes.map(({ spot }) => spot),
      width,
      height,
    );
    expect(frame.down).toBe(width < 500);
    for (const { spot } of nodes) {
      const point = frame.pointOf(spot);
      expect(point.x).toBeGreaterThan(30);
      expect(point.x).toBeLessThan(frame.width - 30);
      expect(point.y).toBeGreaterThan(30);
      expect(point.y).toBeLessThan(frame.height - 30);
      const back = frame.spotOf(point);
      expect(back.along).toBeCloseTo(spot.along);
      expect(back.across).toBeCloseTo(spot.across);
    }
  }
});

it('a frame draws the routers of a parking lot on one line', () => {
  const { nodes } = sampleDraft('parking-lot', 5);
  const rows = nodes.filter(({ kind }) => kind === 'router').map(({ spot }) => spot.across);
  expect(new Set(rows).size).toBe(1);
});

/** A draft as the canvas draws it, with its nodes at the given places or where they are in a frame. */
function laidOut(draft: Draft, width: number, places?: readonly { x: number; y: number }[]) {
  const { nodes } = drawnOf(draft, null);
  const frame = frameOf(
    nodes.map(({ spot }) => spot),
    width,
    400,
  );
  const placed = nodes.map((node, at) => ({ ...node, point: places?.[at] ?? frame.pointOf(node.spot) }));
  return layOutAt(placed, networkOf(draft.scenario), frame);
}

const chain = sampleDraft('chain', 1);
const row = chain.nodes.map((_, at) => ({ x: 60 + 120 * at, y: 100 }));

it('a link leads straight from node to node, with a lane and a queue for each direction', () => {
  const { boxes, edges, lanes } = laidOut(chain, 1_000, row);
  expect(edges).toHaveLength(chain.scenario.links.length);
  for (const { ends, lanes: own } of edges) {
    const [left, right] = ends.map((end) => boxes[end]);
    expect(own).toHaveLength(2);
    const [there, back] = own.map((lane) => lanes[lane]);
    const [from, to] = [(left?.x ?? 0) + (left?.width ?? 0), right?.x ?? 0];
    expect(there?.length, 'nodes cover only its ends').toBeLessThan(to - from + 10);
    expect(there?.points[0]).toBeLessThan(from);
    expect(there?.points[2]).toBeGreaterThan(to);
    expect(back?.points[0]).toBeCloseTo(there?.points[2] ?? 0);
    expect((back?.points[1] ?? 0) - (there?.points[1] ?? 0)).toBeGreaterThan(LANE);
    for (const lane of [there, back]) expect(lane?.queue).toBeLessThan(0.5 * (lane?.length ?? 0));
  }
});

it('a link that leads one way has one lane, in the middle', () => {
  const { edges, entries, lanes } = laidOut(setTwoWay(chain, 1, false), 1_000, row);
  const own = edges[entries.indexOf(1)]?.lanes;
  expect(own).toHaveLength(1);
  expect(lanes[own?.[0] ?? -1]?.points[1]).toBe(100);
});

it('two links that lead one way each have lanes of their own, next to each other', () => {
  const { scenario } = chain;
  const links = scenario.links.flatMap((link) => [
    { ...link, both_ways: false },
    { ...link, name: `${link.name} back`, from: link.to, to: link.from, both_ways: false },
  ]);
  const single = laidOut({ ...chain, scenario: { ...scenario, links } }, 1_000, row);
  const points = (lanes: typeof single.lanes) => lanes.map((lane) => [...lane.points]);
  expect(points(single.lanes)).toEqual(points(laidOut(chain, 1_000, row).lanes));
  expect(single.edges).toHaveLength(links.length);
});

it('a link bends around a node in its way', () => {
  const { scenario } = chain;
  const [first] = scenario.links;
  if (first === undefined) throw new Error('the chain has links');
  const [a, b, c] = chain.nodes.map(({ name }) => name);
  const around = { ...chain, scenario: { ...scenario, links: [{ ...first, from: a ?? '', to: c ?? '' }] } };
  const places = (y: number) =>
    chain.nodes.map((_, at) => ({ x: 60 + 120 * at, y: at === 1 ? 100 + y : 100 }));
  expect(laidOut(around, 1_000, places(40)).edges[0]?.middle, `${b} isn’t in the way`).toEqual({
    x: 180,
    y: 100,
  });
  const bent = laidOut(around, 1_000, places(5));
  expect(Math.abs((bent.edges[0]?.middle.y ?? 0) - 100)).toBeGreaterThan(30);
  for (const { points, along, queue } of bent.lanes) {
    expect(points).toHaveLength(8);
    expect(queue, 'the queue ends before the first corner').toBeLessThan(along[1] ?? 0);
  }
});

it('an arrangement is the same for a two-way link and for two one-way links, which the canvas draws as one', () => {
  const { scenario } = sampleDraft('chain', 1);
  const [link] = scenario.links;
  const [flow] = scenario.flows;
  if (link === undefined || flow === undefined) throw new Error('the sample is empty');
  const numbers = Array.from({ length: 14 }, (_, number) => number);
  for (let network = 0; network < 40; network += 1) {
    const ends = numbers
      .slice(1)
      .map((n) => ({ from: `n${n}`, to: `n${(7 * n + network) % Math.min(n, 5)}` }));
    const flows = numbers.map((n) => ({ ...flow, from: `n${n}`, to: `n${(5 * n + network) % 14}` }));
    const twoWay = ends.map((own) => ({ ...link, ...own, both_ways: true }));
    const oneWay = ends.flatMap(({ from, to }) => [
      { ...link, from, to, both_ways: false },
      { ...link, from: to, to: from, both_ways: false },
    ]);
    expect(arranged({ ...scenario, links: oneWay, flows }), `network ${network}`).toEqual(
      arranged({ ...scenario, links: twoWay, flows }),
    );
  }
});

it('an arrangement has a place of its own for every node, however many parts the network has', () => {
  const { scenario } = sampleDraft('chain', 1);
  const links = Array.from({ length: 20 }, (_, part) =>
    scenario.links.map((link) => ({ ...link, from: `${link.from} ${part}`, to: `${link.to} ${part}` })),
  ).flat();
  const spots = [...arranged({ ...scenario, links, flows: [], datagrams: [] }).values()];
  expect(spots).toHaveLength(20 * (scenario.links.length + 1));
  spots.forEach((spot, place) => {
    expect(isFree(spots.slice(0, place), spot)).toBe(true);
  });
});

describe('arrow keys', () => {
  const points = [
    { x: 100, y: 0 },
    { x: 60, y: 80 },
    { x: -50, y: 0 },
  ];
  it('arrow keys go to the nearest item in their direction, or stay', () => {
    const from = { x: 0, y: 0 };
    expect(nearestInDirection(points, from, 'ArrowRight')).toBe(0);
    expect(nearestInDirection(points, from, 'ArrowLeft')).toBe(2);
    expect(nearestInDirection(points, from, 'ArrowDown')).toBe(1);
    expect(nearestInDirection(points, from, 'ArrowUp')).toBe(-1);
  });
});

it('a free place is next to the given one', () => {
  expect(freeSpot([])).toEqual({ along: 0, across: 0.5 });
  expect(freeSpot([{ along: 2, across: 1 }])).toEqual({ along: 3, across: 1 });
  const row = [0, 1, 2].map((along) => ({ along, across: 0 }));
  expect(freeSpot(row, row[0])).not.toEqual({ along: 1, across: 0 });
});

it('the place of a new node is in rows of five, so that many new nodes stay in sight', () => {
  const spots: { along: number; across: number }[] = [];
  for (let count = 0; count < 12; count += 1) spots.push(nextSpot(spots));
  expect(new Set(spots.map(({ along }) => along)).size).toBe(5);
  expect(new Set(spots.map(({ across }) => across)).size).toBe(3);
  expect(new Set(spots.map((spot) => JSON.stringify(spot))).size).toBe(12);
});

const boxOf = ({ x, y, anchor, text }: Label) => {
  const width = 6 * text.length;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - 9, bottom: y + 2.8 };
};

it.each([400, 560, 800, 1_200])(
  'labels of links cover neither each other nor a node, %s pixels wide',
  (width) => {
    for (const { id, most } of TEMPLATES) {
      const draft = sampleDraft(id, most);
      const { scenario } = draft;
      const layout = laidOut(draft, width);
      const labels = labelsIn(layout, networkOf(scenario), scenario, null);
      layout.edges.forEach(({ ends }, edge) => {
        if (ends.every((end) => layout.boxes[end]?.place === 'router'))
          expect(labels[edge]?.length, `${id}: link ${edge} has a label`).toBeGreaterThan(0);
      });
      const boxes = labels.flat().map(boxOf);
      boxes.forEach((a, index) => {
        for (const b of boxes.slice(0, index))
          expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false);
      });
      for (const { label } of layout.boxes)
        for (const { left, right, top, bottom } of boxes)
          expect(label.x > left && label.x < right && label.y > top && label.y < bottom).toBe(false);
    }
  },
);

it('labels of links appear on a chosen link whatever they cover', () => {
  const { scenario } = chain;
  const crowd = chain.nodes.map((_, at) => ({ x: 10 * at, y: 0 }));
  const labels = (chosen: number | null) =>
    labelsIn(laidOut(chain, 1_000, crowd), networkOf(scenario), scenario, chosen)[0];
  expect(labels(null)).toEqual([]);
  expect(labels(0)?.map(({ text }) => text)).toContain('1 ms');
});

it('labels say that a link loses packets', () => {
  const { scenario } = chain;
  const links = scenario.links.map((link) => ({
    ...link,
    loss: { kind: 'bernoulli', rate: 0.01, placement: 'entry' } as const,
  }));
  const lossy = { ...scenario, links } as typeof scenario;
  const labels = labelsIn(laidOut(chain, 1_000, row), networkOf(lossy), lossy, 0);
  expect(labels[0]?.at(-1)?.text).toBe('loses packets');
});
