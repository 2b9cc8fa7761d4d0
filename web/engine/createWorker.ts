/** Starts the engine's worker. Bundles for other pages have packed/createWorker.ts in its place. */
import type { WorkerLike } from './client';
import type { FromWorker, Loaded } from './protocol';

/**
 * Engine and catalogue, as the page's first worker loaded them. The others get them, so that the engine is compiled once, however many
 * workers a sweep has.
 */
let loaded: Loaded | null = null;

export function createWorker(): WorkerLike {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'ready' && data.engine !== undefined)
      loaded ??= { engine: data.engine, catalogue: data.catalogue };
  });
  worker.postMessage(loaded);
  return worker;
}
