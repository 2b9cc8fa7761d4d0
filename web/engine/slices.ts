/**
 * Runs a simulation in slices: simulates for a few milliseconds, posts the recorded rows, lets queued messages in, and continues while there
 * is credit. It doesn't depend on workers, so that it can be tested.
 */

import { type EngineRun, EVENTS_PER_STEP, type Opened, SLICE_MS } from './engineRun';
import type { Change, FromWorker, ToWorker } from './protocol';
import { failure, MOST_PROBLEMS, reasonOf } from './protocol';
import type { EngineProblem, Message, Prediction, Scenario, Summary } from './schema';
import { Track, type TrackEngine } from './track';

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
  /** Called again only if it failed. */
  loadTrack(): Promise<TrackEngine>;
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

const NO_CHANGES: readonly Change[] = [];

function messageText(reason: string | Message): string {
  return typeof reason === 'string' ? reason : reason.text;
}

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
  /** The text and its changes, if windows may be asked for when the run is done. */
  again: { text: string; changes: readonly Change[] } | null;
}

/** A run that is done, and its windows. */
interface Past {
  id: number;
  again: NonNullable<Current['again']>;
  scenario: Scenario;
  /** Null until it's wanted and the engine for it is there. */
  track: Track | null;
  /** The windows that were asked for before that. */
  waiting: Extract<ToWorker, { type: 'window' }>[];
  scheduled: boolean;
}

export class Slices {
  private readonly engine: Engine;
  private readonly host: Host;
  private current: Current | null = null;
  /** The last run, if it's done and windows of it may be asked for. */
  private past: Past | null = null;
  private theory: Theory | null = null;
  private trackEngine: TrackEngine | null = null;
  /** Pending while the track's engine starts: a second start would put its memory in the place of the first one's. */
  private startingTrack: Promise<TrackEngine> | null = null;
  /** The latest run, even if it is done; null after a cancel or failure. */
  private latest: number | null = null;

  constructor(engine: Engine, host: Host) {
    this.engine = engine;
    this.host = host;
  }

  receive(message: ToWorker): void {
    switch (message.type) {
      case 'start':
        this.end();
        this.latest = message.run;
        this.guard(message.run, () => this.start(message));
        return;
      case 'credit':
        if (this.current?.id === message.run) {
          this.current.credit += message.chunks;
          this.schedule(this.current);
        } else if (this.past?.id === message.run) {
          this.past.track?.credit(message.window, message.chunks);
          this.scheduleTrack(this.past);
        }
        return;
      case 'window':
        if (this.past?.id === message.run) this.look(this.past, message);
        return;
      case 'leave':
        if (this.past?.id === message.run) this.leave(this.past, message.window);
        return;
      case 'cancel':
        if (this.latest === message.run) this.drop();
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
    opened.free();
    if (verdict.scenario === null) {
      const count = verdict.problems.length;
      const message = `The scenario has ${count === 1 ? 'one problem' : `${count} problems`}.`;
      const problems = verdict.problems.slice(0, MOST_PROBLEMS);
      const changed = 'changed' in verdict ? JSON.stringify(verdict.changed, null, 2) : null;
      this.host.post({ type: 'failed', run: id, message, problems, count, changed });
      return;
    }
    // A refused scenario leaves the run before it on show.
    this.drop();
    const { scenario } = verdict;
    const changed = changes.length > 0 && { changed: JSON.stringify(scenario, null, 2) };
    this.host.post({ type: 'accepted', run: id, scenario, ...changed });
    if (run === undefined) return;
    const again = windows ? { text, changes } : null;
    const idle = { events: 0, scheduled: false, predicting: false };
    this.current = { id, run, scenario, credit, limit, summary_only, again, ...idle };
    this.schedule(this.current);
  }

  /** A text that can't be read is no origin. */
  private postOrigin(run: number, opened: Opened): void {
    const { scenario } = verdictOf(opened);
    if (scenario !== null) this.host.post({ type: 'origin', run, scenario });
  }

  private schedule(current: Current): void {
    if (current.scheduled || current.credit <= 0) return;
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
      this.drop();
      this.host.post({ type: 'done', run: id, summary, events: current.events });
      this.keep(current, summary);
    } else if (current.events >= current.limit) {
      this.drop();
      this.host.post({ type: 'exceeded', run: id });
    } else {
      this.schedule(current);
    }
  }

  /** Keeps what windows of a run that's done need. If rows are missing, the way through it begins at once. */
  private keep({ id, again, scenario }: Current, { rows_thinned }: Summary): void {
    if (again === null) return;
    this.past = { id, again, scenario, track: null, waiting: [], scheduled: false };
    if (rows_thinned > 0) this.openTrack(this.past);
  }

  private look(past: Past, request: Extract<ToWorker, { type: 'window' }>): void {
    past.waiting.push(request);
    this.openTrack(past);
  }

  private leave(past: Past, window: number): void {
    past.waiting = past.waiting.filter((one) => one.window !== window);
    past.track?.leave(window);
    this.scheduleTrack(past);
  }

  /** Without an engine of their own, for want of memory for example, there are no windows. */
  private openTrack(past: Past): void {
    if (this.trackEngine === null) {
      this.startingTrack ??= this.engine.loadTrack();
      this.startingTrack.then(
        (engine) => {
          this.trackEngine = engine;
          if (this.past === past) this.openTrack(past);
        },
        (error: unknown) => {
          this.startingTrack = null;
          if (this.past !== past || past.waiting.length === 0) return;
          past.waiting = [];
          this.host.post({ type: 'no-windows', run: past.id, reason: messageText(this.messageOf(error)) });
        },
      );
      return;
    }
    const engine = this.trackEngine;
    this.guard(past.id, () => {
      past.track ??= new Track(engine, past.again, past.scenario);
      for (const request of past.waiting) past.track.look(request);
      past.waiting = [];
    });
    this.scheduleTrack(past);
  }

  private scheduleTrack(past: Past): void {
    if (past.scheduled || past.track?.busy !== true) return;
    past.scheduled = true;
    this.host.yieldThen(() => {
      past.scheduled = false;
      if (this.past === past) this.guard(past.id, () => this.trackSlice(past));
    });
  }

  private trackSlice(past: Past): void {
    const rows = past.track?.slice(() => this.host.now()) ?? null;
    if (rows !== null) this.host.post({ type: 'rows', run: past.id, ...rows });
    this.scheduleTrack(past);
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
    this.past = null;
    this.latest = null;
    const message =
      typeof reason === 'string' ? { message: reason } : { message: reason.text, failure: reason };
    this.host.post({ type: 'failed', run: id, ...message, problems: [] });
  }

  /** Ends the run. */
  private end(): void {
    this.current?.run.free();
    this.current = null;
  }

  /** Ends the run, and forgets the one that's done. */
  private drop(): void {
    this.end();
    this.past?.track?.free();
    this.past = null;
  }
}
