/** Starts the bundle's own engine. In the bundle, scripts/build/element.mjs puts this in the place of web/engine/createWorker.ts. */
import type { WorkerLike } from '../../engine/client';
import { LocalEngine } from './localEngine';

export function createWorker(): WorkerLike {
  return new LocalEngine();
}
