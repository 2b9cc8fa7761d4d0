/**
 * Runs many scenarios in a few workers, one job each, and returns results as they arrive: summaries, and whole traces if a job
 * asks for them. A new list of jobs replaces the old one. A job whose worker crashes is repeated once in a new worker; if that
 * crashes too, the job is reported as failed.
 */
import { Observable } from '../base/observable';
import { t } from '../base/words/words';
import { EngineClient, type WorkerLike } from '../engine/client';
import type { FromWorker } from '../engine/protocol';
import type { Scenario, Summary } from '../engine/schema';
import { problemInWords } from '../engine/translate';
import { type Run, Trace } from './trace';

export interface Job {
  /** Called when the job starts, so that thousands of scenarios needn't be kept as text. */
  text(): string;
  /** True to return the trace's rows; otherwise the worker returns only the summary. */
  rows?: boolean;
  /** The run is ended once it has handled so many events. */
  limit?: number;
  /** Called when the job starts, also when it's repeated. */
  onStart?(): void;
}

/**
 * `scenario` is the complete scenario that ran, and `events` the number of events that its run handled; `run` is set if the job asked for
 * rows. `exceeded` is set if the run reached the job's limit.
 */
export type Outcome =
  | { summary: Summary; scenario: Scenario; events: number; run?: Run }
  | { failure: string; exceeded?: true };

export interface PoolState {
  phase: 'idle' | 'running' | 'paused' | 'done' | 'cancelled';
  done: number;
  total: number;
  /** Completed runs that gave no summary. */
  failed: number;
  /** Estimated from the runs so far, seconds; null before the first one has finished. */
  left_s: number | null;
}

interface Task {
  /** Index in the list of jobs. */
  place: number;
  repeated: boolean;
  /** The result so far; discarded if the run doesn't finish. */
  scenario: Scenario | null;
  trace: Trace | null;
}

interface WorkerSlot {
  client: EngineClient;
  task: Task | null;
}

function newTask(place: number): Task {
  return { place, repeated: false, scenario: null, trace: null };
}

function outcomeOf(scenario: Scenario, trace: Trace | null, summary: Summary, events: number): Outcome {
  if (trace === null) return { summary, scenario, events };
  const run: Run = { id: 1, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s };
  return { summary, scenario, events, run };
}

/** Number of workers: one for each core. The page stays responsive anyway (docs/speed.md). */
export function poolSize(): number {
  return globalThis.navigator?.hardwareConcurrency ?? 2;
}

export class Pool<J extends Job> {
  readonly state = new Observable<PoolState>({ phase: 'idle', done: 0, total: 0, failed: 0, left_s: null });
  private readonly size: number;
  private readonly create: (() => WorkerLike) | undefined;
  private readonly now: () => number;
  private slots: WorkerSlot[] = [];
  private jobs: readonly J[] = [];
  private onOutcome: (job: J, outcome: Outcome) => void = () => {};
  private before = 0;
  private waiting: Task[] = [];
  private next = 0;
  /** Time spent running, without pauses, and when the current stretch began. */
  private spent_ms = 0;
  private since = 0;

  constructor(size = poolSize(), create?: () => WorkerLike, now: () => number = () => performance.now()) {
    this.size = size;
    this.create = create;
    this.now = now;
  }

  /** @param before runs whose results are known already; they only count */
  start(jobs: readonly J[], onOutcome: (job: J, outcome: Outcome) => void, before = 0): void {
    this.end();
    this.jobs = jobs;
    this.before = before;
    this.onOutcome = onOutcome;
    this.next = 0;
    this.waiting = [];
    this.spent_ms = 0;
    this.since = this.now();
    const phase = jobs.length === 0 ? 'done' : 'running';
    this.state.set({ phase, done: before, total: before + jobs.length, failed: 0, left_s: null });
    this.slots = Array.from({ length: Math.min(this.size, jobs.length) }, () => this.open());
    for (const slot of this.slots) this.startNext(slot);
  }

  /** Lets current runs finish and starts no new ones. */
  pause(): void {
    if (this.state.value.phase !== 'running') return;
    this.spent_ms += this.now() - this.since;
    this.state.set({ ...this.state.value, phase: 'paused' });
  }

  resume(): void {
    if (this.state.value.phase !== 'paused') return;
    this.since = this.now();
    this.state.set({ ...this.state.value, phase: 'running' });
    for (const slot of this.slots) if (slot.task === null) this.startNext(slot);
  }

  /** Stops all runs; results so far are kept. */
  cancel(): void {
    const { phase } = this.state.value;
    if (phase !== 'running' && phase !== 'paused') return;
    this.end();
    this.state.set({ ...this.state.value, phase: 'cancelled', left_s: null });
  }

  dispose(): void {
    this.end();
  }

  private end(): void {
    for (const { client } of this.slots) client.dispose();
    this.slots = [];
  }

  private open(): WorkerSlot {
    const slot: WorkerSlot = {
      client: new EngineClient((message) => this.receive(slot, message), this.create),
      task: null,
    };
    return slot;
  }

  private startNext(slot: WorkerSlot): void {
    if (this.state.value.phase !== 'running') return;
    slot.task = this.waiting.shift() ?? null;
    if (slot.task === null && this.next < this.jobs.length) {
      slot.task = newTask(this.next);
      this.next += 1;
    }
    const job = this.jobs[slot.task?.place ?? -1];
    if (job === undefined) return;
    job.onStart?.();
    slot.client.start(job.text(), { ...(job.rows !== true && { summary_only: true }), limit: job.limit });
  }

  private receive(slot: WorkerSlot, message: FromWorker): void {
    const { task } = slot;
    if (task === null || !this.slots.includes(slot)) return;
    if (message.type === 'accepted') {
      task.scenario = message.scenario;
      if (this.jobs[task.place]?.rows === true) task.trace = new Trace(message.scenario);
    }
    if (message.type === 'chunk') task.trace?.append(message.rows);
    if (message.type === 'done' && task.scenario !== null)
      this.settle(slot, task, outcomeOf(task.scenario, task.trace, message.summary, message.events ?? 0));
    if (message.type === 'exceeded')
      this.settle(slot, task, { failure: t('The run was ended: it takes too long.'), exceeded: true });
    if (message.type !== 'failed') return;
    if (message.problems.length > 0) {
      this.settle(slot, task, { failure: message.problems.map(problemInWords).join('; ') });
    } else if (task.repeated) {
      this.settle(slot, task, {
        failure: t('The engine stopped twice: {why}', { why: message.message }),
      });
    } else {
      this.waiting.push({ ...newTask(task.place), repeated: true });
      slot.task = null;
      this.startNext(slot);
    }
  }

  private settle(slot: WorkerSlot, { place }: Task, outcome: Outcome): void {
    slot.task = null;
    const { state } = this;
    const done = state.value.done + 1;
    const failed = state.value.failed + ('failure' in outcome ? 1 : 0);
    const { total, phase } = state.value;
    const spent_ms = this.spent_ms + (phase === 'running' ? this.now() - this.since : 0);
    const left_s = ((total - done) * spent_ms) / (done - this.before) / 1000;
    state.set({ ...state.value, done, failed, left_s });
    const job = this.jobs[place];
    if (job !== undefined) this.onOutcome(job, outcome);
    if (done === total) {
      this.end();
      state.set({ ...state.value, phase: 'done', left_s: 0 });
    } else {
      this.startNext(slot);
    }
  }
}
