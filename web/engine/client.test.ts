import { expect, it, vi } from 'vitest';
import { EngineClient, type WorkerLike } from './client';
import type { FromWorker, ToWorker } from './protocol';
import type { Catalogue } from './schema';
import { problemAt } from './scriptedWorker';

class FakeWorker implements WorkerLike {
  sent: ToWorker[] = [];
  terminated = false;
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  onmessageerror: WorkerLike['onmessageerror'] = null;
  postMessage(message: ToWorker) {
    this.sent.push(message);
  }
  terminate() {
    this.terminated = true;
  }
  reply(message: FromWorker) {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
  ready() {
    this.reply({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue });
  }
}

function setUp() {
  const workers: FakeWorker[] = [];
  const received: FromWorker[] = [];
  const client = new EngineClient(
    (message) => received.push(message),
    () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
  );
  const worker = (index: number): FakeWorker => {
    const found = workers[index];
    if (!found) throw new Error(`worker ${index} was not created; there are ${workers.length}`);
    return found;
  };
  return { client, received, workers, worker };
}

const chunk = (run: number): FromWorker => ({ type: 'chunk', run, rows: {}, progress: 0 });

it('engine client delays the start until the worker is ready, and then sends only the latest', () => {
  const { client, worker } = setUp();
  client.start('first');
  client.start('second');
  expect(worker(0).sent).toEqual([]);
  worker(0).ready();
  expect(worker(0).sent).toMatchObject([{ type: 'start', run: 2, scenario: 'second' }]);
});

it('engine client loads the engine after a hold, and then sends what was started', () => {
  const { client, workers, worker } = setUp();
  client.hold();
  client.wake();
  client.start('held');
  expect(workers).toEqual([]);
  client.release();
  worker(0).ready();
  expect(worker(0).sent).toMatchObject([{ type: 'start', run: 1, scenario: 'held' }]);
});

it('engine client ignores messages of an older run and gives it no credit', () => {
  const { client, worker, received } = setUp();
  client.wake();
  worker(0).ready();
  client.start('first');
  client.start('second');
  worker(0).reply(chunk(1));
  worker(0).reply(chunk(2));
  expect(received.filter((message) => message.type === 'chunk')).toHaveLength(1);
  expect(worker(0).sent.filter((message) => message.type === 'credit')).toEqual([
    { type: 'credit', run: 2, chunks: 1 },
  ]);
});

it('engine client discards a crashed worker and runs the next scenario in a new one', () => {
  const { client, worker, workers, received } = setUp();
  client.start('first');
  worker(0).ready();
  worker(0).onerror?.({ message: 'out of memory' } as ErrorEvent);
  expect(worker(0).terminated).toBe(true);
  expect(received.at(-1)).toMatchObject({ type: 'failed', run: 1, message: 'out of memory' });
  client.start('second');
  expect(workers).toHaveLength(2);
  worker(1).ready();
  expect(worker(1).sent).toMatchObject([{ type: 'start', run: 2, scenario: 'second' }]);
});

it('engine client keeps the worker if only the scenario is invalid', () => {
  const { client, worker, workers, received } = setUp();
  client.start('first');
  worker(0).ready();
  const problems = [problemAt('seed', 'is negative', '0 or more')];
  worker(0).reply({ type: 'failed', run: 1, message: 'The scenario has one problem.', problems });
  expect(received.at(-1)).toMatchObject({ type: 'failed', problems });
  client.start('second');
  expect(workers).toHaveLength(1);
  expect(worker(0).terminated).toBe(false);
});

it('engine client terminates a worker that does not confirm a cancel', () => {
  vi.useFakeTimers();
  const { client, worker, received } = setUp();
  client.start('first');
  worker(0).ready();
  client.cancel();
  worker(0).reply({ type: 'cancelled', run: 1 });
  vi.advanceTimersByTime(10_000);
  expect(worker(0).terminated).toBe(false);
  client.start('second');
  client.cancel();
  vi.advanceTimersByTime(10_000);
  expect(worker(0).terminated).toBe(true);
  expect(received.at(-1)).toMatchObject({ type: 'failed', run: 2 });
  vi.useRealTimers();
});

it('engine client confirms a cancel itself before anything has started', () => {
  const { client, worker, received } = setUp();
  client.start('first');
  client.cancel();
  expect(received).toEqual([{ type: 'cancelled', run: 1 }]);
  worker(0).ready();
  expect(worker(0).sent).toEqual([]);
});

it('engine client passes on the rows of the latest window of each use only, and gives them credit until they are complete', () => {
  const { client, worker, received } = setUp();
  client.wake();
  worker(0).ready();
  const run = client.start('first', { windows: true });
  const asked = { run, use: 'plots', from_s: 1, to_s: 2, hops: false } as const;
  const first = client.window(asked);
  const packets = client.window({ ...asked, use: 'packets', hops: true });
  const second = client.window({ ...asked, from_s: 3, to_s: 4 });
  const rows = { type: 'rows', run, rows: {}, now_s: 1 } as const;
  worker(0).reply({ ...rows, window: first, finished: false });
  worker(0).reply({ ...rows, window: second, finished: false });
  worker(0).reply({ ...rows, window: packets, finished: false });
  worker(0).reply({ ...rows, window: second, finished: true });
  client.leave({ run, use: 'packets' });
  worker(0).reply({ ...rows, window: packets, finished: true });
  const passed = received.filter((message) => message.type === 'rows');
  expect(passed.map(({ window, finished }) => [window, finished])).toEqual([
    [second, false],
    [packets, false],
    [second, true],
  ]);
  expect(worker(0).sent.slice(1)).toEqual([
    { type: 'window', ...asked, window: first, credit: 4 },
    { type: 'window', ...asked, use: 'packets', hops: true, window: packets, credit: 4 },
    { type: 'window', ...asked, window: second, from_s: 3, to_s: 4, credit: 4 },
    { type: 'credit', run, window: second, chunks: 1 },
    { type: 'credit', run, window: packets, chunks: 1 },
    { type: 'leave', run, window: packets },
  ]);
});
