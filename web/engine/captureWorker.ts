/** The worker that reads captures. It loads the reader's wasm, and keeps the capture of its file for later requests. */
import type { CaptureProblem, FromCaptureWorker, ToCaptureWorker } from './captureReader';
import { buffersOf, readCapture, viewOf } from './captureView';
import { compileWasm } from './files';
import * as module from './pkg/capture.js';
import integrity from './pkg/capture_bg.wasm?integrity';
import url from './pkg/capture_bg.wasm?url';
import { Failure } from './protocol';
import type { FileProblem } from './schema';

// TypeScript has only the DOM's types, where `self` is a window. This is the part of a worker's scope that we use.
const scope = self as unknown as {
  postMessage(message: FromCaptureWorker, transfer?: ArrayBufferLike[]): void;
  onmessage: ((event: MessageEvent<ToCaptureWorker>) => void) | null;
};

let capture: Promise<module.Capture> | null = null;

/** Less progress than this isn't reported. */
const STEP = 0.01;

async function open(file: Blob, progress: (share: number) => void): Promise<module.Capture> {
  await module.default({ module_or_path: compileWasm(url, integrity) });
  return readCapture(module, file, progress);
}

async function answer({ id, file, wanted }: ToCaptureWorker): Promise<void> {
  let reported = 0;
  const progress = (share: number) => {
    if (share - reported < STEP) return;
    reported = share;
    scope.postMessage({ type: 'progress', id, share });
  };
  try {
    capture ??= open(file, progress);
    const view = viewOf(await capture, wanted);
    scope.postMessage({ type: 'view', id, view }, buffersOf(view));
  } catch (error) {
    scope.postMessage({ type: 'failed', id, problem: problemOf(error) });
  }
}

/** The reader's problems are the JSON in the messages of its errors. */
function problemOf(error: unknown): CaptureProblem {
  if (error instanceof Failure) return { code: 'not-loaded', values: { reason: error.reason } };
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof WebAssembly.RuntimeError) return { code: 'defect', values: { reason } };
  try {
    return JSON.parse(reason) as FileProblem;
  } catch {
    return { code: 'unreadable', values: { reason } };
  }
}

scope.onmessage = ({ data }) => void answer(data);
