/**
 * Runs the most recently requested scenario and publishes the run to show. The page uses the engine only through a runner.
 */
import { Observable } from '../base/observable';
import { EngineClient, type WorkerLike } from '../engine/client';
import type { Change, FromWorker } from '../engine/protocol';
import type { Catalogue, Prediction, Problem, Scenario } from '../engine/schema';
import { type Run, Trace, type WindowRows } from './trace';
import { contains, type TimeWindow } from './window';

export type Phase = 'idle' | 'running' | 'done' | 'cancelled' | 'refused' | 'crashed';

export interface RunnerState {
  phase: Phase;
  catalogue: Catalogue | null;
  /** The last text that the engine accepted, and its scenario with every default filled in. Its link's changes are made. */
  accepted: { text: string; scenario: Scenario; changes: readonly Change[] } | null;
  /** The last text that was only read, because a run's text was made from it. */
  origin: { text: string; scenario: Scenario } | null;
  /** The changes of the last refused scenario, and the text that they made; null if they couldn't be applied. */
  refused: { changes: readonly Change[]; text: string | null } | null;
  /** Problems of the last refused scenario; empty once another is accepted. */
  problems: Problem[];
  /** The engine's message when it crashed. */
  crash: string | null;
  /** Progress of the current run, as a share of its simulated time, 0 to 1. */
  progress: number;
  /** The run to show: the latest one with rows. */
  shown: Run | null;
}

/** Runs longer than this are shown while they run; shorter ones only when finished. */
const SHOW_PARTIAL_AFTER_MS = 100;
/** Let a run younger than this finish before the next starts, so a continuous drag still shows results. */
const GRACE_MS = 60;

/** A constant, so that observers see no change. */
const NO_PROBLEMS: Problem[] = [];

export interface RunOptions {
  /** A stored run of the text, to show until the engine has finished it. The engine loads once it is painted. */
  stored?: Run | null;
  /** A link's changes to the text. */
  changes?: readonly Change[];
  /** The file that the text was made from, if it hasn't been read yet. */
  origin?: string | undefined;
}

const NO_CHANGES: readonly Change[] = [];

interface Request {
  text: string;
  changes: readonly Change[];
  origin: string | undefined;
  /** Time of the input event that requested the run, by `performance.now()`; null without one. */
  asked_at: number | null;
}

interface Active extends Request {
  id: number;
  /** Time at which the engine accepted the run; until then, time at which it was sent. */
  started_at: number;
  /** Cancel requested. The runner drops chunks until the worker confirms, so that it can confirm sooner. */
  cancelling: boolean;
  trace: Trace | null;
  prediction: Prediction | null;
}

/** Time without another request after which a window is simulated again, ms: a drag moves it in every frame. */
const REST_MS = 30;

/** Name of the mark at each moment when a run is finished, for measurements. */
export const RUN_DONE = 'vegaslab:run-done';

export class Runner {
  readonly state = new Observable<RunnerState>({
    phase: 'idle',
    catalogue: null,
    accepted: null,
    origin: null,
    refused: null,
    problems: NO_PROBLEMS,
    crash: null,
    progress: 0,
    shown: null,
  });
  private readonly client: EngineClient;
  private active: Active | null = null;
  private next: Request | null = null;
  private last: Request | null = null;
  /** The text of the stored run on show; null if there is none. */
  private storedText: string | null = null;
  private supersedeTimer: ReturnType<typeof setTimeout> | undefined;
  /** Id of the run that the engine has; null if it has none. */
  private held: number | null = null;
  /** The windows that are simulated again, by number. */
  private readonly windows = new Map<number, WindowRows & { end(finished: boolean | Error): void }>();
  /** The window that plots will show. */
  private detail: TimeWindow | null = null;
  private detailTimer: ReturnType<typeof setTimeout> | undefined;
  private partialShown = false;
  private progress = 0;

  constructor(create?: () => WorkerLike) {
    this.client = new EngineClient((message) => this.onMessage(message), create);
  }

  /** Loads the engine and its catalogue. */
  wake(): void {
    this.client.wake();
  }

  run(
    text: string,
    asked_at: number | null = null,
    { stored = null, changes = NO_CHANGES, origin }: RunOptions = {},
  ): void {
    // Observers of the state ask what is wanted.
    this.last = { text, changes, origin, asked_at };
    if (this.storedText !== null && this.storedText !== text) {
      this.storedText = null;
      this.update({ shown: null });
    }
    if (stored !== null && this.state.value.shown === null) {
      this.storedText = text;
      this.client.hold();
      this.update({ shown: stored });
      oncePainted(() => this.client.release());
    }
    this.next = this.last;
    if (this.active === null) this.begin();
    else {
      const age = performance.now() - this.active.started_at;
      this.supersedeTimer ??= setTimeout(() => this.begin(), Math.max(0, GRACE_MS - age));
    }
  }

