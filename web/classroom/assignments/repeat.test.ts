/** The order and the budgets of repeated runs, and grading with codes whose runs are much longer than the assignment's. */
import { expect, it } from 'vitest';
import type { Outcome } from '../../run/jobs';
import type { Change } from '../../scenario/changes';
import { type Assignment, type BenchTask, idOf } from './assignment';
import { benchHandIn } from './benchHandIn';
import { linesOf } from './GradeTable';
import { Grader } from './grading';
import { codeOf } from './packedTask';
import { Repeater, type Repetition } from './repeat';
import { catalogue, ENGINE_VERSION, entryOf, SIMULATOR, scenarioOf, summaryOf } from './sampleTask';
import type { SimulationJob, Simulator } from './simulate';
import { seedOf, studentScenario } from './student';

const DONE = (events: number) => ({ summary: {}, scenario: {}, events }) as Outcome;

/** Ends each run at its number of events or at its limit, in the order of the jobs, until it's canceled. */
function scripted() {
  const started: string[] = [];
  let cancelAt = '';
  return {
    started,
    cancelAt: (key: string) => {
      cancelAt = key;
    },
    run: async (jobs: readonly SimulationJob[]) => {
      for (const job of jobs) {
        const [key = '', events = 0] = JSON.parse(job.text()) as [string, number];
        job.onStart?.();
        started.push(key);
        await Promise.resolve();
        if (key === cancelAt) {
          cancelAt = '';
          return false;
        }
        const exceeded = events > (job.limit ?? 0);
        job.onOutcome(exceeded ? { failure: '', exceeded } : DONE(events));
      }
      return true;
    },
  };
}

function setUp(events: Readonly<Record<string, number>>, own = 200_000) {
  const settled: [string, boolean][] = [];
  const repetitions = Object.entries(events).map(([key, count]): Repetition => {
    const runs = [{ text: JSON.stringify([key, count]), rows: false, own }];
    return { key, runs, settle: ([one]) => settled.push([key, one !== undefined && 'summary' in one]) };
  });
  return { repeater: new Repeater(), simulator: scripted(), repetitions, settled };
}

const M = 1_000_000;

it('a repeater lets no long run hold up a short one, and ends runs over their budget', async () => {
  const { repeater, simulator, repetitions, settled } = setUp({ a: 900 * M, b: 2 * M, c: 200_000, d: 1 });
  expect(await repeater.repeat(repetitions, simulator)).toBe(true);
  expect(settled).toEqual([
    ['c', true],
    ['d', true],
    ['a', false],
    ['b', true],
  ]);
  expect(simulator.started).toEqual(['a', 'b', 'c', 'd', 'a', 'b']);
});

it('a repeater goes on with the others after a cancel, and keeps what it knows of long runs', async () => {
  const { repeater, simulator, repetitions, settled } = setUp({ a: 4 * M, b: 2 * M, c: 1 });
  simulator.cancelAt('c');
  expect(await repeater.repeat(repetitions, simulator)).toBe(false);
  expect(repeater.stateOf('a')).toBe('long');
  expect(repeater.stateOf('c')).toBe('waiting');
  simulator.started.length = 0;
  const again = await repeater.repeat(repetitions, { run: (jobs) => simulator.run(jobs) });
  expect(again).toBe(true);
  expect(simulator.started).toEqual(['c', 'a', 'b']);
  expect(settled.map(([key]) => key)).toEqual(['c', 'a', 'b']);
});

it('a repeater puts a run that was canceled behind those that never began', async () => {
  const { repeater, simulator, repetitions } = setUp({ a: 1, b: 1, c: 1 });
  simulator.cancelAt('a');
  await repeater.repeat(repetitions, simulator);
  simulator.started.length = 0;
  await repeater.repeat(repetitions, simulator);
  expect(simulator.started).toEqual(['b', 'c', 'a']);
});

it('a repeater knows which repetitions run', async () => {
  const { repeater, simulator, repetitions } = setUp({ a: 2 * M, b: 1 });
  const states: string[] = [];
  await repeater.repeat(repetitions, simulator, () => {
    states.push(['a', 'b'].map((key) => repeater.stateOf(key)).join(' '));
  });
  expect(states).toEqual([
    'running waiting',
    'long waiting',
    'long running',
    'long waiting',
    'running waiting',
    'long waiting',
  ]);
  expect(repeater.onlyLong).toBe(false);
});

const BASE_NAME = 'low-buffer';

function taskWith(free: BenchTask['free']): Assignment {
  const task: BenchTask = {
    kind: 'bench',
    base: `scenario=${BASE_NAME}`,
    words: '',
    free,
    drawn: [],
    panels: ['window'],
    checks: [],
  };
  return { title: 'Long', due: '', task };
}

async function codeWith(assignment: Assignment, who: string, changes: readonly Change[], digest: string) {
  const id = idOf(assignment);
  if (assignment.task.kind !== 'bench') throw new Error('The task must be on the bench.');
  const work = { kind: 'bench', changes, digest, answers: [] } as const;
  return await codeOf(
    { who, assignment: id, seed: seedOf(who, id), engine: ENGINE_VERSION, work },
    assignment.task,
  );
}

function honestDigest({ task, ...rest }: Assignment, who: string): string {
  if (task.kind !== 'bench') throw new Error('The task must be on the bench.');
  const seed = seedOf(who, idOf({ task, ...rest }));
  return summaryOf(JSON.stringify(studentScenario(scenarioOf(BASE_NAME), task, seed))).digest;
}

