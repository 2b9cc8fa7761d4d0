/** How far a student is in each lesson of the course, without loading the lessons. */
import { Observable } from '../base/observable';
import type { AskedInText } from './asked';
import { COURSE, type LessonEntry } from './course';
import { type Progress, progressIn } from './progress';
import { scoreOf } from './score';

export type AskedInLesson = Pick<AskedInText, 'core' | 'optional'>;

/** The names of the questions in each lesson's text (scripts/build/lesson-texts.mjs). */
const asked = import.meta.glob<AskedInLesson>('../../content/lessons/*/lesson.mdx', {
  query: '?asked',
  import: 'default',
  eager: true,
});

/** The questions of a lesson. */
export function askedIn(name: string): AskedInLesson {
  const none = { predictions: [], checks: [] };
  return asked[`../../content/lessons/${name}/lesson.mdx`] ?? { core: none, optional: none };
}

export interface LessonStanding {
  state: 'open' | 'started' | 'done';
  /** Number of tasks done. */
  done: number;
  minutesLeft: number;
}

export function standingIn(about: LessonEntry, progress: Progress | undefined): LessonStanding {
  const asked = askedIn(about.name);
  const { complete, done, left } = scoreOf(asked.core, progress);
  const more = scoreOf(asked.optional, progress);
  const begun =
    left < 1 ||
    more.made + more.skipped + more.done + more.shown > 0 ||
    Object.keys(progress?.made ?? {}).length > 0;
  const state = complete ? 'done' : begun ? 'started' : 'open';
  return { state, done: done + more.done, minutesLeft: Math.round(about.minutes * left) };
}

export type CourseProgress = ReadonlyMap<string, Progress>;

/** The progress in all lessons. Empty at first, as pages are prerendered. */
export const courseProgress = new Observable<CourseProgress>(new Map());

function read(): void {
  courseProgress.set(new Map(COURSE.map(({ name }) => [name, progressIn(name).value])));
}

for (const { name } of COURSE) progressIn(name).subscribe(read);
read();

/**
 * The lesson to go on with: the first one whose questions are partly answered, or else the first that isn't done. A result of the
 * game begins no lesson here, because the game comes before the course. Undefined if all are done.
 */
export function nextLesson(
  lessons: readonly LessonEntry[],
  progress: CourseProgress,
): LessonEntry | undefined {
  const left = (about: LessonEntry) => scoreOf(askedIn(about.name).core, progress.get(about.name)).left;
  const open = lessons.filter((about) => left(about) > 0);
  return open.find((about) => left(about) < 1) ?? open[0];
}
