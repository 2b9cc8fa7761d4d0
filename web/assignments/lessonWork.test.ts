/** Tests that an assigned lesson is judged by repeated runs, and that tampering with its code is detected. */
import { beforeAll, describe, expect, it } from 'vitest';
import { rightAnswer } from '../lessons/answers';
import { queryOf } from '../lessons/arms';
import { openLesson } from '../lessons/course';
import type { Check } from '../lessons/lesson';
import type { Progress } from '../lessons/progress';
import type { Atom } from '../scenario/changes';
import { type Assignment, idOf, type LessonTask } from './assignment';
import type { Reason } from './examine';
import { duplicatesIn, grade, loadLesson, scoreOf } from './grading';
import { type LoadedLesson, recheckWork, workOf } from './lessonWork';
import { codeOf, type DoneCheck, decode, type LessonWork, type Result } from './result';
import { catalogue, ENGINE_VERSION, SIMULATOR } from './sampleTask';
import { seedOf } from './student';

const TASK: LessonTask = { kind: 'lesson', lesson: 'reading-a-trace', words: '', points: 10 };
const ASSIGNMENT: Assignment = { title: 'Read', due: '', task: TASK };
const ID = idOf(ASSIGNMENT);

let loaded: LoadedLesson;

beforeAll(async () => {
  const opened = await openLesson(TASK.lesson);
  if (opened === null) throw new Error(`There is no lesson ${TASK.lesson}.`);
  const made = await loadLesson(TASK, SIMULATOR, catalogue);
  if (made === null) throw new Error('The runs were canceled.');
  loaded = made;
});

/** Links to a check's runs with the given changes, as stored in a student's progress. */
function linksOf({ experiment }: Check, set: Readonly<Record<string, Atom>> = {}): string[] {
  const one = loaded.lesson.experiments[experiment];
  if (one?.kind !== 'runs') throw new Error('The check has no runs.');
  return Object.values(one.arms).map((arm) => `#/bench?${queryOf({ ...arm, set: { ...arm.set, ...set } })}`);
}

/** Progress with all predictions right and all `reach` tasks done. */
function progress(): Progress {
  const { predictions, checks } = loaded.lesson;
  return {
    version: 1,
    predictions: Object.fromEntries(
      Object.entries(predictions).map(([id, one]) => [
        id,
        { answer: rightAnswer(one, loaded.runs), passed: true, words: '' },
      ]),
    ),
    checks: Object.fromEntries(
      Object.entries(checks).map(([id, check]) => [
        id,
        check.kind === 'reach'
          ? { passed: true, answer: null, words: '', links: linksOf(check, check.right) }
          : { passed: false, answer: '0', words: '', links: linksOf(check) },
      ]),
    ),
  };
}

async function resultBy(who: string, made: Progress = progress()): Promise<Result> {
  const work = await recheckWork(loaded, workOf(made), SIMULATOR);
  return { who, assignment: ID, seed: seedOf(who, ID), engine: ENGINE_VERSION, work };
}

async function gradeResults(results: readonly Result[]) {
  const codes = await Promise.all(results.map(codeOf));
  const entries = codes.map((code, index) => ({ line: index + 1, code, otherCells: [] }));
  let last: Parameters<Parameters<typeof grade>[4]>[0] = { rows: [], runsDiffer: null };
  await grade(ASSIGNMENT, entries, SIMULATOR, catalogue, (next) => {
    last = next;
  });
  return last;
}

async function reasonOf(result: Result): Promise<Reason | null | undefined> {
  const { rows } = await gradeResults([result]);
  return rows[0]?.examination === null ? undefined : (rows[0]?.examination.finding?.reason ?? null);
}

/** The result with one check's entry changed. */
function withCheck(result: Result, id: string, change: Partial<DoneCheck>): Result {
  const work = result.work as LessonWork;
  const before = work.checks[id];
  if (before === undefined) throw new Error(`There is no check ${id}.`);
  return { ...result, work: { ...work, checks: { ...work.checks, [id]: { ...before, ...change } } } };
}

describe('a lesson assignment', () => {
  it('is scored by the share of predictions made and tasks done', async () => {
    const all = await resultBy('Ada');
    const nothing = await resultBy('Bo', { version: 1, predictions: {}, checks: {} });
    const { rows } = await gradeResults([all, nothing]);
    expect(rows.map(({ examination }) => examination?.finding)).toEqual([null, null]);
    const { predictions, checks } = loaded.lesson;
    const reached = Object.values(checks).filter(({ kind }) => kind === 'reach').length;
    const asked = Object.keys(predictions).length;
    const share = (asked + reached) / (asked + Object.keys(checks).length);
    expect(rows.map(scoreOf)).toEqual([Math.round(10_000 * share) / 1000, 0]);
    expect(reached).toBeGreaterThan(0);
    expect(rows[0]?.examination?.notes.map((say) => say())).toEqual([
      `${asked} of ${asked} predictions right`,
    ]);
    expect(await decode(await codeOf(all))).toEqual({ result: all });
  });

  it('reports identical work by two students', async () => {
    const duplicates = duplicatesIn(await gradeResults([await resultBy('Ada'), await resultBy('Bo')]));
    expect(duplicates).toEqual([
      ['same answers and runs as in line 2'],
      ['same answers and runs as in line 1'],
    ]);
  });

  it('rejects tampered results', async () => {
    const honest = await resultBy('Ada');
    const [id, check] = Object.entries(loaded.lesson.checks).find(([, { kind }]) => kind === 'reach') ?? [];
    const [asked] = Object.entries(loaded.lesson.checks).find(([, { kind }]) => kind !== 'reach') ?? [];
    if (id === undefined || asked === undefined || check?.kind !== 'reach')
      throw new Error('The result has no check of kind reach.');
    expect(await reasonOf({ ...honest, who: 'Bo' })).toBe('seed');
    expect(await reasonOf(withCheck(honest, asked, { passed: true }))).toBe('answers');
    expect(await reasonOf(withCheck(honest, id, { links: linksOf(check, check.wrong) }))).toBe('digest');
    expect(await reasonOf(withCheck(honest, id, { links: [] }))).toBe('answers');
    expect(await reasonOf(withCheck(honest, id, { digests: [] }))).toBe('digest');
    expect(await reasonOf({ ...withCheck(honest, id, { digests: ['0'] }), engine: '9.9.9' })).toBe('engine');
    const fixedFieldLinks = linksOf(check, { ...check.right, 'links.0.rate_bps': 1_000_000 });
    expect(await reasonOf(withCheck(honest, id, { links: fixedFieldLinks }))).toBe('fixed');
    const otherScenarioLinks = linksOf(check).map(() => '#/bench?scenario=low-rem');
    expect(await reasonOf(withCheck(honest, id, { links: otherScenarioLinks }))).toBe('fixed');
    // Names of inherited properties must not count as names of the lesson.
    const work = honest.work as LessonWork;
    const inheritedNames = { ...work, predictions: { ...work.predictions, constructor: 'x', toString: 1 } };
    expect(await reasonOf({ ...honest, work: inheritedNames as unknown as LessonWork })).toBe(null);
    const emptyCheck = { passed: true, answer: null, links: [], digests: [] };
    const checks = { ...work.checks, valueOf: emptyCheck } as unknown as LessonWork['checks'];
    expect(await reasonOf({ ...honest, work: { ...work, checks } })).toBe('answers');
    const unreadableLinks = linksOf(check).map(() => '#/bench?packed=zzzz');
    expect(await reasonOf(withCheck(honest, id, { links: unreadableLinks }))).toBe('fixed');
  });
});
