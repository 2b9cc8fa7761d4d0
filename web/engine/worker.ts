/**
 * The worker's entry: loads the engine and passes messages to it. The page's first message has the engine that another worker compiled, or
 * null.
 */

import { compileWasm, fetchFile, fileOf } from './files';
import catalogueUrl from './pkg/catalogue.json?url';
import theoryIntegrity from './pkg/theory_bg.wasm?integrity';
import theoryUrl from './pkg/theory_bg.wasm?url';
import engineIntegrity from './pkg/vegaslab_bg.wasm?integrity';
import engineUrl from './pkg/vegaslab_bg.wasm?url';
import type { Loaded, ToWorker } from './protocol';
import { Failure, failure } from './protocol';
import type { Catalogue } from './schema';
import { postFailure, postFromWorker, serve, startTrack } from './serve';
import type { Theory } from './slices';

// TypeScript has only the DOM's types, where `self` is a window. This is the part of a worker's scope that we use.
const scope = self as unknown as {
  onmessage:
    | ((event: MessageEvent<Loaded | null>) => void)
    | ((event: MessageEvent<ToWorker>) => void)
    | null;
  onmessageerror: (() => void) | null;
};

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
  const { version, receive } = await serve(
    engine,
    loadTheory,
    async () => startTrack(await import('./pkg/vegaslab.js?track'), engine),
    postFromWorker,
  );
  scope.onmessage = (event: MessageEvent<ToWorker>) => receive(event.data);
  postFromWorker({
    type: 'ready',
    engine_version: version,
    catalogue,
    ...(given === null && { engine }),
  });
}

function beginWith(given: Loaded | null): void {
  scope.onmessage = null;
  begin(given).catch((error: unknown) => postFailure(postFromWorker, error));
}

scope.onmessage = ({ data }: MessageEvent<Loaded | null>) => beginWith(data);
scope.onmessageerror = () => beginWith(null);
