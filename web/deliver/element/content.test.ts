/** Values of the element's attributes and properties that can't be read: each gives a problem, and nothing else is thrown. */
import { describe, expect, test } from 'vitest';
import { t } from '../../base/words/words';
import { ELEMENT_OPTIONS, readOption, textOf } from '../hosted/options';
import { type LocalizedProblem, problemsForUser } from '../hosted/problems';
import type { OptionName, OptionValues } from '../hosted/values';
import { linkOf, recordingOf, scenarioOf, Unreadable } from './content';

const ring: Record<string, unknown> = { name: 'ring' };
ring.ring = { ring };

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
}

function hollow(length: number): unknown[] {
  const list: unknown[] = [];
  list.length = length;
  return list;
}

/** Has no end. */
function* forever() {
  for (;;) yield 0;
}

const throws = () => {
  throw new Error('no');
};

/** Values of all kinds, wrong for most options. */
const VALUES: Record<string, unknown> = {
  'a symbol': Symbol('s'),
  'a big integer': 5n,
  'a function': () => 1,
  true: true,
  NaN: Number.NaN,
  infinity: Number.POSITIVE_INFINITY,
  'a huge number': 1e308,
  'the text 1e308': '1e308',
  'the text 1e999': '1e999',
  'a negative number': -1,
  'a long text': 'x'.repeat(100_000),
  'a cycle': ring,
  'an object with a big integer': { version: 1, seed: 5n },
  'a deep object': nested(100_000),
  'a wide object': { flows: hollow(2_000_000).fill(1) },
  'an object with four billion holes': { flows: hollow(2 ** 32 - 1) },
  'four billion holes': hollow(2 ** 32 - 1),
  'a list of symbols': [Symbol('a'), Symbol('b')],
  'a list of lists': [[[1]], [2]],
  'many names': hollow(5000).fill('seed'),
  'a Map': new Map([[1, 2]]),
  'a generator': forever(),
  'four billion entries by length': { length: 2 ** 32 - 1 },
  'an object without a prototype': Object.create(null),
  'an object whose toString throws': { toString: throws },
  'an object whose toJSON throws': { toJSON: throws },
  'an object whose toJSON gives nothing': { toJSON: () => undefined },
  'an object with a getter that throws': Object.defineProperty({}, 'name', { enumerable: true, get: throws }),
  'an object whose iterator throws': { [Symbol.iterator]: throws },
};

/** Reads an option, or throws its problem. */
function option<N extends OptionName>(name: N): (value: unknown) => OptionValues[N] | null {
  return (value) => {
    const problems: LocalizedProblem[] = [];
    const found = readOption(name, value, problems);
    for (const { path, problem, allowed } of problems) throw new Unreadable(path, problem, allowed);
    return found;
  };
}

const READERS: Record<string, (value: unknown) => unknown> = {
  scenario: scenarioOf,
  recording: recordingOf,
  ...Object.fromEntries(ELEMENT_OPTIONS.map((name) => [name, option(name)])),
};

describe.each(Object.entries(READERS))('%s', (name, read) => {
  test.each(Object.entries(VALUES))(`${name} reads %s, or says what’s allowed`, (kind, value) => {
    // The element itself reports what the page's own code throws.
    if (name === 'seconds' && kind === 'an object whose iterator throws') return;
    try {
      read(value);
    } catch (error) {
      expect(error).toBeInstanceOf(Unreadable);
      const { path, problem, allowed } = (error as Unreadable).problem;
      expect(path).toBe(name);
      expect(problem(t).length).toBeGreaterThan(0);
      expect(problem(t).length).toBeLessThan(300);
      expect(allowed(t)).not.toBe('');
    }
  });
});

const problemOf = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    const [problem] = problemsForUser([(error as Unreadable).problem]);
    return `${problem?.path}: ${problem?.problem}; ${problem?.allowed}`;
  }
};

