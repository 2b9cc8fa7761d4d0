/**
 * A finished run once more, without rows, for windows of it with every row. It goes through the run and keeps checkpoints; a window is
 * simulated from the last one before it. It has an instance of the engine of its own, because its checkpoints are copies of all memory.
 */
import { Checkpoints, type Memory } from './checkpoints';
import { type EngineRun, EVENTS_PER_STEP, type Opened, SLICE_MS } from './engineRun';
import type { Change, ToWorker } from './protocol';
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
  private request: Request | null = null;
  private begun = false;

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

  /** Asks for a window. The latest request wins. */
  look(request: Request): void {
    this.request = { ...request };
    this.begun = false;
  }

  /** Adds credit to the window that was asked for last. */
  credit(window: number | undefined, chunks: number): void {
    if (this.request !== null && this.request.window === window) this.request.credit += chunks;
  }

  /** False if there is nothing to do until a window is asked for, or has credit. */
  get busy(): boolean {
    return this.request === null ? !this.complete : this.request.credit > 0;
  }

  /** Works for a slice: on the window that was asked for, else on the way through the run. Returns the rows that it has. */
  slice(now: () => number): Rows | null {
    const end = now() + SLICE_MS;
    if (this.request === null) {
      this.goOn(() => now() < end);
      return null;
    }
    const { window, from_s, to_s, hops } = this.request;
    if (!this.begun) {
      this.begun = true;
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
    this.request.credit -= 1;
    if (finished) this.request = null;
    return { window, rows: this.run.take_chunk(), finished };
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
