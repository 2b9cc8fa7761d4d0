import { expect, it } from 'vitest';
import { describeSoaked, growthOf, isSteady, METRICS } from './soak.mjs';

/**
 * Samples after every 20 actions.
 * @param {(at: number) => Partial<import('./soak.mjs').Sample>} sampleAt
 */
const samples = (sampleAt, count = 40) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ actions: 20 * (at + 1), heap_bytes: 10e6, buffer_bytes: 2e6, nodes: 1000, listeners: 200 },
    ...{ documents: 1, workers: 1, worker_bytes: 1e6, wasm_bytes: 4e6 },
    ...sampleAt(at),
  }));

/** Between -1 and 1, always the same. @param {number} at */
const noise = (at) => Math.sin(at * 12.9898);

/** @param {import('./soak.mjs').Sample[]} all */
const growing = (all) =>
  growthOf(all)
    .filter(({ grows }) => grows)
    .map(({ metric }) => metric);

it('the growth of a soak is none if values only vary', () => {
  expect(
    growing(samples((at) => ({ heap_bytes: 10e6 + 3e5 * noise(at), nodes: 1000 + 5 * noise(at) }))),
  ).toEqual([]);
  expect(growthOf(samples(() => ({}))).map(({ metric }) => metric)).toEqual(METRICS);
});

it('the growth of a soak is found in every metric, through noise', () => {
  const leaks = { nodes: 3, listeners: 0.5, workers: 0.1, documents: 0.2 };
  for (const metric of METRICS) {
    const step = /** @type {Record<string, number>} */ (leaks)[metric] ?? 20_000;
    const leaky = samples((at) => ({ [metric]: 1000 + step * at + step * noise(at) }));
    expect(growing(leaky)).toEqual([metric]);
  }
});

it('the growth of a soak is none if WebAssembly memory, which never shrinks, takes one step up', () => {
  expect(growing(samples((at) => ({ wasm_bytes: at < 18 ? 29e6 : 36e6 })))).toEqual([]);
  expect(growing(samples((at) => ({ wasm_bytes: 29e6 + 6e6 * Math.floor(at / 8) })))).toEqual(['wasm_bytes']);
});

it('the growth of a soak gives the slope per 100 actions with its interval', () => {
  const nodes = growthOf(samples((at) => ({ nodes: 1000 + 4 * at + noise(at) }))).find(
    ({ metric }) => metric === 'nodes',
  );
  expect(nodes?.slope).toBeCloseTo(20, 0);
  expect(nodes?.interval[0]).toBeLessThan(20);
  expect(nodes?.interval[1]).toBeGreaterThan(20);
  expect((nodes?.interval[1] ?? 0) - (nodes?.interval[0] ?? 0)).toBeLessThan(1);
});

it('the growth of a soak ignores the warm-up, and needs a few samples', () => {
  expect(growing(samples((at) => ({ heap_bytes: at < 10 ? 1e6 * at : 10e6 })))).toEqual([]);
  expect(growthOf(samples(() => ({}), 5))).toHaveLength(METRICS.length);
  expect(growthOf(samples(() => ({}), 4))).toEqual([]);
});

it('an area is steady if nothing grew and its pages always answered', () => {
  const area = { area: 'bench', actions: 800, samples: [], stuck: [], growth: growthOf(samples(() => ({}))) };
  expect(isSteady(area)).toBe(true);
  expect(isSteady({ ...area, stuck: ['the status is "running"'] })).toBe(false);
  expect(isSteady({ ...area, growth: growthOf(samples((at) => ({ nodes: 9 * at }))) })).toBe(false);
  expect(isSteady({ ...area, growth: [] }), 'too few samples').toBe(false);
  expect(describeSoaked({ ...area, growth: [], stuck: ['it loads'] })).toContain('stuck 1 times, too few');
  expect(describeSoaked(area)).toContain('heap_bytes: 10000.0 kB, 0.0 kB per 100 actions');
});
