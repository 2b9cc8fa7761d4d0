/** Tests where the builder draws nodes, links and labels. */
import { describe, expect, it } from 'vitest';

import { curveOf, frameOf, middleOf, nearestInDirection, parallel } from './frame';
import { type Line, labelsOf } from './labels';

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

it('a frame bends a link around a node in its way', () => {
  const [from, to] = [
    { x: 0, y: 0 },
    { x: 200, y: 0 },
  ];
  expect(curveOf(from, to, [{ x: 100, y: 40 }]).bend).toEqual({ x: 100, y: 0 });
  const bent = curveOf(from, to, [{ x: 100, y: 5 }]);
  expect(Math.abs(middleOf(bent).y)).toBeGreaterThan(30);
  expect(parallel(curveOf(from, to, []), 5).from).toEqual({ x: 0, y: -5 });
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

const boxOf = ({ x, y, anchor, text }: Line) => {
  const width = 6 * text.length;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - 5.9, bottom: y + 5.9 };
};

it.each([400, 560, 800, 1_200])(
  'labels of links cover neither each other nor a host, %s pixels wide',
  (width) => {
    for (const { id, most } of TEMPLATES) {
      const { nodes, scenario } = sampleDraft(id, most);
      const frame = frameOf(
        nodes.map(({ spot }) => spot),
        width,
        400,
      );
      const points = new Map(nodes.map(({ name, spot }) => [name, frame.pointOf(spot)]));
      const pointOf = (name: string) => points.get(name) ?? { x: 0, y: 0 };
      const routers = new Set(nodes.flatMap(({ name, kind }) => (kind === 'router' ? [name] : [])));
      const links = scenario.links.map((link) => ({
        link,
        curve: curveOf(pointOf(link.from), pointOf(link.to), []),
        thick: 6,
        chosen: false,
        inner: routers.has(link.from) && routers.has(link.to),
      }));
      const placed = nodes.map(({ name, kind }) => ({ ...pointOf(name), kind }));
      const labels = labelsOf(links, placed);
      links.forEach(({ inner, link }, index) => {
        if (inner) expect(labels[index]?.length, `${id}: ${link.name} has a label`).toBeGreaterThan(0);
      });
      const boxes = labels.flat().map(boxOf);
      boxes.forEach((a, index) => {
        for (const b of boxes.slice(0, index))
          expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false);
      });
      for (const { x, y, kind } of placed) {
        if (kind === 'router') continue;
        for (const { left, right, top, bottom } of boxes)
          expect(x > left && x < right && y > top && y < bottom).toBe(false);
      }
    }
  },
);

it('labels of links appear on a chosen link whatever they cover', () => {
  const { scenario } = sampleDraft('chain', 1);
  const [link] = scenario.links;
  if (link === undefined) throw new Error('the chain has links');
  const curve = curveOf({ x: 0, y: 0 }, { x: 10, y: 0 }, []);
  const nodes = [{ x: 5, y: 0, kind: 'host' as const }];
  const label = (chosen: boolean) => labelsOf([{ link, curve, thick: 90, chosen, inner: true }], nodes)[0];
  const crowded = (chosen: boolean) => labelsOf([{ link, curve, thick: 4, chosen, inner: true }], nodes)[0];
  expect(label(false)?.length).toBeGreaterThan(0);
  expect(crowded(false)).toEqual([]);
  expect(crowded(true)?.map(({ text }) => text)).toContain('1 ms');
});
