/** Checks what teachers see of each lesson, the routes and the demo against the lessons themselves. */
import { describe, expect, it, test } from 'vitest';
import { COURSE, openLesson } from '../../lessons/course';
import { numbersIn } from '../../lessons/numbers';
import { STOPS } from './demo';
import { minutesOf, ROUTES } from './routes';
import { TEACHING } from './teaching';

describe.each(COURSE.map((about) => [about.name, about] as const))('%s', (name, about) => {
  const teaching = TEACHING.get(name);
  if (teaching === undefined) throw new Error(`${name} has no teach.json`);

  it(`${name} has two to four misconceptions, questions with answers, and a plan for its minutes`, () => {
    expect(teaching.misconceptions.length).toBeGreaterThanOrEqual(2);
    expect(teaching.misconceptions.length).toBeLessThanOrEqual(4);
    expect(teaching.questions.length).toBeGreaterThanOrEqual(2);
    const planned = teaching.timing.filter(({ extra }) => !extra);
    expect(planned.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(about.minutes);
  });

  it(`${name} names predictions and tasks of the lesson, most of them once`, async () => {
    const lesson = (await openLesson(name))?.lesson;
    const asked = Object.keys({ ...lesson?.predictions, ...lesson?.checks });
    const named = teaching.misconceptions.flatMap((one) => one.asked ?? []);
    for (const one of named) expect(asked, one).toContain(one);
    expect(named.length).toBeGreaterThanOrEqual(2);
  });

  it(`${name} prints no numbers, because nothing would check them`, () => {
    const { misconceptions, timing, advice = '', questions } = teaching;
    const texts = [
      ...misconceptions.flatMap(({ says, but }) => [says, but]),
      ...timing.map(({ what }) => what),
      ...questions.flatMap(({ ask, answer }) => [ask, answer]),
      advice,
    ];
    expect(texts.flatMap(numbersIn)).toEqual([]);
  });
});

test('routes fit into their time, with little to spare', () => {
  for (const { minutes, lessons } of ROUTES) {
    const sum = minutesOf(lessons);
    if (minutes === null) expect(lessons).toHaveLength(COURSE.length);
    else {
      expect(sum).toBeLessThanOrEqual(minutes);
      // Less than the shortest usual lesson.
      expect(minutes - sum).toBeLessThan(15);
    }
  }
});

test('every route has the parts of Vegas', () => {
  for (const { title, lessons } of ROUTES)
    expect(
      lessons.map(({ name }) => name),
      title(),
    ).toContain('vegas-in-parts');
});

test('routes have what their lessons build on, before them, except for the appendix', () => {
  for (const { title, lessons } of ROUTES) {
    const names = lessons.map(({ name }) => name);
    for (const { name, builds_on } of lessons)
      for (const before of builds_on.filter((one) => one !== 'a-network-in-one-room')) {
        expect(names, `${title()}: ${name} builds on it`).toContain(before);
        expect(names.indexOf(before), `${name} after ${before}`).toBeLessThan(names.indexOf(name));
      }
  }
});

test('the demo takes ten minutes, and stops at steps of lessons in the order of the course', async () => {
  expect(STOPS.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(10);
  const order = ROUTES.at(-1)?.lessons.map(({ name }) => name) ?? [];
  const places = STOPS.map(({ lesson }) => order.indexOf(lesson));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  for (const { lesson, step } of STOPS)
    expect(Object.keys((await openLesson(lesson))?.lesson.steps ?? {}), lesson).toContain(step);
});
