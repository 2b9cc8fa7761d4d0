/**
 * The messages between page and worker, as two discriminated unions, and the worker's own failures.
 *
 * Run ids only increase. A `start` ends the previous run, and the page ignores later messages with an older id. Credit provides
 * back-pressure: each chunk costs one credit, which the page returns once it has stored the chunk.
 */
import type {
  Atom,
  Catalogue,
  Chunk,
  EngineProblem,
  Message,
  Prediction,
  Problem,
  Scenario,
  Summary,
} from './schema';

/** Files that a worker loads and compiles before it's ready. */
export interface Loaded {
  engine: WebAssembly.Module;
  catalogue: Catalogue;
}

/** A new value at a path, for example `flows.0.sender.avoidance.alpha`. `engine-wasm/sim/src/scenario/changes.rs` has the rules. */
export type Change = readonly [path: string, value: Atom];

/** The tables whose rows are summed up where they're thinned. */
export const SUMMED_TABLES = ['queues', 'windows', 'rtts', 'segments'] as const;

/**
 * Intervals that have changed, per table as numbers: key, place, number of rows, then per column the least, largest, first and last value.
 * A place is a time divided by the width. If the width differs from the last one, these are all intervals. The key is a flow; for `segments`
 * it's the flow times the number of kinds, plus the kind. For `queues` it's twice the link, plus 1 for the rows with which marked packets enter.
 */
export type Intervals = { width_s: number } & Partial<
  Record<(typeof SUMMED_TABLES)[number], Float64Array<ArrayBuffer>>
>;

/** Uses of the rows of windows. The latest request for a use wins: rows of earlier ones stop. */
export const WINDOW_USES = ['plots', 'packets', 'table'] as const;

export type WindowUse = (typeof WINDOW_USES)[number];

export type ToWorker =
  /**
   * With `summary_only` a run posts only its summary: no chunks, so its credit lasts, and no theory. Without credit, the scenario is only
   * read. A run that has handled `limit` events and hasn't finished is ended.
   */
  | {
      type: 'start';
      run: number;
      scenario: string;
      /** A link's changes to the scenario. */
      changes?: readonly Change[];
      /** A text to read, too: the file from which the scenario was made. With changes it's the scenario itself, if there is no other. */
      origin?: string | undefined;
      credit: number;
      summary_only?: boolean;
      limit?: number | undefined;
      /** Once the run is done, windows of it can be simulated again; thinned rows are summed up. */
      windows?: boolean;
    }
  /**
   * Simulates a window of a run that's done again, with every row. It has credit of its own. Requests for different uses are answered one
   * after the other.
   */
  | {
      type: 'window';
      run: number;
      window: number;
      use: WindowUse;
      from_s: number;
      to_s: number;
      hops: boolean;
      credit: number;
    }
  | { type: 'credit'; run: number; window?: number; chunks: number }
  /** Ends a window whose rows nobody wants any more. */
  | { type: 'leave'; run: number; window: number }
  | { type: 'cancel'; run: number };

export type FromWorker =
  /** `engine` is there if the worker compiled it. */
  | { type: 'ready'; engine_version: string; catalogue: Catalogue; engine?: WebAssembly.Module }
  /** The scenario of `origin`. It comes before the verdict on the run's scenario. */
  | { type: 'origin'; run: number; scenario: Scenario }
  /** The scenario is valid; `scenario` has every preset and default filled in. From the worker, the copies of a flow are one entry. `changed` is its text, if a link's changes are in it. */
  | { type: 'accepted'; run: number; scenario: Scenario; changed?: string }
  | { type: 'chunk'; run: number; rows: Partial<Chunk>; intervals?: Intervals; progress: number }
  /** Rows of a window up to `now_s`, which begins before the window. They are complete with the last message, which is `finished`. */
  | {
      type: 'rows';
      run: number;
      window: number;
      rows: Partial<Chunk>;
      now_s: number;
      finished: boolean;
    }
  /** There are no windows, because their engine can't be started: for want of memory, for example. */
  | { type: 'no-windows'; run: number; reason: string }
  /** The theory's prediction. It follows the first chunk, so that it doesn't delay the first drawing. */
  | { type: 'predicted'; run: number; prediction: Prediction }
  /** `events` is the number of events that the run handled, rounded up to `EVENTS_PER_STEP`; absent for a recording. */
  | { type: 'done'; run: number; summary: Summary; events?: number }
  /** The run was ended at its limit. */
  | { type: 'exceeded'; run: number }
  | { type: 'cancelled'; run: number }
  /**
   * With problems, the scenario is invalid; these are the first of `count`. Without, the engine has failed and the worker must not be used
   * again. `failure` is `message` with its code, for translation.
   */
  | {
      type: 'failed';
      run: number | null;
      message: string;
      failure?: Message;
      problems: (Problem | EngineProblem)[];
      count?: number;
      /** The text that a link's changes made of the scenario; null if they couldn't be applied. */
      changed?: string | null;
    };

/** The most problems of a scenario that are listed; a text may have hundreds of thousands. */
export const MOST_PROBLEMS = 20;

/** Maximum chunks in flight: enough to hide the round trip, too few to fill memory. */
export const INITIAL_CREDIT = 4;

/**
 * English templates of the worker's own failures, by code. Failures are messages like the engine's, because the worker has no
 * translations.
 */
export const FAILURES = {
  'engine-not-loaded': "The engine didn't load: {reason}",
  'webassembly-off':
    'WebAssembly is off in this browser. Turn it on in the browser’s settings, or open the page in another browser. On a managed computer, ask the administrator to allow WebAssembly.',
  'file-refused':
    'This browser can’t run {file} ({reason}). Update the browser, or open the page in another one. On a managed computer, ask the administrator to allow WebAssembly on this site.',
  'file-missing':
    'The file {file} couldn’t be loaded (error {status}). Reload the page. If that doesn’t help, ask the people who run this site to put the file back.',
  'file-changed':
    'The file {file} arrived damaged, or something else came in its place. Reload the page. If that doesn’t help, ask the administrator whether a filter changes files of this site.',
  'file-unreachable':
    'The file {file} couldn’t be loaded: there’s no connection, or something blocks it. Check the connection and reload the page. On a managed computer, ask the administrator to allow the file.',
  'theory-not-loaded': "The theory didn't load: {reason}",
  'engine-defect':
    '{reason}. This is a defect of engine {version}. For details, run the scenario with the command line.',
} as const;

export function failure(code: keyof typeof FAILURES, args: Message['args']): Message {
  const text = FAILURES[code].replace(/\{(\w+)\}/g, (_, name: string) => textOf(args[name] ?? ''));
  return { code, args, text };
}

function textOf(value: number | string | Message): string {
  return typeof value === 'object' ? value.text : String(value);
}

/** An error that the page can report in its own language. */
export class Failure extends Error {
  readonly reason: Message;

  constructor(reason: Message) {
    super(reason.text);
    this.reason = reason;
  }
}

/** An error's message. */
export function reasonOf(error: unknown): string | Message {
  if (error instanceof Failure) return error.reason;
  return error instanceof Error ? error.message : String(error);
}
