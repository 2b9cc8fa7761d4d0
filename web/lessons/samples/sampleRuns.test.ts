/** Samples with the real engine, in in-process workers. */
import { expect, it } from 'vitest';
import { inlineWorker } from '../../engine/inlineWorker';
import { read, scenarioOf, summaryOf } from '../../engine/nodeEngine';
import type { Summary } from '../../engine/schema';
import { Jobs } from '../../run/jobs';
import { Workers } from '../../run/workers';
import type { Arm } from '../lesson';
import { readArm, SampleRuns } from './sampleRuns';
import { armMeans, dotsOf, pairsOf } from './select';

const ARMS: Record<string, Arm> = {
  reno: { label: 'Reno', scenario: 'ahn-fig3', set: { 'flows.1.sender.preset': 'reno' } },
  vegas: { label: 'Vegas', scenario: 'ahn-fig3', set: { 'flows.1.sender.preset': 'vegas' } },
};

function runsIn(size: number) {
  const workers = new Workers(size, inlineWorker);
  return new SampleRuns((arm) => readArm(arm, workers), new Jobs({ size, workers }));
}

it('runs each arm at each seed, and returns the summaries by arm and seed', async () => {
  const runs = runsIn(2);
  const samples = await new Promise<Record<string, Summary[]>>((resolve) => {
    void runs.start({ arms: ARMS, seeds: 2 }, resolve);
  });
  expect(Object.keys(samples)).toEqual(['reno', 'vegas']);
  const base = scenarioOf('ahn-fig3');
  for (const [arm, columns] of Object.entries(samples)) {
    expect(columns).toHaveLength(2);
    for (const [place, summary] of columns.entries()) {
      const flows = base.flows.map((flow, i) => (i === 1 ? { ...flow, sender: { preset: arm } } : flow));
      const alone = { ...base, flows, seed: base.seed + place, record: { max_rows: 0 } };
      expect(summary.digest).toBe(summaryOf(JSON.stringify(read(alone))).digest);
    }
  }
  expect(runs.jobs.state.value).toMatchObject({ phase: 'done', done: 4, failed: 0 });
});

it("ignores cancelled runs and reports an arm's problems", async () => {
  const runs = runsIn(1);
  let doneCalls = 0;
  await runs.start({ arms: ARMS, seeds: 3 }, () => {
    doneCalls += 1;
  });
  expect(runs.jobs.state.value.phase).toBe('running');
  runs.cancel();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(doneCalls).toBe(0);
  expect(runs.jobs.state.value.phase).toBe('cancelled');
  await runs.start({ arms: { one: { label: 'One', scenario: 'nowhere' } }, seeds: 1 }, () => {});
  expect(runs.state.value.failures.join()).toMatch(/no scenario called nowhere/);
  expect(runs.state.value.opening).toBe(false);
});

it('draws a dot for each finished run, a line for each complete pair, and means', () => {
  const columns = [
    [1, 2, null],
    [3, null, 5],
  ];
  const dots = dotsOf(columns);
  expect(dots.map(({ place, arm, value }) => [place, arm, value])).toEqual([
    [0, 0, 1],
    [0, 1, 3],
    [1, 0, 2],
    [2, 1, 5],
  ]);
  expect(pairsOf(dots).map((pair) => pair.map(({ value }) => value))).toEqual([[1, 3]]);
  const [first, second] = armMeans(columns);
  expect([first?.plotted.ours, second?.plotted.ours]).toEqual([1.5, 4]);
  // 12.706 is t with one degree of freedom. For two numbers that differ by 1, the half width is half of that.
  expect(first?.plotted.whisker?.[1]).toBeCloseTo(1.5 + 12.7062 / 2, 3);
  expect(armMeans([[], [1]]).map(({ arm, plotted }) => [arm, plotted.whisker])).toEqual([[1, null]]);
});
