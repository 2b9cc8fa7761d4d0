/** Progress that doesn't fit its lesson's questions, and files of progress: nothing that can't be shown is shown, nothing is lost. */
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import { type FakeStorage, fakeStorage } from '../base/storage/fakeStorage';
import { asideTexts } from '../base/storage/storedWork';
import { COURSE, openLesson } from './course';
import type { Lesson } from './lesson';
import {
  fittingProgress,
  gameResultId,
  hasPlayed,
  type Progress,
  progressIn,
  progressOf,
  progressOn,
  setPrediction,
} from './progress';
import {
  importInWords,
  importProgress,
  LARGEST_PROGRESS,
  progressFile,
  readProgressFile,
} from './progressFile';

let browser: FakeStorage;
let lessons = 0;

/** A name that no other test has used, because a page keeps the progress that it has read. */
function freshName(): string {
  lessons += 1;
  return `lesson-${lessons}`;
}

beforeEach(() => {
  browser = fakeStorage();
});

afterEach(() => vi.unstubAllGlobals());

const QUESTIONS = {
  predictions: {
    which: { kind: 'choice', options: { one: 'One', two: 'Two' } },
    often: { kind: 'number', range: [0, 9] },
    drawn: { kind: 'draw', y: { from: 0, to: 10 } },
  },
  checks: {
    reach: { kind: 'reach' },
    which: { kind: 'choose', options: { a: 'A' } },
    read: { kind: 'read' },
  },
} as unknown as Pick<Lesson, 'predictions' | 'checks'>;

const predicted = (predictions: Record<string, unknown>): Progress => {
  const all = Object.entries(predictions).map(([id, answer]) => [id, { answer, passed: true, words: '' }]);
  return progressOf({ version: 1, predictions: Object.fromEntries(all), checks: {} }) as Progress;
};

const HOSTILE = [
  'x',
  '',
  '__proto__',
  'toString',
  7,
  -1e300,
  [],
  [0, 1],
  Array.from({ length: 3000 }, () => 1),
  [1e300],
];

it.each([
  ['which', ['one', 'two']],
  ['often', [7, -1e300]],
  ['drawn', [[], [0, 1]]],
])('an answer of another kind than its question is left out: %s', (id, fitting) => {
  const all = [...HOSTILE, 'one', 'two'];
  const kept = all.filter(
    (answer) => id in fittingProgress(predicted({ [id]: answer }), QUESTIONS).predictions,
  );
  expect(new Set(kept.map(String))).toEqual(new Set(fitting.map(String)));
});

it('an answer of another kind than its question stays if it belongs to a question that isn’t asked, or skips one', () => {
  const progress = predicted({ gone: [1, 2], which: null });
  expect(fittingProgress(progress, QUESTIONS)).toBe(progress);
});

it('an answer of another kind than its question is kept by the browser, and the other answers are shown', () => {
  const name = freshName();
  const text = JSON.stringify(predicted({ which: 'one', drawn: 'three', often: [] }));
  browser.items.set(`vegaslab:lesson:${name}`, text);
  const progress = progressOn({ about: { name }, lesson: QUESTIONS });
  expect(Object.keys(progress.value.predictions)).toEqual(['which']);
  expect(progress.trouble.value).toEqual({ kind: 'aside', text });
  expect(asideTexts().map((one) => one.text)).toEqual([text]);
  setPrediction(name, 'often', { answer: 3, passed: null, words: '' });
  expect(browser.items.get(`vegaslab:lesson:${name}`)).toContain('"often"');
});

it('an answer of another kind than its question isn’t shown either if it comes while the lesson is open, or the browser stores nothing', () => {
  const name = freshName();
  browser.room = 0;
  progressIn(name).set(predicted({ which: 'one', drawn: 'three' }));
  const progress = progressOn({ about: { name }, lesson: QUESTIONS });
  expect(Object.keys(progress.value.predictions)).toEqual(['which']);
  progress.set(predicted({ which: 5 }));
  expect(progress.value.predictions).toEqual({});
  browser.items.set(`vegaslab:lesson:${name}`, JSON.stringify(predicted({ drawn: 3, often: 3 })));
  browser.tell(`vegaslab:lesson:${name}`);
  expect(Object.keys(progress.value.predictions)).toEqual(['often']);
});

test.each(COURSE.map(({ name }) => name))('in every lesson %s shows only answers that fit', async (name) => {
  const opened = await openLesson(name);
  if (opened === null) throw new Error(`no lesson ${name}`);
  for (const [id, prediction] of Object.entries(opened.lesson.predictions))
    for (const answer of HOSTILE) {
      const [left] = Object.values(fittingProgress(predicted({ [id]: answer }), opened.lesson).predictions);
      if (left === undefined) continue;
      const kind = { choice: 'string', number: 'number', draw: 'object' }[prediction.kind];
      expect(typeof left.answer, `${id}: ${JSON.stringify(answer)}`).toBe(kind);
      expect(prediction.kind, `${id}: no hostile text is a choice`).not.toBe('choice');
    }
});

