/**
 * The worker's entry: loads the engine and passes messages to `Slices`. The page's first message has the engine that another worker
 * compiled, or null.
 */

import { compileWasm, fetchFile, fileOf } from './files';
import catalogueUrl from './pkg/catalogue.json?url';
import theoryIntegrity from './pkg/theory_bg.wasm?integrity';
import theoryUrl from './pkg/theory_bg.wasm?url';
import init, { check, engine_version, Run } from './pkg/vegaslab.js';
import engineIntegrity from './pkg/vegaslab_bg.wasm?integrity';
import engineUrl from './pkg/vegaslab_bg.wasm?url';
import type { FromWorker, Loaded, ToWorker } from './protocol';
import { Failure, failure, reasonOf } from './protocol';
import type { Catalogue, Chunk } from './schema';
import { Slices, type Theory } from './slices';

// TypeScript has only the DOM's types, where `self` is a window. This is the part of a worker's scope that we use.
const scope = self as unknown as {
  postMessage(message: FromWorker, transfer: ArrayBufferLike[]): void;
  onmessage:
    | ((event: MessageEvent<Loaded | null>) => void)
    | ((event: MessageEvent<ToWorker>) => void)
    | null;
  onmessageerror: (() => void) | null;
};

function buffersOf(chunk: Partial<Chunk>): ArrayBufferLike[] {
  return Object.values(chunk).flatMap((columns) => Object.values(columns).map(({ buffer }) => buffer));
}

function post(message: FromWorker): void {
  scope.postMessage(message, message.type === 'chunk' ? buffersOf(message.rows) : []);
}

// A nested setTimeout waits at least 4 ms. A message to ourselves only waits for the messages already queued.
const queue = new MessageChannel();
const waiting: (() => void)[] = [];
queue.port1.onmessage = () => waiting.shift()?.();

/** The theory is a separate module, so that it doesn't delay the first drawing. */
async function loadTheory(): Promise<Theory> {
  const theory = await import('./pkg/theory.js');
  await theory.default({ module_or_path: fetch(theoryUrl, { integrity: theoryIntegrity }) });
  return theory.predict;
}

/** The catalogue is a separate file, which keeps the engine smaller. */
async function fetchCatalogue(): Promise<Catalogue> {
  const response = await fetchFile(catalogueUrl);
  try {
    return (await response.json()) as Catalogue;
  } catch {
    throw new Failure(failure('file-changed', { file: fileOf(catalogueUrl) }));
  }
}

async function load(): Promise<Loaded> {
  const [catalogue, engine] = await Promise.all([fetchCatalogue(), compileWasm(engineUrl, engineIntegrity)]);
  return { catalogue, engine };
}

async function begin(given: Loaded | null): Promise<void> {
  const { catalogue, engine } = given ?? (await load());
  await init({ module_or_path: engine });
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
  scope.onmessage = (event: MessageEvent<ToWorker>) => slices.receive(event.data);
  post({
    type: 'ready',
    engine_version: version,
    catalogue,
    ...(given === null && { engine }),
  });
}

function beginWith(given: Loaded | null): void {
  scope.onmessage = null;
  begin(given).catch((error: unknown) => {
    const reason = failure('engine-not-loaded', { reason: reasonOf(error) });
    post({ type: 'failed', run: null, message: reason.text, failure: reason, problems: [] });
  });
}

scope.onmessage = ({ data }: MessageEvent<Loaded | null>) => beginWith(data);
scope.onmessageerror = () => beginWith(null);
