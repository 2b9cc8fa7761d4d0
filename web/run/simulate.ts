/**
 * Runs a scenario once, in a worker of the page's pool:
 *
 *     for await (const event of simulate(text, { rows: true, signal })) …
 *
 * `started` comes when a worker has the run, `progress` as rows arrive, and `done` or `failed` last. Nothing is thrown.
 *
 * Cancel: once the signal is aborted or the loop is left, no event follows, and the worker is free.
 * Crash: the run is repeated once in a new worker, after another `started`; if that crashes too, the run has failed.
 * Progress: it never falls, even if the run is repeated. A run without rows has none.
 * Priority: an interactive run starts at once; a background one waits for a worker (`workers.ts`).
 *
 * `Runner` is for a text that changes while it runs: it has a worker of its own, drops runs for newer ones and shows parts of them.
 */
import { t } from '../base/words/words';
import type { Prediction, Problem, Scenario, Summary } from '../engine/schema';
import { type Run, Trace } from './trace';
import { failureInWords, type Priority, type Task, WORKERS, type Workers } from './workers';

export { WORKERS };

export interface SimulateOptions {
  /** True to get the run with its rows; otherwise the worker returns only the summary. */
  rows?: boolean | undefined;
  /** True to get the rows, and to wait for the prediction, which may arrive after the run has ended. */
  predicted?: boolean | undefined;
  /** The run fails once it has handled so many events. */
  limit?: number | undefined;
  signal?: AbortSignal | undefined;
  priority?: Priority | undefined;
  workers?: Workers | undefined;
}

/** `scenario` is the complete scenario that ran, `events` the number of events that its run handled; `run` is set if rows were asked for. */
export interface Done {
  type: 'done';
  summary: Summary;
  scenario: Scenario;
  events: number;
  run?: Run;
}

/** `exceeded` is set if the run reached its limit, `problems` has something if the engine refused the scenario. */
export interface Failed {
  type: 'failed';
  failure: string;
  problems: Problem[];
  exceeded?: true;
}

export type SimulationEvent = { type: 'started' } | { type: 'progress'; progress: number } | Done | Failed;

export async function* simulate(
  text: string,
  options: SimulateOptions = {},
): AsyncGenerator<SimulationEvent, void, void> {
  const { signal, workers = WORKERS } = options;
  if (signal?.aborted) return;
  const unread: SimulationEvent[] = [];
  let wake = () => {};
  const emit = (event: SimulationEvent) => {
    if (event.type === 'progress' && unread.at(-1)?.type === 'progress') unread.pop();
    unread.push(event);
    wake();
  };
  const end = workers.run(taskOf(text, options, emit));
  const abort = () => {
    end();
    wake();
  };
  signal?.addEventListener('abort', abort);
  try {
    while (!signal?.aborted) {
      const event = unread.shift();
      if (event !== undefined) yield event;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (event?.type === 'done' || event?.type === 'failed') return;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    end();
  }
}

/** The last event of a simulation; null if it was canceled. */
export async function verdictOf(events: AsyncIterable<SimulationEvent>): Promise<Done | Failed | null> {
  for await (const event of events) if (event.type === 'done' || event.type === 'failed') return event;
  return null;
}

let runs = 0;

function taskOf(
  text: string,
  { predicted = false, rows = predicted, limit, priority = 'interactive' }: SimulateOptions,
  emit: (event: SimulationEvent) => void,
): Task {
  let scenario: Scenario | null = null;
  let trace: Trace | null = null;
  let prediction: Prediction | null = null;
  let ended: { summary: Summary; events: number } | null = null;
  let progress = 0;
  return {
    priority,
    start(client) {
      ended = null;
      prediction = null;
      emit({ type: 'started' });
      client.start(text, { ...(!rows && { summary_only: true }), limit });
    },
    receive(message) {
      switch (message.type) {
        case 'accepted':
          scenario = message.scenario;
          trace = rows ? new Trace(scenario) : null;
          return false;
        case 'chunk':
          trace?.append(message.rows);
          progress = Math.max(progress, message.progress);
          emit({ type: 'progress', progress });
          return false;
        case 'predicted':
          prediction = message.prediction;
          break;
        case 'done':
          ended = { summary: message.summary, events: message.events ?? 0 };
          break;
        case 'exceeded':
          emit({
            type: 'failed',
            failure: t('The run was ended: it takes too long.'),
            problems: [],
            exceeded: true,
          });
          return true;
        case 'failed':
          emit({ type: 'failed', failure: failureInWords(message), problems: message.problems });
          return true;
        default:
          return false;
      }
      if (ended === null || scenario === null || (predicted && prediction === null)) return false;
      const now_s = ended.summary.ended_at_s;
      runs += 1;
      const run = trace && { id: runs, trace, scenario, prediction, summary: ended.summary, now_s };
      emit({ type: 'done', scenario, ...ended, ...(run && { run }) });
      return true;
    },
  };
}
