/**
 * Simulates many scenarios, a few at a time, and returns results as they arrive: summaries, and whole traces if a job asks for them. A new
 * list of jobs replaces the old one.
 */
import { Observable } from '../base/observable';
import { type Done, type Failed, type SimulateOptions, simulate } from './simulate';
import { poolSize } from './workers';

export interface Job extends Pick<SimulateOptions, 'rows' | 'limit'> {
  /** Called when the job's turn comes, so that thousands of scenarios needn't be kept as text. */
  text(): string;
  /** Called when the job starts, also when it's repeated. */
  onStart?(): void;
}

export type Outcome = Omit<Done, 'type'> | Pick<Failed, 'failure' | 'exceeded'>;

export interface JobsState {
  phase: 'idle' | 'running' | 'paused' | 'done' | 'cancelled';
  done: number;
  total: number;
  /** Completed runs that gave no summary. */
  failed: number;
  /** Estimated from the runs so far, seconds; null before the first one has finished. */
  left_s: number | null;
}

export interface JobsOptions extends Pick<SimulateOptions, 'priority' | 'workers'> {
  /** The most jobs that run at a time. */
  size?: number;
  now?(): number;
}

export class Jobs<J extends Job> {
  readonly state = new Observable<JobsState>({ phase: 'idle', done: 0, total: 0, failed: 0, left_s: null });
  private readonly options: JobsOptions;
  private readonly size: number;
  private readonly now: () => number;
  private jobs: readonly J[] = [];
  private onOutcome: (job: J, outcome: Outcome) => void = () => {};
  private resolve: (completed: boolean) => void = () => {};
  private controller = new AbortController();
  private before = 0;
  private next = 0;
  private running = 0;
  /** Time spent running, without pauses, and when the current stretch began. */
  private spent_ms = 0;
  private since = 0;

  constructor(options: JobsOptions = {}) {
    const { size = poolSize(), now = () => performance.now() } = options;
    this.options = options;
    this.size = size;
    this.now = now;
  }

  /**
   * Resolves to true once all jobs are done, and to false if they are canceled or replaced.
   * @param before runs whose results are known already; they only count
   */
  start(jobs: readonly J[], onOutcome: (job: J, outcome: Outcome) => void, before = 0): Promise<boolean> {
    this.end();
    this.controller = new AbortController();
    this.jobs = jobs;
    this.before = before;
    this.onOutcome = onOutcome;
    this.next = 0;
    this.running = 0;
    this.spent_ms = 0;
    this.since = this.now();
    const phase = jobs.length === 0 ? 'done' : 'running';
    this.state.set({ phase, done: before, total: before + jobs.length, failed: 0, left_s: null });
    if (phase === 'done') return Promise.resolve(true);
    const completed = new Promise<boolean>((resolve) => {
      this.resolve = resolve;
    });
    this.startNext();
    return completed;
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
    this.startNext();
  }

  /** Stops all runs; results so far are kept. */
  cancel(): void {
    const { phase } = this.state.value;
    if (phase !== 'running' && phase !== 'paused') return;
    this.end();
    this.state.set({ ...this.state.value, phase: 'cancelled', left_s: null });
  }

  private end(): void {
    this.controller.abort();
    this.resolve(false);
  }

  private startNext(): void {
    while (this.state.value.phase === 'running' && this.running < this.size) {
      const job = this.jobs[this.next];
      if (job === undefined) return;
      this.next += 1;
      this.running += 1;
      void this.run(job, this.controller.signal);
    }
  }

  private async run(job: J, signal: AbortSignal): Promise<void> {
    const { rows, limit } = job;
    const { priority = 'background', workers } = this.options;
    for await (const event of simulate(job.text(), { rows, limit, signal, priority, workers })) {
      if (event.type === 'started') job.onStart?.();
      if (event.type === 'done' || event.type === 'failed') this.settle(job, event);
    }
  }

  private settle(job: J, event: Done | Failed): void {
    this.running -= 1;
    const { state } = this;
    const done = state.value.done + 1;
    const failed = state.value.failed + (event.type === 'failed' ? 1 : 0);
    const { total, phase } = state.value;
    const spent_ms = this.spent_ms + (phase === 'running' ? this.now() - this.since : 0);
    const left_s = ((total - done) * spent_ms) / (done - this.before) / 1000;
    state.set({ ...state.value, done, failed, left_s });
    this.onOutcome(job, event);
    if (done === total) {
      state.set({ ...state.value, phase: 'done', left_s: 0 });
      this.resolve(true);
    } else {
      this.startNext();
    }
  }
}
