import { expect, it } from 'vitest';
import type { Lesson } from './lesson';
import type { Progress } from './progress';
import { lessonScore } from './score';

const lesson = { predictions: { a: {}, b: {} }, checks: { c: {}, d: {} } } as unknown as Lesson;
const guessed = { answer: 'x', passed: false, words: '' };
const skipped = { answer: null, passed: null, words: '' };
const checked = { answer: null, words: '', links: [] };
const allDone = { c: { ...checked, passed: true }, d: { ...checked, passed: true } };

it('a lesson score counts predictions, right or wrong, and completed tasks', () => {
  const progress: Progress = {
    version: 1,
    predictions: { a: guessed },
    checks: { c: { ...checked, passed: true }, d: { ...checked, passed: false } },
  };
  expect(lessonScore(lesson, progress)).toEqual({
    asked: 2,
    made: 1,
    skipped: 0,
    tasks: 2,
    done: 1,
    shown: 0,
    complete: false,
    score: 0.5,
    left: 0.5,
  });
});

it('a lesson score is complete when all questions are answered, and ignores questions that the lesson no longer asks', () => {
  const progress: Progress = {
    version: 1,
    predictions: { a: guessed, b: guessed, old: guessed },
    checks: { ...allDone, old: { ...checked, passed: true } },
  };
  expect(lessonScore(lesson, progress)).toMatchObject({ made: 2, done: 2, complete: true, score: 1 });
});

it('a lesson score counts no skipped predictions, but lets a student finish without them', () => {
  const progress: Progress = { version: 1, predictions: { a: guessed, b: skipped }, checks: allDone };
  expect(lessonScore(lesson, progress)).toMatchObject({ made: 1, skipped: 1, complete: true, score: 0.75 });
});

it('a lesson score counts no task whose answer was shown, but lets a student finish without it', () => {
  const checks = { ...allDone, d: { ...checked, passed: false, shown: true } };
  const progress: Progress = { version: 1, predictions: { a: guessed, b: guessed }, checks };
  expect(lessonScore(lesson, progress)).toMatchObject({ done: 1, shown: 1, complete: true, score: 0.75 });
});
