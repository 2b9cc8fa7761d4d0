/** Checks links with what a class predicted: roundtrip, limits, and damage. */
import { expect, it } from 'vitest';
import { type Answer, DRAWN_POINTS } from '../../lessons/answers';
import { COURSE, openLesson } from '../../lessons/course';
import type { Prediction } from '../../lessons/lesson';
import { BitWriter } from './bits';
import { classFragment, FEWEST, fragmentOf, MOST, readClass } from './classLink';

const asked = { question: '', covers: [], why: '' };

const PREDICTIONS: Record<string, Prediction> = {
  direction: { ...asked, kind: 'choice', options: { up: 'Up', down: 'Down' }, answer: () => 'up' },
  stall: { ...asked, kind: 'number', unit: 's', range: [0, 10], step: 0.5, within: 2, answer: () => 5 },
  window: {
    ...asked,
    kind: 'draw',
    x: { label: 'time', unit: 's', from: 0, to: 2 },
    y: { label: 'cwnd', unit: 'segments', from: 0, to: 63 },
    features: [],
    answer: () => ({ x: [0], y: [0] }),
  },
};

const LESSON = { predictions: PREDICTIONS };

/** A drawing whose heights are levels of the chart, so that packing changes none. */
const drawing = (seed: number) => Array.from({ length: DRAWN_POINTS }, (_, place) => (seed * 7 + place) % 64);

const linkOf = (answers: Record<string, (Answer | null)[]>, lesson = LESSON) =>
  classFragment(lesson, { students: 0, answers: new Map(Object.entries(answers)) });

const CLASS = {
  direction: ['up', 'down', 'up', null, 'up'],
  stall: [3, 7.5, 3],
  window: [drawing(1), drawing(2), drawing(3), drawing(2)],
};

it('a class link has every answer of the class, without its order', () => {
  const fragment = linkOf(CLASS) ?? '';
  const read = readClass(fragment, LESSON);
  expect([...(read.get('direction') ?? [])].sort()).toEqual(['down', 'up', 'up', 'up']);
  expect(read.get('stall')).toEqual([3, 3, 7.5]);
  expect(read.get('window')).toHaveLength(4);
  for (const seed of [1, 2, 3]) expect(read.get('window')).toContainEqual(drawing(seed));
  const turned = Object.fromEntries(
    Object.entries(CLASS).map(([id, answers]) => [id, [...answers].reverse()]),
  );
  expect(linkOf(turned)).toBe(fragment);
});

/** A link of `CLASS` as it was made in November 2026. It isn't changed. */
const KEPT =
  '#class=ASDVNRVswDS5ceoBLrl6THtttttttttttttttttttt8OttttttttttttttttttttrBW22222222222222222223A88tsNQ';

it('a class link that was made before still opens', () => {
  const read = readClass(KEPT, LESSON);
  expect(read.get('direction')).toHaveLength(4);
  expect(read.get('stall')).toEqual([3, 3, 7.5]);
  for (const seed of [1, 2, 3]) expect(read.get('window')).toContainEqual(drawing(seed));
});

it('a class link leaves out questions with few answers, and answers that no student can give', () => {
  expect(linkOf({ direction: ['up', 'down', null], window: [drawing(1)] })).toBeNull();
  const fragment = linkOf({ direction: ['up', 'down'], stall: [1, 2, 3, 99, Number.NaN] }) ?? '';
  expect([...readClass(fragment, LESSON)]).toEqual([['stall', [1, 2, 3]]]);
  expect(FEWEST).toBe(3);
});

it('a class link has at most so many different drawings, from the lowest to the highest', () => {
  const flat = (height: number) => Array.from({ length: DRAWN_POINTS }, () => height);
  const heights = Array.from({ length: 64 }, (_, height) => height);
  const read = readClass(linkOf({ window: heights.map(flat) }) ?? '', LESSON).get('window') ?? [];
  expect(read).toHaveLength(MOST);
  expect(read[0]).toEqual(flat(0));
  expect(read.at(-1)).toEqual(flat(63));
  const votes = Array.from({ length: 900 }, (_, at) => (at % 3 === 0 ? 'up' : 'down'));
  expect(readClass(linkOf({ direction: votes }) ?? '', LESSON).get('direction')).toHaveLength(900);
});

it('a class link that is cut, changed or invented is refused in one sentence', () => {
  const fragment = linkOf(CLASS) ?? '';
  const letters = fragment.slice('#class='.length);
  const changed = (at: number) =>
    `${letters.slice(0, at)}${letters[at] === 'A' ? 'B' : 'A'}${letters.slice(at + 1)}`;
  for (const other of [
    ...['', 'A', '!', letters.slice(0, -1), letters.slice(4), `${letters}A`, 'A'.repeat(30_000)],
    ...[0, 5, 20, letters.length - 3].map(changed),
  ])
    expect(() => readClass(`#class=${other}`, LESSON), other.slice(0, 20)).toThrow('the link is damaged');
});

/** A link with the right checksum over any bits. */
function forged(write: (bits: BitWriter) => void): string {
  const bits = new BitWriter();
  write(bits);
  return fragmentOf(bits.bytes());
}

it('a forged class link can ask for no more than a class, and a later version is named', () => {
  const one = (groups: number, times: number) =>
    forged((bits) => {
      bits.bit(1, 8);
      bits.count(1);
      bits.bit(0, 12);
      bits.count(groups);
      for (let group = 0; group < groups; group += 1) {
        bits.bit(0, 2);
        bits.count(times - 1);
      }
    });
  expect([...readClass(one(MOST, 1), LESSON)]).toEqual([]);
  for (const link of [one(MOST + 1, 1), one(1, 1e9)])
    expect(() => readClass(link, LESSON)).toThrow('the link is damaged');
  expect(() =>
    readClass(
      forged((bits) => bits.bit(2, 8)),
      LESSON,
    ),
  ).toThrow('the link has version 2');
});

it('a class link skips a question that the lesson no longer asks', () => {
  const { stall, ...rest } = PREDICTIONS;
  expect(stall).toBeDefined();
  expect([...readClass(linkOf(CLASS) ?? '', { predictions: rest }).keys()].sort()).toEqual([
    'direction',
    'window',
  ]);
});

it('the links of all lessons stay short, with a whole class of forty that agrees on nothing', async () => {
  const lengths: number[] = [];
  for (const { name } of COURSE) {
    const lesson = (await openLesson(name))?.lesson;
    if (lesson === undefined) continue;
    const answers = Object.entries(lesson.predictions).map(([id, prediction]) => {
      const of = (student: number): Answer => {
        if (prediction.kind === 'choice') {
          const options = Object.keys(prediction.options);
          return options[student % options.length] ?? '';
        }
        const [from, to] =
          prediction.kind === 'number' ? prediction.range : [prediction.y.from, prediction.y.to];
        // A hand moves smoothly: a wave of its own for each student.
        const at = (share: number) => from + share * (to - from);
        return prediction.kind === 'number'
          ? at(student / MOST)
          : Array.from({ length: DRAWN_POINTS }, (_, place) =>
              at(0.5 + 0.45 * Math.sin(student + (place * (1 + (student % 5))) / 12)),
            );
      };
      return [id, Array.from({ length: MOST }, (_, student) => of(student))] as const;
    });
    const fragment = linkOf(Object.fromEntries(answers), lesson) ?? '';
    expect(readClass(fragment, lesson).size, name).toBe(Object.keys(lesson.predictions).length);
    lengths.push(fragment.length);
  }
  // docs/assignments.md says how long they are.
  expect(Math.max(...lengths)).toBeLessThan(4000);
});
