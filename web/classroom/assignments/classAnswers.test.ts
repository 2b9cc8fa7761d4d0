import { expect, it } from 'vitest';
import { DRAWN_POINTS } from '../../lessons/answers';
import type { Prediction } from '../../lessons/lesson';
import { NotYet, type Runs } from '../../lessons/runs';
import { classAnswers, countRight, fitting, median, medianCurve, votes } from './classAnswers';
import { unverified } from './examine';
import { countedRows, type Row } from './grading';
import type { LessonWork } from './result';

const row = (
  seed: number,
  predictions: LessonWork['predictions'],
  reason?: 'assignment' | 'digest',
): Row => ({
  entry: { number: 1, line: 1, code: '', otherCells: [], nearby: '', source: { way: 'scan', file: '' } },
  result: { who: null, assignment: '', seed, engine: '', work: { kind: 'lesson', predictions, checks: {} } },
  state: 'waiting',
  examination: reason === undefined ? null : unverified({ reason, words: () => '' }),
});

const choice: Prediction = {
  kind: 'choice',
  question: '',
  covers: [],
  why: '',
  options: { up: 'Up', down: 'Down' },
  answer: () => 'up',
};

const number: Prediction = {
  kind: 'number',
  question: '',
  covers: [],
  why: '',
  unit: 's',
  range: [0, 10],
  step: 1,
  within: 2,
  answer: () => 5,
};

const waiting: Prediction = {
  ...number,
  answer: () => {
    throw new NotYet('stall/reno');
  },
};

const RUNS = {} as Runs;

const answersOf = (rows: Row[]) => classAnswers({ rows, counted: countedRows(rows) });

it("a class's answers count the last code of each student, but none of another assignment", () => {
  const { students, answers } = answersOf([
    row(1, { a: 'up' }),
    row(2, { a: 'up', b: null }, 'digest'),
    row(1, { a: 'down' }),
    row(3, { a: 'up' }, 'assignment'),
    { ...row(4, {}), result: null },
  ]);
  expect(students).toBe(2);
  expect(Object.fromEntries(answers)).toEqual({ a: ['down', 'up'], b: [null] });
});

it("a class's answers count the last code that is not flagged, if there is one", () => {
  const { students, answers } = answersOf([
    row(1, { a: 'up' }),
    row(1, { a: 'down' }, 'digest'),
    row(2, { a: 'up' }, 'digest'),
    row(2, { a: 'left' }, 'digest'),
  ]);
  expect(students).toBe(2);
  expect(Object.fromEntries(answers)).toEqual({ a: ['up', 'left'] });
});

it("a class's answers leave out skipped predictions and answers of another kind", () => {
  expect(fitting(choice, ['up', null, 'sideways', 3, 'constructor'])).toEqual(['up']);
  expect(fitting(number, ['up', null, 4])).toEqual([4]);
});

it("a class's answers are counted by choice and by whether they are right", () => {
  expect(votes(['up', 'down', 'up'])).toEqual({ up: 2, down: 1 });
  expect(countRight(choice, ['up', 'down', 'up'], RUNS)).toBe(2);
  expect(countRight(number, [2, 3, 7, 8], RUNS)).toBe(2);
  expect(countRight(waiting, [2], RUNS)).toBe(null);
});

it("a class's answers have a median, also of curves", () => {
  expect(median([9, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 9])).toBe(3);
  const flat = (height: number) => Array.from({ length: DRAWN_POINTS }, () => height);
  expect(medianCurve([flat(1), flat(8), flat(3)])).toEqual(flat(3));
});
