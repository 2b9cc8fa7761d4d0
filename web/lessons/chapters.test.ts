import { expect, it } from 'vitest';
import { chaptersOf, lessonsByChapter, lessonsOf, PATHS } from './chapters';
import { COURSE, lessonsToChoose, openLesson } from './course';
import { FORMER } from './order';

const names = (path: 'beginner' | 'course' | 'researcher') => lessonsOf(path).map(({ name }) => name);

it('the chapters contain every lesson once', () => {
  const all = lessonsByChapter().flatMap(({ lessons }) => lessons.map(({ name }) => name));
  expect([...all].sort()).toEqual(COURSE.map(({ name }) => name).sort());
});

it('the chapters put every lesson after those that it builds on, except for the appendix', () => {
  const chapters = lessonsByChapter();
  const appendix = chapters.at(-1)?.lessons.map(({ name }) => name) ?? [];
  const order = names('course');
  for (const { name, builds_on } of COURSE)
    for (const before of builds_on)
      if (!appendix.includes(before))
        expect(order.indexOf(name), `${name} after ${before}`).toBeGreaterThan(order.indexOf(before));
});

it('the chapters put statistics before the factorial experiment, and begin with the first lesson', () => {
  const order = names('course');
  expect(order.indexOf('is-it-significant')).toBeLessThan(order.indexOf('vegas-in-parts'));
  expect(order[0]).toBe(COURSE[0]?.name);
});

it('a path skips lessons that exist, and keeps the order of the course', () => {
  for (const path of PATHS) {
    for (const name of path.skips)
      expect(
        COURSE.some((one) => one.name === name),
        name,
      ).toBe(true);
    const order = names('course').filter((name) => !path.skips.includes(name));
    expect(names(path.name)).toEqual(order);
  }
});

it('a path is short for beginners, complete for a course, and starts with evidence for researchers', () => {
  const minutes = (path: 'beginner' | 'course' | 'researcher') =>
    lessonsOf(path).reduce((sum, about) => sum + about.minutes, 0);
  expect(minutes('beginner')).toBeLessThan(minutes('course') / 2);
  expect(names('course')).toHaveLength(COURSE.length);
  expect(names('researcher')).not.toContain('reading-a-trace');
  expect(names('researcher')).toContain('vegas-in-parts');
});

it('a path has no empty chapters', () => {
  for (const path of PATHS)
    for (const { lessons } of chaptersOf(path)) expect(lessons.length).toBeGreaterThan(0);
});

it('a former lesson is off the course, and opens under its own name with the number of the lesson that it is part of', async () => {
  for (const [name, current] of Object.entries(FORMER)) {
    expect(COURSE.map((one) => one.name)).not.toContain(name);
    expect(lessonsByChapter().flatMap(({ lessons }) => lessons.map((one) => one.name))).not.toContain(name);
    const opened = await openLesson(name);
    expect(opened?.about.name).toBe(name);
    expect(opened?.about.number).toBe(COURSE.find((one) => one.name === current)?.number);
    expect(lessonsToChoose(name).map((one) => one.name)).toContain(name);
    expect(lessonsToChoose(current)).toEqual(COURSE);
  }
});
