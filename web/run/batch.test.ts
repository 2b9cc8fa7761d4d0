import { expect, it, vi } from 'vitest';
import type { Catalogue, Scenario, Summary } from '../engine/schema';
import { problemAt, ScriptedWorker } from '../engine/scriptedWorker';
import { Batch } from './batch';
import { Workers } from './workers';

/** A batch of two scenarios on scripted workers, and functions that answer for the engine. */
function setUp() {
  const workers: ScriptedWorker[] = [];
  const create = () => {
    const worker = new ScriptedWorker();
    workers.push(worker);
    setTimeout(() => worker.reply({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue }));
    return worker;
  };
  const batch = new Batch(['{"first":1}', '{"second":2}'], { workers: new Workers(1, create) });
  void batch.start();
  const starts = () =>
    workers.flatMap(({ sent }) => sent.flatMap((message) => (message.type === 'start' ? [message] : [])));
  /** Waits for the start of this number, and replies to it. */
  const started = (count: number) => vi.waitFor(() => expect(starts()).toHaveLength(count), { interval: 1 });
  const reply = (...[message]: Parameters<ScriptedWorker['reply']>) =>
    workers.at(-1)?.reply({ ...message, run: starts().at(-1)?.run ?? 0 } as typeof message);
  const finish = () => {
    const scenario = { links: [], flows: [], timeline: [] } as unknown as Scenario;
    reply({ type: 'accepted', run: 0, scenario });
    reply({ type: 'done', run: 0, summary: { ended_at_s: 1 } as Summary });
  };
  const runs = () => batch.state.value.runs.map((run) => run?.now_s ?? null);
  return {
    batch,
    workers,
    started,
    reply,
    finish,
    runs,
    scenarios: () => starts().map((one) => one.scenario),
  };
}

it('starts the next run when one has finished', async () => {
  const { started, finish, scenarios, runs } = setUp();
  await started(1);
  finish();
  await started(2);
  expect(scenarios()).toEqual(['{"first":1}', '{"second":2}']);
  expect(runs()).toEqual([1, null]);
  finish();
  await vi.waitFor(() => expect(runs()).toEqual([1, 1]));
});

it('stops at a failure, and continues with the run that failed', async () => {
  const { batch, started, finish, reply, scenarios, runs } = setUp();
  await started(1);
  finish();
  await started(2);
  reply({ type: 'failed', run: 0, message: '', problems: [problemAt('seed', 'is negative', '0 or more')] });
  await vi.waitFor(() => expect(batch.state.value.failure).toContain('seed: is negative'));
  void batch.start();
  expect(batch.state.value.failure).toBeNull();
  await started(3);
  finish();
  await vi.waitFor(() => expect(runs()).toEqual([1, 1]));
  expect(scenarios()).toEqual(['{"first":1}', '{"second":2}', '{"second":2}']);
});

it('ends its run when it is disposed', async () => {
  const { batch, workers, started, runs } = setUp();
  await started(1);
  batch.dispose();
  await vi.waitFor(() => expect(workers.every(({ ended }) => ended)).toBe(true));
  expect(runs()).toEqual([null, null]);
});
