/** The worker that reads captures. It keeps the streams of its file for later requests. */
import { FileProblem } from './capture/problems';
import type { FromCaptureWorker, ToCaptureWorker } from './captureReader';
import { buffersOf, Capture } from './captureView';

// TypeScript has only the DOM's types, where `self` is a window. This is the part of a worker's scope that we use.
const scope = self as unknown as {
  postMessage(message: FromCaptureWorker, transfer?: ArrayBufferLike[]): void;
  onmessage: ((event: MessageEvent<ToCaptureWorker>) => void) | null;
};

let capture: Capture | null = null;

/** Less progress than this isn't reported. */
const STEP = 0.01;

async function answer({ id, file, wanted }: ToCaptureWorker): Promise<void> {
  let reported = Number.NEGATIVE_INFINITY;
  const progress = (share: number) => {
    if (share - reported < STEP) return;
    reported = share;
    scope.postMessage({ type: 'progress', id, share });
  };
  try {
    capture ??= new Capture(await file.arrayBuffer(), progress);
    const view = capture.view(wanted, progress);
    scope.postMessage({ type: 'view', id, view }, buffersOf(view));
  } catch (error) {
    const problem =
      error instanceof FileProblem
        ? error.problem
        : ({ code: 'unreadable', values: { reason: `${(error as Error)?.message ?? error}` } } as const);
    scope.postMessage({ type: 'failed', id, problem });
  }
}

scope.onmessage = ({ data }) => void answer(data);
