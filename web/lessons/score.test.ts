import { describe, expect, it } from 'vitest';
import type { Lesson } from './lesson';
import type { Progress } from './progress';
import { lessonScore } from './score';

const lesson = { predictions: { a: {}, b: {} }, checks: { c: {}, d: {} } } as unknown as Lesson;
const answered = { answer: null, passed: false, words: '' };
const checked = { answer: null, words: '', links: [] };

describe('a lesson score', () => {
  it('counts predictions, right or wrong, and completed tasks', () => {
    const progress: Progress = {
      version: 1,
      predictions: { a: answered },
      checks: { c: { ...checked, passed: true }, d: { ...checked, passed: false } },
    };
    expect(lessonScore(lesson, progress)).toEqual({
      asked: 2,
      made: 1,
      tasks: 2,
      done: 1,
      complete: false,
      score: 0.5,
    });
  });

  it('is complete when all questions are answered, and ignores questions that the lesson no longer asks', () => {
    const progress: Progress = {
      version: 1,
      predictions: { a: answered, b: answered, old: answered },
      checks: {
        c: { ...checked, passed: true },
        d: { ...checked, passed: true },
        old: { ...checked, passed: true },
      },
    };
    expect(lessonScore(lesson, progress)).toMatchObject({ made: 2, done: 2, complete: true, score: 1 });
  });
});
