/** The frame's side of SPLICE, against the messages of the specification and of hosts that deviate from it. */
import { beforeEach, expect, it, vi } from 'vitest';
import { Observable } from '../../base/observable';
import type { Lesson } from '../../lessons/lesson';
import type { LessonSession } from '../../lessons/lessonSession';
import { type Progress, progressOf } from '../../lessons/progress';
import { connection } from '../packages/runtime/connection';
import { suspend } from '../packages/runtime/suspend';
import { type Frame, HostConnection } from './hostConnection';
import { ANSWER_WITHIN_MS, readAnswer, SHOW_AFTER_MS, Splice } from './splice';

const COURSE = 'https://course.example';

const QUESTION = { question: '?', covers: [], why: '' };

const LESSON: Pick<Lesson, 'predictions' | 'checks'> = {
  predictions: {
    which: { ...QUESTION, kind: 'choice', options: { one: '1', two: '2' }, answer: () => 'one' },
    often: { ...QUESTION, kind: 'number', unit: '', range: [0, 9], step: 1, answer: () => 3, within: 0 },
  },
  checks: {},
};

const answered = (answer: string | number | null, passed: boolean | null = null) => ({
  answer,
  passed,
  words: '',
});
const EMPTY: Progress = { version: 1, predictions: {}, checks: {} };
const ONE: Progress = { ...EMPTY, predictions: { which: answered('one', true) } };
const keptState = (progress: Progress = ONE, change: object = {}) => ({
  vegaslab: 1,
  work: suspend(progress, 1 << 18).text,
  score: 0.5,
  complete: false,
  onSubmission: true,
  ...change,
});

type Message = Record<string, unknown>;

/** A frame in a course page. `respond` answers its request as the specification's example does. */
function frameIn(address: string | null = null, stored: Progress = EMPTY) {
  const sent: { message: Message; target: string }[] = [];
  const parent = {
    postMessage: (message: unknown, target: string) => sent.push({ message: message as Message, target }),
  };
  const listeners: ((event: MessageEvent) => void)[] = [];
  const frame: Frame = {
    parent,
    innerWidth: 640,
    addEventListener: (_, listener) => listeners.push(listener),
  };
  const splice = new Splice(frame, new HostConnection(frame, address), 'lessons/x');
  const progress = new Observable(stored);
  const session = { opened: { lesson: LESSON }, progress } as unknown as LessonSession;
  let shown = false;
  void splice.restore(session, true).then(() => {
    shown = true;
  });
  const request = sent.find(({ message }) => message.subject === 'SPLICE.getState')?.message;
  const receive = async (data: unknown, from: object = {}) => {
    for (const listener of listeners)
      listener({ data, origin: COURSE, source: parent, ...from } as unknown as MessageEvent);
    await vi.advanceTimersByTimeAsync(0);
  };
  const response = (fields: object) => ({
    subject: 'SPLICE.getState.response',
    message_id: request?.message_id,
    ...fields,
  });
  return {
    ...{ sent, progress, request, receive, response },
    respond: (fields: object) => receive(response(fields)),
    /** Answers the last request. */
    respondToLast: (fields: object) => {
      const asked = sent.findLast(({ message }) => message.subject === 'SPLICE.getState');
      return receive({ ...response(fields), message_id: asked?.message.message_id });
    },
    shown: () => shown,
    /** The SPLICE messages after the request, by subject and without ids. */
    reports: async () => {
      await vi.advanceTimersByTimeAsync(1000);
      return sent
        .map(({ message: { message_id, ...rest } }) => rest)
        .filter(({ subject }) => String(subject).startsWith('SPLICE.') && subject !== 'SPLICE.getState');
    },
    predict: (id: string, answer: string | number) =>
      progress.set({
        ...progress.value,
        predictions: { ...progress.value.predictions, [id]: answered(answer) },
      }),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  connection.set(null);
});

it('the request has the fields of the specification', () => {
  const { request } = frameIn();
  expect(request).toEqual({
    subject: 'SPLICE.getState',
    message_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    content_id: 'lessons/x',
  });
});

