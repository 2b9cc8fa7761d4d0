import { afterEach, describe, expect, test } from 'vitest';
import { pseudoLanguage } from '../../base/words/pseudoLanguage';
import { ENGLISH, setLanguage, t } from '../../base/words/words';
import { problemsForHost, problemsForUser } from '../hosted/problems';
import { affects, embedOf, readParameters, writeParameters } from './parameters';

const read = (address: string) => readParameters(new URLSearchParams(address));
const problemPaths = (address: string) => read(address).problems.map(({ path }) => path);

test("the content is a lesson, a lesson's experiment or a bench given by link parameters", () => {
  expect(read('lesson=rem').parameters).toEqual(embedOf({ kind: 'lesson', lesson: 'rem' }));
  expect(read('lesson=rem&experiment=alone').parameters.shows).toEqual({
    kind: 'experiment',
    lesson: 'rem',
    experiment: 'alone',
  });
  const link = 'scenario=ahn-fig1-rr&of=abcd1234&flows.0.sender.preset=vegas&with=as%3Da&with=as%3Db';
  const { parameters, problems } = read(`${link}&theme=dark&flows=0`);
  expect(parameters.shows).toEqual({ kind: 'bench', link });
  expect(parameters).toMatchObject({ theme: 'dark', flows: ['0'] });
  expect(problems).toEqual([]);
});

test("the content is a paper's experiment if no lesson is named", () => {
  const shows = { kind: 'bench', link: 'experiment=low-2000%2Fchain%2Fwpf' };
  expect(read('experiment=low-2000/chain/wpf').parameters.shows).toEqual(shows);
});

test('the content is the default bench, with a problem, if nothing is named', () => {
  expect(problemPaths('theme=dark')).toEqual(['scenario']);
  expect(read('').parameters.shows).toEqual({ kind: 'bench', link: '' });
});

test('all parameters can be combined', () => {
  const { parameters, problems } = read(
    'scenario=x&panels=queue,window&controls=seed&locked=links.R1>R2.rate_bps&figures=all.fairness&seconds=0.5,4' +
      '&flows=0,2&theme=light&lang=pt-br&autoplay=0.5&height=480&origin=https://course.example:8443',
  );
  expect(problems).toEqual([]);
  expect(parameters).toEqual({
    shows: { kind: 'bench', link: 'scenario=x' },
    panels: ['queue', 'window'],
    controls: ['seed'],
    locked: ['links.R1>R2.rate_bps'],
    figures: ['all.fairness'],
    seconds: [0.5, 4],
    flows: ['0', '2'],
    questions: true,
    theme: 'light',
    lang: 'pt-BR',
    autoplay: 0.5,
    height: 480,
    origin: 'https://course.example:8443',
  });
});

test.each([
  ['panels=windo', 'panels'],
  ['controls=flows..x', 'controls'],
  ['controls=__proto__.x', 'controls'],
  ['locked=a.constructor', 'locked'],
  ['figures=fairness', 'figures'],
  ['seconds=4,0', 'seconds'],
  ['seconds=4', 'seconds'],
  ['seconds=,4', 'seconds'],
  ['flows=1.5', 'flows'],
  ['flows=', 'flows'],
  ['theme=blue', 'theme'],
  ['lang=not a tag', 'lang'],
  ['autoplay=3', 'autoplay'],
  ['autoplay=yes', 'autoplay'],
  ['height=12', 'height'],
  ['height=1e9', 'height'],
  ['origin=*', 'origin'],
  ['origin=https://a.example/path', 'origin'],
  ['origin=javascript:alert(1)', 'origin'],
])('%s is reported and ignored', (wrong, path) => {
  const { parameters, problems } = read(`scenario=x&${wrong}`);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ path });
  expect(problems[0]?.allowed(t)).not.toBe('');
  expect(parameters).toEqual(embedOf({ kind: 'bench', link: 'scenario=x' }));
});

test('what is right in a list is used next to what is wrong', () => {
  const { parameters, problems } = read('scenario=x&panels=windo,queue&controls=a..b,seed&flows=0,1.5');
  expect(parameters).toMatchObject({ panels: ['queue'], controls: ['seed'], flows: ['0'] });
  expect(problems.map(({ path }) => path)).toEqual(['panels', 'controls', 'flows']);
  expect(problems[0]?.problem(t)).toBe('"windo" isn’t valid');
});

test('parameters that do not apply to the content are reported', () => {
  expect(problemPaths('lesson=rem&panels=window')).toEqual(['panels']);
  expect(problemPaths('lesson=rem&experiment=a&seed=4')).toEqual(['seed']);
  expect(problemPaths('scenario=x&questions=off')).toEqual(['questions']);
  expect(problemPaths('lesson=rem&experiment=a&questions=off&panels=window')).toEqual([]);
});

test('a control that would change a locked field is reported', () => {
  expect(
    problemPaths('scenario=x&controls=flows.0.sender.preset&locked=flows.0.sender.avoidance.alpha'),
  ).toEqual(['locked']);
  expect(problemPaths('scenario=x&controls=flows.0.sender.preset&locked=flows.0.sender.preset')).toEqual([]);
});

test('changing a field affects its parts and the parts that contain it', () => {
  expect(affects('flows.0.sender.preset', 'flows.0.sender.avoidance.alpha')).toBe(true);
  expect(affects('flows.0.sender.avoidance.kind', 'flows.0.sender.avoidance.alpha')).toBe(true);
  expect(affects('flows.0.sender.avoidance.alpha', 'flows.0.sender.avoidance')).toBe(true);
  expect(affects('flows.0.sender.avoidance.alpha', 'flows.0.sender.avoidance.beta')).toBe(false);
  expect(affects('flows.1', 'flows.10')).toBe(false);
});

test.each([
  'lesson=rem',
  'lesson=rem&experiment=alone&panels=window&questions=off&theme=dark',
  'scenario=x&flows.0.sender.preset=vegas&controls=none&locked=seed&seconds=0%2C4&lang=de&height=300',
])('reading and writing an address returns the same address: %s', (address) => {
  const { parameters } = read(address);
  expect(writeParameters(parameters).toString()).toBe(address);
});

describe('problems', () => {
  afterEach(() => setLanguage(ENGLISH));

  test("problems are shown in the user's language and sent to the host page in English", () => {
    setLanguage(pseudoLanguage('en-XA'));
    const { problems } = read('scenario=x&height=12');
    expect(problemsForHost(problems)).toEqual([
      { path: 'height', problem: '"12" isn’t valid', allowed: 'pixels, 100 to 10000' },
    ]);
    expect(problemsForUser(problems)[0]?.problem).toMatch(/^\[.*"12".*\]$/);
  });
});

test('an address with thousands of unknown parameters reports a few of them, and their number', () => {
  const many = Array.from({ length: 80_000 }, (_, index) => `a${index}=1`).join('&');
  const { problems } = read(`lesson=reading-a-trace&${many}`);
  const shown = problemsForHost(problems);
  expect(shown.length).toBe(11);
  expect(shown[0]).toMatchObject({ path: 'a0', problem: 'doesn’t work with a whole lesson' });
  expect(shown[10]?.problem).toBe('this address has more parameters that don’t work here: 79990');
});
