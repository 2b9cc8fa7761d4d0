/** Erased answers come back: in a lesson, in a frame with a part of it, and with the record of an assignment. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeStorage } from '../../base/storage/fakeStorage';
import { ownProgress } from '../../deliver/embed/ownProgress';
import {
  forgetProgress,
  type Progress,
  progressIn,
  setCheck,
  setOwnResult,
  setPrediction,
} from '../../lessons/progress';
import { erase } from '../../lessons/StartOver';
import { countTry, followLesson, keepFirst, processOf, restartCourse } from './process';

let lesson = '';
let count = 0;

beforeEach(() => {
  fakeStorage();
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
  // Each lesson's progress is made once per page.
  count += 1;
  lesson = `lesson-${count}`;
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const predict = (id: string, answer: number | null) =>
  setPrediction(lesson, id, { answer, passed: null, words: '' });
const tried = (id: string, link: string) =>
  setCheck(lesson, id, { passed: false, answer: null, words: '', links: [link] });

function begin(): Progress {
  predict('a', 1);
  predict('b', null);
  tried('task', '#1');
  setOwnResult(lesson, 'best', { what: 'a', words: 'b', links: ['#2'] });
  return progressIn(lesson).value;
}

it('starting over can be undone', () => {
  const before = begin();
  const undo = erase(progressIn(lesson), () => forgetProgress(lesson));
  expect(progressIn(lesson).value).toEqual({ version: 1, predictions: {}, checks: {} });
  expect(localStorage.getItem(`vegaslab:lesson:${lesson}`)).toBeNull();
  undo();
  expect(progressIn(lesson).value).toEqual(before);
  expect(JSON.parse(localStorage.getItem(`vegaslab:lesson:${lesson}`) ?? '')).toEqual(before);
});

it('starting over can be undone later, and what was answered since stays', () => {
  begin();
  const undo = erase(progressIn(lesson), () => forgetProgress(lesson));
  predict('a', 5);
  predict('c', 6);
  undo();
  const { predictions, checks } = progressIn(lesson).value;
  expect(Object.entries(predictions).map(([id, { answer }]) => [id, answer])).toEqual(
    expect.arrayContaining([
      ['a', 5],
      ['b', null],
      ['c', 6],
    ]),
  );
  expect(checks).toHaveProperty('task');
});

it('starting over in a frame with one experiment leaves the answers of other frames', () => {
  begin();
  const questions = { predictions: { a: {} }, checks: { task: {} } } as never;
  const own = ownProgress(progressIn(lesson), questions);
  const undo = erase(own, () => own.set({ version: 1, predictions: {}, checks: {} }));
  const left = () => {
    const { predictions, checks, made = {} } = progressIn(lesson).value;
    return [predictions, checks, made].flatMap(Object.keys).sort();
  };
  expect(left()).toEqual(['b', 'best']);
  predict('c', 1);
  undo();
  expect(left()).toEqual(['a', 'b', 'best', 'c', 'task']);
});

const record = () => processOf('x', 'Ada', { a: 7, b: 7, c: 7 });

it('the record of an assignment begins again with the answers, and comes back with them', () => {
  begin();
  const stop = followLesson('x', 'Ada', lesson);
  vi.setSystemTime(1_060_000);
  tried('task', '#2');
  tried('task', '#3');
  const before = record();
  expect(before).toEqual({ seconds: 60, tries: { task: 2 }, first: { a: 1, b: null } });
  let bringBack: () => void = () => expect.fail('nothing was restarted');
  const undo = erase(progressIn(lesson), () => {
    forgetProgress(lesson);
    bringBack = restartCourse('x', 'Ada');
  });
  expect(record()).toEqual({ seconds: 0, tries: {}, first: {} });
  undo();
  bringBack();
  expect(record(), 'answers that come back aren’t tries').toEqual(before);
  tried('task', '#4');
  expect(record().tries).toEqual({ task: 3 });
  stop();
});

it('the record of an assignment has what happened between both, too', () => {
  keepFirst('y', 'Ada', { a: 1, b: 2 });
  countTry('y', 'Ada', 'task', 1);
  vi.setSystemTime(1_010_000);
  const bringBack = restartCourse('y', 'Ada');
  keepFirst('y', 'Ada', { a: 3, c: 4 });
  countTry('y', 'Ada', 'task', 2);
  countTry('y', 'Ada', 'other', 1);
  bringBack();
  expect(processOf('y', 'Ada', { a: 7, b: 7, c: 7 })).toEqual({
    seconds: 10,
    tries: { task: 2, other: 1 },
    first: { a: 1, b: 2, c: 4 },
  });
});

it('the record of an assignment outlives a reload between', async () => {
  keepFirst('z', 'Ada', { a: 1 });
  vi.setSystemTime(1_010_000);
  restartCourse('z', 'Ada');
  vi.setSystemTime(1_015_000);
  vi.resetModules();
  const reloaded = await import('./process');
  expect(reloaded.processOf('z', 'Ada', { a: 7 })).toEqual({ seconds: 5, tries: {}, first: {} });
});
