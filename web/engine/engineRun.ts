/** The parts of the wasm package that run scenarios, as the worker uses them. */
import type { Intervals } from './protocol';
import type { Chunk } from './schema';

/** Less than a frame, so that a cancel is confirmed within one. */
export const SLICE_MS = 12;
/** Events between two checks of the clock and of the limit: well under a millisecond of work. */
export const EVENTS_PER_STEP = 1000;

/** A run in the wasm package. */
export interface EngineRun {
  step(max_events: number): boolean;
  progress(): number;
  /** Returns a {@link Chunk}. The wasm binding declares no type; this is the generated one. */
  take_chunk(): Partial<Chunk>;
  take_intervals(): Intervals | undefined;
  forget_rows(): void;
  /** Uses the run up for every row of a window, which `take_chunk` then returns. It has to be before the window, or at its start. */
  excerpt(from_s: number, to_s: number, hops: boolean): void;
  summary(): string;
  free(): void;
}

/** A scenario that was read, in the wasm package. */
export interface Opened {
  /** Returns a {@link Verdict} as JSON. */
  verdict(): string;
  /** Applies changes, a JSON list. The object itself can't be used any more. */
  changed(changes: string): Opened;
  run(intervals: boolean): EngineRun | undefined;
  free(): void;
}
