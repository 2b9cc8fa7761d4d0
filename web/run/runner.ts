/**
 * Runs scenarios, the latest one wanted first, and says what there is to see. The page, the overlay and whatever
 * comes later hold one each; none has another way to the engine.
 */
import { Observable } from '../base/observable';
import { EngineClient, type WorkerLike } from '../engine/client';
import type { FromWorker } from '../engine/protocol';
import type { Catalogue, Prediction, Problem, Scenario } from '../engine/schema';
import { type Run, Trace } from './trace';

export type Phase = 'idle' | 'running' | 'done' | 'cancelled' | 'refused' | 'crashed';

export interface RunnerState {
  phase: Phase;
  catalogue: Catalogue | null;
  /** The latest text that the engine accepted, and the scenario that it means with nothing left out. */
  accepted: { text: string; scenario: Scenario } | null;
  /** What is wrong with the scenario that was refused last; empty once another is accepted. */
  problems: Problem[];
  /** What the engine said when it crashed. */
  crash: string | null;
  /** Share of the simulated time of the current run, 0 to 1. */
  progress: number;
  /** The run on show: the latest that has something to show. */
  shown: Run | null;
}

/** A run that ends sooner is shown whole; a longer one grows before the reader's eyes. */
const SHOW_PARTIAL_AFTER_MS = 100;
/** A run that is younger may finish before the next begins, so that a steady drag still sees results. */
const PATIENCE_MS = 60;

/** Always the same list, so that nobody takes it for news. */
const NO_PROBLEMS: Problem[] = [];

interface Wish {
  text: string;
  /** When the reader did what asked for it, on the clock of `performance.now()`; null: nobody did. */
  asked_at: number | null;
}

interface Active extends Wish {
  id: number;
  /** When the engine took it up; until then, when it was sent. */
  started_at: number;
  /** The reader has cancelled it. Until the worker answers nothing is stored or drawn: that would delay the answer. */
  ending: boolean;
  trace: Trace | null;
  prediction: Prediction | null;
}

export class Runner {
  readonly state = new Observable<RunnerState>({
    phase: 'idle',
    catalogue: null,
    accepted: null,
    problems: NO_PROBLEMS,
    crash: null,
    progress: 0,
    shown: null,
  });
  private readonly client: EngineClient;
  private active: Active | null = null;
  private next: Wish | null = null;
  private last: Wish | null = null;
  private hurry: ReturnType<typeof setTimeout> | undefined;
  private showing = false;
  private reached = 0;

  constructor(create?: () => WorkerLike) {
    this.client = new EngineClient((message) => this.hear(message), create);
  }

  /** Loads the engine and its catalogue. */
  wake(): void {
    this.client.wake();
  }

  run(text: string, asked_at: number | null = null): void {
    this.last = { text, asked_at };
    this.next = this.last;
    if (this.active === null) this.begin();
    else {
      const age = performance.now() - this.active.started_at;
      this.hurry ??= setTimeout(() => this.begin(), Math.max(0, PATIENCE_MS - age));
    }
  }

  /** The text that was wanted last, be it that it runs, waits or has run; null: none yet. */
  get wanted(): string | null {
    return this.last?.text ?? null;
  }

  /** Repeats the latest wish, for instance after a crash; where there was none yet, loads the engine again. */
  again(): void {
    if (this.last !== null) this.run(this.last.text);
    else {
      this.update({ phase: 'idle', crash: null });
      this.wake();
    }
  }

  cancel(): void {
    this.next = null;
    if (this.active === null) return;
    this.active.ending = true;
    this.client.cancel();
  }

  dispose(): void {
    clearTimeout(this.hurry);
    this.client.dispose();
  }

  private begin(): void {
    clearTimeout(this.hurry);
    this.hurry = undefined;
    if (this.next === null) return;
    const wish = this.next;
    this.next = null;
    const id = this.client.start(wish.text);
    this.active = {
      ...wish,
      id,
      started_at: performance.now(),
      ending: false,
      trace: null,
      prediction: null,
    };
    this.update({ phase: 'running', crash: null, progress: 0 });
  }

