/** Starts the engine's worker. The bundle for other pages has a file of the same name in its place: web/element/createWorker.ts. */
import type { WorkerLike } from './client';

export function createWorker(): WorkerLike {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
