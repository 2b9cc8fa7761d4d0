import { expect, test } from 'vitest';
import { allHands, countClose, dotsOf, hasAny, mostWrong, NO_HANDS, raise, roomOf } from './hands';

const some = raise(raise(raise(NO_HANDS, 'a', 1), 'a', 1), 'b', 1);

test('raised hands are counted by choice and never negative', () => {
  expect(some.counts).toEqual({ a: 2, b: 1 });
  expect(allHands(some)).toBe(3);
  expect(raise(some, 'c', -1).counts).toEqual({ a: 2, b: 1, c: 0 });
  expect([hasAny(NO_HANDS), hasAny(some)]).toEqual([false, true]);
});

test("raised hands can't change once locked", () => {
  expect(raise({ ...some, locked: true }, 'a', 1).counts).toEqual({ a: 2, b: 1 });
});

test('raised hands show the most common wrong choice', () => {
  expect(mostWrong(some, 'a')).toBe('b');
  expect(mostWrong(some, 'b')).toBe('a');
  expect(mostWrong(raise(NO_HANDS, 'a', 1), 'a')).toBeNull();
});

test("called-out numbers count as right within the prediction's tolerance", () => {
  const prediction = {
    kind: 'number',
    question: '',
    covers: [],
    why: '',
    unit: 's',
    range: [0, 10],
    step: 1,
    answer: () => 4,
    within: 1,
  } as const;
  expect(countClose({ ...NO_HANDS, numbers: [3, 5, 5.5, 9] }, prediction, 4)).toBe(2);
});

test("called-out numbers stack as dots if they're equal", () => {
  expect(dotsOf([5, 0, 5, 99], [0, 10], 10)).toEqual([
    { value: 0, place: 0, height: 0 },
    { value: 5, place: 5, height: 0 },
    { value: 5, place: 5, height: 1 },
    { value: 99, place: 10, height: 0 },
  ]);
});

test('reads stored answers and ignores invalid ones', () => {
  const room = { a: { ...NO_HANDS, counts: { x: 3 }, locked: true } };
  expect(roomOf(JSON.stringify(room))).toEqual(room);
  for (const text of [null, '', '[', '7', '{"a":{"counts":{"x":-1}}}', '{"a":null}', '{"a":{"counts":null}}'])
    expect(roomOf(text)).toEqual({});
});
