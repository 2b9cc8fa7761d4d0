/** For tests: an assignment, honest results for it, and a `Simulator` that runs the real engine under Node. */

import { EVENTS_PER_STEP } from '../../engine/engineRun';
import { catalogue, engine, read, scenarioOf, summaryOf } from '../../engine/nodeEngine';
import type { Summary } from '../../engine/schema';
import type { Job, Outcome } from '../../run/jobs';
import { measuresOf } from '../../run/measures';
import { Trace } from '../../run/trace';
import { type Change, withChanges } from '../../scenario/changes';
import { type Assignment, type BenchTask, idOf, openChecksOf } from './assignment';
import type { Entry } from './collection';
import { judgeCheck } from './examine';
import { codeOf as codeOfTask } from './packedTask';
import type { BenchResult } from './result';
import type { Simulator } from './simulate';
import { seedOf, studentScenario } from './student';

export { catalogue, read, scenarioOf, summaryOf };

export const ENGINE_VERSION = engine.engine_version();

export const SIMULATOR: Simulator = {
  read: async (...wanted) => await Promise.resolve(read(...wanted)),
  run: async (jobs) => {
    for (const job of jobs) {
      job.onStart?.();
      await Promise.resolve();
      job.onOutcome(outcomeOf(job));
    }
    return true;
  },
};

/** Runs a job like a worker does, and counts its events. */
function outcomeOf({ text, rows, limit = Number.POSITIVE_INFINITY }: Job): Outcome {
  try {
    const given = text();
    const scenario = read(given);
    const trace = new Trace(scenario);
    const run = new engine.Run(given);
    let events = 0;
    let finished = false;
    while (!finished && events < limit) {
      finished = run.step(EVENTS_PER_STEP);
      events += EVENTS_PER_STEP;
      if (!rows) run.forget_rows();
      else if (finished || events % (20 * EVENTS_PER_STEP) === 0) trace.append(run.take_chunk());
    }
    const summary: Summary = JSON.parse(run.summary());
    run.free();
    if (!finished) return { failure: 'too long', exceeded: true };
    const made = { id: 1, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s };
    return { summary, scenario, events, ...(rows && { run: made }) };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}

export const TASK: BenchTask = {
  kind: 'bench',
  base: 'scenario=ahn-fig1-rr&flows.0.sender.initial_cwnd=2',
  words: 'Bring the transfer to its end sooner.',
  free: [
    { path: 'flows.0.sender.preset', choices: ['reno', 'vegas', 'newreno'], range: null },
    { path: 'links.1.queue.limit_bytes', choices: null, range: [4000, 40000] },
  ],
  drawn: [{ path: 'links.1.delay_ms', from: 20, to: 60, step: 0.5 }],
  panels: ['window', 'queue'],
  checks: [
    { kind: 'reach', measure: 'flows.0.completed_at_s', points: 2, relation: 'below', value: 26 },
    { kind: 'reach', measure: 'flows.0.coarse_timeouts', points: 1, relation: 'equal', value: 0 },
    {
      kind: 'read',
      measure: 'flows.0.mean_rtt_ms',
      points: 3,
      question: 'How long is a round trip?',
      within: 5,
    },
  ],
};

/** The task's scenario. */
export const BASE = read(
  JSON.stringify(withChanges(scenarioOf('ahn-fig1-rr'), [['flows.0.sender.initial_cwnd', 2]])),
);

export const ASSIGNMENT: Assignment = { title: 'Sooner', due: 'Monday', task: TASK };

export const ID = idOf(ASSIGNMENT);

/** The same assignment with an old link. */
export const OLD_ASSIGNMENT: Assignment = { ...ASSIGNMENT, old: true };

export const OLD_ID = idOf(OLD_ASSIGNMENT);

/** The result of a student who makes these changes and reports them truthfully. */
export function resultBy(
  who: string,
  changes: readonly Change[],
  answer: number | 'right' | null = 'right',
  id = ID,
): BenchResult & { who: string } {
  const seed = seedOf(who, id);
  const mine = read(JSON.stringify(withChanges(studentScenario(BASE, TASK, seed), changes)));
  const summary = summaryOf(JSON.stringify(mine));
  const measures = measuresOf(mine);
  const answers = openChecksOf(TASK).map((check) => {
    if (check.kind === 'reach') return judgeCheck(check, null, summary, measures).passed;
    const figure = measures.find(({ name }) => name === check.measure)?.of(summary) ?? 0;
    return answer === 'right' ? Number(figure.toPrecision(3)) : answer;
  });
  const { digest, engine_version: engine } = summary;
  return { who, assignment: id, seed, engine, work: { kind: 'bench', changes, digest, answers } };
}

/** The code of a result of this task. */
export function codeOf(result: BenchResult): Promise<string> {
  return codeOfTask(result, TASK);
}

/** A collected code. */
export function entryOf(code: string, rest: Partial<Entry> = {}): Entry {
  const source = { way: 'paste', file: '' } as const;
  return { number: 1, line: 1, code, otherCells: [], nearby: '', source, ...rest };
}
