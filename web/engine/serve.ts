/** Answers the page's messages with the engine, in a worker or, where a host of the element allows none, on the page's own thread. */
import init, { engine_version, open } from './pkg/vegaslab.js';
import { type FromWorker, failure, reasonOf, type ToWorker } from './protocol';
import { Slices, type Theory } from './slices';
import type { TrackEngine } from './track';

export type Post = (message: FromWorker) => void;

// TypeScript has only the DOM's types, where `self` is a window. This is the part of a worker's scope that we use.
const scope = self as unknown as { postMessage(message: FromWorker, transfer: ArrayBufferLike[]): void };

/** Posts a message from a worker to the page. The columns of a chunk are moved, not copied. */
export const postFromWorker: Post = (message) => {
  const hasRows = message.type === 'chunk' || message.type === 'rows';
  const columns = hasRows ? Object.values(message.rows).flatMap(Object.values) : [];
  scope.postMessage(
    message,
    columns.map(({ buffer }) => buffer),
  );
};

/**
 * Starts the engine. Returns its version, and the function that receives the page's messages.
 *
 * @param loadTheory loads the theory, a separate module, so that it doesn't delay the first drawing
 * @param loadTrack starts the engine that windows of long runs need
 */
export async function serve(
  engine: WebAssembly.Module,
  loadTheory: () => Promise<Theory>,
  loadTrack: () => Promise<TrackEngine>,
  post: Post,
): Promise<{ version: string; receive: (message: ToWorker) => void }> {
  await init({ module_or_path: engine });
  const version = engine_version();
  const slices = new Slices(
    { version, open, loadTheory, loadTrack },
    { now: () => performance.now(), post, yieldThen: afterQueuedMessages() },
  );
  return { version, receive: (message) => slices.receive(message) };
}

/** The glue of the wasm package once more. */
type Second = Pick<typeof import('./pkg/vegaslab.js'), 'default' | 'open'>;

/** Starts the engine a second time, with memory of its own. */
export async function startTrack(second: Second, engine: WebAssembly.Module): Promise<TrackEngine> {
  const { memory } = await second.default({ module_or_path: engine });
  return { memory, open: second.open };
}

/** The engine that's there, for want of another thread: others on the page may use it, too, so its memory stays as it is. */
export const shareEngine = (): Promise<TrackEngine> => Promise.resolve({ memory: null, open });

/** Reports that the engine couldn't be started. */
export function postFailure(post: Post, error: unknown): void {
  const reason = failure('engine-not-loaded', { reason: reasonOf(error) });
  post({ type: 'failed', run: null, message: reason.text, failure: reason, problems: [] });
}

/** A nested setTimeout waits at least 4 ms; a message to ourselves only waits for the messages already queued. */
function afterQueuedMessages(): (callback: () => void) => void {
  const queue = new MessageChannel();
  const waiting: (() => void)[] = [];
  queue.port1.onmessage = () => waiting.shift()?.();
  return (callback) => {
    waiting.push(callback);
    queue.port2.postMessage(null);
  };
}
