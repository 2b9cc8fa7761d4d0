/** For tests: games that the real engine runs on the test's own thread. */
import { vi } from 'vitest';
import { inlineWorker } from '../../engine/inlineWorker';
import { Workers } from '../../run/workers';
import type { HandSession } from './sessions';

export function inlineWorkers(): Workers {
  return new Workers(1, inlineWorker);
}

/** Waits until the engine has run the game's moves. */
export async function ran({ shown, game }: HandSession): Promise<void> {
  const isRun = () => {
    if (shown.value?.moves !== game.state.value.moves) throw new Error('The moves have not been run.');
  };
  await vi.waitFor(isRun, { timeout: 20_000, interval: 1 });
}
