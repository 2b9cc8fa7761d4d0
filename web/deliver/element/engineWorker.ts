/** The worker of the bundle. Its first message contains the engine's files, because it has no address to load them from. */
import type { FromWorker, ToWorker } from '../../engine/protocol';
import type { EngineFiles } from './engineFiles';
import { type Post, postFailure, serve } from './serve';

// TypeScript has only the DOM's types, where `self` is a window. This is the part of a worker's scope that we use.
const scope = self as unknown as {
  postMessage(message: FromWorker, transfer: ArrayBufferLike[]): void;
  onmessage: ((event: MessageEvent<EngineFiles>) => void) | ((event: MessageEvent<ToWorker>) => void) | null;
};

const post: Post = (message) => {
  const columns = message.type === 'chunk' ? Object.values(message.rows).flatMap(Object.values) : [];
  scope.postMessage(
    message,
    columns.map(({ buffer }) => buffer),
  );
};

scope.onmessage = ({ data }: MessageEvent<EngineFiles>) => {
  serve(data, post).then(
    (receive) => {
      scope.onmessage = (event: MessageEvent<ToWorker>) => receive(event.data);
    },
    (error: unknown) => postFailure(post, error),
  );
};
