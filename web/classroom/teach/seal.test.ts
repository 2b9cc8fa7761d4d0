/** Checks the question that opens the teachers' answers, and the links that carry its answer. */
import { expect, it } from 'vitest';
import { drawQuestion, isSolved, readSolved, writeSolved } from './seal';

const QUESTION = { window: 25, base_rtt_ms: 100, rtt_ms: 125 };

it('the question is solved by the window without what the empty path holds', () => {
  expect(isSolved({ ...QUESTION, waiting: 5 })).toBe(true);
  for (const waiting of [0, 4, 6, 20, 25, Number.NaN]) expect(isSolved({ ...QUESTION, waiting })).toBe(false);
});

it('every question that can be drawn has whole numbers and one whole answer', () => {
  for (let number = 0; number < 1000; number += 1) {
    const draws = [number % 2, Math.floor(number / 2) % 7, number % 6];
    const question = drawQuestion(() => (draws.shift() ?? 0) / 7 + 0.01);
    expect(Object.values(question).every(Number.isInteger)).toBe(true);
    const right = [...Array(question.window).keys()].filter((waiting) => isSolved({ ...question, waiting }));
    expect(right).toHaveLength(1);
  }
});

it('a teacher’s link opens the answers; a damaged or an invented one doesn’t', () => {
  const solved = { ...QUESTION, waiting: 5 };
  const text = writeSolved(solved);
  expect(readSolved(text)).toEqual(solved);
  for (const other of [
    '',
    '1',
    '25-100-125',
    '25-100-125-6',
    '0-0-0-0',
    '25-100-125-5-1',
    'a-b-c-d',
    `${text}x`,
  ])
    expect(readSolved(other), other).toBeNull();
});
