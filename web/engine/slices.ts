/**
 * Runs a simulation in slices: simulates for a few milliseconds, posts the recorded rows, lets queued messages in, and continues while there
 * is credit. It doesn't depend on workers, so that it can be tested.
 */

import type { Change, FromWorker, Intervals, ToWorker } from './protocol';
import { failure, MOST_PROBLEMS, reasonOf } from './protocol';
import type { Chunk, EngineProblem, Message, Prediction, Scenario, Summary } from './schema';

/** A run in the wasm package. */
export interface EngineRun {
  step(max_events: number): boolean;
  progress(): number;
  /** Returns a {@link Chunk}. The wasm binding declares no type; this is the generated one. */
  take_chunk(): Partial<Chunk>;
  take_intervals(): Intervals | undefined;
  forget_rows(): void;
  summary(): string;
  free(): void;
}

/** A window of a run in the wasm package. */
export interface EngineWindow {
  step(max_events: number): boolean;
  take_chunk(): Partial<Chunk>;
  free(): void;
}

/** A scenario that was read, in the wasm package. */
export interface Opened {
  /** Returns a {@link Verdict} as JSON. */
  verdict(): string;
  /** Applies changes, a JSON list. The object itself can't be used any more. */
  changed(changes: string): Opened;
  run(intervals: boolean): EngineRun | undefined;
  /** Simulates a window of its run again. */
  window(from_s: number, to_s: number, hops: boolean): EngineWindow | undefined;
  free(): void;
}

/** The engine's answer: the scenario with all defaults, or its problems and the scenario that a link's changes made. */
interface Verdict {
  scenario: Scenario | null;
  problems: EngineProblem[];
  changed?: unknown;
}

export interface Engine {
  version: string;
  open(scenario: string): Opened;
  /** Called once, after the first chunk of the first run. */
  loadTheory(): Promise<Theory>;
}

/** Predicts a scenario with every default filled in. Returns a {@link Prediction} as JSON. */
export type Theory = (scenario: string) => string;

/** The worker's functions; tests supply fakes. */
export interface Host {
  now(): number;
  post(message: FromWorker): void;
  /** Calls `callback` after the queued messages have been delivered. */
  yieldThen(callback: () => void): void;
}

/** Less than a frame, so that a cancel is confirmed within one. */
const SLICE_MS = 12;
/** Events between two checks of the clock and of the limit: well under a millisecond of work. */
export const EVENTS_PER_STEP = 1000;

const NO_CHANGES: readonly Change[] = [];

function verdictOf(opened: Opened): Verdict {
  return JSON.parse(opened.verdict()) as Verdict;
}

type Start = Extract<ToWorker, { type: 'start' }>;

interface Current {
  id: number;
  run: EngineRun;
  /** With every default filled in. The copies of a flow are one entry. */
  scenario: Scenario;
  credit: number;
  /** Events handled, in whole steps. */
  events: number;
  limit: number;
  /** True if a slice is scheduled. Without it, two credit messages would start two loops. */
  scheduled: boolean;
  /** True once a prediction has been requested. */
  predicting: boolean;
  /** True if only the final metrics are wanted. */
  summary_only: boolean;
  /** The scenario, if windows may be asked for. */
  opened: Opened | null;
  finished: boolean;
}

/** The window that was asked for last. */
interface CurrentWindow {
  id: number;
  replay: EngineWindow;
  credit: number;
  scheduled: boolean;
}

export class Slices {
  private readonly engine: Engine;
  private readonly host: Host;
  /** The current run. One that is done stays until the next, if windows of it may be asked for. */
  private current: Current | null = null;
  private window: CurrentWindow | null = null;
  private theory: Theory | null = null;
  /** The latest run, even if it is done; null after a cancel or failure. */
  private latest: number | null = null;

  constructor(engine: Engine, host: Host) {
    this.engine = engine;
    this.host = host;
  }

  receive(message: ToWorker): void {
    switch (message.type) {
      case 'start':
        this.drop();
        this.latest = message.run;
        this.guard(message.run, () => this.start(message));
        return;
      case 'credit':
        if (this.current?.id !== message.run) return;
        if (message.window === undefined) {
          this.current.credit += message.chunks;
          this.schedule(this.current);
        } else if (message.window === this.window?.id) {
          this.window.credit += message.chunks;
          this.scheduleWindow(this.current, this.window);
        }
        return;
      case 'window':
        if (this.current?.id !== message.run) return;
        this.guard(message.run, () => this.open(message));
        return;
      case 'cancel':
        if (this.current?.id === message.run) this.drop();
        if (this.latest === message.run) this.latest = null;
        // Confirm even if the run has just ended, because the page waits for the confirmation.
        this.host.post({ type: 'cancelled', run: message.run });
        return;
    }
  }

