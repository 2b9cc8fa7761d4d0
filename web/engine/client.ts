/**
 * The page's side of the protocol: creates the worker, numbers the runs, replaces a worker that failed, and translates the engine's texts
 * when they arrive.
 */
import { t } from '../base/words/words';
import { withCopies } from './copies';
import { createWorker } from './createWorker';
import { type Change, type FromWorker, INITIAL_CREDIT, type ToWorker, type WindowUse } from './protocol';
import { translateMessage } from './translate';

/** The subset of `Worker` that we use; tests supply a fake. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

/** Why there is no worker. The browser doesn't say whether its script is missing or blocked, or whether the page mustn't have one. */
export function notStarted(): string {
  return t(
    'The engine’s script couldn’t be started: it’s missing, or something blocks it. Reload the page. If that doesn’t help, update the browser, or ask the administrator to allow this site’s scripts and workers.',
  );
}

/** A worker confirms a cancel between two slices. After this time without an answer, it is considered stuck. */
const ANSWER_WITHIN_MS = 2000;

type Start = Extract<ToWorker, { type: 'start' }>;

/** A window of a run that's done. With `hops` it has the packets on links, too. */
export interface WindowRequest {
  run: number;
  use: WindowUse;
  from_s: number;
  to_s: number;
  hops: boolean;
}

export class EngineClient {
  private readonly listener: (message: FromWorker) => void;
  private readonly create: () => WorkerLike;
  private worker: WorkerLike | null = null;
  private ready = false;
  private latest = 0;
  private latestWindow = 0;
  /** The window of each use whose rows are wanted. */
  private readonly windows = new Map<WindowUse, number>();
  /** The start to send once the worker is ready, because messages to a loading worker can be lost. */
  private unsent: ToWorker | null = null;
  /** True while loading the engine is put off. */
  private held = false;
  private cancelTimeout: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: (message: FromWorker) => void, create: () => WorkerLike = createWorker) {
    this.listener = listener;
    this.create = create;
  }

  /** Loads the engine before the first run, to get its catalogue. */
  wake(): void {
    if (this.held || this.worker !== null) return;
    try {
      this.worker = this.connect();
    } catch {
      // Not before `start` has returned its run.
      queueMicrotask(() => this.crash(notStarted()));
    }
  }

  /** Puts off loading the engine until `release`, because something else needs the network and the processor first. */
  hold(): void {
    this.held = true;
  }

  release(): void {
    if (!this.held) return;
    this.held = false;
    this.wake();
  }

  /** Starts a run, which ends the previous one. Returns the run's id. */
  start(scenario: string, options: Omit<Start, 'type' | 'run' | 'scenario' | 'credit'> = {}): number {
    return this.begin({ scenario, credit: INITIAL_CREDIT, ...options });
  }

  /** Has a scenario read without running it, which ends the previous run. */
  read(scenario: string, changes: readonly Change[] = []): void {
    this.begin({ scenario, changes, credit: 0 });
  }

  private begin(start: Omit<Start, 'type' | 'run'>): number {
    this.latest += 1;
    this.wake();
    this.send({ type: 'start', run: this.latest, ...start });
    return this.latest;
  }

  /**
   * Has a window of the last run that was accepted simulated again, with every row. Ends the previous window of this use. Returns the window's
   * id. The run must have been started with `windows`.
   */
  window(request: WindowRequest): number {
    this.latestWindow += 1;
    this.windows.set(request.use, this.latestWindow);
    this.send({ type: 'window', window: this.latestWindow, credit: INITIAL_CREDIT, ...request });
    return this.latestWindow;
  }

  /** Ends a window. */
  leave({ run, use }: Pick<WindowRequest, 'run' | 'use'>): void {
    const window = this.windows.get(use);
    if (window !== undefined) this.send({ type: 'leave', run, window });
    this.windows.delete(use);
  }

  /** Requests the end of the current run; the worker confirms it with `cancelled`. */
  cancel(): void {
    this.send({ type: 'cancel', run: this.latest });
    if (this.worker === null || !this.ready) return;
    this.cancelTimeout ??= setTimeout(
      () => this.crash(t('it didn’t respond when canceled')),
      ANSWER_WITHIN_MS,
    );
  }

  dispose(): void {
    clearTimeout(this.cancelTimeout);
    this.cancelTimeout = undefined;
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    this.held = false;
    this.unsent = null;
  }

  private send(message: ToWorker): void {
    if (this.ready) this.worker?.postMessage(message);
    else if (message.type === 'start') this.unsent = message;
    else if (message.type === 'cancel' && this.unsent !== null) {
      // Nothing has started yet, so there is nothing to cancel.
      this.unsent = null;
      this.listener({ type: 'cancelled', run: message.run });
    }
  }

  private connect(): WorkerLike {
    const worker = this.create();
    worker.onmessage = (event) => this.receive(translateMessage(event.data));
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.crash(event.message || notStarted());
    };
    worker.onmessageerror = () => this.crash(t('A message from the engine couldn’t be read.'));
    return worker;
  }

  private receive(message: FromWorker): void {
    if (message.type === 'ready') {
      this.ready = true;
      this.listener(message);
      if (this.unsent !== null) this.worker?.postMessage(this.unsent);
      this.unsent = null;
      return;
    }
    if (message.type === 'failed' && message.problems.length === 0) {
      this.crash(message.message);
      return;
    }
    if (message.type === 'cancelled') {
      clearTimeout(this.cancelTimeout);
      this.cancelTimeout = undefined;
    }
    // The latest run may have been refused; then there are windows of the one before it.
    if (message.type === 'rows') {
      const { run, window, finished } = message;
      const isWanted = () => [...this.windows.values()].includes(window);
      if (!isWanted()) return;
      this.listener(message);
      if (!finished && isWanted()) this.send({ type: 'credit', run, window, chunks: 1 });
      return;
    }
    if (message.type === 'no-windows') {
      this.listener(message);
      return;
    }
    if (message.run !== this.latest) return;
    this.listener(
      message.type === 'accepted' || message.type === 'origin'
        ? { ...message, scenario: withCopies(message.scenario) }
        : message,
    );
    if (message.type === 'chunk') this.send({ type: 'credit', run: message.run, chunks: 1 });
  }

  /** Discards a worker whose engine failed; the next start creates a new one. */
  private crash(message: string): void {
    this.dispose();
    this.listener({ type: 'failed', run: this.latest, message, problems: [] });
  }
}
