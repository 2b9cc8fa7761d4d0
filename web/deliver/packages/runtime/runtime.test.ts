import { expect, it } from 'vitest';
import type { Progress } from '../../../lessons/progress';
import { dueVerbs, launchDataOf, launchOf, statementOf } from './cmi5/statements';
import { duration, type Report, timespan } from './platform';
import { Scorm12, Scorm2004 } from './scorm';
import { findApi, type RawApi } from './scormApi';
import { resume, suspend } from './suspend';

it.each([
  [0, '0000:00:00.00', 'PT0S'],
  [1234, '0000:00:01.23', 'PT1.23S'],
  [59_999, '0000:01:00.00', 'PT1M0S'],
  [3_723_450, '0001:02:03.45', 'PT1H2M3.45S'],
  [36_000_000_000, '9999:00:00.00', 'PT10000H0S'],
])('durations %d ms', (milliseconds, scorm12, iso) => {
  expect(timespan(milliseconds)).toBe(scorm12);
  expect(duration(milliseconds)).toBe(iso);
});

/** Text that compresses badly, like the addresses of runs. */
function noise(length: number): string {
  let state = 7;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(33 + (state % 90));
  }).join('');
}

const curve = Array.from({ length: 41 }, (_, place) => place / 7);

function progressWith(words: number, links: number): Progress {
  return {
    version: 1,
    predictions: {
      first: { answer: 'half', passed: true, words: noise(words) },
      drawn: { answer: curve, passed: false, words: '' },
    },
    checks: { reach: { passed: true, answer: null, words: '', links: [`#${noise(links)}`] } },
  };
}

it('progress stored on a platform can be restored unchanged', () => {
  const progress = progressWith(100, 300);
  const { text, dropped } = suspend(progress, 4096);
  expect(dropped).toBeNull();
  expect(text).toMatch(/^1\.[\w-]+$/);
  expect(resume(text)).toEqual(progress);
});

it('progress stored on a platform drops links, then words, then curves if the platform has too little space', () => {
  const links = suspend(progressWith(100, 6000), 4096);
  expect(links.dropped).toBe('links');
  expect(resume(links.text)?.predictions).toEqual(progressWith(100, 0).predictions);
  const words = suspend(progressWith(6000, 6000), 4096);
  expect(words.dropped).toBe('words');
  // The prediction will be judged again when its runs have finished.
  expect(resume(words.text)?.predictions.first).toEqual({ answer: 'half', passed: null, words: '' });
  const curves = suspend(progressWith(6000, 6000), 250);
  expect(curves.dropped).toBe('curves');
  expect(resume(curves.text)).toMatchObject({
    predictions: { first: { answer: 'half' }, drawn: { answer: [], passed: false } },
    checks: { reach: { passed: true, links: [] } },
  });
  for (const { text } of [links, words]) expect(text.length).toBeLessThanOrEqual(4096);
  expect(suspend(progressWith(1, 1), 10)).toEqual({ text: '', dropped: 'all' });
});

it.each(['', '1.', '1.!!!', '2.abc', 'viewed=1,2', suspend(progressWith(1, 1), 4096).text.slice(0, 60)])(
  'progress stored on a platform is ignored if it is damaged or in another format: %s',
  (text) => expect(resume(text)).toBeNull(),
);

/** A fake API that accepts everything and records the calls. `has` contains the initial values of elements. */
function recordingApi(names: 'LMS' | '', has: Record<string, string> = {}) {
  const values = new Map(Object.entries(has));
  const calls: string[] = [];
  const api: Record<string, (...words: string[]) => string> = {
    [names ? 'LMSInitialize' : 'Initialize']: () => 'true',
    [names ? 'LMSFinish' : 'Terminate']: () => String(calls.push('end') > 0),
    [`${names}GetValue`]: (element = '') => values.get(element) ?? '',
    [`${names}SetValue`]: (element = '', value = '') => String(Boolean(values.set(element, value))),
    [`${names}Commit`]: () => String(calls.push('commit') > 0),
    [`${names}GetLastError`]: () => '0',
    [`${names}GetErrorString`]: () => 'Invalid argument',
  };
  return { api: api as RawApi & typeof api, values, calls };
}

const REPORT: Report = {
  score: 2 / 3,
  complete: false,
  suspended: '1.abc',
  suspendedWithin: () => '',
  interactions: [
    {
      id: 'predict.first',
      kind: 'choice',
      question: 'Why?',
      response: 'half',
      optionIndex: 1,
      correct: false,
    },
  ],
  spent: 61_000,
};

it('SCORM 1.2 receives status, score, time and answers, then the end of the session', () => {
  const { api, values, calls } = recordingApi('LMS', { 'cmi.interactions._count': '2' });
  const platform = new Scorm12(api);
  platform.report(REPORT);
  platform.close({ ...REPORT, score: 1, complete: true });
  expect(Object.fromEntries(values)).toMatchObject({
    'cmi.core.lesson_status': 'completed',
    'cmi.core.score.raw': '100',
    'cmi.core.session_time': '0000:01:01.00',
    'cmi.core.exit': 'suspend',
    'cmi.suspend_data': '1.abc',
    'cmi.interactions.2.student_response': 'b',
    'cmi.interactions.2.result': 'wrong',
  });
  expect(calls).toEqual(['commit', 'end']);
  expect(values.has('cmi.interactions.3.id'), 'an unchanged answer must not be reported again').toBe(false);
});

