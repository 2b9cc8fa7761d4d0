import { expect, it } from 'vitest';
import { scenarioNames } from '../../../scripts/engine.mjs';
import { scenarioOf } from '../../engine/nodeEngine';
import type { Scenario } from '../../engine/schema';
import { widthOf } from './layout';
import { networkOf } from './network';
import { flows, scenarioWith } from './sampleNetworks';
import { bottlenecksOf, layOutStrip } from './strip';
import { BETWEEN, stripLabels } from './stripLabels';
import type { Strip } from './stripParts';

/** A laptop's stage, a larger one, and phones. */
const SIZES = [
  [1020, 84],
  [1160, 110],
  [390, 150],
  [320, 150],
  [390, 112],
  [320, 112],
] as const;

const drawn = (scenario: Scenario, width: number, height: number) =>
  layOutStrip(networkOf(scenario), scenario, width, height, 0);

/** The faults of a strip: parts outside of it, or on top of each other. */
function problemsOf(strip: Strip, scenario: Scenario): string[] {
  const { boxes, lanes, edges, width, height } = strip;
  const wrong: string[] = [];
  boxes.forEach((a, i) => {
    if (a.x < 0 || a.y < 0 || a.x + a.width > width || a.y + a.height > height)
      wrong.push(`${a.name} is outside`);
    if (widthOf(a.label.text) > a.width + 4) wrong.push(`${a.name} is wider than its box`);
    if (a.height < 14) wrong.push(`${a.name} is too low for its name`);
    for (const b of boxes.slice(i + 1))
      if (a.x + a.width > b.x && b.x + b.width > a.x && a.y + a.height > b.y && b.y + b.height > a.y)
        wrong.push(`${a.name} overlaps ${b.name}`);
  });
  for (const { points, edge, width: thick, depth, queue, length } of lanes) {
    const half = Math.max(thick, depth) / 2;
    for (let at = 1; at < points.length; at += 2) {
      const y = points[at] ?? 0;
      if (y - half < 0 || y + half > height) wrong.push(`a lane of edge ${edge} is outside`);
    }
    if (length - queue < 8) wrong.push(`a lane of edge ${edge} has no room for packets`);
  }
  const network = networkOf(scenario);
  for (const edge of edges) {
    const { labels } = edge;
    if (labels === null) continue;
    if (labels.y + labels.height > height) wrong.push('labels are below the strip');
    const pieces = stripLabels(strip, edge, network, 0)?.pieces ?? [];
    const needed = pieces.reduce((sum, { text }) => sum + widthOf(text) + BETWEEN, 0);
    if (needed > labels.width) wrong.push('labels are wider than their link');
  }
  return wrong;
}

for (const name of scenarioNames()) {
  it(`the strip of every scenario fits the given size and shows a bottleneck: ${name}`, () => {
    const scenario = scenarioOf(name);
    for (const [width, height] of SIZES) {
      const strip = drawn(scenario, width, height);
      expect([strip.width, strip.height]).toEqual([width, height]);
      expect(problemsOf(strip, scenario), `${width} x ${height}`).toEqual([]);
      expect(strip.lanes.filter(({ elastic }) => elastic).length).toBeGreaterThan(0);
      expect(drawn(structuredClone(scenario), width, height)).toEqual(strip);
    }
  });
}

it('networks that do not fit draws the path of one flow, with the links around its bottleneck as one', () => {
  const scenario = scenarioWith({
    topology: { kind: 'parking_lot', hops: 16, cross_pairs: 16 },
    flows: [flows(1, 'sender', 'receiver', 'long'), flows(16, 's{n}', 'r{n}', 'across {n}')],
  });
  const strip = drawn(scenario, 320, 84);
  expect(problemsOf(strip, scenario)).toEqual([]);
  expect(strip.boxes.length).toBeLessThanOrEqual(4);
  expect(strip.edges.some(({ skipped }) => skipped > 1)).toBe(true);
  expect(strip.hidden).toBeGreaterThan(20);
});

it('networks that do not fit draws a dumbbell of 300 flows as bundles', () => {
  const scenario = scenarioWith({
    topology: { kind: 'dumbbell', pairs: 300 },
    flows: [flows(300, 's{n}', 'r{n}')],
  });
  const strip = drawn(scenario, 1020, 84);
  expect(problemsOf(strip, scenario)).toEqual([]);
  expect(strip.boxes.map(({ name }) => name)).toContain('300 sources');
  expect(strip.hidden).toBe(0);
});

it('takes the link with the smallest fair share for a bottleneck', () => {
  const scenario = scenarioOf('ahn-fig1-rr');
  const network = networkOf(scenario);
  expect([...bottlenecksOf(network)].map((link) => network.links[link]?.to)).toEqual(['R2']);
});
