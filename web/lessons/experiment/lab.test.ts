/** The benches of an experiment by the real engine, under hands that are faster than it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inlineWorker } from '../../engine/inlineWorker';
import { Runner } from '../../run/runner';
import type { Change } from '../../scenario/changes';
import { at } from '../../scenario/path';
import { openLesson } from '../course';
import type { RunExperiment } from '../lesson';
import { Visit } from '../visit';
import { Lab } from './lab';

const BETA = 'flows.0.sender.avoidance.beta';

beforeEach(() => void vi.stubGlobal('requestAnimationFrame', () => 1));
afterEach(() => void vi.unstubAllGlobals());

/** The lab of two arms: one is a file as it was written, with much left out, the other a file with a change. */
async function setUp(resume: readonly Change[] = []) {
  const opened = await openLesson('recovery-does-the-work');
  if (opened === null) throw new Error('The lesson is gone.');
  const visit = new Visit(opened);
  const experiment = opened.lesson.experiments.stretch as RunExperiment;
  const lab = new Lab(visit, 'stretch', experiment, resume, () => new Runner(inlineWorker));
  void lab.start();
  expect(lab.state.value.begun).toBe(false);
  const done = () =>
    vi.waitFor(() => {
      expect(visit.standings.value.get('stretch')?.mine.size).toBe(2);
      for (const { runner } of lab.benches) expect(runner.state.value.phase).toBe('done');
    }, 20_000);
  await done();
  const onBenches = (path: string) => lab.benches.map(({ state }) => at(state.value.scenario, path));
  const run = (path: string) => lab.state.value.shown.map((one) => at(one?.scenario, path));
  return { lab, visit, done, onBenches, run };
}

it('takes a change in every arm that follows a return at once', async () => {
  const { lab, visit, done, onBenches, run } = await setUp();
  lab.edit(BETA, 5, 1);
  await done();
  expect(run(BETA)).toEqual([5, 5]);
  expect(lab.state.value.changed).toBe(true);
  lab.reset(2);
  expect(onBenches(BETA)).toEqual([3, 3]);
  lab.edit(BETA, 1, 3);
  await done();
  expect(run(BETA)).toEqual([1, 1]);
  expect(visit.standings.value.get('stretch')?.changed).toBe(true);
  lab.reset(4);
  await done();
  expect(lab.state.value.changed).toBe(false);
  expect(visit.standings.value.get('stretch')?.changed).toBe(false);
  lab.dispose();
});

it('takes a change of a part that an earlier visit has brought, before the engine has read that', async () => {
  const { lab, done, onBenches, run } = await setUp();
  expect(lab.state.value.begun).toBe(true);
  lab.take(() => [['flows.0.sender.preset', 'vegas']]);
  lab.edit(BETA, 5, 1);
  expect(onBenches(BETA)).toEqual([5, 5]);
  await done();
  expect(run('flows.0.sender.preset')).toEqual(['vegas', 'vegas']);
  expect(run(BETA)).toEqual([5, 5]);
  expect(lab.changes().map(({ arm }) => arm)).toEqual(['many', 'few']);
  lab.dispose();
});

it('reports "unchanged" after the student restores every control by hand', async () => {
  const { lab, done } = await setUp([[BETA, 5]]);
  await vi.waitFor(() => expect(lab.state.value.changed).toBe(true), 20_000);
  lab.edit(BETA, 3, 1);
  await done();
  expect(lab.state.value.changed).toBe(false);
  lab.dispose();
});
