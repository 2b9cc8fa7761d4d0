/** The work that a message of another page can cause, as the number of values that are read. */
import { describe, expect, test } from 'vitest';
import { MAX_ANSWER_SIZE, MAX_REQUEST_SIZE, readFromEmbed, readFromHost } from './protocol';

/** Counts the reads of all lists and objects in a message, and throws when there are too many: a test can't end a loop that takes minutes. */
function counted(
  value: unknown,
  counter: { reads: number; most: number },
  known = new Map<object, object>(),
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value;
  const found = known.get(value);
  if (found !== undefined) return found;
  const count = () => {
    counter.reads += 1;
    if (counter.reads > counter.most) throw new Error(`more than ${counter.most} reads`);
  };
  const proxy = new Proxy(value, {
    get(target, key) {
      count();
      return counted(Reflect.get(target, key), counter, known);
    },
    has(target, key) {
      count();
      return Reflect.has(target, key);
    },
  });
  known.set(value, proxy);
  return proxy;
}

function hollow(length: number): unknown[] {
  const list: unknown[] = [];
  list.length = length;
  return list;
}

/** Each list appears many times in the next. */
function shared(times: number, inside: unknown): unknown {
  let value = inside;
  for (let level = 0; level < 10; level += 1) {
    const copy = value;
    value = Array.from({ length: times }, () => copy);
  }
  return value;
}

const ring: unknown[] = [];
ring.push(ring, ring);

/** Kinds of data that survive structured cloning, each much larger than what a message may have. */
const KINDS: Record<string, () => unknown> = {
  'a list with 2^32 - 1 holes': () => hollow(2 ** 32 - 1),
  'lists with holes in a list': () => [hollow(1e9), hollow(1e9)],
  'a list with holes and a value at its end': () => Object.assign(hollow(1e9), { [1e9 - 1]: 1 }),
  'a list with holes in a name': () => ({ changes: hollow(2 ** 31) }),
  'a list with empty texts': () => hollow(400_000).fill(''),
  'empty texts in lists that repeat': () => shared(30, hollow(1000).fill('')),
  'lists that repeat': () => shared(30, 1),
  'objects that repeat': () => shared(30, { a: { b: {} } }),
  'a list in itself': () => ring,
  'an object with 200,000 names': () =>
    Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`n${at}`, 1])),
  'an object with many empty values': () =>
    Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [at.toString(36), ''])),
  'a million numbers': () => hollow(1_000_000).fill(0),
  'a text of 50 million characters': () => 'x'.repeat(50_000_000),
  'a Map': () => new Map(Array.from({ length: 100_000 }, (_, at) => [at, at])),
  'a Set': () => new Set(Array.from({ length: 100_000 }, (_, at) => at)),
  'a typed array': () => new Float64Array(10_000_000),
  'a buffer': () => new ArrayBuffer(80_000_000),
  'an error with a cause': () => new Error('x', { cause: hollow(2 ** 32 - 1) }),
  'a big integer': () => 2n ** 100_000n,
};

describe.each(Object.entries(KINDS))('%s', (_, make) => {
  // A list is read by its length and by its places, so twice as often as it has values; the envelope adds a few.
  test.each([
    ['x', readFromHost, MAX_REQUEST_SIZE],
    ['params', readFromHost, MAX_REQUEST_SIZE],
    ['result', readFromEmbed, MAX_ANSWER_SIZE],
  ] as const)(
    `${_} as %s takes at most two reads for each value that a message may have`,
    (place, read, most) => {
      const counter = { reads: 0, most: 2 * most + 100 };
      const message = { vegaslab: 1, type: 'answer', id: 1, [place]: make() };
      expect(() => read(counted(message, counter))).not.toThrow();
      expect(counter.reads).toBeGreaterThan(0);
    },
  );

  test(`${_} in the progress of a request changes nothing`, () => {
    const params = { progress: { work: make() } };
    const message = readFromHost({ vegaslab: 1, type: 'request', id: 1, method: 'setState', params });
    expect(message).toBeNull();
  });
});

test('texts of the allowed size are read, as before', () => {
  const params = { progress: { work: 'x'.repeat(MAX_REQUEST_SIZE - 200) } };
  const message = readFromHost({ vegaslab: 1, type: 'request', id: 1, method: 'setState', params });
  expect(message?.type).toBe('request');
});