  /** The most recently requested text (queued, running or finished); null if there is none. */
  get wanted(): string | null {
    return this.last?.text ?? null;
  }

  /** The changes of the latest request that the engine hasn't made yet. */
  get wantedChanges(): readonly Change[] {
    return this.last?.changes ?? NO_CHANGES;
  }

  /** Repeats the latest request, for example after a crash; without one, loads the engine again. */
  again(): void {
    if (this.last !== null) this.run(this.last.text, null, this.last);
    else {
      this.update({ phase: 'idle', crash: null });
      this.wake();
    }
  }

  cancel(): void {
    this.next = null;
    if (this.active === null) return;
    this.active.cancelling = true;
    this.client.cancel();
  }

  /** Adds the rows of a window to the trace of the finished run on show, if it lacks them and no other window is asked for meanwhile. */
  look(window: TimeWindow): void {
    clearTimeout(this.detailTimer);
    if (this.detail !== null && contains(this.detail, window)) return;
    if (this.missing(window) !== null) this.detailTimer = setTimeout(() => void this.fetch(window), REST_MS);
  }

  private missing(window: TimeWindow): TimeWindow | null {
    const { shown } = this.state.value;
    return shown !== null && this.has(shown) ? shown.trace.missing(window, shown.now_s) : null;
  }

  /** True if windows of a run can be simulated again. */
  private has({ id, summary }: Pick<Run, 'id' | 'summary'>): boolean {
    return summary !== null && id === this.held;
  }

  private async fetch(asked: TimeWindow): Promise<void> {
    const { shown } = this.state.value;
    const window = this.missing(asked);
    if (shown === null || window === null) return;
    this.detail = window;
    const trace = shown.trace.detailFrom(window.from);
    const receive: WindowRows['receive'] = (rows) => trace.append(rows);
    // Without windows, plots keep their bands.
    const isWhole = await this.read(shown, { window, use: 'plots', receive }).catch(() => false);
    if (this.detail === window) this.detail = null;
    if (!isWhole) return;
    shown.trace.addDetail({ window, trace });
    const now = this.state.value.shown;
    if (now?.trace === shown.trace) this.update({ shown: { ...now } });
  }

  /** Simulates a window of a run again. */
  private read(run: Pick<Run, 'id' | 'summary' | 'now_s'>, rows: WindowRows): Promise<boolean> {
    if (!this.has(run) || rows.signal?.aborted) return Promise.resolve(false);
    const { window, use, hops = false, signal } = rows;
    for (const [id, one] of this.windows) if (one.use === use) this.endWindow(id, false);
    return new Promise((resolve, reject) => {
      const to_s = Math.min(window.to, run.now_s + 1);
      const id = this.client.window({ run: run.id, use, from_s: window.from, to_s, hops });
      const leave = () => {
        this.client.leave({ run: run.id, use });
        this.endWindow(id, false);
      };
      signal?.addEventListener('abort', leave, { once: true });
      const end = (finished: boolean | Error) => {
        signal?.removeEventListener('abort', leave);
        if (finished instanceof Error) reject(finished);
        else resolve(finished);
      };
      this.windows.set(id, { ...rows, end });
    });
  }

  private addRows({ window, rows, now_s, finished }: Extract<FromWorker, { type: 'rows' }>): void {
    this.windows.get(window)?.receive(rows, now_s);
    if (finished) this.endWindow(window, true);
  }

  private endWindow(id: number, finished: boolean | Error): void {
    const one = this.windows.get(id);
    this.windows.delete(id);
    one?.end(finished);
  }

  private endWindows(how: boolean | Error = false): void {
    clearTimeout(this.detailTimer);
    for (const id of [...this.windows.keys()]) this.endWindow(id, how);
  }

  dispose(): void {
    clearTimeout(this.supersedeTimer);
    this.endWindows();
    this.client.dispose();
  }

  private begin(): void {
    clearTimeout(this.supersedeTimer);
    this.supersedeTimer = undefined;
    if (this.next === null) return;
    const request = this.next;
    this.next = null;
    const { text, changes, origin } = request;
    clearTimeout(this.detailTimer);
    const id = this.client.start(text, { changes, origin, windows: true });
    this.active = {
      ...request,
      id,
      started_at: performance.now(),
      cancelling: false,
      trace: null,
      prediction: null,
    };
    this.update({ phase: 'running', crash: null, progress: 0 });
  }

