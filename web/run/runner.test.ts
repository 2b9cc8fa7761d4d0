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
  const asked = () => sent.flatMap((message) => (message.type === 'window' ? [message] : []));
  /** Finishes a run whose queue is recorded until 3 s, with intervals of 2 s after that. */
  const finishLong = (text: string, run: number) => {
    runner.run(text);
    reply({ type: 'accepted', run, scenario });
    const gaps = {
      time_s: Float64Array.of(3),
      table: Uint8Array.of(3),
      key: Uint16Array.of(0),
      row: Uint32Array.of(1),
    };
    const rows = { queues: queued([1], [4]), gaps };
    const interval = (place: number, last: number) => [0, place, 5, ...[1, 9, 1, last], ...[1, 9, 1, last]];
    const queues = Float64Array.from([1, 2, 3].flatMap((place) => interval(place, place + 1)));
    reply({ type: 'chunk', run, rows, intervals: { width_s: 2, queues }, progress: 0.5 });
    reply({ type: 'done', run, summary: { ended_at_s: 8 } as Summary });
  };
  return { runner, reply, finish, finishLong, started, asked, sent };
}

const queued = (time_s: number[], packets: number[]) => ({
  time_s: Float64Array.from(time_s),
  link: new Uint16Array(time_s.length),
  bytes: Uint32Array.from(packets),
  packets: Uint32Array.from(packets),
});

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

  it('runner adds the rows of a window to the trace when they are complete', async () => {
    const { runner, reply, finishLong, asked } = setUp();
    finishLong('a', 1);
    const { shown } = runner.state.value;
    runner.look({ from: 5, to: 6 });
    expect(asked(), 'a drag may go on').toEqual([]);
    vi.advanceTimersByTime(100);
    expect(asked()).toMatchObject([{ from_s: 4, to_s: 6 }]);
    const rows = { type: 'rows', run: 1, window: 1, now_s: 5 } as const;
    reply({ ...rows, rows: { queues: queued([4.5], [8]) }, finished: false });
    expect(shown?.trace.within({ from: 5, to: 6 })).toBe(shown?.trace);
    reply({ ...rows, rows: { queues: queued([5.5], [9]) }, finished: true });
    await vi.advanceTimersByTimeAsync(0);
    const { packets } = shown?.trace.within({ from: 5, to: 6 }).rows('queues', 0) ?? {};
    expect(Array.from(packets ?? []).filter((value) => !Number.isNaN(value))).toEqual([2, 8, 9]);
    expect(runner.state.value.shown, 'panels draw again').not.toBe(shown);
    runner.look({ from: 4.2, to: 5.7 });
    vi.advanceTimersByTime(100);
    expect(asked(), 'these rows are known').toHaveLength(1);
  });

  it('runner asks only for the last window, and only once', async () => {
    const { runner, reply, finishLong, asked } = setUp();
    finishLong('a', 1);
    const { shown } = runner.state.value;
    for (const from of [4, 5, 6, 7]) runner.look({ from, to: from + 0.5 });
    vi.advanceTimersByTime(100);
    runner.look({ from: 7.1, to: 7.4 });
    vi.advanceTimersByTime(100);
    expect(asked()).toMatchObject([{ window: 1, from_s: 6, to_s: 8 }]);
    runner.look({ from: 4, to: 4.5 });
    vi.advanceTimersByTime(100);
    const rows = { type: 'rows', run: 1, rows: {}, now_s: 8, finished: true } as const;
    reply({ ...rows, window: 1 });
    await vi.advanceTimersByTimeAsync(0);
    expect(runner.state.value.shown).toBe(shown);
    reply({ ...rows, window: 2 });
    await vi.advanceTimersByTimeAsync(0);
    expect(runner.state.value.shown).not.toBe(shown);
  });

  it('runner reads windows of a finished run for several uses, and gives up those that nobody wants', async () => {
    const { runner, reply, finish, sent } = setUp();
    runner.run('a');
    finish(1);
    const windows = runner.state.value.shown?.windows;
    if (windows === undefined) throw new Error('There are no windows.');
    const received: string[] = [];
    const read = (use: 'packets' | 'table', from: number, signal?: AbortSignal) =>
      windows({
        window: { from, to: from + 1 },
        use,
        hops: use === 'packets',
        receive: (_, now_s) => received.push(`${use} from ${from} s: ${now_s} s`),
        signal,
      });
    const leaving = new AbortController();
    const all = [read('packets', 1), read('table', 2), read('packets', 3), read('table', 4, leaving.signal)];
    const rows = { type: 'rows', run: 1, rows: {} } as const;
    for (const [place, now_s] of [0.5, 1, 2, 3].entries())
      reply({ ...rows, window: place + 1, now_s, finished: false });
    expect(received).toEqual(['packets from 3 s: 2 s', 'table from 4 s: 3 s']);
    leaving.abort();
    reply({ ...rows, window: 3, now_s: 4, finished: true });
    expect(await Promise.all(all)).toEqual([false, false, true, false]);
    expect(sent.filter(({ type }) => type === 'leave')).toEqual([{ type: 'leave', run: 1, window: 4 }]);
    // A scenario that's refused leaves the run on show, and its windows.
    runner.run('bad');
    reply({ type: 'failed', run: 2, message: '', problems: [problemAt('seed', 'p', 'a')] });
    const last = read('packets', 0);
    reply({ ...rows, window: 5, now_s: 1, finished: true });
    expect(await last).toBe(true);
    const failed = read('table', 0);
    reply({ type: 'no-windows', run: 1, reason: 'no memory' });
    await expect(failed).rejects.toThrow('no memory');
    const ended = read('packets', 1);
    runner.run('b');
    reply({ type: 'accepted', run: 3, scenario });
    expect(await ended).toBe(false);
    expect(await read('packets', 1), 'the engine has another run').toBe(false);
  });

  it('runner asks for no window of a run that is whole, unfinished, or no longer in the engine', () => {
    const { runner, reply, finish, finishLong, asked } = setUp();
    const look = () => {
      runner.look({ from: 5, to: 6 });
      vi.advanceTimersByTime(100);
    };
    runner.run('whole');
    finish(1);
    look();
    finishLong('long', 2);
    runner.look({ from: 2, to: 2.5 });
    vi.advanceTimersByTime(100);
    runner.look({ from: 5, to: 6 });
    runner.run('new');
    vi.advanceTimersByTime(100);
    expect(asked()).toEqual([]);
    reply({ type: 'failed', run: 3, message: 'trap', problems: [] });
    look();
    expect(asked()).toEqual([]);
  });

  it('runner adds intervals to the trace', () => {
    const { runner, reply } = setUp();
    runner.run('a');
    reply({ type: 'accepted', run: 1, scenario });
    const queues = new Float64Array([0, 2, 5, ...[500, 900, 600, 700], ...[1, 3, 2, 2]]);
    reply({ type: 'chunk', run: 1, rows: {}, intervals: { width_s: 2, queues }, progress: 0.5 });
    reply({ type: 'done', run: 1, summary: { ended_at_s: 5 } as Summary });
    const sums = runner.state.value.shown?.trace.sums;
    expect(sums?.of('queues', 0, 'packets', { from: 4, to: 5 })).toEqual([
      { from_s: 4, to_s: 6, rows: 5, min: 1, max: 3, first: 2, last: 2 },
    ]);
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
