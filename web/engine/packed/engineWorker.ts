/** The worker of a bundle. Its first message contains the engine's files, because it has no address to load them from. */
import * as second from '../pkg/vegaslab.js?track';
import type { ToWorker } from '../protocol';
import { postFailure, postFromWorker, startTrack } from '../serve';
import type { EngineFiles } from './engineFiles';
import { serveFiles } from './serveFiles';

// TypeScript has only the DOM's types, where `self` is a window. This is the part of a worker's scope that we use.
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<EngineFiles>) => void) | ((event: MessageEvent<ToWorker>) => void) | null;
};

scope.onmessage = ({ data }: MessageEvent<EngineFiles>) => {
  serveFiles(data, () => startTrack(second, data.engine), postFromWorker).then(
    (receive) => {
      scope.onmessage = (event: MessageEvent<ToWorker>) => receive(event.data);
    },
    (error: unknown) => postFailure(postFromWorker, error),
  );
};
