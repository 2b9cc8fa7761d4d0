import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Catalogue, Scenario, Summary } from '../engine/schema';
import { problemAt, ScriptedWorker } from '../engine/scriptedWorker';
import { type Job, Jobs, type Outcome } from './jobs';
import { Workers } from './workers';

/** A scripted worker that can finish its run or crash. */
class JobWorker extends ScriptedWorker {
  get started() {
    return this.sent.flatMap((message) => (message.type === 'start' ? [message] : []));
  }

  /** Accepts the scenario that was started last, and finishes its run. */
  async finish(): Promise<void> {
    const { run = 0, scenario = '' } = this.started.at(-1) ?? {};
    this.reply({
      type: 'accepted',
      run,
      scenario: { name: scenario, links: [], flows: [] } as unknown as Scenario,
    });
    this.reply({ type: 'done', run, summary: { scenario } as Summary });
    await settled();
  }

  /** Crashes. */
  crash(): void {
    this.onerror?.({ message: 'unreachable' } as ErrorEvent);
  }
}

/** Lets the list read what its workers have posted. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

function setUp(size: number, texts: string[]) {
  const workers: JobWorker[] = [];
  let clock = 0;
  const create = () => {
    const worker = new JobWorker();
    workers.push(worker);
    return worker;
  };
  const jobs = new Jobs<Job & { name: string }>({
    size,
    workers: new Workers(size, create),
    now: () => clock,
  });
  const outcomes: [string, Outcome][] = [];
  const start = (names: string[]) => {
    const list = names.map((name) => ({ name, text: () => name }));
    const completed = jobs.start(list, (job, outcome) => outcomes.push([job.name, outcome]));
    ready();
    return completed;
  };
  const ready = () => {
    for (const worker of workers)
      if (!worker.ended && worker.started.length === 0)
        worker.reply({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue });
  };
  const completed = start(texts);
  const results = () =>
    outcomes.map(([name, outcome]) => [
      name,
      'summary' in outcome ? outcome.summary.scenario : outcome.failure,
    ]);
  const later = (ms: number) => {
    clock += ms;
  };
  return { jobs, workers, start, ready, results, later, completed };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a list of jobs runs a job in each worker, assigns the next when one is done, and ends its workers', async () => {
  const { jobs, workers, results, completed } = setUp(2, ['a', 'b', 'c']);
  expect(workers.map(({ started }) => started.map(({ scenario }) => scenario))).toEqual([['a'], ['b']]);
  expect(workers[0]?.started[0]?.summary_only).toBe(true);
  await workers[1]?.finish();
  expect(workers[1]?.started.map(({ scenario }) => scenario)).toEqual(['b', 'c']);
  await workers[0]?.finish();
  expect(jobs.state.value).toMatchObject({ phase: 'running', done: 2, total: 3 });
  await workers[1]?.finish();
  expect(results()).toEqual([
    ['b', 'b'],
    ['a', 'a'],
    ['c', 'c'],
  ]);
  expect(jobs.state.value).toMatchObject({ phase: 'done', done: 3, failed: 0 });
  expect(workers.every(({ ended }) => ended)).toBe(true);
  expect(await completed).toBe(true);
});

it('a list of jobs passes a job’s limit on, says when it starts, and reports a run that reached the limit', async () => {
  const { jobs, workers } = setUp(1, []);
  const outcomes: Outcome[] = [];
  const started: string[] = [];
  const job = (name: string) => ({
    name,
    text: () => name,
    limit: 5000,
    onStart: () => started.push(name),
  });
  void jobs.start([job('a'), job('b')], (_, outcome) => outcomes.push(outcome));
  const worker = workers.at(-1);
  worker?.reply({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue });
  await settled();
  expect(worker?.started[0]).toMatchObject({ scenario: 'a', limit: 5000 });
  expect(started).toEqual(['a']);
  worker?.reply({ type: 'accepted', run: 1, scenario: { links: [], flows: [] } as unknown as Scenario });
  worker?.reply({ type: 'exceeded', run: 1 });
  await settled();
  expect(started).toEqual(['a', 'b']);
  await worker?.finish();
  expect(outcomes).toMatchObject([{ exceeded: true }, { summary: { scenario: 'b' } }]);
  expect(jobs.state.value).toMatchObject({ phase: 'done', done: 2, failed: 1 });
});

it('a list of jobs has no more workers than jobs', async () => {
  expect(setUp(8, ['a', 'b']).workers).toHaveLength(2);
  const { jobs, completed } = setUp(8, []);
  expect(jobs.state.value.phase).toBe('done');
  expect(await completed).toBe(true);
});

it('a list of jobs estimates the remaining time without pauses', async () => {
  const { jobs, workers, later } = setUp(1, ['a', 'b', 'c', 'd']);
  later(2000);
  await workers[0]?.finish();
  expect(jobs.state.value.left_s).toBe(6);
  jobs.pause();
  later(100_000);
  await workers[0]?.finish();
  expect(jobs.state.value.left_s).toBe(2);
});

it('a list of jobs starts nothing while paused, and loses nothing', async () => {
  const { jobs, workers, ready, results } = setUp(1, ['a', 'b']);
  jobs.pause();
  await workers[0]?.finish();
  expect(workers[0]?.started).toHaveLength(1);
  expect(workers[0]?.ended).toBe(true);
  expect(results()).toEqual([['a', 'a']]);
  jobs.resume();
  ready();
  expect(workers[1]?.started.at(-1)?.scenario).toBe('b');
});

it('a list of jobs on cancel, stops its workers, keeps results, and ignores later messages', async () => {
  const { jobs, workers, results, completed } = setUp(2, ['a', 'b', 'c']);
  await workers[0]?.finish();
  jobs.cancel();
  expect(await completed).toBe(false);
  await workers[1]?.finish();
  expect(workers.every(({ ended }) => ended)).toBe(true);
  expect(results()).toEqual([['a', 'a']]);
  expect(jobs.state.value).toMatchObject({ phase: 'cancelled', done: 1 });
});

it('a list of jobs drops running jobs for newer ones', async () => {
  const { workers, start, results, completed } = setUp(1, ['old', 'older']);
  const later = start(['new']);
  expect(await completed).toBe(false);
  workers[0]?.reply({ type: 'done', run: 1, summary: { scenario: 'old' } as Summary });
  await workers[0]?.finish();
  expect(results()).toEqual([['new', 'new']]);
  expect(await later).toBe(true);
});

it('a list of jobs repeats the job of a crashed worker in a new one, and loses no other job', async () => {
  const { workers, ready, results, jobs } = setUp(1, ['a', 'b']);
  workers[0]?.crash();
  ready();
  expect(workers[1]?.started.map(({ scenario }) => scenario)).toEqual(['a']);
  await workers[1]?.finish();
  await workers[1]?.finish();
  expect(results()).toEqual([
    ['a', 'a'],
    ['b', 'b'],
  ]);
  expect(jobs.state.value).toMatchObject({ phase: 'done', failed: 0 });
});

it('a list of jobs reports a job as failed when its worker has crashed twice, and continues', async () => {
  const { workers, ready, results, jobs } = setUp(1, ['a', 'b']);
  workers[0]?.crash();
  ready();
  workers[1]?.crash();
  await settled();
  ready();
  await workers.at(-1)?.finish();
  expect(results()).toEqual([
    ['a', 'The engine stopped twice: unreachable'],
    ['b', 'b'],
  ]);
  expect(jobs.state.value).toMatchObject({ phase: 'done', done: 2, failed: 1 });
});

it("a list of jobs reports the engine's refusal in its words, without a retry", async () => {
  const { workers, results } = setUp(1, ['a']);
  const problems = [problemAt('flows.0.sender.alpha', 'is above beta', '0 to 3')];
  workers[0]?.reply({ type: 'failed', run: 1, message: 'one problem', problems });
  await settled();
  expect(results()).toEqual([['a', 'flows.0.sender.alpha: is above beta; allowed: 0 to 3']]);
});
