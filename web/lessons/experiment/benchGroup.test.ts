/** Benches of an experiment with the real engine, when controls change faster than the engine runs. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inlineWorker } from '../../engine/inlineWorker';
import type { Change } from '../../scenario/changes';
import { at } from '../../scenario/path';
import { openLesson } from '../course';
import type { Names, RunExperiment } from '../lesson';
import { LessonSession } from '../lessonSession';
import { BenchGroup } from './benchGroup';

const BETA = 'flows.0.sender.avoidance.beta';

beforeEach(() => void vi.stubGlobal('requestAnimationFrame', () => 1));
afterEach(() => void vi.unstubAllGlobals());

/** A group of two arms: one is a scenario file that leaves many defaults out, the other a file with a change. */
async function setUp(resume: readonly Change[] = [], flowNames: Names = {}) {
  const opened = await openLesson('recovery-does-the-work');
  if (opened === null) throw new Error('The lesson recovery-does-the-work does not exist.');
  const session = new LessonSession(opened);
  const written = opened.lesson.experiments.stretch as RunExperiment;
  const arms = Object.entries(written.arms).map(([name, arm]) => [name, { ...arm, flowNames }] as const);
  const experiment = { ...written, arms: Object.fromEntries(arms) };
  const group = new BenchGroup(session, 'stretch', experiment, resume, inlineWorker);
  void group.start();
  expect(group.state.value.begun).toBe(false);
  const done = () =>
    vi.waitFor(() => {
      expect(session.experimentStates.value.get('stretch')?.mine.size).toBe(2);
      for (const { runner } of group.benches) expect(runner.state.value.phase).toBe('done');
    }, 20_000);
  await done();
  const onBenches = (path: string) => group.benches.map(({ state }) => at(state.value.scenario, path));
  const run = (path: string) => group.state.value.shown.map((one) => at(one?.scenario, path));
  return { group, session, done, onBenches, run };
}

it('publishes no original run before the last one has finished', async () => {
  const opened = await openLesson('recovery-does-the-work');
  if (opened === null) throw new Error('The lesson recovery-does-the-work does not exist.');
  const session = new LessonSession(opened);
  const experiment = opened.lesson.experiments.stretch as RunExperiment;
  const group = new BenchGroup(session, 'stretch', experiment, [], inlineWorker);
  const arms = Object.keys(experiment.arms);
  const published: number[] = [];
  session.runUpdates.subscribe(() => {
    published.push(group.benches.filter(({ runner }) => runner.state.value.phase === 'done').length);
  });
  void group.start();
  await vi.waitFor(() => expect(published).toHaveLength(arms.length), 20_000);
  expect(published).toEqual(arms.map(() => arms.length));
  expect(arms.map((arm) => session.runs.of('stretch', arm).summary !== null)).toEqual([true, true]);
  group.dispose();
});

it('applies a change to every arm even if it follows a reset immediately', async () => {
  const { group, session, done, onBenches, run } = await setUp();
  group.edit({ path: BETA }, 5, 1);
  await done();
  expect(run(BETA)).toEqual([5, 5]);
  expect(group.state.value.changed).toBe(true);
  group.reset(2);
  expect(onBenches(BETA)).toEqual([3, 3]);
  group.edit({ path: BETA }, 1, 3);
  await done();
  expect(run(BETA)).toEqual([1, 1]);
  expect(session.experimentStates.value.get('stretch')?.changed).toBe(true);
  group.reset(4);
  await done();
  expect(group.state.value.changed).toBe(false);
  expect(session.experimentStates.value.get('stretch')?.changed).toBe(false);
  group.dispose();
});

it('changes a field of a restored sender before the engine has read that sender', async () => {
  const { group, done, onBenches, run } = await setUp();
  expect(group.state.value.begun).toBe(true);
  group.restore(() => [['flows.0.sender.preset', 'vegas']]);
  group.edit({ path: BETA }, 5, 1);
  expect(onBenches(BETA)).toEqual([5, 5]);
  await done();
  expect(run('flows.0.sender.preset')).toEqual(['vegas', 'vegas']);
  expect(run(BETA)).toEqual([5, 5]);
  expect(group.changes().map(({ arm }) => arm)).toEqual(['many', 'few']);
  group.dispose();
});

it('reports "unchanged" after the student restores every control by hand', async () => {
  const { group, done } = await setUp([[BETA, 5]]);
  await vi.waitFor(() => expect(group.state.value.changed).toBe(true), 20_000);
  group.edit({ path: BETA }, 3, 1);
  await done();
  expect(group.state.value.changed).toBe(false);
  group.dispose();
});

it('shows each flow by its name in the lesson, or by another sender’s that the student chose, and benches keep the scenario’s', async () => {
  const name = 'flows.0.name';
  const { group, session, done, onBenches, run } = await setUp([], { transfer: 'the one' });
  expect(run(name)).toEqual(['the one', 'the one']);
  expect(onBenches(name)).toEqual(['transfer', 'transfer']);
  const mine = [...(session.experimentStates.value.get('stretch')?.mine.values() ?? [])];
  expect(mine.map(({ scenario }) => at(scenario, name))).toEqual(['transfer', 'transfer']);
  group.edit({ path: 'flows.0.sender.preset' }, 'cubic', 1);
  await done();
  await vi.waitFor(() => expect(run(name)).toEqual(['CUBIC', 'CUBIC']), 20_000);
  group.reset(2);
  await vi.waitFor(() => expect(run(name)).toEqual(['the one', 'the one']), 20_000);
  group.dispose();
});

it('names no two flows alike', async () => {
  const { group, done, run } = await setUp([], { transfer: 'the one', rival: 'CUBIC' });
  group.edit({ path: 'flows.0.sender.preset' }, 'cubic', 1);
  await done();
  expect(run('flows.0.name')).toEqual(['transfer', 'transfer']);
  group.dispose();
});

it('labels an arm by the senders that the student chose for it alone', async () => {
  const { group, done } = await setUp();
  const labels = () => group.state.value.labels;
  const own = labels();
  const [, second = ''] = group.names;
  group.edit({ path: 'flows.0.sender.preset', arms: [second] }, 'cubic', 1);
  await done();
  await vi.waitFor(() => expect(labels()).toEqual([own[0], 'CUBIC']), 20_000);
  group.edit({ path: 'flows.0.sender.preset' }, 'cubic', 2);
  await done();
  await vi.waitFor(() => expect(labels()).toEqual(own), 20_000);
  group.dispose();
});

it('moves numbers together by as much, and says nothing has changed once they are back', async () => {
  const { group, done, run } = await setUp();
  const alpha = 'flows.0.sender.avoidance.alpha';
  expect([run(alpha), run(BETA)]).toEqual([
    [1, 1],
    [3, 3],
  ]);
  const control = { path: BETA, together: [alpha] };
  group.edit(control, 5.2, 1);
  await done();
  expect([run(alpha), run(BETA)]).toEqual([
    [3.2, 3.2],
    [5.2, 5.2],
  ]);
  group.edit(control, 3, 2);
  await done();
  expect(run(alpha)).toEqual([1, 1]);
  expect(group.state.value.changed).toBe(false);
  group.dispose();
});
