/** Starts the engine from the files that a bundle contains. */
import initTheory, { predict } from '../pkg/theory.js';
import type { ToWorker } from '../protocol';
import { type Post, serve } from '../serve';
import type { TrackEngine } from '../track';
import type { EngineFiles } from './engineFiles';

/** Returns the function that receives the page's messages. */
export async function serveFiles(
  { engine, theory, catalogue }: EngineFiles,
  loadTrack: () => Promise<TrackEngine>,
  post: Post,
): Promise<(message: ToWorker) => void> {
  const loadTheory = async () => {
    await initTheory({ module_or_path: theory });
    return predict;
  };
  const { version, receive } = await serve(engine, loadTheory, loadTrack, post);
  post({ type: 'ready', engine_version: version, catalogue });
  return receive;
}
