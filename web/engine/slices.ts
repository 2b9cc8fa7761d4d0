/**
 * Cuts a run into slices, independent of workers so that it can be tested: simulates for a few milliseconds, posts
 * the recorded rows, lets queued messages in, and continues while there is credit.
 */
import { failure, reasonOf } from './failures';
import type { FromWorker, ToWorker } from './protocol';
import type { Chunk, EngineProblem, Message, Prediction, Scenario, Summary } from './schema';

/** A run, as the wasm package offers it. */
export interface EngineRun {
  step(max_events: number): boolean;
  progress(): number;
  /** A {@link Chunk}: the binding cannot say so, the generated type does. */
  take_chunk(): Partial<Chunk>;
  forget_rows(): void;
  summary(): string;
  free(): void;
}

export interface Engine {
  version: string;
  check(text: string): string;
  open(scenario: string): EngineRun;
  /** Asked for once, after the first chunk of the first run. */
  loadTheory(): Promise<Theory>;
}

/** Predicts a fully written-out scenario: returns a {@link Prediction} as text. */
export type Theory = (scenario: string) => string;

export interface Surroundings {
  now(): number;
  post(message: FromWorker): void;
  /** Calls back after the messages that are waiting have been delivered. */
  yieldThen(callback: () => void): void;
}

/** Short enough that a cancel waits for less than a frame. */
const SLICE_MS = 12;
/** Events between two looks at the clock: well below a millisecond of work. */
const EVENTS_PER_STEP = 1000;

type Start = Extract<ToWorker, { type: 'start' }>;

interface Current {
  id: number;
  run: EngineRun;
  /** Written out. */
  scenario: Scenario;
  credit: number;
  /** A slice is scheduled; without this, credit that arrives twice would start two loops. */
  scheduled: boolean;
  /** The theory has been asked. */
  asked: boolean;
  /** True if only the final metrics are wanted. */
  summary_only: boolean;
}

export class Slices {
  private readonly engine: Engine;
  private readonly around: Surroundings;
  private current: Current | null = null;
  private theory: Theory | null = null;
  /** The latest run that still counts, also when it is done. */
  private latest: number | null = null;

  constructor(engine: Engine, around: Surroundings) {
    this.engine = engine;
    this.around = around;
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
        this.current.credit += message.chunks;
        this.schedule(this.current);
        return;
      case 'cancel':
        if (this.current?.id === message.run) this.drop();
        if (this.latest === message.run) this.latest = null;
        // Also answered when the run had just ended: the page waits for this word to say that it is free.
        this.around.post({ type: 'cancelled', run: message.run });
        return;
    }
  }

  private start({ run: id, scenario: text, credit, summary_only = false }: Start): void {
    const verdict = JSON.parse(this.engine.check(text)) as {
      scenario: Scenario | null;
      problems: EngineProblem[];
    };
    if (verdict.scenario === null) {
      const count = verdict.problems.length;
      const message = `The scenario has ${count === 1 ? 'one problem' : `${count} problems`}.`;
      this.around.post({ type: 'failed', run: id, message, problems: verdict.problems });
      return;
    }
    const { scenario } = verdict;
    const run = this.engine.open(text);
    this.current = { id, run, scenario, credit, scheduled: false, asked: false, summary_only };
    this.around.post({ type: 'accepted', run: id, scenario });
    this.schedule(this.current);
  }

  private schedule(current: Current): void {
    if (current.scheduled || current.credit <= 0) return;
    current.scheduled = true;
    this.around.yieldThen(() => {
      current.scheduled = false;
      if (this.current === current) this.guard(current.id, () => this.slice(current));
    });
  }

  private slice(current: Current): void {
    const { run, id } = current;
    const begun = this.around.now();
    let finished = false;
    do {
      finished = run.step(EVENTS_PER_STEP);
    } while (!finished && this.around.now() - begun < SLICE_MS);
    if (current.summary_only) run.forget_rows();
    else {
      current.credit -= 1;
      this.around.post({ type: 'chunk', run: id, rows: run.take_chunk(), progress: run.progress() });
      this.predict(current);
    }
    if (finished) {
      const summary = JSON.parse(run.summary()) as Summary;
      this.drop();
      this.around.post({ type: 'done', run: id, summary });
    } else {
      this.schedule(current);
    }
  }

  /**
   * Predicts once per run, while the page handles the first chunk. The first time, the theory has to be loaded: its report then arrives
   * once it's ready, possibly after the run's end.
   */
  private predict(current: Current): void {
    if (current.asked) return;
    current.asked = true;
    const { id, scenario } = current;
    const ask = (theory: Theory) => {
      const prediction = JSON.parse(theory(JSON.stringify(scenario))) as Prediction;
      this.around.post({ type: 'predicted', run: id, prediction });
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
      (error: unknown) => this.fail(id, failure('theory-not-loaded', { reason: this.wordsOf(error) })),
    );
  }

  /** After a trap the engine's memory cannot be trusted, not even to free it: forget it and say so. */
  private guard(id: number, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.fail(id, this.wordsOf(error));
    }
  }

  private wordsOf(error: unknown): string | Message {
    if (error instanceof WebAssembly.RuntimeError)
      return failure('engine-defect', { reason: error.message, version: this.engine.version });
    return reasonOf(error);
  }

  private fail(id: number, words: string | Message): void {
    this.current = null;
    this.latest = null;
    const message = typeof words === 'string' ? { message: words } : { message: words.text, failure: words };
    this.around.post({ type: 'failed', run: id, ...message, problems: [] });
  }

  private drop(): void {
    this.current?.run.free();
    this.current = null;
  }
}
