/** The worker: loads the engine and hands messages to the slice loop. Nothing else lives here. */

import { Failure, failure, reasonOf } from './failures';
import catalogueUrl from './pkg/catalogue.json?url';
import theoryIntegrity from './pkg/theory_bg.wasm?integrity';
import theoryUrl from './pkg/theory_bg.wasm?url';
import init, { check, engine_version, Run } from './pkg/vegaslab.js';
import engineIntegrity from './pkg/vegaslab_bg.wasm?integrity';
import engineUrl from './pkg/vegaslab_bg.wasm?url';
import type { FromWorker, ToWorker } from './protocol';
import type { Catalogue, Chunk } from './schema';
import { Slices, type Theory } from './slices';

// The page is compiled with the DOM's types, where `self` is a window: this is all of a worker's scope that we use.
const scope = self as unknown as {
  postMessage(message: FromWorker, transfer: ArrayBufferLike[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

function buffersOf(chunk: Partial<Chunk>): ArrayBufferLike[] {
  return Object.values(chunk).flatMap((columns) => Object.values(columns).map(({ buffer }) => buffer));
}

function post(message: FromWorker): void {
  scope.postMessage(message, message.type === 'chunk' ? buffersOf(message.rows) : []);
}

// Nested setTimeout waits at least 4 ms; a message to oneself only waits for the messages already queued.
const queue = new MessageChannel();
const waiting: (() => void)[] = [];
queue.port1.onmessage = () => waiting.shift()?.();

/** The theory is a module of its own, so that no first picture waits for it. */
async function loadTheory(): Promise<Theory> {
  const theory = await import('./pkg/theory.js');
  await theory.default({ module_or_path: fetch(theoryUrl, { integrity: theoryIntegrity }) });
  return theory.predict;
}

/** The catalogue lies beside the engine, which is the smaller for it. */
async function fetchCatalogue(): Promise<Catalogue> {
  const response = await fetch(catalogueUrl);
  if (!response.ok) throw new Failure(failure('catalogue-missing', { status: response.status }));
  return (await response.json()) as Catalogue;
}

async function begin(): Promise<void> {
  const [catalogue] = await Promise.all([
    fetchCatalogue(),
    init({ module_or_path: fetch(engineUrl, { integrity: engineIntegrity }) }),
  ]);
  const version = engine_version();
  const slices = new Slices(
    { version, check, open: (scenario) => new Run(scenario), loadTheory },
    {
      now: () => performance.now(),
      post,
      yieldThen: (callback) => {
        waiting.push(callback);
        queue.port2.postMessage(null);
      },
    },
  );
  scope.onmessage = (event) => slices.receive(event.data);
  post({
    type: 'ready',
    engine_version: version,
    catalogue,
  });
}

begin().catch((error: unknown) => {
  const words = failure('engine-not-loaded', { reason: reasonOf(error) });
  post({ type: 'failed', run: null, message: words.text, failure: words, problems: [] });
});