  private hear(message: FromWorker): void {
    if (message.type === 'ready') {
      this.update({ catalogue: message.catalogue });
      return;
    }
    const active = this.active;
    if (message.type === 'failed' && message.problems.length === 0) {
      this.end({ phase: 'crashed', crash: message.message });
      return;
    }
    if (message.type === 'predicted' && active === null) {
      this.add(message.run, message.prediction);
      return;
    }
    if (active === null || message.run !== active.id) return;
    switch (message.type) {
      case 'accepted':
        active.trace = new Trace(message.scenario);
        // The first run waits until the engine has been loaded, and is no longer for that.
        active.started_at = performance.now();
        this.update({ accepted: { text: active.text, scenario: message.scenario }, problems: NO_PROBLEMS });
        return;
      case 'chunk':
        if (active.ending) return;
        active.trace?.append(message.rows);
        if (performance.now() - active.started_at > SHOW_PARTIAL_AFTER_MS)
          this.showSoon(active, message.progress);
        return;
      case 'predicted':
        active.prediction = message.prediction;
        return;
      case 'done':
        if (active.trace !== null) {
          const { trace, prediction } = active;
          const { summary } = message;
          const shown = {
            id: active.id,
            trace,
            scenario: trace.scenario,
            prediction,
            summary,
            now_s: summary.ended_at_s,
          };
          this.end({ phase: 'done', progress: 1, shown });
          if (active.asked_at !== null) measurePaint(active.asked_at, active.id);
        }
        return;
      case 'cancelled':
        this.end({ phase: 'cancelled' });
        // The word first, the picture after it: drawing a long trace takes longer than ending its run.
        if (performance.now() - active.started_at > SHOW_PARTIAL_AFTER_MS) {
          requestAnimationFrame(() => {
            if (this.active === null) this.show(active);
          });
        }
        return;
      case 'failed':
        this.end({ phase: 'refused', problems: message.problems });
        return;
    }
  }

  /** Partial pictures take a quarter of the page's time at most, however large the trace has become. */
  private showSoon(active: Active, progress: number): void {
    this.reached = progress;
    if (this.showing) return;
    this.showing = true;
    requestAnimationFrame((begun) => {
      if (this.active === active && !active.ending) this.show(active);
      afterPaint(() => {
        const cost = performance.now() - begun;
        setTimeout(() => {
          this.showing = false;
        }, 3 * cost);
      });
    });
  }

  private show(active: Active): void {
    const { trace, id, prediction } = active;
    if (trace === null) return;
    const { scenario } = trace;
    const progress = this.reached;
    this.update({
      progress,
      shown: { id, trace, scenario, prediction, summary: null, now_s: progress * scenario.duration_s },
    });
  }

  /** The theory of a run that was over before the theory was loaded. */
  private add(id: number, prediction: Prediction): void {
    const { shown } = this.state.value;
    if (shown?.id === id) this.update({ shown: { ...shown, prediction } });
  }

  private end(change: Partial<RunnerState>): void {
    this.active = null;
    this.update(change);
    this.begin();
  }

  private update(change: Partial<RunnerState>): void {
    this.state.set({ ...this.state.value, ...change });
  }
}

/** Writes down how long the reader waited, from the input event to the painted panels. */
function measurePaint(asked_at: number, run: number): void {
  requestAnimationFrame(() =>
    afterPaint(() => {
      performance.measure('vegaslab:input-to-paint', {
        start: asked_at,
        end: performance.now(),
        detail: { run },
      });
    }),
  );
}

/**
 * To be called in an animation frame: what is queued there runs once the frame has been painted. With the highest
 * priority where there is one, so that drawing what lies off the screen does not come in between.
 */
function afterPaint(callback: () => void): void {
  if ('scheduler' in globalThis) {
    void scheduler.postTask(callback, { priority: 'user-blocking' });
    return;
  }
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    channel.port1.close();
    callback();
  };
  channel.port2.postMessage(null);
}