const HONEST = ['Ada', 'Bo', 'Cy', 'Di', 'Ed'];

/** Grades codes with long runs, and after them those of five students who change nothing. */
async function gradeAfter(assignment: Assignment, long: readonly (readonly Change[])[]) {
  const codes = await Promise.all([
    ...long.map((changes, index) => codeWith(assignment, `Eve ${index}`, changes, 'x')),
    ...HONEST.map((who) => codeWith(assignment, who, [], honestDigest(assignment, who))),
  ]);
  const entries = codes.map((code, index) => entryOf(code, { number: index + 1 }));
  const texts: string[] = [];
  const order: string[] = [];
  const grader = new Grader(assignment);
  const simulator: Simulator = {
    read: SIMULATOR.read,
    run: (jobs) =>
      SIMULATOR.run(
        jobs.map((job) => ({
          ...job,
          onStart: () => {
            texts.push(job.text());
            job.onStart?.();
          },
        })),
      ),
  };
  await grader.grade(entries, simulator, catalogue, () => {
    for (const { number, verified } of linesOf(grader.graded(entries)))
      if (verified !== 'waiting' && !order.includes(`${number}`)) order.push(`${number}`);
  });
  return { rows: grader.graded(entries).rows, texts, order };
}

it('grading refuses runs of days without a run, and grades the others', async () => {
  const assignment = taskWith([{ path: 'duration_s', choices: null, range: [30, 120] }]);
  const { rows, texts } = await gradeAfter(assignment, [
    [['duration_s', 1_000_000]],
    [['duration_s', 999_999]],
  ]);
  const reasons = rows.map(({ examination }) => examination?.finding?.reason ?? null);
  expect(reasons).toEqual(['range', 'range', null, null, null, null, null]);
  expect(rows[0]?.examination?.finding?.words()).toContain('1,000,000; allowed: 30 to 120');
  expect(texts).toHaveLength(2 + HONEST.length);
  expect(texts.every((text) => JSON.parse(text).duration_s < 1000)).toBe(true);
}, 60_000);

it('grading refuses other fields of a free preset’s sender without a run', async () => {
  const assignment = taskWith([{ path: 'flows.0.sender.preset', choices: ['reno', 'bbr'], range: null }]);
  const { rows, texts } = await gradeAfter(assignment, [
    [
      ['flows.0.sender.preset', 'bbr'],
      ['flows.0.sender.initial_cwnd', 1000],
    ],
  ]);
  expect(rows[0]?.examination?.finding?.reason).toBe('fixed');
  expect(texts).toHaveLength(2 + HONEST.length);
}, 60_000);

it('grading makes no run of many flows, and records no rows even if a code may ask for them', async () => {
  const assignment = taskWith([
    { path: 'flows.0.copies', choices: null, range: null },
    { path: 'record.max_rows', choices: null, range: null },
  ]);
  const { rows, texts } = await gradeAfter(assignment, [
    [['flows.0.copies', 900]],
    [['record.max_rows', 20_000_000]],
  ]);
  // The engine writes copies out as flows of their own, which no control adds.
  expect(rows.map(({ examination }) => examination?.finding?.reason ?? null)).toEqual([
    'fixed',
    'digest',
    ...HONEST.map(() => null),
  ]);
  const made = texts.map((text) => JSON.parse(text));
  expect(made.map(({ record }) => record.max_rows)).toEqual(made.map(() => 0));
  expect(new Set(made.map(({ flows }) => flows.length)).size).toBe(1);
}, 60_000);

it('grading ends allowed runs that are much longer than the assignment’s, after all others', async () => {
  const rate = 'links.0.rate_bps';
  const assignment = taskWith([
    { path: 'duration_s', choices: null, range: null },
    { path: rate, choices: null, range: null },
  ]);
  const long: Change[][] = [
    [['duration_s', 1_000_000]],
    [
      [rate, 1_000_000_000],
      ['duration_s', 10_000],
    ],
  ];
  const { rows, order } = await gradeAfter(assignment, long);
  const reasons = rows.map(({ examination }) => examination?.finding?.reason ?? null);
  expect(reasons).toEqual(['budget', 'budget', null, null, null, null, null]);
  expect(rows[0]?.examination?.finding?.words()).toMatch(
    /more than \d+ times the work of the assignment’s own/,
  );
  expect(new Set(order.slice(0, HONEST.length))).toEqual(new Set(['3', '4', '5', '6', '7']));
  expect(order).toHaveLength(HONEST.length + 2);
}, 300_000);

it('the student’s page says so too, before it shows the code', async () => {
  const assignment = taskWith([{ path: 'duration_s', choices: null, range: null }]);
  const id = idOf(assignment);
  const handIn = async (changes: readonly Change[], digest: string) => {
    const work = { kind: 'bench', changes, digest, answers: [] } as const;
    const result = { who: 'Ada', assignment: id, seed: seedOf('Ada', id), engine: ENGINE_VERSION, work };
    return await benchHandIn(assignment, result, SIMULATOR, catalogue);
  };
  expect((await handIn([], honestDigest(assignment, 'Ada'))).missing).toEqual([]);
  const { code, missing } = await handIn([['duration_s', 1_000_000]], 'x');
  expect(code).toMatch(/^VL3-/);
  expect(missing).toEqual([
    expect.stringMatching(/^Your teacher’s page won’t verify this code: Run too long/),
  ]);
}, 60_000);