it('the request delays the lesson only until the answer', async () => {
  const { respond, shown } = frameIn();
  await vi.advanceTimersByTimeAsync(SHOW_AFTER_MS - 1);
  expect(shown()).toBe(false);
  await respond({ state: null });
  expect(shown()).toBe(true);
});

it('the request delays the lesson only for a short time if nobody answers', async () => {
  const { shown } = frameIn();
  await vi.advanceTimersByTimeAsync(SHOW_AFTER_MS);
  expect(shown()).toBe(true);
});

// The optional fields of the specification's example.
const extra = { user_id: 'opaque', user_model: { skill: [1, { deep: 2 }] }, context_id: 'section-1' };

it('a host that answers gives the state back, as an object or as its JSON', async () => {
  for (const state of [keptState(), JSON.stringify(keptState())]) {
    const { respond, progress, reports } = frameIn();
    await respond({ state, ...extra });
    expect(progress.value).toEqual(ONE);
    expect(connection.value?.phase).toBe('open');
    expect(await reports(), 'the host knows all this already').toEqual([]);
  }
});

it('a host that answers gets the score with the state, and the state alone when only it changes', async () => {
  const { respond, predict, progress, reports, sent } = frameIn();
  await respond({ state: null });
  predict('which', 'one');
  const [first] = await reports();
  expect(first).toMatchObject({
    subject: 'SPLICE.reportScoreAndState',
    score: 0.5,
    state: { vegaslab: 1, score: 0.5, complete: false, onSubmission: true },
  });
  expect(first && Object.keys(first)).toEqual(['subject', 'score', 'state']);
  sent.length = 0;
  progress.set(ONE);
  expect(await reports()).toMatchObject([
    { subject: 'SPLICE.sendEvent', name: 'answer', data: { id: 'predict.which', correct: true } },
    { subject: 'SPLICE.reportScoreAndState', score: 0.5, state: { onSubmission: false } },
  ]);
  sent.length = 0;
  predict('often', 2);
  expect(await reports()).toMatchObject([
    { subject: 'SPLICE.reportScoreAndState', score: 1, state: { onSubmission: true, complete: true } },
    { subject: 'SPLICE.sendEvent', name: 'completed', data: { score: 1 } },
  ]);
  // A later frame restores exactly this report.
  const later = frameIn();
  const state = sent.find(({ message }) => message.subject === 'SPLICE.reportScoreAndState')?.message.state;
  await later.respond({ state: structuredClone(state) });
  expect(later.progress.value).toEqual(progress.value);
});

it('a host that answers may refuse a report: the frame says so, and sends it again with the next one', async () => {
  const { respond, receive, predict, reports, sent } = frameIn();
  await respond({ state: null });
  const answer = async (fields: object) => {
    const last = sent.findLast(({ message }) => message.subject === 'SPLICE.reportScoreAndState');
    await receive({
      subject: 'SPLICE.reportScoreAndState.response',
      message_id: last?.message.message_id,
      ...fields,
    });
  };
  predict('which', 'one');
  await reports();
  await receive({ subject: 'SPLICE.reportScoreAndState.response', message_id: 'other', error: {} });
  expect(connection.value?.problem).toBeNull();
  await answer({ error: { code: 'too_long', message: 'The state is too long.' } });
  expect(connection.value?.problem).toBe(
    'Your course didn’t save your score and your work (too_long: The state is too long.): save your progress from your report, and tell your teacher.',
  );
  sent.length = 0;
  window.dispatchEvent(new Event('pagehide'));
  expect(await reports()).toMatchObject([{ subject: 'SPLICE.reportScoreAndState', score: 0.5 }]);
  await answer({});
  expect(connection.value?.problem).toBeNull();
});

it('a host that answers never gets a lower score than before', async () => {
  const { respond, progress, reports } = frameIn();
  await respond({ state: keptState() });
  progress.set(EMPTY);
  expect(await reports()).toMatchObject([{ score: 0.5, state: { score: 0.5, onSubmission: false } }]);
});

