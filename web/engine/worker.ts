/**
 * The worker's entry: loads the engine and passes messages to `Slices`. The page's first message has the engine that another worker
 * compiled, or null.
 */

import catalogueUrl from './pkg/catalogue.json?url';
import theoryIntegrity from './pkg/theory_bg.wasm?integrity';
import theoryUrl from './pkg/theory_bg.wasm?url';
import init, { check, engine_version, Run } from './pkg/vegaslab.js';
import engineIntegrity from './pkg/vegaslab_bg.wasm?integrity';
import engineUrl from './pkg/vegaslab_bg.wasm?url';
import type { FromWorker, Loaded, ToWorker } from './protocol';
import { Failure, failure, reasonOf } from './protocol';
import type { Catalogue, Chunk, Message } from './schema';
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

/** Compiles the engine while it's loaded, or afterwards if the host doesn't serve it as wasm. */
async function compileEngine(): Promise<WebAssembly.Module> {
  const response = await fetchFile(engineUrl, engineIntegrity);
  // The body can be read only once, and a failure must be told from a file that's no wasm.
  const copy = response.clone();
  try {
    return response.headers.get('Content-Type') === 'application/wasm' && 'compileStreaming' in WebAssembly
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new Failure(await refusalOf(engineUrl, copy, error));
  }
}

/** The beginning of every wasm file. */
const WASM = [0x00, 0x61, 0x73, 0x6d];

/** Why a file that was fetched didn't compile. */
async function refusalOf(url: string, response: Response, error: unknown): Promise<Message> {
  const file = fileOf(url);
  try {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isWasm = WASM.every((byte, at) => bytes[at] === byte);
    return isWasm
      ? failure('file-refused', { file, reason: reasonOf(error) })
      : failure('file-changed', { file });
  } catch {
    return failure('file-changed', { file });
  }
}

/** Fetches a file. A failure names the file and the cause. */
async function fetchFile(url: string, integrity?: string): Promise<Response> {
  const asked = () => fetch(url, integrity === undefined ? {} : { integrity });
  const file = fileOf(url);
  let response = await asked().catch(() => null);
  if (response === null) {
    // The error doesn't say whether the server answered; a request that accepts any content does.
    const any = await fetch(url, { cache: 'no-store' }).catch(() => null);
    if (any === null) throw new Failure(failure('file-unreachable', { file }));
    response = any.ok ? await asked().catch(() => null) : any;
    if (response === null) throw new Failure(failure('file-changed', { file }));
  }
  if (!response.ok) throw new Failure(failure('file-missing', { file, status: response.status }));
  return response;
}

/** A file's name, from its address. */
function fileOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

async function load(): Promise<Loaded> {
  if (!('WebAssembly' in globalThis)) throw new Failure(failure('webassembly-off', {}));
  const [catalogue, engine] = await Promise.all([fetchCatalogue(), compileEngine()]);
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
