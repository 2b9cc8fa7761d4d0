/**
 * The page's side of the worker that reads captures. Each request names the file, so canceling one ends the worker at once, and a later
 * request reads the file again in a new one.
 */
import type { CaptureView, Choice } from './captureView';
import type { FileProblem, Message } from './schema';

/** Why a capture isn't shown: a problem of the file, or of reading it. */
export type CaptureProblem =
  | FileProblem
  | { code: 'unreadable'; values: { reason: string } }
  /** The reader failed, or the browser has no more memory for it. */
  | { code: 'defect'; values: { reason: string } }
  /** The reader's wasm can't be loaded. */
  | { code: 'not-loaded'; values: { reason: Message } }
  /** The browser doesn't say why it started no worker. */
  | { code: 'not-started' };

export class CaptureError extends Error {
  override name = 'CaptureError';
  readonly problem: CaptureProblem;

  constructor(problem: CaptureProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

export interface ToCaptureWorker {
  id: number;
  file: Blob;
  wanted: Partial<Choice>;
}

export type FromCaptureWorker =
  | { type: 'progress'; id: number; share: number }
  | { type: 'view'; id: number; view: CaptureView }
  | { type: 'failed'; id: number; problem: CaptureProblem };

/** The subset of `Worker` that we use; tests supply a fake. */
export interface CaptureWorkerLike {
  postMessage(message: ToCaptureWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromCaptureWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

const startWorker = (): CaptureWorkerLike =>
  new Worker(new URL('./captureWorker.ts', import.meta.url), { type: 'module' });

interface Request {
  id: number;
  progress(share: number): void;
  resolve(view: CaptureView | null): void;
  reject(error: Error): void;
}

export class CaptureReader {
  private readonly file: Blob;
  private readonly start: () => CaptureWorkerLike;
  private worker: CaptureWorkerLike | null = null;
  private request: Request | null = null;
  private latest = 0;

  constructor(file: Blob, start = startWorker) {
    this.file = file;
    this.start = start;
  }

  /**
   * Reads a view; parts of the choice that are left out are guessed. A later call replaces an earlier one.
   * @returns null if it was canceled or replaced. Rejects with a `CaptureError`.
   */
  read(wanted: Partial<Choice>, progress: (share: number) => void): Promise<CaptureView | null> {
    this.request?.resolve(null);
    this.latest += 1;
    const id = this.latest;
    return new Promise((resolve, reject) => {
      this.request = { id, progress, resolve, reject };
      try {
        this.worker ??= this.connect();
        this.worker.postMessage({ id, file: this.file, wanted });
      } catch {
        this.fail({ code: 'not-started' });
      }
    });
  }

  /** Ends the worker at once, whatever it's doing. */
  cancel(): void {
    this.worker?.terminate();
    this.worker = null;
    this.request?.resolve(null);
    this.request = null;
  }

  private connect(): CaptureWorkerLike {
    const worker = this.start();
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.fail(
        event.message ? { code: 'unreadable', values: { reason: event.message } } : { code: 'not-started' },
      );
    };
    return worker;
  }

  private receive(message: FromCaptureWorker): void {
    const { request } = this;
    if (request === null || message.id !== request.id) return;
    if (message.type === 'progress') {
      request.progress(message.share);
      return;
    }
    if (message.type === 'failed') {
      this.fail(message.problem);
      return;
    }
    this.request = null;
    request.resolve(message.view);
  }

  /** A worker that failed isn't used again. */
  private fail(problem: CaptureProblem): void {
    const { request } = this;
    this.request = null;
    this.cancel();
    request?.reject(new CaptureError(problem));
  }
}
