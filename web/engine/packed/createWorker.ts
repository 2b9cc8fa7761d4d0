/** Starts a bundle's own engine. In bundles, scripts/build/element.mjs puts this in the place of web/engine/createWorker.ts. */
import type { WorkerLike } from '../client';
import { LocalEngine } from './localEngine';

export function createWorker(): WorkerLike {
  return new LocalEngine();
}
