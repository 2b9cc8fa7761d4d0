import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inlineWorker } from '../engine/inlineWorker';
import { scenarioOf, summaryOf } from '../engine/nodeEngine';
import type { Catalogue, Prediction, Scenario, Summary } from '../engine/schema';
import { problemAt, ScriptedWorker } from '../engine/scriptedWorker';
import { type SimulateOptions, type SimulationEvent, simulate, verdictOf } from './simulate';
import { Workers } from './workers';

/** A scripted worker that answers for the run that was started last. */
class RunWorker extends ScriptedWorker {
  get texts() {
    return this.sent.flatMap((message) => (message.type === 'start' ? [message.scenario] : []));
  }

  private get run(): number {
    return this.sent.findLast((message) => message.type === 'start')?.run ?? 0;
  }

  ready(): void {
    this.reply({ type: 'ready', engine_version: '7', catalogue: { parts: {} } as Catalogue });
  }

  accept(): void {
    const scenario = { name: this.texts.at(-1), links: [], flows: [] } as unknown as Scenario;
    this.reply({ type: 'accepted', run: this.run, scenario });
  }

  progress(progress: number): void {
    this.reply({ type: 'chunk', run: this.run, rows: {}, progress });
  }

  predict(): void {
    this.reply({ type: 'predicted', run: this.run, prediction: { scenario: 'a' } as Prediction });
  }

  done(): void {
    this.reply({ type: 'done', run: this.run, summary: { ended_at_s: 5 } as Summary, events: 9 });
  }

  finish(): void {
    this.accept();
    this.done();
  }

  crash(): void {
    this.onerror?.({ message: 'unreachable' } as ErrorEvent);
  }
}

/** Lets every consumer read the events so far. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

function setUp(size = 2) {
  const created: RunWorker[] = [];
  const workers = new Workers(size, () => {
    const worker = new RunWorker();
    created.push(worker);
    return worker;
  });
  /** Begins a simulation and lists its events. The loop is left after the event `until`. */
  const begin = (text: string, options: SimulateOptions = {}, until = '') => {
    const events: SimulationEvent[] = [];
    const controller = new AbortController();
    const read = async () => {
      for await (const event of simulate(text, { workers, signal: controller.signal, ...options })) {
        events.push(event);
        if (event.type === until) break;
      }
    };
    const over = read();
    return { events, over, controller, names: () => events.map(({ type }) => type) };
  };
  const readyAll = () => {
    for (const worker of created) if (!worker.ended && worker.texts.length === 0) worker.ready();
  };
  const worker = (place: number) => created[place] as RunWorker;
  const running = () => created.filter(({ ended }) => !ended).length;
  return { workers, created, worker, begin, readyAll, running };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a simulation returns the summary alone, or the run with its rows', async () => {
  const { begin, worker, readyAll } = setUp();
  const one = begin('a', { limit: 5000 });
  const two = begin('b', { rows: true });
  readyAll();
  expect(worker(0).sent.at(-1)).toMatchObject({ scenario: 'a', summary_only: true, limit: 5000 });
  expect(worker(1).sent.at(-1)).not.toHaveProperty('summary_only');
  worker(0).finish();
  worker(1).accept();
  worker(1).progress(0.5);
  worker(1).done();
  await Promise.all([one.over, two.over]);
  expect(one.names()).toEqual(['started', 'done']);
  expect(one.events.at(-1)).toMatchObject({ scenario: { name: 'a' }, events: 9 });
  expect(one.events.at(-1)).not.toHaveProperty('run');
  expect(two.names()).toEqual(['started', 'progress', 'done']);
  expect(two.events.at(-1)).toMatchObject({ run: { scenario: { name: 'b' }, now_s: 5, prediction: null } });
});

it('a simulation waits for the prediction if it is asked to, however late that arrives', async () => {
  const { begin, worker, readyAll } = setUp();
  const { names, events } = begin('a', { predicted: true });
  readyAll();
  worker(0).finish();
  await settled();
  expect(names()).toEqual(['started']);
  worker(0).predict();
  await settled();
  expect(events.at(-1)).toMatchObject({ type: 'done', run: { prediction: { scenario: 'a' } } });
});

it("a simulation reports the engine's refusal in its words, and a run that reached its limit, without a repetition", async () => {
  const { begin, worker, readyAll } = setUp();
  const [refused, long] = [begin('a'), begin('b')];
  readyAll();
  const problems = [problemAt('flows.0.sender.alpha', 'is above beta', '0 to 3')];
  worker(0).reply({ type: 'failed', run: 1, message: 'one problem', problems });
  worker(1).accept();
  worker(1).reply({ type: 'exceeded', run: 1 });
  await Promise.all([refused.over, long.over]);
  expect(refused.events.slice(1)).toMatchObject([
    { failure: 'flows.0.sender.alpha: is above beta; allowed: 0 to 3', problems },
  ]);
  expect(long.events.slice(1)).toMatchObject([{ type: 'failed', exceeded: true }]);
  expect(worker(0).texts).toEqual(['a']);
});

