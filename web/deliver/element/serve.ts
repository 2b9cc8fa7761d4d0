/** Answers the page's messages with the engine, in a worker or, where the host allows none, on the page's own thread. */

import initTheory, { predict } from '../../engine/pkg/theory.js';
import init, { check, engine_version, Run } from '../../engine/pkg/vegaslab.js';
import { type FromWorker, failure, reasonOf, type ToWorker } from '../../engine/protocol';
import { Slices } from '../../engine/slices';
import type { EngineFiles } from './engineFiles';

export type Post = (message: FromWorker) => void;

/** Starts the engine. Returns the function that receives messages. */
export async function serve(
  { engine, theory, catalogue }: EngineFiles,
  post: Post,
): Promise<(message: ToWorker) => void> {
  await init({ module_or_path: engine });
  const version = engine_version();
  const loadTheory = async () => {
    await initTheory({ module_or_path: theory });
    return predict;
  };
  const slices = new Slices(
    { version, check, open: (scenario) => new Run(scenario), loadTheory },
    { now: () => performance.now(), post, yieldThen: afterQueuedMessages() },
  );
  post({ type: 'ready', engine_version: version, catalogue });
  return (message) => slices.receive(message);
}

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
