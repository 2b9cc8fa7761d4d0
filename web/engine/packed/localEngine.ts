/**
 * The engine of a bundle, with the interface of a worker: in a worker made of the bundle's own text or, if the host's content security
 * policy forbids such workers, on the page's thread. There, the engine also runs in slices, so that the page stays responsive.
 */
import type { WorkerLike } from '../client';
import type { FromWorker, ToWorker } from '../protocol';
import { postFailure, shareEngine } from '../serve';
import { engineFiles } from './engineFiles';
import EngineWorker from './engineWorker?worker&inline';
import { serveFiles } from './serveFiles';

export class LocalEngine implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  onmessageerror: WorkerLike['onmessageerror'] = null;
  /** Passes a message on to the engine; null until it's ready. */
  private send: ((message: ToWorker) => void) | null = null;
  private worker: Worker | null = null;
  private ended = false;

  constructor() {
    engineFiles()
      .then((files) => {
        if (this.ended) return;
        try {
          const worker = new EngineWorker();
          this.worker = worker;
          worker.onmessage = (event) => {
            this.send ??= (message) => worker.postMessage(message);
            this.post(event.data);
          };
          worker.onmessageerror = (event) => this.onmessageerror?.(event);
          worker.onerror = (event) => {
            if (this.send === null) this.serveHere();
            else this.onerror?.(event);
          };
          worker.postMessage(files);
        } catch {
          this.serveHere();
        }
      })
      .catch((error: unknown) => postFailure((message) => this.post(message), error));
  }

  postMessage(message: ToWorker): void {
    this.send?.(message);
  }

  terminate(): void {
    this.ended = true;
    this.worker?.terminate();
  }

  private serveHere(): void {
    this.worker?.terminate();
    this.worker = null;
    const post = (message: FromWorker) => this.post(message);
    // Asynchronous in both directions, like a worker's messages; the engine is ready only when it can be sent the first one.
    engineFiles()
      .then((files) => serveFiles(files, shareEngine, (message) => setTimeout(() => post(message))))
      .then((receive) => {
        this.send = (message) => setTimeout(() => this.ended || receive(message));
      })
      .catch((error: unknown) => postFailure(post, error));
  }

  private post(message: FromWorker): void {
    if (!this.ended) this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
}