  private onMessage(message: FromWorker): void {
    if (message.type === 'ready') {
      this.update({ catalogue: message.catalogue });
      return;
    }
    const active = this.active;
    if (message.type === 'failed' && message.problems.length === 0) {
      this.held = null;
      this.endWindows();
      this.end({ phase: 'crashed', crash: message.message });
      return;
    }
    if (message.type === 'rows') {
      this.addRows(message);
      return;
    }
    if (message.type === 'no-windows') {
      this.endWindows(new Error(message.reason));
      return;
    }
    if (message.type === 'predicted' && active === null) {
      this.addPrediction(message.run, message.prediction);
      return;
    }
    if (active === null || message.run !== active.id) return;
    switch (message.type) {
      case 'origin':
        this.update({ origin: { text: active.origin ?? active.text, scenario: message.scenario } });
        return;
      case 'accepted':
        this.accept(active, message);
        return;
      case 'chunk':
        if (active.cancelling) return;
        active.trace?.append(message.rows, message.intervals);
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
          const ended = { id: active.id, summary, now_s: summary.ended_at_s };
          const windows = (rows: WindowRows) => this.read(ended, rows);
          const shown = { ...ended, trace, scenario: trace.scenario, prediction, windows };
          performance.mark(RUN_DONE);
          this.storedText = null;
          this.end({ phase: 'done', progress: 1, shown });
          if (active.asked_at !== null) measurePaint(active.asked_at, active.id);
        }
        return;
      case 'cancelled':
        this.held = null;
        this.endWindows();
        this.end({ phase: 'cancelled' });
        // Publish the phase first: drawing a long trace takes longer than cancelling its run.
        if (performance.now() - active.started_at > SHOW_PARTIAL_AFTER_MS) {
          requestAnimationFrame(() => {
            if (this.active === null) this.show(active);
          });
        }
        return;
      case 'failed':
        this.end({
          phase: 'refused',
          problems: message.problems,
          refused: { changes: active.changes, text: message.changed ?? null },
        });
        return;
    }
  }

  private accept(active: Active, { scenario, changed }: Extract<FromWorker, { type: 'accepted' }>): void {
    this.endWindows();
    this.held = active.id;
    active.trace = new Trace(scenario);
    // Don't count the time that the first run waits for the engine to load.
    active.started_at = performance.now();
    const { changes } = active;
    if (changed !== undefined) {
      const made = { text: changed, changes: NO_CHANGES, origin: undefined };
      if (this.last?.changes === changes) this.last = { ...this.last, ...made };
      Object.assign(active, made);
    }
    this.update({ accepted: { text: active.text, scenario, changes }, problems: NO_PROBLEMS, refused: null });
  }

  /** Shows the rows so far. Throttled so that drawing takes at most a quarter of the page's time, however long the trace is. */
  private showSoon(active: Active, progress: number): void {
    this.progress = progress;
    // The stored run is the same run, and whole.
    if (this.partialShown || this.storedText !== null) return;
    this.partialShown = true;
    requestAnimationFrame((frameStart) => {
      if (this.active === active && !active.cancelling) this.show(active);
      afterPaint(() => {
        const cost = performance.now() - frameStart;
        setTimeout(() => {
          this.partialShown = false;
        }, 3 * cost);
      });
    });
  }

  private show(active: Active): void {
    const { trace, id, prediction } = active;
    if (trace === null || this.storedText !== null) return;
    const { scenario } = trace;
    const progress = this.progress;
    this.update({
      progress,
      shown: { id, trace, scenario, prediction, summary: null, now_s: progress * scenario.duration_s },
    });
  }

  /** Adds the prediction of a run that finished before the theory was loaded. */
  private addPrediction(id: number, prediction: Prediction): void {
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

/** Measures the time from the input event until the panels are painted. */
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

/** A page in the background isn't painted, so wait no longer than this. */
const PAINTED_WITHIN_MS = 500;

/** Calls `callback` once the next animation frame has been painted. */
function oncePainted(callback: () => void): void {
  const timer = setTimeout(callback, PAINTED_WITHIN_MS);
  requestAnimationFrame(() =>
    afterPaint(() => {
      clearTimeout(timer);
      callback();
    }),
  );
}

/**
 * Calls `callback` once the current animation frame has been painted. Uses the highest task priority if the browser supports priorities,
 * so that drawing off-screen panels doesn't delay it.
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
