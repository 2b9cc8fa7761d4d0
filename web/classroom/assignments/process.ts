/**
 * The course of the work on an assignment, as the student's browser sees it: when it began, how often each task was tried, and the
 * first answers. It's stored under the student's name and becomes part of the code, if the assignment asks for it. A
 * student can change all of it.
 */
import { type InferOutput, minValue, nullable, object, optional, pipe, string } from 'valibot';
import { same } from '../../base/same';
import { byName, NUMBER } from '../../base/schema';
import { StoredWork, Works, withChanges } from '../../base/storage/storedWork';
import type { Answer } from '../../lessons/answers';
import { ANSWER, type Progress, progressIn } from '../../lessons/progress';
import { markOf } from '../../run/share/address';
import type { Process } from './result';
import { nameKey } from './student';

const COUNT = pipe(NUMBER, minValue(0));

const COURSE = object({
  /** When the assignment was opened, ms since 1970. */
  opened: COUNT,
  tries: byName(COUNT),
  first: byName(nullable(ANSWER)),
  /** What was tried last, by task, as a short mark. Courses of earlier versions don't have it. */
  last: optional(byName(string()), {}),
});

type Course = InferOutput<typeof COURSE>;

const COURSES = new Works(
  (key) => new StoredWork<Course | null>(key, { schema: COURSE, empty: null, merge }),
);

function courseOf(assignment: string, who: string): StoredWork<Course | null> {
  return COURSES.of(`process:${assignment}/${nameKey(who)}`);
}

/** A course that begins now. */
function begun(): Course {
  return { opened: Date.now(), tries: {}, first: {}, last: {} };
}

/** The work of two tabs. */
function merge(theirs: Course | null, before: Course | null, own: Course | null): Course | null {
  if (theirs === null || own === null) return own ?? theirs;
  return {
    opened: Math.min(theirs.opened, own.opened),
    tries: withChanges(theirs.tries, before?.tries ?? {}, own.tries),
    first: { ...own.first, ...theirs.first },
    last: withChanges(theirs.last, before?.last ?? {}, own.last),
  };
}

function update(assignment: string, who: string, change: (before: Course) => Course): void {
  const course = courseOf(assignment, who);
  course.set(change(course.value ?? begun()));
}

/** Remembers when a student opened an assignment. */
export function openCourse(assignment: string, who: string): void {
  update(assignment, who, (course) => course);
}

/** Forgets what came before, because it's another student's. Returns a function that brings it back, with what has happened since. */
export function restartCourse(assignment: string, who: string): () => void {
  const course = courseOf(assignment, who);
  const before = course.value ?? begun();
  course.set(begun());
  return () =>
    update(assignment, who, ({ tries, first, last }) => {
      const counts = Object.entries(tries).map(([id, count]) => [id, count + (before.tries[id] ?? 0)]);
      return {
        opened: before.opened,
        tries: { ...before.tries, ...Object.fromEntries(counts) },
        first: { ...first, ...before.first },
        last: { ...before.last, ...last },
      };
    });
}

/**
 * Counts a try of a task, unless it's what was tried last: a reload and another tab make the same run again. `given` is true for a task
 * that begins with a run which isn't the student's.
 */
export function countTry(assignment: string, who: string, id: string, tried: unknown, given = false): void {
  const mark = markOf(JSON.stringify(tried));
  update(assignment, who, (course) => {
    const { tries, last } = course;
    if (last[id] === mark) return course;
    const isGiven = given && last[id] === undefined;
    return {
      ...course,
      tries: isGiven ? tries : { ...tries, [id]: (tries[id] ?? 0) + 1 },
      last: { ...last, [id]: mark },
    };
  });
}

/** Keeps the first answer to each question. */
export function keepFirst(
  assignment: string,
  who: string,
  answers: Readonly<Record<string, Answer | null>>,
): void {
  update(assignment, who, ({ first, ...course }) => ({ ...course, first: { ...answers, ...first } }));
}

/** Follows the work in a lesson until the returned function is called. */
export function followLesson(assignment: string, who: string, lesson: string): () => void {
  const progress = progressIn(lesson);
  const answers = ({ predictions }: Progress) =>
    Object.fromEntries(Object.entries(predictions).map(([id, { answer }]) => [id, answer]));
  openCourse(assignment, who);
  keepFirst(assignment, who, answers(progress.value));
  let before = progress.value;
  // Answers that were erased and come back aren't tries.
  const known = new WeakSet<object>(Object.values(before.checks));
  return progress.subscribe(() => {
    const now = progress.value;
    keepFirst(assignment, who, answers(now));
    for (const [id, check] of Object.entries(now.checks)) {
      const { answer, links } = check;
      const earlier = before.checks[id];
      const isKnown = known.has(check);
      known.add(check);
      if (isKnown) continue;
      if (earlier === undefined || !same([earlier.answer, earlier.links], [answer, links]))
        countTry(assignment, who, id, [answer, links]);
    }
    before = now;
  });
}

/** The part of a code that tells the course of the work. `answers` are those that it hands in. */
export function processOf(
  assignment: string,
  who: string,
  answers: Readonly<Record<string, Answer | null>>,
): Process {
  const { opened, tries, first } = courseOf(assignment, who).value ?? begun();
  const changed = Object.entries(first).filter(
    ([id, answer]) => Object.hasOwn(answers, id) && !same(answers[id], answer),
  );
  return {
    seconds: Math.max(0, Math.round((Date.now() - opened) / 1000)),
    tries,
    first: Object.fromEntries(changed),
  };
}
