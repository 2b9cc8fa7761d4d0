/** Messages of host pages and addresses of embeds, with random changes. */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from '../../base/bytes';
import { AS_JSON, AS_TEXT, fuzz, refused, type Verdict } from '../../base/fuzz/fuzz';
import { mutateBytes, mutateJson, mutateQuery } from '../../base/fuzz/mutate';
import type { Random } from '../../base/fuzz/random';
import type { Lesson } from '../../lessons/lesson';
import { fittingProgress } from '../../lessons/progress';
import { lessonScore } from '../../lessons/score';
import { problemsForHost } from '../hosted/problems';
import { suspend } from '../packages/runtime/suspend';
import { readFromEmbed, readFromHost } from '../sdk/protocol';
import { readParameters, writeParameters } from './parameters';
import { readAnswer } from './splice';

const FOLDER = import.meta.dirname;
const REQUEST = 'request-1';

const LESSON = {
  predictions: {
    which: { kind: 'choice', options: { one: '', two: '' } },
    often: { kind: 'number' },
    drawn: { kind: 'draw', y: { from: 0, to: 40 } },
  },
  checks: { reach: { kind: 'reach' }, read: { kind: 'read' } },
} as unknown as Pick<Lesson, 'predictions' | 'checks'>;

const answer = (fields: object) => ({ subject: 'SPLICE.getState.response', message_id: REQUEST, ...fields });

const WORK = suspend(
  {
    version: 1,
    predictions: {
      which: { answer: 'one', passed: true, words: 'Right.' },
      often: { answer: 3, passed: null, words: '' },
      drawn: { answer: Array.from({ length: 41 }, (_, at) => at), passed: false, words: '' },
    },
    checks: { read: { passed: true, answer: '12', words: '', links: ['#/bench?scenario=ahn-fig1-rr'] } },
  },
  1 << 18,
).text;

const STATE = { vegaslab: 1, work: WORK, score: 0.5, complete: false, onSubmission: true };

function checkAnswer(message: unknown): Verdict {
  const read = readAnswer(message, REQUEST);
  if (read === null) return 'refused';
  if (read.kind === 'failed') return refused(read.problem.replaceAll(/\s/g, ' '));
  if (read.kind !== 'state') return 'refused';
  if (read.earlier !== null && fittingProgress(read.earlier.progress, LESSON) !== read.earlier.progress)
    return 'refused';
  if (read.earlier !== null) lessonScore(LESSON as Lesson, read.earlier.progress);
  return 'accepted';
}

/** Changes the message, or the work packed into its state. */
function mutateAnswer(message: unknown, other: unknown, random: Random): unknown {
  const { state } = (message ?? {}) as { state?: unknown };
  const { work } = (state ?? {}) as { work?: unknown };
  if (typeof work !== 'string' || random.chance(0.4)) return mutateJson(message, other, random);
  return { ...(message as object), state: { ...(state as object), work: mutateWork(work, random) } };
}

function mutateWork(work: string, random: Random): string {
  try {
    const bytes = fromBase64Url(work.slice(2));
    if (random.chance(0.3)) return `1.${toBase64Url(mutateBytes(bytes, bytes, random))}`;
    const progress: unknown = JSON.parse(strFromU8(inflateSync(bytes)));
    return `1.${toBase64Url(deflateSync(strToU8(JSON.stringify(mutateJson(progress, progress, random)))))}`;
  } catch {
    return `${work}A`;
  }
}

test('changed answers of a SPLICE host are read or ignored', async () => {
  const seeds = [
    answer({ state: STATE }),
    answer({ state: JSON.stringify(STATE) }),
    answer({ state: null }),
    answer({ state: STATE, error: null }),
  ];
  await fuzz({ name: 'splice', folder: FOLDER, seeds, mutate: mutateAnswer, check: checkAnswer, ...AS_JSON });
});

test('an error of a SPLICE host is read, whatever its parts are', async () => {
  const check = (message: unknown) => {
    checkAnswer(message);
    const read = readAnswer(message, REQUEST);
    return read === null || read.kind === 'state' ? 'refused' : 'accepted';
  };
  const seeds = [
    answer({ error: { code: 'unsupported_subject', message: 'no' } }),
    answer({ error: { code: 'quota', message: 'The store is full.' } }),
  ];
  await fuzz({ name: 'splice-errors', folder: FOLDER, seeds, mutate: mutateJson, check, ...AS_JSON });
});

const envelope = (fields: object) => ({ vegaslab: 1, type: 'request', id: 7, ...fields });

test('changed requests of a host page are read, refused or ignored', async () => {
  const seeds = [
    { vegaslab: 1, type: 'hello' },
    envelope({ method: 'getState' }),
    envelope({ method: 'run', params: { experiment: 'alone' } }),
    envelope({
      method: 'setState',
      params: {
        changes: { 'flows.0.sender.preset': 'vegas', seed: 4 },
        arm: 'b',
        cursor: 2,
        seconds: [0, 4],
        progress: { version: 1, predictions: {}, checks: {} },
      },
    }),
  ];
  const check = (message: unknown) => {
    const read = readFromHost(message);
    if (read === null) return 'refused';
    return read.type === 'bad' ? refused(read.message) : 'accepted';
  };
  await fuzz({ name: 'requests', folder: FOLDER, seeds, mutate: mutateJson, check, ...AS_JSON });
});

test('changed messages of an embed are read or ignored', async () => {
  const seeds = [
    { vegaslab: 1, type: 'here' },
    { vegaslab: 1, type: 'height', height: 400 },
    { vegaslab: 1, type: 'answer', id: 3, result: { shows: 'bench' } },
    { vegaslab: 1, type: 'answer', id: 3, failure: { code: 'refused', message: 'no' } },
    { vegaslab: 1, type: 'event', event: 'ready', data: { shows: 'bench', title: 'x', problems: [] } },
  ];
  const check = (message: unknown) => (readFromEmbed(message) === null ? 'refused' : 'accepted');
  await fuzz({ name: 'embed-messages', folder: FOLDER, seeds, mutate: mutateJson, check, ...AS_JSON });
});

test('changed addresses of embeds are read, and each problem has a place', async () => {
  const check = (query: string) => {
    const { parameters, problems } = readParameters(new URLSearchParams(query));
    const written = writeParameters(parameters);
    expect(readParameters(written).parameters).toEqual(parameters);
    for (const { path, problem, allowed } of problemsForHost(problems)) {
      refused(`${path}: ${problem}`);
      expect(allowed).not.toBe('');
    }
    return problems.length > 0 ? 'refused' : 'accepted';
  };
  const seeds = [
    'lesson=reading-a-trace&theme=dark&lang=de',
    'lesson=reading-a-trace&experiment=alone&questions=off&panels=window,queue&origin=https://course.example',
    'scenario=ahn-fig1-vr&flows.0.sender.preset=reno&controls=flows.0.sender.preset&locked=seed&figures=flows.0.completed_at_s',
    'scenario=ahn-fig1-vr&seconds=0,4&flows=0,1&autoplay=1&height=400',
  ];
  await fuzz({ name: 'embeds', folder: FOLDER, seeds, mutate: mutateQuery, check, ...AS_TEXT });
});
