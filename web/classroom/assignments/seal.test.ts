/** A task whose answers are sealed: the students' link lacks them, and only the teacher's can give points. */
import { expect, it } from 'vitest';
import {
  type Assignment,
  assignmentInLink,
  assignmentOf,
  assignmentQuery,
  assignmentText,
  idOf,
  lacksAnswers,
  newSalt,
  type OpenCheck,
  openChecksOf,
  withoutAnswers,
} from './assignment';
import { benchHandIn } from './benchHandIn';
import { Grader, scoreOf } from './grading';
import { problemsOf } from './problems';
import { ASSIGNMENT, BASE, catalogue, codeOf, entryOf, resultBy, SIMULATOR, TASK } from './sampleTask';

const SEALED: Assignment = { ...ASSIGNMENT, seal: ['salt', newSalt()] };
const SHOWN = withoutAnswers(SEALED);
const ID = idOf(SEALED);
const CHECKS = openChecksOf(TASK);

/** The student's result, with goals that the page couldn't judge. */
function sealedResult(goal: boolean | null = null) {
  const result = resultBy('Ada', [], 'right', ID);
  const answers = result.work.answers.map((answer, place) =>
    CHECKS[place]?.kind === 'reach' ? goal : answer,
  );
  return { ...result, work: { ...result.work, answers } };
}

async function gradedBy(assignment: Assignment, code: string) {
  const grader = new Grader(assignment);
  await grader.grade([entryOf(code)], SIMULATOR, catalogue, () => {});
  const [row] = grader.graded([entryOf(code)]).rows;
  if (row === undefined) throw new Error('The code must have a row.');
  const { examination } = row;
  const passed = examination?.marks.map((mark) => mark.passed);
  return { reason: examination?.finding?.reason ?? null, passed, score: scoreOf(row) };
}

it('a sealed task has the same id in both links, and no answers in the students’', async () => {
  expect(idOf(SHOWN)).toBe(ID);
  expect(ID).not.toBe(idOf(ASSIGNMENT));
  for (const one of [SEALED, SHOWN]) {
    const query = await assignmentQuery(one);
    expect(query.get('of')).toBe(ID);
    expect(await assignmentOf(query)).toEqual(one);
    expect(await assignmentInLink(`https://lab.example/#/grade?${query}`)).toEqual(one);
  }
  const text = assignmentText(SHOWN);
  expect(text).toContain('How long is a round trip?');
  for (const { measure } of CHECKS) expect(text).not.toContain(measure);
  expect(text).not.toContain('below');
  expect(text).not.toContain('26');
  expect(text).not.toContain(SEALED.seal?.[1]);
  expect(withoutAnswers(SHOWN)).toBe(SHOWN);
  expect([SEALED, SHOWN].map(lacksAnswers)).toEqual([false, true]);
});

it('a sealed task is another with any other answer or salt', () => {
  const other = (place: number, next: Partial<OpenCheck>) => {
    const checks = CHECKS.map((check, at) => (at === place ? ({ ...check, ...next } as OpenCheck) : check));
    return idOf({ ...SEALED, task: { ...TASK, checks } });
  };
  const ids = [
    ...[ID, idOf({ ...SEALED, seal: ['salt', newSalt()] })],
    ...[other(0, { value: 27 }), other(0, { relation: 'at_most' }), other(0, { measure: 'events' })],
    ...[other(1, { points: 2 }), other(2, { within: 6 }), other(2, { question: 'How long?' })],
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

it('a sealed task gives a code that the students’ page verifies without points, and the teacher’s with points', async () => {
  const { code, missing } = await benchHandIn(SHOWN, sealedResult(), SIMULATOR, catalogue);
  expect(missing).toEqual([]);
  expect(await gradedBy(SHOWN, code)).toEqual({ reason: null, passed: [null, null, null], score: null });
  const open = resultBy('Ada', [], 'right', ID).work.answers;
  const passed = [open[0], open[1], true];
  const score = CHECKS.reduce((sum, { points }, place) => sum + (passed[place] === true ? points : 0), 0);
  expect(score).toBeGreaterThan(0);
  expect(await gradedBy(SEALED, code)).toEqual({ reason: null, passed, score });
});

it('a sealed task takes no code that claims to know whether a goal was reached', async () => {
  for (const goal of [true, false]) {
    const code = await codeOf(sealedResult(goal));
    for (const one of [SHOWN, SEALED]) expect((await gradedBy(one, code)).reason).toBe('answers');
  }
});

it('a sealed task needs a question for each reading', () => {
  const checks = CHECKS.map((check) => (check.kind === 'read' ? { ...check, question: ' ' } : check));
  const silent = { ...TASK, free: [], drawn: [], checks };
  expect([...problemsOf({ ...SEALED, task: silent }, BASE, []).keys()]).toEqual(['check 2']);
  expect([...problemsOf({ ...ASSIGNMENT, task: silent }, BASE, []).keys()]).toEqual([]);
});
