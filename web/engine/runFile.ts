/** The page's side of the worker that writes runs as files. */
import { notStarted } from './client';
import type { Message } from './schema';
import { translateSentence } from './translate';
import type { FileRequest, Written } from './writeRun';

export type FromExportWorker =
  | { type: 'progress'; share: number }
  | ({ type: 'written'; file: Blob } & Written)
  | { type: 'failed'; reason: string | Message };

/** The subset of `Worker` that we use; tests supply a fake. */
export interface ExportWorkerLike {
  postMessage(message: FileRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromExportWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

const startWorker = (): ExportWorkerLike =>
  new Worker(new URL('./exportWorker.ts', import.meta.url), { type: 'module' });

export interface Watch {
  /** Ends it: then there is no file. */
  signal: AbortSignal;
  /** Gets the share of the run that was simulated. */
  progress(share: number): void;
}

export async function runFile(
  request: FileRequest,
  { signal, progress }: Watch,
  start = startWorker,
): Promise<Written & { file: Blob }> {
  signal.throwIfAborted();
  const worker = start();
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.onmessage = ({ data }) => {
        if (data.type === 'progress') progress(data.share);
        else if (data.type === 'written') resolve(data);
        else
          reject(new Error(typeof data.reason === 'string' ? data.reason : translateSentence(data.reason)));
      };
      worker.onerror = (event) => {
        event.preventDefault?.();
        reject(new Error(event.message || notStarted()));
      };
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}