test.each([
  ['1e308', 'panel_height: "1e308" isn’t valid; pixels, 60 to 2000'],
  [59, 'panel_height: 59 isn’t valid; pixels, 60 to 2000'],
  [2001, 'panel_height: 2001 isn’t valid; pixels, 60 to 2000'],
  ['tall', 'panel_height: "tall" isn’t valid; pixels, 60 to 2000'],
  [null, 'panel_height: null isn’t valid; pixels, 60 to 2000'],
  ['60', 60],
  [2000, 2000],
])('a height of %s', (value, expected) => {
  expect(problemOf(() => option('panel_height')(value))).toBe(expected);
});

test.each([
  [
    [2, 6],
    [2, 6],
  ],
  ['2,6', [2, 6]],
  ['2 6', [2, 6]],
  [new Float64Array([2, 6]), [2, 6]],
  [new Set([2, 6]), [2, 6]],
  [[2, 6, 7], 'seconds: Array isn’t valid; two numbers of seconds, the first smaller: 0,4'],
  ['2,1e999', 'seconds: "2,1e999" isn’t valid; two numbers of seconds, the first smaller: 0,4'],
  [7, 'seconds: 7 isn’t valid; two numbers of seconds, the first smaller: 0,4'],
])('seconds of %s', (value, expected) => {
  expect(problemOf(() => option('seconds')(value))).toEqual(expected);
});

test('a cursor may be a number or its text', () => {
  expect(option('cursor')('2.5')).toBe(2.5);
  expect(problemOf(() => option('cursor')(Symbol('s')))).toBe(
    'cursor: Symbol(s) isn’t valid; a number from 0 on',
  );
});

test.each([
  ['window, queue', ['window', 'queue'], null],
  ['window queue', ['window', 'queue'], null],
  ['window,window,', ['window'], null],
  ['windows,queue', ['queue'], '"windows" isn’t valid'],
  [['windows', 'queue', Symbol('s')], ['queue'], '"windows, Symbol(s)" isn’t valid'],
  ['windows', null, '"windows" isn’t valid'],
  [Array.from({ length: 1001 }, () => 'queue'), null, 'has more than 1000 entries'],
])('panels of %j', (value, expected, problem) => {
  const problems: LocalizedProblem[] = [];
  expect(readOption('panels', value, problems)).toEqual(expected);
  expect(problems.map((one) => one.problem(t))).toEqual(problem === null ? [] : [problem]);
});

test.each([
  ['0,2', ['0', '2'], 0],
  [[0, 'vegas'], ['0', 'vegas'], 0],
  ['vegas, 1.5', ['vegas'], 1],
  ['-1', null, 1],
  ['', null, 1],
])('flows of %s', (value, expected, count) => {
  const problems: LocalizedProblem[] = [];
  expect(readOption('flows', value, problems)).toEqual(expected);
  expect(problems).toHaveLength(count);
});

test('a theme has the names of frames and of elements', () => {
  expect(['auto', 'system', ' dark'].map((name) => option('theme')(name))).toEqual(['auto', 'auto', 'dark']);
});

test('a scenario may be an object, and one that is no JSON says why', () => {
  expect(scenarioOf({ name: 'x', toJSON: undefined })).toEqual({
    scenario: '{\n  "name": "x"\n}',
    link: null,
  });
  expect(problemOf(() => scenarioOf(ring))).toMatch(
    /^scenario: can’t be written as JSON: Converting circular/,
  );
  expect(problemOf(() => scenarioOf({ seed: 5n }))).toMatch(/^scenario: can’t be written as JSON: .*BigInt/);
});

test('a list with four billion holes takes no visit per hole', () => {
  let visits = 0;
  const counted = new Proxy(hollow(2 ** 32 - 1), {
    get(target, key) {
      visits += 1;
      return Reflect.get(target, key);
    },
    has(target, key) {
      visits += 1;
      if (visits > 10_000) throw new Error('too many visits');
      return Reflect.has(target, key);
    },
  });
  for (const read of Object.values(READERS)) problemOf(() => read(counted));
  expect(visits).toBeLessThan(1000);
});

test('texts for messages are short, whatever the value is', () => {
  for (const value of Object.values(VALUES)) expect(textOf(value).length).toBeLessThan(100);
  expect(linkOf(null).link).toBe('');
});
