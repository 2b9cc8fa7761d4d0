/**
 * Runs many scenarios in a few workers, a job each, and hands back what they gave as it comes: summaries, and whole traces where a job asks. A new list of jobs replaces the old
 * one. A job whose worker dies is repeated once, in a fresh worker; if that dies too, the job is reported as failed.
 */
import { Observable } from '../base/observable';
import { EngineClient, type WorkerLike } from '../engine/client';
import type { FromWorker } from '../engine/protocol';
import type { Scenario, Summary } from '../engine/schema';
import { problemInWords } from '../engine/translate';
import { type Run, Trace } from '../run/trace';
import { t } from '../words/words';

export interface Job {
  /** Written when its turn comes: thousands of scenarios need not wait as text. */
  text(): string;
  /** True to return the trace's rows; otherwise the worker returns only the summary. */
  rows?: boolean;
}

/** `scenario` is what ran, with nothing left out; `run` is there where the job wanted rows. */
export type Outcome = { summary: Summary; scenario: Scenario; run?: Run } | { failure: string };

export interface PoolState {
  phase: 'idle' | 'running' | 'paused' | 'done' | 'cancelled';
  done: number;
  total: number;
  /** Completed runs that gave no summary. */
  failed: number;
  /** Estimated from what has been done so far, seconds; null before anything has. */
  left_s: number | null;
}

interface Active {
  /** Place in the list of jobs. */
  place: number;
  repeated: boolean;
  /** The result so far. An unfinished run leaves none. */
  scenario: Scenario | null;
  trace: Trace | null;
}

interface Lane {
  client: EngineClient;
  active: Active | null;
}

function fresh(place: number): Active {
  return { place, repeated: false, scenario: null, trace: null };
}

function outcomeOf(scenario: Scenario, trace: Trace | null, summary: Summary): Outcome {
  if (trace === null) return { summary, scenario };
  const run: Run = { id: 1, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s };
  return { summary, scenario, run };
}

/** One processor is left to the page. */
export function poolSize(): number {
  return Math.max(1, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1);
}

export class Pool<J extends Job> {
  readonly state = new Observable<PoolState>({ phase: 'idle', done: 0, total: 0, failed: 0, left_s: null });
  private readonly size: number;
  private readonly create: (() => WorkerLike) | undefined;
  private readonly now: () => number;
  private lanes: Lane[] = [];
  private jobs: readonly J[] = [];
  private onOutcome: (job: J, outcome: Outcome) => void = () => {};
  private waiting: Active[] = [];
  private next = 0;
  /** Time that was spent running, without pauses, and when the present stretch began. */
  private spent_ms = 0;
  private since = 0;

  constructor(size = poolSize(), create?: () => WorkerLike, now: () => number = () => performance.now()) {
    this.size = size;
    this.create = create;
    this.now = now;
  }

  start(jobs: readonly J[], onOutcome: (job: J, outcome: Outcome) => void): void {
    this.end();
    this.jobs = jobs;
    this.onOutcome = onOutcome;
    this.next = 0;
    this.waiting = [];
    this.spent_ms = 0;
    this.since = this.now();
    const phase = jobs.length === 0 ? 'done' : 'running';
    this.state.set({ phase, done: 0, total: jobs.length, failed: 0, left_s: null });
    this.lanes = Array.from({ length: Math.min(this.size, jobs.length) }, () => this.open());
    for (const lane of this.lanes) this.deal(lane);
  }

  /** Lets what runs come to its end and begins nothing more. */
  pause(): void {
    if (this.state.value.phase !== 'running') return;
    this.spent_ms += this.now() - this.since;
    this.state.set({ ...this.state.value, phase: 'paused' });
  }

  resume(): void {
    if (this.state.value.phase !== 'paused') return;
    this.since = this.now();
    this.state.set({ ...this.state.value, phase: 'running' });
    for (const lane of this.lanes) if (lane.active === null) this.deal(lane);
  }

  /** Ends everything that runs; what has come back stays. */
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
    for (const { client } of this.lanes) client.dispose();
    this.lanes = [];
  }

  private open(): Lane {
    const lane: Lane = {
      client: new EngineClient((message) => this.receive(lane, message), this.create),
      active: null,
    };
    return lane;
  }

  private deal(lane: Lane): void {
    if (this.state.value.phase !== 'running') return;
    lane.active = this.waiting.shift() ?? null;
    if (lane.active === null && this.next < this.jobs.length) {
      lane.active = fresh(this.next);
      this.next += 1;
    }
    const job = this.jobs[lane.active?.place ?? -1];
    if (job !== undefined) lane.client.start(job.text(), job.rows !== true);
  }

  private receive(lane: Lane, message: FromWorker): void {
    const { active } = lane;
    if (active === null || !this.lanes.includes(lane)) return;
    if (message.type === 'accepted') {
      active.scenario = message.scenario;
      if (this.jobs[active.place]?.rows === true) active.trace = new Trace(message.scenario);
    }
    if (message.type === 'chunk') active.trace?.append(message.rows);
    if (message.type === 'done' && active.scenario !== null)
      this.settle(lane, active, outcomeOf(active.scenario, active.trace, message.summary));
    if (message.type !== 'failed') return;
    if (message.problems.length > 0) {
      this.settle(lane, active, { failure: message.problems.map(problemInWords).join('; ') });
    } else if (active.repeated) {
      this.settle(lane, active, {
        failure: t('The engine stopped twice: {why}', { why: message.message }),
      });
    } else {
      this.waiting.push({ ...fresh(active.place), repeated: true });
      lane.active = null;
      this.deal(lane);
    }
  }

  private settle(lane: Lane, { place }: Active, outcome: Outcome): void {
    lane.active = null;
    const { state } = this;
    const done = state.value.done + 1;
    const failed = state.value.failed + ('failure' in outcome ? 1 : 0);
    const { total, phase } = state.value;
    const spent_ms = this.spent_ms + (phase === 'running' ? this.now() - this.since : 0);
    const left_s = ((total - done) * spent_ms) / done / 1000;
    state.set({ ...state.value, done, failed, left_s });
    const job = this.jobs[place];
    if (job !== undefined) this.onOutcome(job, outcome);
    if (done === total) {
      this.end();
      state.set({ ...state.value, phase: 'done', left_s: 0 });
    } else {
      this.deal(lane);
    }
  }
}
