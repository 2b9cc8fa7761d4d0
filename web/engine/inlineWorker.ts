/** For tests: runs the real engine on the test's own thread, with asynchronous messages as from a worker. */
import type { WorkerLike } from './client';
import { catalogue, engine, loadTrack, theory } from './nodeEngine';
import type { FromWorker, ToWorker } from './protocol';
import { Slices } from './slices';

export function inlineWorker(): WorkerLike {
  let ended = false;
  const reply = (message: FromWorker) =>
    setTimeout(() => ended || worker.onmessage?.({ data: message } as MessageEvent<FromWorker>));
  const slices = new Slices(
    {
      version: '0',
      open: engine.open,
      loadTheory: async () => theory.predict,
      loadTrack,
    },
    {
      now: () => performance.now(),
      post: reply,
      yieldThen: (callback) => setTimeout(() => ended || callback()),
    },
  );
  const worker: WorkerLike = {
    postMessage: (message: ToWorker) => setTimeout(() => ended || slices.receive(message)),
    terminate: () => {
      ended = true;
    },
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  reply({ type: 'ready', engine_version: '0', catalogue });
  return worker;
}
