import { describe, expect, it } from 'vitest';
import type { Catalogue, Scenario, Summary } from '../engine/schema';
import { problemAt, ScriptedWorker } from '../engine/scriptedWorker';
import { type Job, type Outcome, Pool } from './pool';

/** A scripted worker that can finish its run or crash. */
class PoolWorker extends ScriptedWorker {
  get started() {
    return this.sent.flatMap((message) => (message.type === 'start' ? [message] : []));
  }

  /** Accepts the scenario that was started last, and finishes its run. */
  finish(): void {
    const { run = 0, scenario = '' } = this.started.at(-1) ?? {};
    this.reply({
      type: 'accepted',
      run,
      scenario: { name: scenario, links: [], flows: [] } as unknown as Scenario,
    });
    this.reply({ type: 'done', run, summary: { scenario } as Summary });
  }

  /** Crashes. */
  crash(): void {
    this.onerror?.({ message: 'unreachable' } as ErrorEvent);
  }
}

function setUp(size: number, texts: string[]) {
  const workers: PoolWorker[] = [];
  let clock = 0;
  const create = () => {
    const worker = new PoolWorker();
    workers.push(worker);
    return worker;
  };
  const pool = new Pool<Job & { name: string }>(size, create, () => clock);
  const outcomes: [string, Outcome][] = [];
  const jobs = (names: string[]) => names.map((name) => ({ name, text: () => name }));
  const start = (names: string[]) => {
    pool.start(jobs(names), (job, outcome) => outcomes.push([job.name, outcome]));
    ready();
  };
  const ready = () => {
    for (const worker of workers)
      if (!worker.ended && worker.started.length === 0)
        worker.reply({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue });
  };
  start(texts);
  const results = () =>
    outcomes.map(([name, outcome]) => [
      name,
      'summary' in outcome ? outcome.summary.scenario : outcome.failure,
    ]);
  const later = (ms: number) => {
    clock += ms;
  };
  return { pool, workers, start, ready, results, later };
}

describe('a pool', () => {
  it('runs a job in each worker, assigns the next when one is done, and ends its workers', () => {
    const { pool, workers, results } = setUp(2, ['a', 'b', 'c']);
    expect(workers.map(({ started }) => started.map(({ scenario }) => scenario))).toEqual([['a'], ['b']]);
    expect(workers[0]?.started[0]?.summary_only).toBe(true);
    workers[1]?.finish();
    expect(workers[1]?.started.map(({ scenario }) => scenario)).toEqual(['b', 'c']);
    workers[0]?.finish();
    expect(pool.state.value).toMatchObject({ phase: 'running', done: 2, total: 3 });
    workers[1]?.finish();
    expect(results()).toEqual([
      ['b', 'b'],
      ['a', 'a'],
      ['c', 'c'],
    ]);
    expect(pool.state.value).toMatchObject({ phase: 'done', done: 3, failed: 0 });
    expect(workers.every(({ ended }) => ended)).toBe(true);
  });

  it('passes a job’s limit on, says when it starts, and reports a run that reached the limit', () => {
    const { pool, workers } = setUp(1, []);
    const outcomes: Outcome[] = [];
    const started: string[] = [];
    const job = (name: string) => ({
      name,
      text: () => name,
      limit: 5000,
      onStart: () => started.push(name),
    });
    pool.start([job('a'), job('b')], (_, outcome) => outcomes.push(outcome));
    const worker = workers.at(-1);
    worker?.reply({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue });
    expect(worker?.started[0]).toMatchObject({ scenario: 'a', limit: 5000 });
    expect(started).toEqual(['a']);
    worker?.reply({ type: 'accepted', run: 1, scenario: { links: [], flows: [] } as unknown as Scenario });
    worker?.reply({ type: 'exceeded', run: 1 });
    expect(started).toEqual(['a', 'b']);
    worker?.finish();
    expect(outcomes).toMatchObject([{ exceeded: true }, { summary: { scenario: 'b' } }]);
    expect(pool.state.value).toMatchObject({ phase: 'done', done: 2, failed: 1 });
  });

  it('has no more workers than jobs', () => {
    expect(setUp(8, ['a', 'b']).workers).toHaveLength(2);
    expect(setUp(8, []).pool.state.value.phase).toBe('done');
  });

  it('estimates the remaining time without pauses', () => {
    const { pool, workers, later } = setUp(1, ['a', 'b', 'c', 'd']);
    later(2000);
    workers[0]?.finish();
    expect(pool.state.value.left_s).toBe(6);
    pool.pause();
    later(100_000);
    workers[0]?.finish();
    expect(pool.state.value.left_s).toBe(2);
  });

  it('starts nothing while paused, and loses nothing', () => {
    const { pool, workers, results } = setUp(1, ['a', 'b']);
    pool.pause();
    workers[0]?.finish();
    expect(workers[0]?.started).toHaveLength(1);
    expect(results()).toEqual([['a', 'a']]);
    pool.resume();
    expect(workers[0]?.started.at(-1)?.scenario).toBe('b');
  });

  it('on cancel, stops its workers, keeps results, and ignores later messages', () => {
    const { pool, workers, results } = setUp(2, ['a', 'b', 'c']);
    workers[0]?.finish();
    pool.cancel();
    expect(workers.every(({ ended }) => ended)).toBe(true);
    workers[1]?.finish();
    expect(results()).toEqual([['a', 'a']]);
    expect(pool.state.value).toMatchObject({ phase: 'cancelled', done: 1 });
  });

  it('drops running jobs for newer ones', () => {
    const { workers, start, results } = setUp(1, ['old', 'older']);
    start(['new']);
    workers[0]?.finish();
    workers[1]?.finish();
    expect(results()).toEqual([['new', 'new']]);
  });

  it('repeats the job of a crashed worker in a new one, and loses no other job', () => {
    const { workers, ready, results, pool } = setUp(1, ['a', 'b']);
    workers[0]?.crash();
    ready();
    expect(workers[1]?.started.map(({ scenario }) => scenario)).toEqual(['a']);
    workers[1]?.finish();
    workers[1]?.finish();
    expect(results()).toEqual([
      ['a', 'a'],
      ['b', 'b'],
    ]);
    expect(pool.state.value).toMatchObject({ phase: 'done', failed: 0 });
  });

  it('reports a job as failed when its worker has crashed twice, and continues', () => {
    const { workers, ready, results, pool } = setUp(1, ['a', 'b']);
    workers[0]?.crash();
    ready();
    workers[1]?.crash();
    ready();
    workers[2]?.finish();
    expect(results()).toEqual([
      ['a', 'The engine stopped twice: unreachable'],
      ['b', 'b'],
    ]);
    expect(pool.state.value).toMatchObject({ phase: 'done', done: 2, failed: 1 });
  });

  it("reports the engine's refusal in its words, without a retry", () => {
    const { workers, results } = setUp(1, ['a']);
    const problems = [problemAt('flows.0.sender.alpha', 'is above beta', '0 to 3')];
    workers[0]?.reply({ type: 'failed', run: 1, message: 'one problem', problems });
    expect(results()).toEqual([['a', 'flows.0.sender.alpha: is above beta; allowed: 0 to 3']]);
  });
});
