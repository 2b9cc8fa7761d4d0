/** Tests what is drawn of networks with hundreds of nodes. */
import { expect, it } from 'vitest';
import { read } from '../../engine/nodeEngine';
import type { Scenario } from '../../engine/schema';
import { type Draft, draftOf } from './draft';
import { drawnOf } from './fold';
import { addNode, setValue } from './operations';

const link = (name: string, from: string, to: string) => ({
  ...{ name, from, to, rate_bps: 1e6, delay_ms: 1 },
  queue: { kind: 'drop_tail_packets', limit_packets: 10 },
});

const flow = (name: string, from: string, to: string) => ({
  ...{
    name,
    from,
    to,
    traffic: { kind: 'bulk' },
    sender: { preset: 'reno' },
    receiver: { kind: 'every_packet' },
  },
});

const scenarioWith = (links: object[], flows: object[]): Scenario =>
  read({ version: 1, name: 'large', duration_s: 1, links, flows });

const numbers = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

const dumbbell = (pairs: number): Draft =>
  draftOf(
    scenarioWith(
      [
        link('middle', 'R1', 'R2'),
        ...numbers(pairs).map((n) => link(`in ${n}`, `S${n}`, 'R1')),
        ...numbers(pairs).map((n) => link(`out ${n}`, 'R2', `D${n}`)),
      ],
      numbers(pairs).map((n) => flow(`f${n}`, `S${n}`, `D${n}`)),
    ),
  );

const named = (draft: Draft, ...selected: Parameters<typeof drawnOf>[1][]) =>
  drawnOf(draft, selected[0] ?? null).nodes.map(({ name, nodes }) =>
    nodes.length > 1 ? `${name} +${nodes.length - 1}` : name,
  );

it('a small network is drawn whole', () => {
  const draft = dumbbell(59);
  expect(drawnOf(draft, null)).toMatchObject({ hidden: 0, tooLarge: false });
  expect(drawnOf(draft, null).nodes).toHaveLength(120);
});

it('a large network has one place for hosts that are linked alike, and places for what is selected or changed', () => {
  const draft = dumbbell(400);
  expect(named(draft)).toEqual(['R1', 'R2', 'S1 +399', 'D1 +399']);
  expect(drawnOf(draft, null)).toMatchObject({ hidden: 798, tooLarge: false });
  expect(named(draft, { kind: 'node', name: 'S7' })).toEqual(['R1', 'R2', 'S1 +398', 'D1 +399', 'S7']);
  expect(named(draft, { kind: 'flow', index: 6 })).toEqual(['R1', 'R2', 'S1 +398', 'D1 +398', 'S7', 'D7']);
  const changed = setValue(draft, 'links.1.delay_ms', 30);
  expect(named(changed).toSorted()).toEqual(['D1 +399', 'R1', 'R2', 'S1', 'S2 +398']);
  expect(named(addNode(draft, 'host'))).toContain('H1');
  const spots = drawnOf(draft, { kind: 'flow', index: 6 }).nodes.map(({ spot }) => JSON.stringify(spot));
  expect(new Set(spots).size).toBe(6);
});

it('a large network of routers alone shows only what is selected', () => {
  const draft = draftOf(
    scenarioWith(
      numbers(150).map((n) => link(`l${n}`, `R${n}`, `R${n + 1}`)),
      [flow('f', 'R1', 'R151')],
    ),
  );
  expect(drawnOf(draft, null)).toEqual({ nodes: [], hidden: 151, tooLarge: true });
  expect(named(draft, { kind: 'link', entry: 4 })).toEqual(['R5', 'R6']);
});
