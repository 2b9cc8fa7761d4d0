import { expect, it } from 'vitest';
import { same } from '../base/same';
import type { Catalogue, Scenario } from '../engine/schema';
import { differences, newPart } from './edit';
import { withValue } from './path';

const preset = { initial_cwnd: 1, avoidance: { kind: 'cam', alpha: 1, beta: 3 }, decrease: { kind: 'half' } };
const catalogue = {
  presets: [{ name: 'vegas', sender: { preset: null, ...preset } }],
  parts: {
    avoidance: {
      members: [
        { kind: 'cam', fields: [] },
        {
          kind: 'aimd',
          fields: [
            { name: 'increase', default: 2, shape: { type: 'number', min: 1, max: 9 } },
            { name: 'required', default: null, shape: { type: 'number', min: 4, max: 9 } },
          ],
        },
      ],
    },
  },
} as unknown as Catalogue;
const scenario = {
  seed: 1,
  flows: [{ sender: { preset: 'vegas', ...preset } }],
  links: [],
} as unknown as Scenario;

function alphaOf({ flows: [flow] }: Scenario): unknown {
  return (flow?.sender.avoidance as { alpha?: number } | undefined)?.alpha;
}

it('editing by path changes one value and keeps all other objects identical', () => {
  const next = withValue(scenario, 'flows.0.sender.avoidance.alpha', 2);
  expect(alphaOf(next)).toBe(2);
  expect(alphaOf(scenario)).toBe(1);
  expect(next.links).toBe(scenario.links);
  expect(next.flows[0]?.sender.decrease).toBe(scenario.flows[0]?.sender.decrease);
  expect(Array.isArray(next.flows)).toBe(true);
});

it('editing by path lists differences field by field, and another kind of part as one difference', () => {
  expect(differences(scenario, 0, catalogue)).toEqual([]);
  const alpha = withValue(scenario, 'flows.0.sender.avoidance.alpha', 2);
  expect(differences(alpha, 0, catalogue)).toEqual(['avoidance.alpha']);
  const kind = withValue(
    alpha,
    'flows.0.sender.avoidance',
    newPart(catalogue, 'avoidance', 'aimd', preset.avoidance),
  );
  expect(differences(kind, 0, catalogue)).toEqual(['avoidance']);
});

it('editing by path fills a part from the preset or its defaults, or else with the smallest allowed value', () => {
  expect(newPart(catalogue, 'avoidance', 'cam', preset.avoidance)).toEqual(preset.avoidance);
  expect(newPart(catalogue, 'avoidance', 'aimd', preset.avoidance)).toEqual({
    kind: 'aimd',
    increase: 2,
    required: 4,
  });
});

it('editing by path compares values as JSON', () => {
  expect(same({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  expect(same({ a: 1 }, { a: 1, b: undefined })).toBe(true);
  expect(same([1, 2], [1, 3])).toBe(false);
  expect(same(null, {})).toBe(false);
});