it('a host that answers without a state leaves the work of the browser, and gets it with the next answer', async () => {
  const { respond, progress, predict, reports } = frameIn(null, ONE);
  await respond({ state: undefined });
  expect(progress.value).toBe(ONE);
  expect(await reports()).toEqual([]);
  predict('often', 2);
  expect((await reports()).at(0)).toMatchObject({ name: 'answer', data: { id: 'predict.which' } });
  expect((await reports()).at(1)).toMatchObject({ score: 1 });
});

it('a host that answers late still gives its state back, and keeps what was answered meanwhile', async () => {
  const { respond, predict, progress, reports } = frameIn();
  await vi.advanceTimersByTimeAsync(SHOW_AFTER_MS + 1000);
  predict('often', 2);
  expect(await reports(), 'a report would replace the stored state').toEqual([]);
  await respond({ state: keptState() });
  expect(progress.value.predictions).toEqual({ ...ONE.predictions, often: answered(2) });
  expect((await reports()).at(0)).toMatchObject({ score: 1, state: { complete: true } });
});

it('a host that answers too late changes nothing', async () => {
  const { respond, progress } = frameIn();
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS);
  await respond({ state: keptState() });
  expect(progress.value).toBe(EMPTY);
});

it('a host that never answers gets the score, and the page promises nothing', async () => {
  const { predict, reports } = frameIn();
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS);
  predict('which', 'two');
  expect(await reports()).toMatchObject([{ subject: 'SPLICE.reportScoreAndState', score: 0.5 }]);
  expect(connection.value).toBeNull();
});

it('a platform that refuses unknown messages, as Canvas does, gets no others', async () => {
  const { respond, predict, reports, shown } = frameIn();
  await respond({ error: { code: 'unsupported_subject' } });
  expect(shown()).toBe(true);
  predict('which', 'one');
  expect(await reports()).toEqual([]);
  expect(connection.value).toBeNull();
});

it("a host's error is shown, and no report replaces the stored state until it can be read", async () => {
  const { respondToLast, predict, reports, progress, sent } = frameIn();
  await respondToLast({ error: { code: 'database', message: 'The state could not be read.' } });
  predict('often', 2);
  expect(await reports()).toEqual([]);
  expect(connection.value?.unread).toMatchObject({ why: 'database: The state could not be read.', text: '' });
  for (const answer of ['none', 'error', 'refusal'] as const) {
    const trying = connection.value?.unread?.tryAgain();
    if (answer === 'none') await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS);
    if (answer === 'error') await respondToLast({ error: { code: 'database' } });
    if (answer === 'refusal') await respondToLast({ error: { code: 'unauthorized' } });
    await trying;
    expect(await reports()).toEqual([]);
    expect(connection.value?.unread).not.toBeNull();
  }
  const trying = connection.value?.unread?.tryAgain();
  await respondToLast({ state: keptState() });
  await trying;
  expect(connection.value).toMatchObject({ phase: 'open', unread: null });
  expect(progress.value.predictions).toEqual({ ...ONE.predictions, often: answered(2) });
  expect((await reports()).at(0)).toMatchObject({ score: 1, state: { complete: true } });
  expect(sent.filter(({ message }) => message.subject === 'SPLICE.getState')).toHaveLength(5);
});

it('hostile messages from other windows, origins or requests change nothing', async () => {
  const { receive, response, progress, shown } = frameIn('https://other.example');
  const good = response({ state: keptState() });
  await receive(good, { source: {} });
  await receive(good, { origin: 'null' });
  await receive(good, { origin: COURSE });
  await receive({ ...good, message_id: 'guessed' }, { origin: 'https://other.example' });
  await receive({ ...good, subject: 'SPLICE.getState' }, { origin: 'https://other.example' });
  expect(progress.value).toBe(EMPTY);
  expect(shown()).toBe(false);
  await receive(good, { origin: 'https://other.example' });
  expect(progress.value).toEqual(ONE);
});

it.each([
  null,
  undefined,
  0,
  '',
  'SPLICE.getState.response',
  [],
  {},
  { subject: 'SPLICE.getState.response' },
  { subject: ['SPLICE.getState.response'], message_id: 'id' },
  { subject: 'SPLICE.getState.response', message_id: ['id'] },
])('hostile messages %j is no answer', (data) => expect(readAnswer(data, 'id')).toBeNull());

