/** For tests: a screen whose frames the test advances, and whose page it hides. */
import type { Frames } from './playback';

export function scriptedFrames(reducedMotion = false) {
  let waiting: ((now_ms: number) => void) | null = null;
  let now = 1000;
  let hide: (() => void) | null = null;
  const frames: Frames = {
    request: (callback) => {
      waiting = callback;
      return 1;
    },
    cancel: () => {
      waiting = null;
    },
    whenHidden: (callback) => {
      hide = callback;
      return () => {
        hide = null;
      };
    },
    reducedMotion: () => reducedMotion,
  };
  /** Draws a frame after each of these times. */
  const advance = (...passing_ms: number[]) => {
    for (const passed of passing_ms) {
      now += passed;
      const next = waiting;
      waiting = null;
      next?.(now);
    }
  };
  return {
    frames,
    advance,
    /** Advances by `total_ms` in equal frames. */
    pass: (total_ms: number, frame_ms = 20) =>
      advance(...Array.from({ length: Math.ceil(total_ms / frame_ms) }, () => frame_ms)),
    waits: () => waiting !== null,
    hide: () => hide?.(),
    listening: () => hide !== null,
  };
}