it('a simulation is the same run for two consumers of one text, with the engine itself', async () => {
  vi.useRealTimers();
  const workers = new Workers(2, inlineWorker);
  const scenario = JSON.stringify({ ...scenarioOf('ahn-fig1-vr'), duration_s: 4 });
  const verdicts = await Promise.all([
    verdictOf(simulate(scenario, { workers, rows: true })),
    verdictOf(simulate(scenario, { workers, rows: true })),
  ]);
  const [one, two] = verdicts.map((verdict) => (verdict?.type === 'done' ? verdict : null));
  expect(one?.summary.digest).toBe(summaryOf(scenario).digest);
  expect(two?.summary).toEqual(one?.summary);
  expect(two?.run?.id).not.toBe(one?.run?.id);
  expect(two?.run?.trace.rows('windows', 0)).toEqual(one?.run?.trace.rows('windows', 0));
});

it('progress never falls, even if the run is repeated, and a slow consumer gets the latest', async () => {
  const { begin, worker, readyAll } = setUp();
  const { events } = begin('a', { rows: true });
  readyAll();
  worker(0).accept();
  for (const progress of [0.1, 0.2, 0.6]) worker(0).progress(progress);
  await settled();
  worker(0).crash();
  readyAll();
  worker(1).accept();
  for (const progress of [0.1, 0.5, 0.9]) {
    worker(1).progress(progress);
    await settled();
  }
  worker(1).done();
  await settled();
  const seen = events.flatMap((event) => (event.type === 'progress' ? [event.progress] : []));
  expect(seen).toEqual([0.6, 0.6, 0.6, 0.9]);
  expect(events.map(({ type }) => type).filter((type) => type !== 'progress')).toEqual([
    'started',
    'started',
    'done',
  ]);
});

it('canceling before the start creates no worker', async () => {
  const { begin, created } = setUp();
  const { over, names } = begin('a', { signal: AbortSignal.abort() });
  await over;
  expect(names()).toEqual([]);
  expect(created).toEqual([]);
});

it('canceling while the engine loads or the run waits for a worker sends nothing', async () => {
  const { begin, worker, running, readyAll } = setUp(1);
  const loading = begin('a', { priority: 'background' });
  const waiting = begin('b', { priority: 'background' });
  waiting.controller.abort();
  loading.controller.abort();
  await Promise.all([loading.over, waiting.over]);
  readyAll();
  await settled();
  expect(worker(0).sent).toEqual([]);
  expect(waiting.names()).toEqual([]);
  expect(running()).toBe(0);
});

it('canceling during the run ends it without a verdict, and frees its worker', async () => {
  const { begin, worker, created, readyAll, running } = setUp(1);
  const { controller, over, names } = begin('a');
  const next = begin('b', { priority: 'background' });
  readyAll();
  worker(0).accept();
  await settled();
  controller.abort();
  await over;
  expect(worker(0).sent.map(({ type }) => type)).toEqual(['start', 'cancel', 'start']);
  // The run may have ended before the worker read that it's canceled.
  worker(0).reply({ type: 'done', run: 1, summary: { ended_at_s: 1 } as Summary });
  worker(0).reply({ type: 'cancelled', run: 1 });
  worker(0).finish();
  await next.over;
  expect(names()).toEqual(['started']);
  expect(next.names()).toEqual(['started', 'done']);
  await settled();
  expect(created).toHaveLength(1);
  expect(running()).toBe(0);
});

it('canceling ends the worker if nothing follows', async () => {
  const { begin, readyAll, running } = setUp();
  const { controller, over } = begin('a');
  readyAll();
  controller.abort();
  await over;
  await settled();
  expect(running()).toBe(0);
});

