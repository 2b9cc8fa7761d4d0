/** Platforms whose stored work can't be read: it's never replaced unless the student says so, and no report goes below it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Observable } from '../../../base/observable';
import type { Lesson } from '../../../lessons/lesson';
import type { PredictionRecord, Progress } from '../../../lessons/progress';
import { Cmi5 } from './cmi5/cmi5';
import { connection, onlyBrowserKeeps } from './connection';
import type { Platform } from './platform';
import { Scorm12, Scorm2004 } from './scorm';
import type { RawApi } from './scormApi';
import { Session } from './session';
import { resume, suspend } from './suspend';

const QUESTION = { question: '?', covers: [], why: '' };
const CHOICE = { ...QUESTION, kind: 'choice', options: { one: '1', two: '2' }, answer: () => 'one' } as const;
const LESSON: Pick<Lesson, 'predictions' | 'checks'> = {
  predictions: { first: CHOICE, second: CHOICE, third: CHOICE },
  checks: {},
};

function answers(...ids: string[]): Progress {
  const answered: PredictionRecord = { answer: 'one', passed: true, words: '' };
  return { version: 1, predictions: Object.fromEntries(ids.map((id) => [id, answered])), checks: {} };
}

const STORED = suspend(answers('first', 'second'), 4096).text;
const NOTHING = answers();

/** A session in a browser with these answers. */
function sessionOn(platform: Platform, browser: Progress = NOTHING) {
  const progress = new Observable<Progress>(browser);
  const session = new Session(platform, LESSON, progress, () => progress.set(NOTHING));
  const settled = async () => {
    await vi.advanceTimersByTimeAsync(2000);
  };
  return {
    session,
    settled,
    shown: () => Object.keys(progress.value.predictions),
    answer: async (...ids: string[]) => {
      const { predictions } = progress.value;
      progress.set({ ...progress.value, predictions: { ...predictions, ...answers(...ids).predictions } });
      await settled();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  connection.set(null);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A platform's answer to a read, and its error code afterwards. */
type Read = readonly [answer: () => unknown, code: string];

/** Answers to reads of an element that has a value. */
const FAILED: Readonly<Record<string, Read>> = {
  "'' with 101": [() => '', '101'],
  "'' with 201": [() => '', '201'],
  "'' with 301": [() => '', '301'],
  "'' with 401": [() => '', '401'],
  'null with 123': [() => null, '123'],
  'false with 301': [() => false, '301'],
  '"false" with 0': [() => 'false', '0'],
  '0 with 101': [() => 0, '101'],
  'undefined with 122': [() => undefined, '122'],
  'an exception': [
    () => {
      throw new Error('the session has timed out');
    },
    '0',
  ],
};

/** Stored texts that are no work of this version. */
const UNREADABLE = ['2.abc', 'viewed=1,2', '1.!!!', '1.', STORED.slice(0, 40)];

const SCORM = [
  {
    version: 'SCORM 1.2',
    names: 'LMS',
    open: (api: RawApi): Platform => new Scorm12(api),
    work: 'cmi.suspend_data',
    score: 'cmi.core.score.raw',
    full: '100',
    status: 'cmi.core.lesson_status',
    exit: 'cmi.core.exit',
  },
  {
    version: 'SCORM 2004',
    names: '',
    open: (api: RawApi): Platform => new Scorm2004(api),
    work: 'cmi.suspend_data',
    score: 'cmi.score.raw',
    full: '100',
    status: 'cmi.completion_status',
    exit: 'cmi.exit',
  },
] as const;

describe.each(SCORM)('$version', ({ names, open, work, score, full, status, exit }) => {
  const EARLIER = {
    [work]: STORED,
    [score]: '67',
    'cmi.score.scaled': '0.67',
    [status]: 'completed',
    'cmi.interactions._count': '2',
    'cmi.interactions.0.id': 'predict.first',
    'cmi.interactions.1.id': 'predict.second',
  };

  /** A platform with the work of an earlier session. `fails` answers reads of some elements. */
  function platformWith(
    fails: { read: Read; of(element: string): boolean } | null,
    earlier: Readonly<Record<string, string>> = EARLIER,
  ) {
    const values = new Map(Object.entries(earlier));
    let failing = fails;
    let code = '0';
    const done = () => {
      code = '0';
      return 'true';
    };
    const api: Record<string, (...words: string[]) => unknown> = {
      [`${names}Initialize`]: done,
      [names ? 'LMSFinish' : 'Terminate']: done,
      [`${names}Commit`]: done,
      [`${names}GetValue`]: (element = '') => {
        if (failing?.of(element)) {
          code = failing.read[1];
          return failing.read[0]();
        }
        code = values.has(element) || names ? '0' : '403';
        return values.get(element) ?? '';
      },
      [`${names}SetValue`]: (element = '', value = '') => {
        values.set(element, value);
        return done();
      },
      [`${names}GetLastError`]: () => code,
      [`${names}GetErrorString`]: () => 'why',
    };
    return {
      api: api as RawApi,
      values,
      recover: () => {
        failing = null;
      },
    };
  }

  const everything = () => true;
  const onlyWork = (element: string) => element === work;

  describe.each(Object.keys(FAILED))('that answers reads by %s', (name) => {
    const read = FAILED[name] as Read;

    it('keeps its work, score and completion', async () => {
      for (const of of [everything, onlyWork]) {
        const { api, values } = platformWith({ read, of });
        const { answer, session, settled } = sessionOn(open(api), answers('second'));
        await settled();
        await answer('third');
        await session.close();
        expect(Object.fromEntries(values)).toMatchObject(EARLIER);
        // Otherwise, platforms discard the work when the session ends.
        expect(values.get(exit)).toBe('suspend');
        expect(onlyBrowserKeeps(connection.value)).toBe(true);
        expect(connection.value?.unread?.why).not.toBe('');
      }
    });

    it('gets the full score and the completion, which nothing can be above', async () => {
      const { api, values } = platformWith({ read, of: everything }, { ...EARLIER, [status]: 'incomplete' });
      const { answer } = sessionOn(open(api));
      await answer('first', 'second', 'third');
      expect(Object.fromEntries(values)).toMatchObject({
        [work]: STORED,
        [score]: full,
        [status]: 'completed',
      });
    });

    it('gets no credit for what the browser had before', async () => {
      const { api, values } = platformWith(
        { read, of: onlyWork },
        { ...EARLIER, [score]: '0', 'cmi.score.scaled': '0' },
      );
      const { answer } = sessionOn(open(api), answers('first', 'second'));
      await answer('third');
      expect(values.get(score)).toBe('33');
    });

    it('can be read again: its work comes back, with what was done meanwhile', async () => {
      const { api, values, recover } = platformWith({ read, of: everything });
      const { answer, shown } = sessionOn(open(api));
      await answer('third');
      await connection.value?.unread?.tryAgain();
      expect(connection.value?.unread, 'it still fails').not.toBeNull();
      expect(values.get(work)).toBe(STORED);
      recover();
      await connection.value?.unread?.tryAgain();
      await vi.advanceTimersByTimeAsync(0);
      expect(connection.value).toMatchObject({ phase: 'open', problem: null, unread: null });
      expect(shown().sort()).toEqual(['first', 'second', 'third']);
      expect(resume(values.get(work) ?? '')).toEqual(answers('first', 'second', 'third'));
      expect(values.get(score)).toBe(full);
      expect(values.get('cmi.interactions.0.id')).toBe('predict.first');
      expect(values.get('cmi.interactions.2.id')).toBe('predict.third');
    });

    it('gets the page’s work instead if the student says so', async () => {
      const { api, values } = platformWith({ read, of: onlyWork });
      const { answer } = sessionOn(open(api));
      await answer('third');
      connection.value?.unread?.replace();
      await vi.advanceTimersByTimeAsync(0);
      expect(connection.value?.unread).toBeNull();
      expect(resume(values.get(work) ?? '')).toEqual(answers('third'));
      expect(values.get(score), 'a score that was read doesn’t go down').toBe('67');
    });
  });

  it.each(UNREADABLE)('keeps a text that can’t be read: %s', async (text) => {
    const earlier = { ...EARLIER, [work]: text };
    const { api, values } = platformWith(null, earlier);
    const { answer, session } = sessionOn(open(api));
    await answer('third');
    await session.close();
    expect(Object.fromEntries(values)).toMatchObject(earlier);
    expect(connection.value?.unread).toMatchObject({ text });
  });

  it('starts with nothing if it has no work', async () => {
    for (const earlier of [{}, { [work]: '' }] as Record<string, string>[]) {
      const { api, values } = platformWith(null, earlier);
      const { answer, shown } = sessionOn(open(api), answers('second'));
      expect(shown(), 'the browser’s work may be someone else’s').toEqual([]);
      await answer('third');
      expect(connection.value?.unread).toBeNull();
      expect(resume(values.get(work) ?? '')).toEqual(answers('third'));
      expect(values.get(status)).toBe('incomplete');
    }
  });

  it('keeps its work if the platform is only browsing', async () => {
    const mode = names ? 'cmi.core.lesson_mode' : 'cmi.mode';
    const { api, values } = platformWith(
      { read: [() => '', '101'], of: onlyWork },
      { ...EARLIER, [mode]: 'review' },
    );
    const { answer } = sessionOn(open(api));
    await answer('third');
    expect(Object.fromEntries(values)).toEqual({ ...EARLIER, [mode]: 'review' });
  });

  it('keeps its work if the new work doesn’t fit', async () => {
    const { api, values } = platformWith(null);
    const platform = open(api);
    (platform as { capacity: number }).capacity = 5;
    const { answer } = sessionOn(platform);
    await answer('third');
    expect(values.get(work)).toBe(STORED);
    expect(connection.value?.dropped).toBe('all');
  });
});

const LAUNCH = new URLSearchParams({
  endpoint: 'https://lrs.example/',
  fetch: 'https://lrs.example/token',
  actor: '{}',
  registration: 'r',
  activityId: 'a',
});
const DOCUMENT = JSON.stringify({ suspended: STORED, score: 0.67, complete: false, sent: ['passed'] });

/** A record store with the document of an earlier session. `failing` answers requests for it instead. */
function store(stored: string | null, failing: (() => Response) | null = null) {
  const now = { stored, failing, sent: [] as string[] };
  const json = (status: number, text: string | null = null) => new Response(text, { status });
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body = '' }: RequestInit) => {
    const { pathname, searchParams } = new URL(address);
    const name = searchParams.get('stateId');
    const answer = () => {
      if (pathname === '/token') return json(200, '{"auth-token":"t"}');
      if (pathname === '/statements') {
        for (const { verb } of JSON.parse(String(body)) as { verb: { id: string } }[])
          now.sent.push(verb.id.replace(/.*\//, ''));
        return json(200, '[]');
      }
      if (name === 'LMS.LaunchData') return json(200, '{"contextTemplate":{},"masteryScore":0.5}');
      if (name === null) return json(404);
      if (method === 'PUT') {
        now.stored = String(body);
        return json(204);
      }
      if (now.failing !== null) return now.failing();
      return now.stored === null ? json(404) : json(200, now.stored);
    };
    return new Promise<Response>((resolve, reject) => {
      try {
        resolve(answer());
      } catch (error) {
        reject(error);
      }
    });
  });
  return now;
}

const FAILURES: Readonly<Record<string, () => Response>> = {
  'a server error': () => new Response('', { status: 500 }),
  'a refusal': () => new Response('', { status: 403 }),
  'a page': () => new Response('<!doctype html><title>Sign in</title>', { status: 200 }),
  'half a document': () => new Response(DOCUMENT.slice(0, 60), { status: 200 }),
  'an empty body': () => new Response('', { status: 200 }),
  'no connection': () => {
    throw new TypeError('Failed to fetch');
  },
};

it.each(Object.keys(FAILURES))('cmi5 keeps the document if a request for it gets %s', async (name) => {
  const now = store(DOCUMENT, FAILURES[name]);
  const { answer, session, settled, shown } = sessionOn(await Cmi5.open(LAUNCH));
  await settled();
  await answer('third');
  expect(now.stored).toBe(DOCUMENT);
  expect(now.sent, 'a score that may be lower isn’t sent').toEqual(['initialized']);
  await connection.value?.unread?.tryAgain();
  expect(connection.value?.unread).not.toBeNull();
  now.failing = null;
  await connection.value?.unread?.tryAgain();
  await settled();
  expect(connection.value).toMatchObject({ problem: null, unread: null });
  expect(shown().sort()).toEqual(['first', 'second', 'third']);
  expect(resume(JSON.parse(now.stored ?? '').suspended)).toEqual(answers('first', 'second', 'third'));
  await session.close();
  expect(now.sent, 'passed was sent before').toEqual(['initialized', 'completed', 'terminated']);
});

it.each([
  '7',
  '[]',
  '"text"',
  '{}',
  '{"suspended":1}',
  DOCUMENT.replace('0.67', '"much"'),
  DOCUMENT.replace(STORED, '2.abc'),
  DOCUMENT.replace(STORED, 'x'),
])('cmi5 keeps a document of another form: %s', async (document) => {
  const now = store(document);
  const { answer, session } = sessionOn(await Cmi5.open(LAUNCH));
  await answer('third');
  await session.close();
  expect(now.stored).toBe(document);
  expect(connection.value?.unread).not.toBeNull();
});

it('cmi5 gets the page’s work instead if the student says so', async () => {
  const now = store('{"version":9}');
  const { answer, settled } = sessionOn(await Cmi5.open(LAUNCH));
  await answer('third');
  connection.value?.unread?.replace();
  await settled();
  expect(JSON.parse(now.stored ?? '')).toMatchObject({ score: 1 / 3, sent: [] });
  expect(resume(JSON.parse(now.stored ?? '').suspended)).toEqual(answers('third'));
});

it.each([null, 'null'])('cmi5 starts with nothing if there’s no document: %s', async (document) => {
  const now = store(document);
  const { answer } = sessionOn(await Cmi5.open(LAUNCH));
  await answer('third');
  expect(connection.value?.unread).toBeNull();
  expect(resume(JSON.parse(now.stored ?? '').suspended)).toEqual(answers('third'));
});
