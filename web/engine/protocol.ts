/**
 * The conversation between page and worker: every message there is, as two discriminated unions.
 *
 * A run has an id that only grows. A `start` ends the run before it; whatever still arrives under an older id is
 * ignored. Back-pressure is by credit: a chunk costs one, and the page gives it back once it has stored the chunk.
 */
import type { Catalogue, Chunk, EngineProblem, Message, Prediction, Scenario, Summary } from './schema';

export type ToWorker =
  /** With `summary_only` a run posts nothing before its end: no chunks, and so no credit, and no theory. */
  | { type: 'start'; run: number; scenario: string; credit: number; summary_only?: boolean }
  | { type: 'credit'; run: number; chunks: number }
  | { type: 'cancel'; run: number };

export type FromWorker =
  | { type: 'ready'; engine_version: string; catalogue: Catalogue }
  /** The scenario is valid; here it is with every preset and default written out. */
  | { type: 'accepted'; run: number; scenario: Scenario }
  | { type: 'chunk'; run: number; rows: Partial<Chunk>; progress: number }
  /** The theory's prediction. It follows the first chunk, so that no drawing waits for it. */
  | { type: 'predicted'; run: number; prediction: Prediction }
  | { type: 'done'; run: number; summary: Summary }
  | { type: 'cancelled'; run: number }
  /**
   * With problems: the scenario is at fault. Without: the engine is, and the worker is not to be used again. A `failure` says the
   * same as `message`, with its code.
   */
  | { type: 'failed'; run: number | null; message: string; failure?: Message; problems: EngineProblem[] };

/** Chunks that may be on their way at once: enough to hide the round trip, too few to fill memory. */
export const INITIAL_CREDIT = 4;