it('SCORM 1.2 receives nothing in browse mode', () => {
  const { api, values, calls } = recordingApi('LMS', { 'cmi.core.lesson_mode': 'browse' });
  const platform = new Scorm12(api);
  expect(platform.browsing).toBe(true);
  platform.report(REPORT);
  platform.close(REPORT);
  expect(values.size).toBe(1);
  expect(calls).toEqual(['end']);
});

it('SCORM 1.2 is missed if it is not found', () => {
  expect(() => new Scorm12(null)).toThrow('No learning platform with SCORM 1.2 was found');
});

it('SCORM 2004 updates an interaction at the index from an earlier session', () => {
  const { api, values } = recordingApi('', {
    'cmi.interactions._count': '1',
    'cmi.interactions.0.id': 'predict.first',
    'cmi.score.scaled': '0.5',
  });
  const platform = new Scorm2004(api);
  expect(platform.earlier.score).toBe(0.5);
  platform.report(REPORT);
  expect(Object.fromEntries(values)).toMatchObject({
    'cmi.completion_status': 'incomplete',
    'cmi.score.scaled': '0.6666667',
    'cmi.progress_measure': '0.6666667',
    'cmi.session_time': 'PT1M1S',
    'cmi.interactions.0.learner_response': 'half',
    'cmi.interactions.0.result': 'incorrect',
  });
  expect(values.has('cmi.success_status'), 'an unfinished lesson must not report failure').toBe(false);
  expect(values.has('cmi.interactions.1.id')).toBe(false);
});

const windowWith = (inside: object, parent?: object) => {
  const made: Record<string, unknown> = { ...inside };
  made.parent = parent ?? made;
  return made as unknown as Window;
};

it("the platform's API object is found in parent windows, in the opener and in its parents", () => {
  const api = { LMSInitialize: () => 'true' };
  const platform = windowWith({ API: api });
  const frames = windowWith({}, windowWith({}, platform));
  expect(findApi('API', frames)).toBe(api);
  expect(findApi('API', windowWith({}, windowWith({ opener: frames })))).toBe(api);
  expect(findApi('API_1484_11', frames)).toBeNull();
});

it("the platform's API object is not found in windows of other origins or in a cycle of openers", () => {
  const foreign = new Proxy({} as Record<string, unknown>, {
    get: (_, name) => {
      if (name === 'parent') return foreign;
      throw new DOMException('cross-origin', 'SecurityError');
    },
  });
  expect(findApi('API', windowWith({}, foreign))).toBeNull();
  const ring = windowWith({}) as unknown as { opener: unknown };
  ring.opener = ring;
  expect(findApi('API', ring as unknown as Window)).toBeNull();
});

const launch = launchOf(
  new URLSearchParams({
    endpoint: 'https://lrs.example/xapi',
    fetch: 'https://lms.example/token',
    actor: '{"account":{}}',
    registration: 'r',
    activityId: 'https://lms.example/1',
  }),
);
const data = launchDataOf({
  contextTemplate: {
    contextActivities: { grouping: { id: 'g' }, category: [{ id: 'own' }] },
    extensions: { session: 's' },
  },
  masteryScore: 0.75,
});

it('cmi5 parses its launch parameters and names missing ones', () => {
  expect(launch.endpoint).toBe('https://lrs.example/xapi/');
  expect(() => launchOf(new URLSearchParams('endpoint=x&fetch=y'))).toThrow('lacks "registration"');
  expect(() => launchDataOf(null)).toThrow('LMS.LaunchData');
});

it("cmi5 extends the template's context", () => {
  const { context, result } = statementOf('passed', launch, data, { score: 0.8, spent: 5000 });
  expect(context.contextActivities).toEqual({
    grouping: [{ id: 'g' }],
    category: [
      { id: 'own' },
      { id: 'https://w3id.org/xapi/cmi5/context/categories/cmi5' },
      { id: 'https://w3id.org/xapi/cmi5/context/categories/moveon' },
    ],
  });
  expect(context.extensions).toEqual({
    session: 's',
    'https://w3id.org/xapi/cmi5/context/extensions/masteryscore': 0.75,
  });
  expect(result).toEqual({ success: true, score: { scaled: 0.8 }, duration: 'PT5S' });
  expect(statementOf('initialized', launch, data).result).toBeUndefined();
});

it('cmi5 passes at the mastery score or, without one, at the full score, and reports each only once', () => {
  const none = new Set<never>();
  expect(dueVerbs({ score: 0.7, complete: false }, data, none)).toEqual([]);
  expect(dueVerbs({ score: 0.75, complete: false }, data, none)).toEqual(['passed']);
  expect(dueVerbs({ score: 1, complete: true }, data, new Set(['passed'] as const))).toEqual(['completed']);
  const free = launchDataOf({ contextTemplate: {} });
  expect(dueVerbs({ score: 0.9, complete: false }, free, none)).toEqual([]);
  expect(dueVerbs({ score: 0.9, complete: true }, free, none), 'a prediction was skipped').toEqual([
    'completed',
  ]);
  expect(dueVerbs({ score: 1, complete: true }, free, none)).toEqual(['completed', 'passed']);
});
