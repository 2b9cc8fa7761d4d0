import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromWorker } from '../engine/protocol';
import type { Catalogue, Scenario, Summary } from '../engine/schema';
import { problemAt, ScriptedWorker } from '../engine/scriptedWorker';
import { Runner } from './runner';
import { type Run, Trace } from './trace';

const scenario = { links: [], flows: [], duration_s: 10 } as unknown as Scenario;

function setUp() {
  const worker = new ScriptedWorker();
  const { sent } = worker;
  const runner = new Runner(() => worker);
  const reply = (message: FromWorker) => worker.reply(message);
  const finish = (run: number) => {
    reply({ type: 'accepted', run, scenario });
    reply({ type: 'done', run, summary: { ended_at_s: 5 } as Summary });
  };
  runner.wake();
  reply({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue });
  const started = () => sent.flatMap((message) => (message.type === 'start' ? [message.scenario] : []));
  return { runner, reply, finish, started };
}

describe('runner', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', () => 1);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('runner lets a recent run finish and then starts only the latest request', () => {
    const { runner, finish, started } = setUp();
    runner.run('a');
    runner.run('b');
    runner.run('c');
    expect(started()).toEqual(['a']);
    finish(1);
    expect(started()).toEqual(['a', 'c']);
    expect(runner.state.value.shown?.id).toBe(1);
    finish(2);
    expect(runner.state.value).toMatchObject({ phase: 'done', shown: { id: 2, now_s: 5 } });
  });

  it('runner interrupts a long run for the latest request', () => {
    const { runner, started } = setUp();
    runner.run('long');
    vi.advanceTimersByTime(500);
    runner.run('new');
    vi.advanceTimersByTime(0);
    expect(started()).toEqual(['long', 'new']);
  });

  it('runner keeps showing the last run while a scenario has problems', () => {
    const { runner, reply, finish } = setUp();
    runner.run('good');
    finish(1);
    runner.run('wrong');
    const problems = [problemAt('seed', 'is negative', '0 or more')];
    reply({ type: 'failed', run: 2, message: 'The scenario has one problem.', problems });
    expect(runner.state.value).toMatchObject({ phase: 'refused', problems, shown: { id: 1 } });
    runner.run('good again');
    finish(3);
    expect(runner.state.value).toMatchObject({ phase: 'done', problems: [], shown: { id: 3 } });
  });

  it('runner never shows a run with the prediction of an older run', () => {
    const { runner, reply } = setUp();
    const prediction = (name: string) => ({ scenario: name, flows: [], intervals: [], repairs: [] });
    runner.run('a');
    reply({ type: 'accepted', run: 1, scenario });
    reply({ type: 'predicted', run: 1, prediction: prediction('a') });
    reply({ type: 'done', run: 1, summary: { ended_at_s: 5 } as Summary });
    expect(runner.state.value.shown?.prediction?.scenario).toBe('a');
    runner.run('b');
    reply({ type: 'accepted', run: 2, scenario });
    reply({ type: 'predicted', run: 1, prediction: prediction('a') });
    reply({ type: 'done', run: 2, summary: { ended_at_s: 5 } as Summary });
    expect(runner.state.value.shown).toMatchObject({ id: 2, prediction: null });
  });

  it('runner adds a prediction that arrives after the end of its run, unless a newer run is shown', () => {
    const { runner, reply, finish } = setUp();
    const prediction = { scenario: 'a', flows: [], intervals: [], repairs: [] };
    runner.run('a');
    finish(1);
    expect(runner.state.value.shown).toMatchObject({ id: 1, prediction: null });
    reply({ type: 'predicted', run: 1, prediction });
    expect(runner.state.value.shown).toMatchObject({ id: 1, prediction });
    runner.run('b');
    finish(2);
    reply({ type: 'predicted', run: 1, prediction });
    expect(runner.state.value.shown).toMatchObject({ id: 2, prediction: null });
  });

  it('runner reports the message of a crash and can repeat the run', () => {
    const { runner, reply, started } = setUp();
    runner.run('a');
    reply({ type: 'failed', run: 1, message: 'unreachable executed', problems: [] });
    expect(runner.state.value).toMatchObject({ phase: 'crashed', crash: 'unreachable executed' });
    runner.again();
    reply({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue });
    expect(started()).toEqual(['a', 'a']);
    expect(runner.state.value.crash).toBeNull();
  });

  it('runner loads the engine again if it failed before the first request', () => {
    const { runner, reply, started } = setUp();
    reply({ type: 'failed', run: null, message: 'did not load', problems: [] });
    expect(runner.state.value.phase).toBe('crashed');
    runner.again();
    expect(runner.state.value).toMatchObject({ phase: 'idle', crash: null });
    runner.run('a');
    reply({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue });
    expect(started()).toEqual(['a']);
  });

  const stored: Run = {
    id: 0,
    trace: new Trace(scenario),
    scenario,
    prediction: null,
    summary: { ended_at_s: 5 } as Summary,
    now_s: 5,
    stored: true,
  };

  it('runner with a stored run shows it until the same run is finished, and no part of that', () => {
    const { runner, reply } = setUp();
    runner.run('a', null, { stored });
    expect(runner.state.value).toMatchObject({ phase: 'running', shown: stored });
    vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => callback(0));
    reply({ type: 'accepted', run: 1, scenario });
    vi.advanceTimersByTime(500);
    reply({ type: 'chunk', run: 1, rows: {}, progress: 0.5 });
    expect(runner.state.value.shown).toBe(stored);
    reply({ type: 'done', run: 1, summary: { ended_at_s: 5 } as Summary });
    expect(runner.state.value).toMatchObject({ phase: 'done', shown: { id: 1 } });
    expect(runner.state.value.shown?.stored).toBeUndefined();
  });

  it('runner with a stored run drops it for another text', () => {
    const { runner } = setUp();
    runner.run('a', null, { stored });
    runner.run('a');
    expect(runner.state.value.shown).toBe(stored);
    runner.run('b');
    expect(runner.state.value.shown).toBeNull();
  });

  it("runner with a stored run doesn't show it over another run", () => {
    const { runner, finish } = setUp();
    runner.run('a');
    finish(1);
    runner.run('b', null, { stored });
    expect(runner.state.value.shown?.id).toBe(1);
  });

  it('runner with a stored run loads the engine once it is painted, or soon if it never is', () => {
    let created = 0;
    const runner = new Runner(() => {
      created += 1;
      return new ScriptedWorker();
    });
    runner.run('a', null, { stored });
    runner.wake();
    expect(created).toBe(0);
    vi.advanceTimersByTime(500);
    expect(created).toBe(1);
  });
});
