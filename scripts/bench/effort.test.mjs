import { expect, it } from 'vitest';
import { benchCount } from '../check/test-counts.mjs';
import { BRIEF, FULL, unmeasured } from './effort.mjs';
import { growthOf, METRICS } from './soak.mjs';
import { quantile } from './statistics.mjs';

it('a part that measured everything has no problems', () => {
  expect(
    unmeasured({ ms: { median: 3, p95: 0 }, ns2: null, pages: [{ page: '', findings: [] }], stuck: [] }),
  ).toEqual([]);
});

it('a part is unmeasured without a figure, or with one that is no number', () => {
  const median = quantile([], 0.5);
  expect(unmeasured({ page: { drags: [{ median }], frames: 1 } })).toEqual(['page.drags.0.median is NaN']);
  expect(unmeasured({ paint_ms: Number.POSITIVE_INFINITY })).toEqual(['paint_ms is Infinity']);
  expect(unmeasured({ cancel_ms: undefined, codes: 20 })).toEqual(['cancel_ms is missing']);
  expect(unmeasured({ lessons: [] })).toEqual(['lessons is empty']);
  expect(unmeasured({ soak: [{ actions: 4, growth: [], samples: [1] }] })).toEqual([
    'soak.0.growth is empty',
  ]);
  for (const nothing of [null, 'a word', { stolen: null }])
    expect(unmeasured(nothing)).toEqual(['it gave no figure']);
  for (const empty of [{}, []]) expect(unmeasured(empty)).toEqual(['the result is empty']);
});

it('the brief form leaves out no part, and none of its parts measures more', () => {
  expect(Object.keys(BRIEF)).toEqual(Object.keys(FULL));
  for (const part of /** @type {(keyof typeof FULL)[]} */ (Object.keys(FULL)))
    expect(Object.keys(BRIEF[part])).toEqual(Object.keys(FULL[part]));
});

it('a brief soak has just enough samples for a growth', () => {
  const sample = Object.fromEntries(METRICS.map((metric) => [metric, 1]));
  const growth = (/** @type {number} */ count) =>
    growthOf(
      Array.from(
        { length: count },
        (_, at) => /** @type {import('./soak.mjs').Sample} */ ({ ...sample, actions: at }),
      ),
    );
  expect(unmeasured(growth(BRIEF.soak.samples))).toEqual([]);
  expect(growth(BRIEF.soak.samples - 1)).toEqual([]);
});

it('each part that was measured counts as passed', () => {
  const output = 'bench engine: measured\nbench page: NOT MEASURED (a.median is NaN)\nbench soak: measured\n';
  expect(benchCount(output, 1)).toEqual({ passed: 2, failed: 1 });
  expect(benchCount('bench engine: measured\n', 0)).toEqual({ passed: 1, failed: 0 });
  expect(benchCount('bench engine: measured\n', 1).failed).toBe(1);
  expect(benchCount('', 0).failed).toBe(1);
});
