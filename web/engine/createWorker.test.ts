import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FromWorker } from './protocol';
import type { Catalogue } from './schema';

/** A browser's worker: records the first message, and answers when told to. */
class BrowserWorker extends EventTarget {
  static made: BrowserWorker[] = [];
  sent: unknown[] = [];

  constructor() {
    super();
    BrowserWorker.made.push(this);
  }

  postMessage(message: unknown): void {
    this.sent.push(message);
  }

  ready(engine?: WebAssembly.Module): void {
    const data: FromWorker = { type: 'ready', engine_version: '0', catalogue, ...(engine && { engine }) };
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const catalogue = { presets: [] } as unknown as Catalogue;
/** The smallest module: only its head. */
const compiled = () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));

async function start(): Promise<BrowserWorker> {
  const { createWorker } = await import('./createWorker');
  createWorker();
  const worker = BrowserWorker.made.at(-1);
  if (worker === undefined) throw new Error('no worker was made');
  return worker;
}

beforeEach(() => {
  vi.resetModules();
  BrowserWorker.made = [];
  vi.stubGlobal('Worker', BrowserWorker);
});
afterEach(() => void vi.unstubAllGlobals());

it('createWorker gives later workers what the first one compiled', async () => {
  const engine = compiled();
  const first = await start();
  expect(first.sent).toEqual([null]);
  first.ready(engine);
  for (const later of [await start(), await start()]) {
    expect(later.sent).toHaveLength(1);
    expect(later.sent[0]).toEqual({ engine, catalogue });
    expect((later.sent[0] as { engine: unknown }).engine).toBe(engine);
    later.ready();
  }
  expect((await start()).sent).toEqual([{ engine, catalogue }]);
});

it('createWorker lets workers that start before the first one is ready compile for themselves', async () => {
  const workers = [await start(), await start()];
  expect(workers.map(({ sent }) => sent)).toEqual([[null], [null]]);
  const engine = compiled();
  workers[1]?.ready(engine);
  workers[0]?.ready(compiled());
  expect(((await start()).sent[0] as { engine: unknown }).engine).toBe(engine);
});