  private start({
    run: id,
    scenario: text,
    changes = NO_CHANGES,
    origin,
    credit,
    summary_only = false,
    windows = false,
    limit = Number.POSITIVE_INFINITY,
  }: Start): void {
    let opened = this.engine.open(text);
    if (changes.length > 0) {
      if (origin === undefined) this.postOrigin(id, opened);
      opened = opened.changed(JSON.stringify(changes));
    }
    if (origin !== undefined) {
      const read = this.engine.open(origin);
      this.postOrigin(id, read);
      read.free();
    }
    const verdict = verdictOf(opened);
    const run = credit > 0 ? opened.run(windows) : undefined;
    const keeps = windows && run !== undefined;
    if (!keeps) opened.free();
    if (verdict.scenario === null) {
      const count = verdict.problems.length;
      const message = `The scenario has ${count === 1 ? 'one problem' : `${count} problems`}.`;
      const problems = verdict.problems.slice(0, MOST_PROBLEMS);
      const changed = 'changed' in verdict ? JSON.stringify(verdict.changed, null, 2) : null;
      this.host.post({ type: 'failed', run: id, message, problems, count, changed });
      return;
    }
    const { scenario } = verdict;
    const changed = changes.length > 0 && { changed: JSON.stringify(scenario, null, 2) };
    this.host.post({ type: 'accepted', run: id, scenario, ...changed });
    if (run === undefined) return;
    const idle = { events: 0, scheduled: false, predicting: false, finished: false };
    this.current = { id, run, scenario, credit, limit, summary_only, opened: keeps ? opened : null, ...idle };
    this.schedule(this.current);
  }

  /** A text that can't be read is no origin. */
  private postOrigin(run: number, opened: Opened): void {
    const { scenario } = verdictOf(opened);
    if (scenario !== null) this.host.post({ type: 'origin', run, scenario });
  }

  private schedule(current: Current): void {
    if (current.scheduled || current.credit <= 0 || current.finished) return;
    current.scheduled = true;
    this.host.yieldThen(() => {
      current.scheduled = false;
      if (this.current === current) this.guard(current.id, () => this.slice(current));
    });
  }

  private slice(current: Current): void {
    const { run, id } = current;
    const sliceStart = this.host.now();
    let finished = false;
    do {
      finished = run.step(EVENTS_PER_STEP);
      current.events += EVENTS_PER_STEP;
    } while (!finished && current.events < current.limit && this.host.now() - sliceStart < SLICE_MS);
    if (current.summary_only) run.forget_rows();
    else {
      current.credit -= 1;
      const intervals = run.take_intervals();
      this.host.post({
        type: 'chunk',
        run: id,
        rows: run.take_chunk(),
        ...(intervals && { intervals }),
        progress: run.progress(),
      });
      this.predict(current);
    }
    if (finished) {
      const summary = JSON.parse(run.summary()) as Summary;
      current.finished = true;
      if (current.opened === null) this.drop();
      this.host.post({ type: 'done', run: id, summary, events: current.events });
    } else if (current.events >= current.limit) {
      this.drop();
      this.host.post({ type: 'exceeded', run: id });
    } else {
      this.schedule(current);
    }
  }

  private open({ window: id, from_s, to_s, hops, credit }: Extract<ToWorker, { type: 'window' }>): void {
    const { current } = this;
    this.dropWindow();
    const replay = current?.opened?.window(from_s, to_s, hops);
    if (current === null || replay === undefined) return;
    this.window = { id, replay, credit, scheduled: false };
    this.scheduleWindow(current, this.window);
  }

  private scheduleWindow(current: Current, window: CurrentWindow): void {
    if (window.scheduled || window.credit <= 0) return;
    window.scheduled = true;
    this.host.yieldThen(() => {
      window.scheduled = false;
      if (this.window === window) this.guard(current.id, () => this.windowSlice(current, window));
    });
  }

  /** Slices of a window and of its run take turns. */
  private windowSlice(current: Current, window: CurrentWindow): void {
    const { replay, id } = window;
    const sliceStart = this.host.now();
    let finished = false;
    do finished = replay.step(EVENTS_PER_STEP);
    while (!finished && this.host.now() - sliceStart < SLICE_MS);
    window.credit -= 1;
    this.host.post({ type: 'rows', run: current.id, window: id, rows: replay.take_chunk(), finished });
    if (finished) this.dropWindow();
    else this.scheduleWindow(current, window);
  }

  /**
   * Predicts once per run, while the page handles the first chunk. The first prediction waits for the theory to load and may arrive after
   * the run has ended.
   */
  private predict(current: Current): void {
    if (current.predicting) return;
    current.predicting = true;
    const { id, scenario } = current;
    const ask = (theory: Theory) => {
      const prediction = JSON.parse(theory(JSON.stringify(scenario))) as Prediction;
      this.host.post({ type: 'predicted', run: id, prediction });
    };
    if (this.theory !== null) {
      ask(this.theory);
      return;
    }
    this.engine.loadTheory().then(
      (theory) => {
        this.theory = theory;
        if (this.latest === id) this.guard(id, () => ask(theory));
      },
      (error: unknown) => this.fail(id, failure('theory-not-loaded', { reason: this.messageOf(error) })),
    );
  }

  /** Runs `work` and reports an exception. After a trap the engine's memory can't be trusted, so the run is dropped without freeing it. */
  private guard(id: number, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.fail(id, this.messageOf(error));
    }
  }

  private messageOf(error: unknown): string | Message {
    if (error instanceof WebAssembly.RuntimeError)
      return failure('engine-defect', { reason: error.message, version: this.engine.version });
    return reasonOf(error);
  }

  private fail(id: number, reason: string | Message): void {
    this.current = null;
    this.window = null;
    this.latest = null;
    const message =
      typeof reason === 'string' ? { message: reason } : { message: reason.text, failure: reason };
    this.host.post({ type: 'failed', run: id, ...message, problems: [] });
  }

  private drop(): void {
    this.dropWindow();
    this.current?.run.free();
    this.current?.opened?.free();
    this.current = null;
  }

  private dropWindow(): void {
    this.window?.replay.free();
    this.window = null;
  }
}
