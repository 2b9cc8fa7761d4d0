/**
 * How the work on an assignment went, as the student's browser sees it: when it began, how often each task was tried, and the
 * first answers. It's stored under the student's name and becomes part of the code, if the assignment asks for it. A
 * student can change all of it.
 */
import { same } from '../base/same';
import type { Answer } from '../lessons/answers';
import { type Progress, progressIn } from '../lessons/progress';
import { readStored, writeStored } from '../storage/browserStorage';
import type { Process } from './result';
import { nameKey } from './student';

interface Course {
  /** When the assignment was opened, ms since 1970. */
  opened: number;
  tries: Record<string, number>;
  first: Record<string, Answer | null>;
}

const PREFIX = 'process:';

function keyOf(assignment: string, who: string): string {
  return `${PREFIX}${assignment}/${nameKey(who)}`;
}

/** Reads what is stored, or begins. */
function courseOf(assignment: string, who: string): Course {
  try {
    const { opened, tries, first } = JSON.parse(readStored(keyOf(assignment, who)) ?? '') as Course;
    const isNumber = (one: unknown) => typeof one === 'number' && one >= 0 && Number.isFinite(one);
    if (isNumber(opened) && Object.values(tries).every(isNumber) && isRecord(first))
      return { opened, tries, first };
  } catch {
    // Nothing is stored yet, or nothing readable.
  }
  return { opened: Date.now(), tries: {}, first: {} };
}

function isRecord(one: unknown): boolean {
  return typeof one === 'object' && one !== null && !Array.isArray(one);
}

function update(assignment: string, who: string, change: (before: Course) => Course): void {
  writeStored(keyOf(assignment, who), JSON.stringify(change(courseOf(assignment, who))));
}

/** Remembers when a student opened an assignment. */
export function openCourse(assignment: string, who: string): void {
  update(assignment, who, (course) => course);
}

/** Counts a try of a task. */
export function countTry(assignment: string, who: string, id: string): void {
  update(assignment, who, ({ tries, ...course }) => ({
    ...course,
    tries: { ...tries, [id]: (tries[id] ?? 0) + 1 },
  }));
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
  return progress.subscribe(() => {
    const now = progress.value;
    keepFirst(assignment, who, answers(now));
    for (const [id, { answer, links }] of Object.entries(now.checks)) {
      const earlier = before.checks[id];
      if (earlier === undefined || !same([earlier.answer, earlier.links], [answer, links]))
        countTry(assignment, who, id);
    }
    before = now;
  });
}

/** What a code says of the work. `answers` are those that it hands in. */
export function processOf(
  assignment: string,
  who: string,
  answers: Readonly<Record<string, Answer | null>>,
): Process {
  const { opened, tries, first } = courseOf(assignment, who);
  const changed = Object.entries(first).filter(
    ([id, answer]) => Object.hasOwn(answers, id) && !same(answers[id], answer),
  );
  return {
    seconds: Math.max(0, Math.round((Date.now() - opened) / 1000)),
    tries,
    first: Object.fromEntries(changed),
  };
}
