/** Tests that the course of the work counts what a student tries, not how often the page loads. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FakeStorage, fakeStorage } from '../../base/storage/fakeStorage';

let storage: FakeStorage;

beforeEach(() => {
  storage = fakeStorage();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The modules as a page that has just loaded has them. */
async function page() {
  vi.resetModules();
  const [process, progress] = await Promise.all([import('./process'), import('../../lessons/progress')]);
  return { ...process, ...progress };
}

const KEY = 'abcdefghjkmnpqrs';
const tries = ({ processOf }: Awaited<ReturnType<typeof page>>) => processOf(KEY, 'Ada', {}).tries;

it('the runs of a task on the bench count if they differ from the one before, whatever loads again', async () => {
  let now = await page();
  const run = (digest: string) => now.countTry(KEY, 'Ada', 'run', digest, true);
  run('given');
  expect(tries(now)).toEqual({});
  now = await page();
  run('given');
  expect(tries(now)).toEqual({});
  run('first');
  run('second');
  expect(tries(now)).toEqual({ run: 2 });
  for (let reload = 0; reload < 5; reload += 1) {
    now = await page();
    now.openCourse(KEY, 'Ada');
    run('second');
  }
  expect(tries(now)).toEqual({ run: 2 });
  run('first');
  expect(tries(now)).toEqual({ run: 3 });
});

it('the runs of a task on the bench of an earlier version keep their number', async () => {
  const before = await page();
  before.openCourse(KEY, 'Ada');
  const [key = ''] = [...storage.items.keys()].filter((one) => one.includes('process:'));
  storage.items.set(key, JSON.stringify({ opened: 5, tries: { run: 7 }, first: {} }));
  const now = await page();
  now.countTry(KEY, 'Ada', 'run', 'x', true);
  expect(tries(now)).toEqual({ run: 7 });
  now.countTry(KEY, 'Ada', 'run', 'y', true);
  expect(tries(now)).toEqual({ run: 8 });
});

it('the tries of a task of a lesson count once in two tabs, and not again after a reload', async () => {
  const one = await page();
  one.followLesson(KEY, 'Ada', 'reading-a-trace');
  const two = await page();
  two.followLesson(KEY, 'Ada', 'reading-a-trace');
  const check = (answer: string) => ({ passed: false, words: '', answer, links: [] });
  const tell = () => {
    for (const key of storage.items.keys()) storage.tell(key);
  };
  one.setCheck('reading-a-trace', 'trip', check('3'));
  tell();
  one.setCheck('reading-a-trace', 'trip', check('4'));
  tell();
  expect([tries(one), tries(two)]).toEqual([{ trip: 2 }, { trip: 2 }]);
  const again = await page();
  again.followLesson(KEY, 'Ada', 'reading-a-trace');
  expect(tries(again)).toEqual({ trip: 2 });
});
