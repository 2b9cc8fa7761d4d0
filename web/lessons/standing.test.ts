import { expect, it } from 'vitest';
import { COURSE, type LessonEntry, openLesson } from './course';
import type { Progress } from './progress';
import { askedIn, nextLesson, standingIn } from './standing';

const [first, second] = COURSE as [LessonEntry, LessonEntry];

/** A student's progress with the first questions of a lesson answered. */
function answered(about: LessonEntry, predictions: number, checks: number): Progress {
  const asked = askedIn(about.name).core;
  const of = <T>(names: readonly string[], one: T) => Object.fromEntries(names.map((name) => [name, one]));
  return {
    version: 1,
    predictions: of(asked.predictions.slice(0, predictions), { answer: 1, passed: false, words: '' }),
    checks: of(asked.checks.slice(0, checks), { passed: true, answer: null, words: '', links: [] }),
  };
}

it('the questions of a lesson are those of its experiments', async () => {
  for (const { name } of COURSE) {
    const opened = await openLesson(name);
    const { core, optional } = askedIn(name);
    const predictions = [...core.predictions, ...optional.predictions];
    const checks = [...core.checks, ...optional.checks];
    expect([...predictions].sort(), name).toEqual(Object.keys(opened?.lesson.predictions ?? {}).sort());
    expect([...checks].sort(), name).toEqual(Object.keys(opened?.lesson.checks ?? {}).sort());
  }
});

it('the standing in a lesson counts the time that is left by the questions that are open', () => {
  const { predictions, checks } = askedIn(first.name).core;
  expect(standingIn(first, undefined)).toEqual({ state: 'open', done: 0, minutesLeft: first.minutes });
  const begun = standingIn(first, answered(first, 1, 0));
  expect(begun.state).toBe('started');
  const all = predictions.length + checks.length;
  expect(begun.minutesLeft).toBe(Math.round((first.minutes * (all - 1)) / all));
  const done = standingIn(first, answered(first, predictions.length, checks.length));
  expect(done).toEqual({ state: 'done', done: checks.length, minutesLeft: 0 });
});

it('a lesson is done without the questions in its folds and its notebook', () => {
  const about = COURSE.find(({ name }) => name === 'head-to-head') as LessonEntry;
  const { core, optional } = askedIn(about.name);
  expect(optional).toEqual({ predictions: ['slow'], checks: ['repair'] });
  const done = answered(about, core.predictions.length, core.checks.length);
  expect(standingIn(about, done)).toEqual({ state: 'done', done: core.checks.length, minutesLeft: 0 });
  const settled = { repair: { passed: true, answer: null, words: '', links: [] } };
  const only = { ...answered(about, 0, 0), checks: settled };
  expect(standingIn(about, only)).toEqual({ state: 'started', done: 1, minutesLeft: about.minutes });
});

it('the standing in a lesson is started by a result of the game', () => {
  const made = { game: { what: '', words: '', links: [] } };
  expect(standingIn(first, { ...answered(first, 0, 0), made }).state).toBe('started');
});

it('the standing in a lesson is started by a check whose answer was shown', () => {
  const shown = { passed: false, answer: null, words: '', shown: true, links: [] };
  const [check = ''] = askedIn(first.name).core.checks;
  expect(standingIn(first, { ...answered(first, 0, 0), checks: { [check]: shown } }).state).toBe('started');
});

it('the next lesson is the first one that is not done', () => {
  const { predictions, checks } = askedIn(first.name).core;
  expect(nextLesson(COURSE, new Map())).toBe(first);
  const done = new Map([[first.name, answered(first, predictions.length, checks.length)]]);
  expect(nextLesson(COURSE, done)).toBe(second);
  expect(nextLesson([first], done)).toBeUndefined();
});

it('the next lesson is the one whose questions are partly answered, also if an earlier one was left out', () => {
  expect(nextLesson(COURSE, new Map([[second.name, answered(second, 1, 0)]]))).toBe(second);
});

it('the next lesson is not the one that only has a result of the game', () => {
  const made = { game: { what: '', words: '', links: [] } };
  expect(nextLesson(COURSE, new Map([[second.name, { ...answered(second, 0, 0), made }]]))).toBe(first);
});
