/**
 * A finished run once more, without rows, for windows of it with every row. It goes through the run and keeps checkpoints; a window is
 * simulated from the last one before it. It has an instance of the engine of its own, because its checkpoints are copies of all memory.
 */
import { Checkpoints, type Memory } from './checkpoints';
import { type EngineRun, EVENTS_PER_STEP, type Opened, SLICE_MS } from './engineRun';
import { type Change, type ToWorker, WINDOW_USES, type WindowUse } from './protocol';
import type { Chunk, Scenario } from './schema';

/** An instance of the engine for windows. */
export interface TrackEngine {
  /** Null if others use the instance, too: then each window is simulated from the start. */
  memory: Memory | null;
  open(scenario: string): Opened;
}

type Request = Extract<ToWorker, { type: 'window' }>;

/** Rows of a window. */
interface Rows {
  window: number;
  rows: Partial<Chunk>;
  now_s: number;
  finished: boolean;
}

/** A time that no run reaches, s. */
const NEVER_S = 1e9;

export class Track {
  private readonly opened: Opened;
  private run: EngineRun;
  private readonly checkpoints: Checkpoints | null;
  private readonly duration_s: number;
  /** Events handled on the way through the run. */
  private events = 0;
  private complete = false;
  /** True if the memory is no longer that of the way through the run. */
  private away = false;
  private readonly requests = new Map<WindowUse, Request>();
  /** The one that has begun: the memory is on its way through this window. */
  private begun: Request | null = null;

  constructor(
    engine: TrackEngine,
    { text, changes }: { text: string; changes: readonly Change[] },
    { duration_s }: Pick<Scenario, 'duration_s'>,
  ) {
    this.duration_s = duration_s;
    const opened = engine.open(text);
    this.opened = changes.length > 0 ? opened.changed(JSON.stringify(changes)) : opened;
    this.run = this.begin();
    this.run.excerpt(NEVER_S, 2 * NEVER_S, false);
    this.checkpoints = engine.memory && new Checkpoints(engine.memory);
    this.complete = this.checkpoints === null;
  }

  /** Asks for a window. The latest request for a use wins. */
  look(request: Request): void {
    if (this.begun?.use === request.use) this.begun = null;
    this.requests.set(request.use, { ...request });
  }

  /** Gives a window up. */
  leave(window: number): void {
    const request = this.requestFor(window);
    if (request === undefined) return;
    this.requests.delete(request.use);
    if (this.begun === request) this.begun = null;
  }

  credit(window: number | undefined, chunks: number): void {
    const request = this.requestFor(window);
    if (request !== undefined) request.credit += chunks;
  }

  /** False if there is nothing to do until a window is asked for, or has credit. */
  get busy(): boolean {
    const { next } = this;
    return next === null ? !this.complete : next.credit > 0;
  }

  private requestFor(window: number | undefined): Request | undefined {
    return [...this.requests.values()].find((one) => one.window === window);
  }

  /** A window that has begun is finished before another one begins, because its way up to here would be lost. */
  private get next(): Request | null {
    if (this.begun !== null) return this.begun;
    for (const use of WINDOW_USES) {
      const request = this.requests.get(use);
      if (request !== undefined) return request;
    }
    return null;
  }

  /** Works for a slice: on a window that was asked for, else on the way through the run. Returns the rows that it has. */
  slice(now: () => number): Rows | null {
    const end = now() + SLICE_MS;
    const { next } = this;
    if (next === null) {
      this.goOn(() => now() < end);
      return null;
    }
    const { window, use, from_s, to_s, hops } = next;
    if (this.begun === null) {
      this.begun = next;
      this.away = true;
      if (this.checkpoints === null) {
        this.run.free();
        this.run = this.begin();
      }
      this.checkpoints?.goBefore(from_s);
      this.run.excerpt(from_s, to_s, hops);
    }
    let finished = false;
    do finished = this.run.step(EVENTS_PER_STEP);
    while (!finished && now() < end);
    next.credit -= 1;
    if (finished) {
      this.begun = null;
      this.requests.delete(use);
    }
    return { window, rows: this.run.take_chunk(), now_s: this.run.progress() * this.duration_s, finished };
  }

  free(): void {
    this.run.free();
    this.opened.free();
  }

  private begin(): EngineRun {
    const run = this.opened.run(false);
    if (run === undefined) throw new Error('A scenario that has run can’t be read again.');
    return run;
  }

  private goOn(hasTime: () => boolean): void {
    if (this.away) this.events = this.checkpoints?.goOn() ?? 0;
    this.away = false;
    do {
      this.complete = this.run.step(EVENTS_PER_STEP);
      this.events += EVENTS_PER_STEP;
      if (!this.complete) this.checkpoints?.pass(this.events, this.run.progress() * this.duration_s);
    } while (!this.complete && hasTime());
  }
}
