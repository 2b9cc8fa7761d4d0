import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Catalogue, Scenario, Summary } from '../../engine/schema';
import { problemAt, ScriptedWorker } from '../../engine/scriptedWorker';
import { Workers } from '../../run/workers';
import { Rerun } from './sessions';

function setUp() {
  const workers: ScriptedWorker[] = [];
  const create = () => {
    const worker = new ScriptedWorker();
    workers.push(worker);
    return worker;
  };
  const delivered: [string, number][] = [];
  const rerun = new Rerun<number>(({ text, tag }) => delivered.push([text, tag]), new Workers(1, create));
  const settled = () => vi.advanceTimersByTimeAsync(0);
  const starts = () =>
    workers.flatMap(({ sent }) => sent.flatMap((message) => (message.type === 'start' ? [message] : [])));
  const reply = async (...[message]: Parameters<ScriptedWorker['reply']>) => {
    workers.at(-1)?.reply({ ...message, run: starts().at(-1)?.run ?? 0 } as typeof message);
    await settled();
  };
  const ready = async () => {
    workers.at(-1)?.reply({ type: 'ready', engine_version: '0', catalogue: { parts: {} } as Catalogue });
    await settled();
  };
  const advance = async () => {
    const scenario = { links: [], flows: [] } as unknown as Scenario;
    await reply({ type: 'accepted', run: 0, scenario });
    await reply({ type: 'chunk', run: 0, rows: {}, progress: 0.5 });
  };
  const finish = async () => {
    await advance();
    await reply({ type: 'done', run: 0, summary: {} as Summary });
  };
  const refuse = () =>
    reply({ type: 'failed', run: 0, message: '', problems: [problemAt('flows', 'wrong', 'right')] });
  const crash = async () => {
    workers.at(-1)?.onerror?.({ message: 'unreachable' } as ErrorEvent);
    await settled();
  };
  const started = () => starts().map(({ scenario }) => scenario);
  return { rerun, workers, started, delivered, ready, advance, finish, refuse, crash, settled };
}

describe('Rerun', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('Rerun finishes the current run, and then starts only the latest request, in the same worker', async () => {
    const { rerun, workers, started, delivered, ready, finish, settled } = setUp();
    rerun.request('a', 1);
    await ready();
    rerun.request('b', 2);
    rerun.request('c', 3);
    expect(started()).toEqual(['a']);
    await finish();
    expect(delivered).toEqual([['a', 1]]);
    expect(started()).toEqual(['a', 'c']);
    await finish();
    expect(delivered).toEqual([
      ['a', 1],
      ['c', 3],
    ]);
    expect(started()).toEqual(['a', 'c']);
    rerun.request('d', 4);
    await settled();
    expect(started()).toEqual(['a', 'c', 'd']);
    expect(workers).toHaveLength(1);
    rerun.dispose();
    await settled();
    expect(workers[0]?.ended).toBe(true);
  });

  it('Rerun reports nothing about an unfinished run', async () => {
    const { rerun, delivered, ready, advance } = setUp();
    rerun.request('a', 1);
    await ready();
    await advance();
    expect(delivered).toEqual([]);
  });

  it('Rerun continues after a refusal with the latest request, and retries on request', async () => {
    const { rerun, started, delivered, ready, refuse, advance, crash, finish } = setUp();
    rerun.request('wrong', 1);
    await ready();
    rerun.request('right', 2);
    await refuse();
    expect(rerun.state.value.problems).toMatchObject([{ path: 'flows' }]);
    expect(started()).toEqual(['wrong', 'right']);
    await advance();
    expect(rerun.state.value).toMatchObject({ problems: [], failure: null });
    await crash();
    await ready();
    await crash();
    expect(rerun.state.value).toMatchObject({
      problems: [],
      failure: 'The engine stopped twice: unreachable',
    });
    void rerun.again();
    expect(rerun.state.value.failure).toBeNull();
    await ready();
    await ready();
    await finish();
    expect(delivered).toEqual([['right', 2]]);
  });

  it('Rerun runs a request that comes after a refusal', async () => {
    const { rerun, started, delivered, ready, refuse, finish, settled } = setUp();
    rerun.request('wrong', 1);
    await ready();
    await refuse();
    rerun.request('right', 2);
    await settled();
    await finish();
    expect(started()).toEqual(['wrong', 'right']);
    expect(delivered).toEqual([['right', 2]]);
  });

  it('Rerun reports an engine that could not load, and loads it on request', async () => {
    const { rerun, workers, ready, settled } = setUp();
    void rerun.again();
    for (const worker of [0, 1])
      workers[worker]?.reply({ type: 'failed', run: null, message: 'The file is missing.', problems: [] });
    await settled();
    expect(rerun.state.value).toEqual({ catalogue: null, problems: [], failure: 'The file is missing.' });
    void rerun.again();
    await ready();
    expect(rerun.state.value).toEqual({ catalogue: { parts: {} }, problems: [], failure: null });
  });
});
