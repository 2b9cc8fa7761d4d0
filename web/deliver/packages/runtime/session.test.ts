import { expect, it, vi } from 'vitest';
import { Observable } from '../../../base/observable';
import type { Lesson } from '../../../lessons/lesson';
import type { Progress } from '../../../lessons/progress';
import { connection } from './connection';
import { type Earlier, NOTHING_EARLIER, type Platform, PlatformProblem, type Report } from './platform';
import { interactionsOf, Session } from './session';
import { resume, suspend } from './suspend';

const LESSON: Pick<Lesson, 'predictions' | 'checks'> = {
  predictions: {
    which: {
      kind: 'choice',
      question: 'Which?',
      covers: [],
      options: { one: '1', two: '2' },
      answer: () => 'one',
      why: '',
    },
    often: {
      kind: 'number',
      question: 'How often?',
      covers: [],
      unit: '',
      range: [0, 9],
      step: 1,
      answer: () => 3,
      within: 0,
      why: '',
    },
  },
  checks: {
    there: {
      kind: 'reach',
      experiment: 'e',
      task: 'Bring it there.',
      judge: () => ({ passed: true, words: '' }),
      right: {},
      wrong: {},
    },
  },
};

const NOTHING: Progress = { version: 1, predictions: {}, checks: {} };
const ONE: Progress = {
  ...NOTHING,
  predictions: { which: { answer: 'two', passed: false, words: 'No.' } },
};
const ALL: Progress = {
  version: 1,
  predictions: { ...ONE.predictions, often: { answer: null, passed: null, words: '' } },
  checks: {
    there: { passed: true, answer: null, words: '', links: [] },
    gone: { passed: true, answer: null, words: '', links: [] },
  },
};

function session(earlier: Partial<Earlier>, refuses: () => boolean = () => false) {
  const reports: Report[] = [];
  let closed: Report | null = null;
  const platform: Platform = {
    earlier: { ...NOTHING_EARLIER, ...earlier },
    browsing: false,
    capacity: 4096,
    returnTo: null,
    readAgain: () => undefined,
    report: (report) => {
      if (refuses()) throw new PlatformProblem('It refuses.');
      reports.push(report);
    },
    close: (report) => {
      closed = report;
    },
  };
  const progress = new Observable<Progress>(ONE);
  connection.set(null);
  const createdSession = new Session(platform, LESSON, progress, () => progress.set(NOTHING));
  return { createdSession, progress, reports, last: () => closed };
}

it("a session starts with the platform's stored progress, if any", () => {
  expect(session({}).progress.value).toBe(NOTHING);
  const { progress } = session({ suspended: suspend(ALL, 4096).text });
  expect(progress.value).toEqual(ALL);
  session({ suspended: 'somebody else’s' });
  expect(connection.value).toMatchObject({
    problem: null,
    unread: { text: 'somebody else’s', why: expect.stringContaining('can’t read') },
  });
});

it('a session reports after a pause, and only changed interactions', async () => {
  vi.useFakeTimers();
  const { createdSession, progress, reports, last } = session({ suspended: suspend(ONE, 4096).text });
  await vi.advanceTimersByTimeAsync(0);
  expect(reports).toMatchObject([{ score: 1 / 3, complete: false, interactions: [] }]);
  progress.set({ ...ALL, checks: {} });
  progress.set(ALL);
  await vi.advanceTimersByTimeAsync(2000);
  expect(reports).toHaveLength(2);
  // A skipped prediction ends the lesson without counting.
  expect(reports[1]).toMatchObject({ score: 2 / 3, complete: true });
  expect(reports[1]?.interactions.map(({ id }) => id)).toEqual(['predict.often', 'check.there']);
  expect(resume(reports[1]?.suspended ?? '')).toEqual(ALL);
  await createdSession.close();
  progress.set(NOTHING);
  await vi.advanceTimersByTimeAsync(2000);
  expect(reports).toHaveLength(2);
  expect(last()).toMatchObject({ complete: true });
  expect(connection.value?.phase).toBe('closed');
  vi.useRealTimers();
});

it('a session never lowers the score or completion of an earlier session', async () => {
  const { createdSession, last } = session({ score: 1, complete: true });
  await createdSession.close();
  expect(last()).toMatchObject({ score: 1, complete: true });
});

it('a session shows an error until a report succeeds', async () => {
  vi.useFakeTimers();
  let refusing = true;
  const { progress } = session({}, () => refusing);
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.value).toMatchObject({ phase: 'open', problem: 'It refuses.' });
  refusing = false;
  progress.set(ONE);
  await vi.advanceTimersByTimeAsync(2000);
  expect(connection.value?.problem).toBeNull();
  vi.useRealTimers();
});

it('interactions include judged answers and omit questions that were removed from the lesson', () => {
  expect(interactionsOf(LESSON, ALL)).toMatchObject([
    { id: 'predict.which', kind: 'choice', response: 'two', optionIndex: 1, correct: false },
    { id: 'predict.often', kind: 'numeric', response: '', correct: null },
    { id: 'check.there', kind: 'performance', correct: true },
  ]);
  const waiting = { ...NOTHING, predictions: { often: { answer: 4, passed: null, words: '' } } };
  expect(interactionsOf(LESSON, waiting), 'the answer has not been judged yet').toEqual([]);
});