const long = 'x'.repeat(1 << 19);
it.each([
  ['no object', 7],
  ['a list', [1]],
  ['another frame', { score: 1 }],
  ['no JSON', '{"vegaslab": 1'],
  ['too long a text', long],
  ['too long a work', keptState(ONE, { work: `1.${long}` })],
  ['no work', keptState(ONE, { work: null })],
  ['damaged work', keptState(ONE, { work: '1.AAAA' })],
  ['a score above 1', keptState(ONE, { score: 1.5 })],
  ['a score that is no number', keptState(ONE, { score: Number.NaN })],
  ['another version', keptState(ONE, { vegaslab: 2 })],
  [
    'an answer that is an object',
    keptState({ ...EMPTY, predictions: { which: { ...answered(''), answer: {} as never } } }),
  ],
  [
    'links that are no texts',
    keptState({ ...EMPTY, checks: { x: { ...answered(''), links: [{}] } as never } }),
  ],
])('a state that is %s changes nothing, and the host is told', async (_, state) => {
  const { respond, progress, reports } = frameIn();
  await respond({ state });
  expect(progress.value).toBe(EMPTY);
  expect(await reports()).toEqual([
    {
      subject: 'SPLICE.sendEvent',
      name: 'getState',
      data: null,
      error: { code: 'bad_state', message: expect.any(String) },
    },
  ]);
});

it('hostile messages answers that no longer fit are left out, and the score doesn’t fall', async () => {
  const { respond, progress, reports } = frameIn();
  const { predictions } = ONE;
  const state = keptState({ ...ONE, predictions: { ...predictions, which: answered(3) } }, { score: 1 });
  await respond({ state });
  expect(progress.value.predictions).not.toHaveProperty('which');
  expect(progress.value.checks).toEqual(ONE.checks);
  progress.set({ ...progress.value, predictions: { which: answered('two') } });
  expect((await reports()).at(-1)).toMatchObject({ score: 1 });
});

const whole = JSON.stringify(keptState());
it.each([
  ['of a later version', keptState(ONE, { vegaslab: 2 })],
  ['of a later version, as text', JSON.stringify(keptState(ONE, { vegaslab: 2 }))],
  ['that was cut off', whole.slice(0, -9)],
  ['that is damaged', keptState(ONE, { work: '1.AAAA' })],
  ['of another program', { page: 3, done: ['a'] }],
])('a state %s is never replaced, unless the student says so', async (_, state) => {
  const { respond, predict, reports, sent } = frameIn();
  await respond({ state });
  predict('which', 'one');
  expect((await reports()).map(({ subject }) => subject)).toEqual(['SPLICE.sendEvent']);
  expect(connection.value?.unread?.text).toBe(typeof state === 'string' ? state : JSON.stringify(state));
  sent.length = 0;
  connection.value?.unread?.replace();
  expect((await reports()).map(({ subject }) => subject)).toContain('SPLICE.reportScoreAndState');
  expect(connection.value?.unread).toBeNull();
});

it.each([null, undefined, '', '{}', 'null', {}, []])(
  'a host that answers with %j has no state',
  async (state) => {
    const { respond, predict, reports } = frameIn();
    await respond({ state });
    expect(connection.value?.unread).toBeNull();
    predict('which', 'one');
    expect(await reports()).toMatchObject([{ subject: 'SPLICE.reportScoreAndState', score: 0.5 }]);
  },
);

it('a second answer changes nothing', async () => {
  const { respond, progress } = frameIn();
  await respond({ state: null });
  await respond({ state: keptState() });
  expect(progress.value).toBe(EMPTY);
});

it('hostile messages names from the prototype are no questions', () => {
  const hostile = JSON.parse(
    '{"version":1,"predictions":{"__proto__":{"answer":"one","passed":true,"words":""}},"checks":{}}',
  );
  const read = progressOf(hostile);
  expect(Object.getPrototypeOf(read?.predictions)).toBe(Object.prototype);
  expect(read?.predictions.answer).toBeUndefined();
});
