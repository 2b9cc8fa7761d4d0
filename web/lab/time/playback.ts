/**
 * Moves the cursor at a given number of simulated seconds per second of real time. It follows the screen's frames, pauses while
 * the user drags a zoom selection, and stops at the end of the run and when the page is hidden.
 */
import { Observable } from '../../base/observable';
import { type Player, View } from '../../run/view';
import { SPEEDS } from './speeds';

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

export class Playback implements Player {
  readonly playing = new Observable(false);
  readonly speed = new Observable(1);
  private readonly view: View;
  private readonly frames: Frames;
  private frame = 0;
  private before: number | null = null;
  private unsubscribe: (() => void) | null = null;

  constructor(view: View, frames: Frames = SCREEN) {
    this.view = view;
    this.frames = frames;
  }

  toggle(): void {
    if (this.playing.value) this.pause();
    else this.play();
  }

  /** Plays from the cursor; without one, from the start of the visible window; at the end of the run, from its start. */
  play(): void {
    if (this.playing.value) return;
    const { whole } = this.view.looking.value;
    const from = this.view.cursor.value ?? this.view.window.from;
    this.view.hold(from < whole.to ? Math.max(from, whole.from) : whole.from);
    this.before = null;
    this.unsubscribe = this.frames.whenHidden(() => this.pause());
    this.frame = this.frames.request(this.advance);
    this.playing.set(true);
  }

  pause(): void {
    if (!this.playing.value) return;
    this.frames.cancel(this.frame);
    this.unsubscribe?.();
    this.playing.set(false);
  }

  /** Steps up or down the list of speeds. */
  changeSpeed(by: number): void {
    const place = SPEEDS.indexOf(this.speed.value) + by;
    this.speed.set(SPEEDS[Math.min(Math.max(place, 0), SPEEDS.length - 1)] ?? 1);
  }

  private readonly advance = (now_ms: number): void => {
    const { view } = this;
    const at = view.cursor.value;
    if (at === null) {
      this.pause();
      return;
    }
    const passed_ms = Math.min(now_ms - (this.before ?? now_ms), LONGEST_FRAME_MS);
    this.before = now_ms;
    if (view.selecting.value === null) {
      const end = view.looking.value.whole.to;
      const next = at + (passed_ms / 1000) * this.speed.value;
      view.runTo(Math.min(next, end), this.frames.reducedMotion());
      if (next >= end) {
        this.pause();
        return;
      }
    }
    this.frame = this.frames.request(this.advance);
  };
}

/** Creates a view with playback. */
export function newView(): View {
  return new View((view) => new Playback(view));
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