it('canceling of a worker that does not confirm repeats the run that follows in a new one', async () => {
  const { begin, worker, readyAll } = setUp(1);
  const stuck = begin('a');
  readyAll();
  stuck.controller.abort();
  const next = begin('b', { priority: 'background' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(worker(0).ended).toBe(true);
  readyAll();
  worker(1).finish();
  await next.over;
  expect(next.names()).toEqual(['started', 'started', 'done']);
});

it('canceling after the end changes nothing', async () => {
  const { begin, worker, readyAll } = setUp();
  const { controller, over, names } = begin('a');
  readyAll();
  worker(0).finish();
  await over;
  controller.abort();
  await settled();
  expect(names()).toEqual(['started', 'done']);
  expect(worker(0).sent.map(({ type }) => type)).toEqual(['start']);
});

it('canceling drops a verdict that nobody has read yet', async () => {
  const { begin, worker, readyAll } = setUp();
  const { controller, over, names } = begin('a');
  readyAll();
  await settled();
  worker(0).finish();
  controller.abort();
  await over;
  expect(names()).toEqual(['started']);
});

it('canceling happens to a consumer that stops reading, which frees the worker', async () => {
  const { begin, worker, readyAll, running } = setUp(1);
  const { over, names } = begin('a', { rows: true }, 'progress');
  const next = begin('b', { priority: 'background' });
  readyAll();
  worker(0).accept();
  worker(0).progress(0.1);
  await over;
  expect(worker(0).sent).toMatchObject([
    {},
    { type: 'credit' },
    { type: 'cancel', run: 1 },
    { scenario: 'b' },
  ]);
  worker(0).finish();
  await next.over;
  expect(names()).toEqual(['started', 'progress']);
  expect(worker(0).texts).toEqual(['a', 'b']);
  await settled();
  expect(running()).toBe(0);
});

it('a crash repeats the run once, in a new worker', async () => {
  const { begin, worker, created, readyAll } = setUp();
  const { over, names } = begin('a');
  readyAll();
  worker(0).accept();
  worker(0).crash();
  expect(worker(0).ended).toBe(true);
  readyAll();
  expect(worker(1).texts).toEqual(['a']);
  worker(1).finish();
  await over;
  expect(names()).toEqual(['started', 'started', 'done']);
  expect(created).toHaveLength(2);
});

it('a crash that happens again is reported, and the next run gets a new worker', async () => {
  const { begin, worker, created, readyAll } = setUp(1);
  const { over, events } = begin('a', { priority: 'background' });
  const next = begin('b', { priority: 'background' });
  readyAll();
  worker(0).crash();
  readyAll();
  worker(1).crash();
  await over;
  expect(events.at(-1)).toEqual({
    type: 'failed',
    failure: 'The engine stopped twice: unreachable',
    problems: [],
  });
  readyAll();
  worker(2).finish();
  await next.over;
  expect(next.names()).toEqual(['started', 'done']);
  expect(created).toHaveLength(3);
});

it('a crash of an engine that never loaded is reported as it is', async () => {
  const { begin, worker } = setUp();
  const { over, events } = begin('a');
  for (const place of [0, 1])
    worker(place).reply({ type: 'failed', run: null, message: 'The file is missing.', problems: [] });
  await over;
  expect(events.at(-1)).toMatchObject({ type: 'failed', failure: 'The file is missing.' });
});

it('the workers start an interactive run at once, and the others in order while fewer than all are busy', async () => {
  const { begin, created, worker, readyAll, running } = setUp(1);
  const [a, b, c] = ['a', 'b', 'c'].map((text) => begin(text, { priority: 'background' }));
  const urgent = begin('urgent');
  readyAll();
  expect(created.map(({ texts }) => texts)).toEqual([['a'], ['urgent']]);
  worker(0).finish();
  await a?.over;
  await settled();
  expect(created.map(({ texts }) => texts)).toEqual([['a'], ['urgent']]);
  expect(running()).toBe(1);
  worker(1).finish();
  await urgent.over;
  worker(1).finish();
  await b?.over;
  worker(1).finish();
  await c?.over;
  expect(created.map(({ texts }) => texts)).toEqual([['a'], ['urgent', 'b', 'c']]);
});

it('the workers are shared by runs in a row and end when idle, but for one that is kept warm', async () => {
  const { workers, begin, created, worker, readyAll, running } = setUp();
  const inARow = async () => {
    await verdictOf(simulate('a', { workers }));
    await verdictOf(simulate('b', { workers }));
  };
  const both = inARow();
  readyAll();
  worker(0).finish();
  await settled();
  worker(0).finish();
  await both;
  await settled();
  expect(created).toHaveLength(1);
  expect(running()).toBe(0);

  const release = workers.keepWarm();
  const [c, d] = [begin('c'), begin('d')];
  readyAll();
  worker(1).finish();
  worker(2).finish();
  await Promise.all([c.over, d.over]);
  await settled();
  expect(running()).toBe(1);
  const releaseOther = workers.keepWarm();
  release();
  release();
  expect(running()).toBe(1);
  releaseOther();
  expect(running()).toBe(0);
});

it('the workers read texts one after the other without running any, and know the catalogue', async () => {
  const { workers, created, worker, running } = setUp();
  const facts = workers.facts();
  worker(0).ready();
  expect((await facts).engine_version).toBe('7');
  await settled();
  expect(running()).toBe(0);
  expect((await workers.facts()).engine_version).toBe('7');

  const read = ['a', 'b'].map((text) => workers.read(text, [['seed', 2]]));
  const refused = expect(workers.read('c')).rejects.toThrow('seed: is negative; allowed: 0 or more');
  await settled();
  expect(created).toHaveLength(2);
  worker(1).ready();
  worker(1).accept();
  await settled();
  worker(1).accept();
  expect((await Promise.all(read)).map(({ name }) => name)).toEqual(['a', 'b']);
  expect(worker(1).sent).toMatchObject([
    { scenario: 'a', credit: 0, changes: [['seed', 2]] },
    { scenario: 'b', credit: 0 },
    { scenario: 'c', credit: 0 },
  ]);
  const problems = [problemAt('seed', 'is negative', '0 or more')];
  worker(1).reply({ type: 'failed', run: 3, message: '', problems });
  await refused;
});
