/**
 * Moves the cursor of a view that plays, at its number of simulated seconds per second of real time. It follows the screen's frames, pauses while
 * the user drags a zoom selection, and stops at the end of the run and when the page is hidden.
 */
import { View } from '../../run/view';

/** A source of animation frames. */
export interface Frames {
  request(callback: (now_ms: number) => void): number;
  cancel(frame: number): void;
  /** Calls back when the page is hidden; returns a function that unsubscribes. */
  whenHidden(callback: () => void): () => void;
  /** Returns true if the user prefers reduced motion. */
  reducedMotion(): boolean;
}

/** Longest step per frame: after a delay, playback continues instead of jumping over what the user couldn't see. */
const LONGEST_FRAME_MS = 100;

/** Moves the view's cursor from now on, whenever it plays. */
export function withPlayback(view: View, frames = SCREEN): View {
  let frame = 0;
  let before: number | null = null;
  let unsubscribe = () => {};
  const pause = () => view.playing.set(false);
  const advance = (now_ms: number): void => {
    const at = view.cursor.value;
    if (at === null) {
      pause();
      return;
    }
    const passed_ms = Math.min(now_ms - (before ?? now_ms), LONGEST_FRAME_MS);
    before = now_ms;
    if (view.selecting.value === null) {
      const end = view.looking.value.whole.to;
      const next = at + (passed_ms / 1000) * view.speed.value;
      view.runTo(Math.min(next, end), frames.reducedMotion());
      if (next >= end) {
        pause();
        return;
      }
    }
    frame = frames.request(advance);
  };
  view.playing.subscribe(() => {
    if (!view.playing.value) {
      frames.cancel(frame);
      unsubscribe();
      return;
    }
    // Begin at the cursor; without one, at the start of the visible window; at the end of the run, at its start.
    const { whole } = view.looking.value;
    const from = view.cursor.value ?? view.window.from;
    view.hold(from < whole.to ? Math.max(from, whole.from) : whole.from);
    before = null;
    unsubscribe = frames.whenHidden(pause);
    frame = frames.request(advance);
  });
  return view;
}

/** Creates a view with playback. */
export function newView(): View {
  return withPlayback(new View());
}

export const SCREEN: Frames = {
  request: (callback) => requestAnimationFrame(callback),
  cancel: (frame) => cancelAnimationFrame(frame),
  whenHidden: (callback) => {
    const listener = () => {
      if (document.hidden) callback();
    };
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
  reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
};