const fileOf = (all: Record<string, unknown>) => JSON.stringify({ vegas_lab_progress: 1, lessons: all });

function opened(text: string) {
  const read = readProgressFile(text);
  if ('problem' in read) throw new Error(read.problem);
  return read.lessons;
}

it('a path of the game is played once a run on it has a result, by hand or with a sender', () => {
  const result = { what: '', words: '', links: [] };
  for (const kind of ['hand', 'design']) {
    const made = { [gameResultId('window-quiet', kind)]: result };
    expect(hasPlayed('window-quiet', made)).toBe(true);
    expect(hasPlayed('window-radio', made)).toBe(false);
  }
  expect(hasPlayed('window-quiet', undefined)).toBe(false);
});

it('a progress file adds to what is there, and replaces nothing without being asked', () => {
  const [mine, other] = [freshName(), freshName()];
  progressIn(mine).set(predicted({ which: 'one', often: 1 }));
  const empty = importProgress(opened(fileOf({ [mine]: predicted({}) })), 'browser');
  expect(importInWords(empty)).toBe('The file has nothing new.');
  const file = opened(
    fileOf({ [mine]: predicted({ which: 'two', drawn: [1] }), [other]: predicted({ a: 1 }) }),
  );
  const first = importProgress(file, 'browser');
  expect(first).toMatchObject({ changed: 2, differing: 1 });
  expect(progressIn(mine).value).toEqual(predicted({ which: 'one', often: 1, drawn: [1] }));
  const second = importProgress(file, 'file');
  expect(second).toMatchObject({ changed: 1, differing: 0 });
  expect(progressIn(mine).value).toEqual(predicted({ which: 'two', often: 1, drawn: [1] }));
  second.undo();
  first.undo();
  expect(progressIn(mine).value).toEqual(predicted({ which: 'one', often: 1 }));
  expect(progressIn(other).value).toEqual(predicted({}));
  expect(browser.items.has(`vegaslab:lesson:${other}`)).toBe(false);
});

it('a progress file is undone without the answers that were given since', () => {
  const name = freshName();
  progressIn(name).set(predicted({ which: 'one' }));
  const imported = importProgress(opened(fileOf({ [name]: predicted({ often: 3 }) })), 'browser');
  setPrediction(name, 'later', { answer: 'x', passed: null, words: '' });
  imported.undo();
  expect(Object.keys(progressIn(name).value.predictions).sort()).toEqual(['later', 'which']);
});

it('a progress file has only links to runs of the lab', () => {
  const check = (link: string) => ({ a: { passed: true, answer: null, words: '', links: [link] } });
  const read = (link: string) => progressOf({ version: 1, predictions: {}, checks: check(link) });
  expect(read('#/bench?scenario=ahn-fig1-rr')).toBeDefined();
  for (const link of ['http://[', 'javascript:alert(1)', '//host', ' #/bench', ''])
    expect(read(link)).toBeUndefined();
});

it('a progress file replaces a task that isn’t done by one that is', () => {
  const name = freshName();
  const done = (passed: boolean) => ({ passed, answer: null, words: '', links: [] });
  progressIn(name).set({ version: 1, predictions: {}, checks: { a: done(false), b: done(true) } });
  const lessons = { [name]: { version: 1, predictions: {}, checks: { a: done(true), b: done(false) } } };
  expect(importProgress(opened(fileOf(lessons)), 'browser')).toMatchObject({ changed: 1, differing: 1 });
  expect(Object.values(progressIn(name).value.checks).map(({ passed }) => passed)).toEqual([true, true]);
});

it('a progress file is the one that was saved', () => {
  const name = freshName();
  progressIn(name).set(predicted({ which: 'one', drawn: [1, 2] }));
  const text = progressFile();
  progressIn(name).clear();
  importProgress(opened(text), 'browser');
  expect(progressIn(name).value).toEqual(predicted({ which: 'one', drawn: [1, 2] }));
});

it.each([
  ['no JSON', '{', 'isn’t JSON'],
  ['a list', '[]', 'isn’t a progress file'],
  ['a later version', fileOf({}).replace('1', '2'), 'isn’t a progress file'],
  ['an entry of a later version', fileOf({ a: { version: 2 } }), 'lesson a can’t be read'],
  [
    'a list of lessons',
    JSON.stringify({ vegas_lab_progress: 1, lessons: [predicted({})] }),
    'isn’t a progress',
  ],
  [
    'too many lessons',
    fileOf(Object.fromEntries(Array.from({ length: 501 }, (_, i) => [i, predicted({})]))),
    'at most 500',
  ],
  ['too large a text', ' '.repeat(LARGEST_PROGRESS + 1), 'at most 4'],
])('a progress file with %s is refused, and nothing is changed', (_, text, words) => {
  const before = new Map(browser.items);
  const read = readProgressFile(text);
  expect('problem' in read && read.problem).toContain(words);
  expect(browser.items).toEqual(before);
});
