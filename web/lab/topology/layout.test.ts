import { expect, it } from 'vitest';
import { scenarioNames } from '../../../scripts/engine.mjs';
import { scenarioOf } from '../../engine/nodeEngine';
import type { Scenario } from '../../engine/schema';
import { LANE, type Layout, layOut } from './layout';
import { networkOf } from './network';
import { flows, link, scenarioWith } from './sampleNetworks';

const drawn = (scenario: Scenario, width: number) => layOut(networkOf(scenario), scenario, width);

/** Checks that a drawing is legible, for any network. */
function expectLegible(layout: Layout): void {
  const { boxes, lanes, edges, width, height } = layout;
  const wrong: string[] = [];
  boxes.forEach((a, i) => {
    if (a.x < 0 || a.y < 0 || a.x + a.width > width || a.y + a.height > height)
      wrong.push(`${a.name} is outside`);
    for (const b of boxes.slice(i + 1)) if (overlap(a, b)) wrong.push(`${a.name} overlaps ${b.name}`);
  });
  for (const { points, edge, length, queue } of lanes) {
    if (length < queue + 20) wrong.push(`edge ${edge} has no room for packets`);
    const ends: readonly number[] = edges[edge]?.ends ?? [];
    boxes.forEach((box, at) => {
      // An edge may touch the borders of its own boxes.
      const border = ends.includes(at) ? 0.01 : -LANE / 2;
      for (let corner = 2; corner < points.length; corner += 2) {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(corner - 2, corner + 2);
        for (let step = 0; step <= 20; step += 1) {
          const [x, y] = [x0 + (step / 20) * (x1 - x0), y0 + (step / 20) * (y1 - y0)];
          if (
            x > box.x + border &&
            x < box.x + box.width - border &&
            y > box.y + border &&
            y < box.y + box.height - border
          )
            wrong.push(`edge ${edge} runs through ${box.name}`);
        }
      }
    });
  }
  lanes.forEach((one, a) => {
    for (const other of lanes.slice(a + 1)) {
      const straight = one.points.length === 4 && other.points.length === 4;
      if (straight && apartBy(one.points, other.points) < LANE)
        wrong.push(`edge ${one.edge} overlaps ${other.edge}`);
    }
  });
  expect(wrong).toEqual([]);
}

function overlap(a: Layout['boxes'][number], b: Layout['boxes'][number]): boolean {
  return a.x + a.width > b.x && b.x + b.width > a.x && a.y + a.height > b.y && b.y + b.height > a.y;
}

/** Distance between two straight parallel lanes; infinite if one ends before the other begins. */
function apartBy(a: Float64Array, b: Float64Array): number {
  const across = a[0] === a[2] ? 0 : 1;
  const range = (points: Float64Array) =>
    [points[1 - across] ?? 0, points[3 - across] ?? 0].sort((one, other) => one - other) as [number, number];
  const [[low, high], [from, to]] = [range(a), range(b)];
  if (high <= from || to <= low) return Number.POSITIVE_INFINITY;
  return Math.abs((a[across] ?? 0) - (b[across] ?? 0));
}

for (const name of scenarioNames()) {
  it(`every scenario of the lab ${name} is drawn legibly at every width, and the same each time`, () => {
    const scenario = scenarioOf(name);
    for (const width of [270, 560, 846, 1560]) {
      const layout = drawn(scenario, width);
      expectLegible(layout);
      expect(drawn(structuredClone(scenario), width)).toEqual(layout);
      // Every directed link is in exactly one lane.
      const links = layout.lanes.flatMap((lane) => lane.links).sort((a, b) => a - b);
      expect(links).toEqual(networkOf(scenario).links.map((_, link) => link));
      expect(layout.omitted).toBe(0);
    }
  });
}

it('large and unusual networks draws a dumbbell of 999 flows as two bundles', () => {
  const scenario = scenarioWith({
    topology: { kind: 'dumbbell', pairs: 999 },
    flows: [flows(999, 's{n}', 'r{n}')],
  });
  const layout = drawn(scenario, 846);
  expectLegible(layout);
  expect(layout.boxes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['999 sources', '999 receivers']),
  );
  expect(layout.boxes).toHaveLength(4);
  expect(layout.lanes.map(({ links }) => links.length).sort((a, b) => a - b)).toEqual([
    1, 1, 999, 999, 999, 999,
  ]);
});

it('large and unusual networks draws a few hosts separately, from left to right in the direction of the data', () => {
  const scenario = scenarioWith({
    topology: { kind: 'dumbbell', pairs: 2 },
    flows: [flows(2, 's{n}', 'r{n}')],
  });
  const { boxes, down } = drawn(scenario, 846);
  expect(down).toBe(false);
  const at = (name: string) => boxes.find((box) => box.name === name) ?? { x: Number.NaN, y: Number.NaN };
  expect(at('s1').x).toBeLessThan(at('r1').x);
  expect(at('s1').y).toBeLessThan(at('s2').y);
  expect(at('s1').y).toBe(at('r1').y);
});

it('large and unusual networks draws a parking lot', () => {
  const scenario = scenarioWith({
    topology: { kind: 'parking_lot', hops: 4 },
    flows: [flows(1, 'sender', 'receiver', 'long'), flows(4, 's{n}', 'r{n}', 'across {n}')],
  });
  expectLegible(drawn(scenario, 846));
  expectLegible(drawn(scenario, 270));
});

it('large and unusual networks draws a ring, a shortcut and links without a flow', () => {
  const links = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
    ['d', 'a'],
    ['a', 'c'],
    ['c', 'host'],
    ['other', 'a'],
  ].map(([from, to]) => link(from ?? '', to ?? ''));
  const scenario = scenarioWith({
    links,
    flows: [flows(1, 'other', 'host', 'one')],
  });
  const layout = drawn(scenario, 846);
  expect(layout.lanes).toHaveLength(14);
  expect(drawn(scenario, 846)).toEqual(layout);
  const { boxes } = layout;
  expect(boxes.filter((a, i) => boxes.slice(i + 1).some((b) => overlap(a, b)))).toEqual([]);
});

it('large and unusual networks draws one link between two hosts', () => {
  const scenario = scenarioWith({
    links: [link('b', 'a')],
    flows: [flows(1, 'a', 'b', 'one')],
  });
  const { boxes, lanes } = drawn(scenario, 846);
  expect(boxes.map(({ name, layer }) => [name, layer]).sort()).toEqual([
    ['a', 0],
    ['b', 1],
  ]);
  expect(lanes).toHaveLength(2);
});
