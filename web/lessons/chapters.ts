/** The chapters of the course, and the paths through them. */
import { Observable } from '../base/observable';
import { readStored, writeStored } from '../base/storage/browserStorage';
import { t } from '../base/words/words';
import { isLessonAvailable } from '../ui/package';
import { COURSE, type LessonEntry } from './course';
import { CHAPTERS, type Chapter } from './order';

export interface ChapterOfPath {
  chapter: Chapter;
  lessons: readonly LessonEntry[];
}

export function chapterNamed(name: string | null): Chapter | undefined {
  return CHAPTERS.find((chapter) => chapter.name === name);
}

/** The chapter of a lesson; undefined if no lesson has that name. */
export function chapterWith(lesson: string | null): Chapter | undefined {
  return lessonsByChapter().find(({ lessons }) => lessons.some(({ name }) => name === lesson))?.chapter;
}

/** All chapters with their lessons, in order. A package has one lesson, and no empty chapters. */
export function lessonsByChapter(): ChapterOfPath[] {
  return CHAPTERS.map((chapter) => ({
    chapter,
    lessons: COURSE.filter(({ name }) => chapter.lessons.includes(name) && isLessonAvailable(name)),
  })).filter(({ lessons }) => lessons.length > 0);
}

export interface Path {
  name: 'beginner' | 'course' | 'researcher';
  title(): string;
  /** Whom it's for, in one sentence. */
  lead(): string;
  /** Names of lessons that it skips. */
  skips: readonly string[];
}

export const PATHS: readonly Path[] = [
  {
    name: 'beginner',
    title: () => t('Beginner'),
    lead: () => t('New to TCP? The shortest way to the main ideas.'),
    skips: [
      'the-other-end',
      'is-it-significant',
      'vegas-in-parts',
      'in-a-real-kernel',
      'vegas-as-an-optimiser',
      'many-links',
      'red-and-long-paths',
      'persistent-congestion',
      'rem',
      'how-much-buffer',
      'on-trial',
      'recovery-does-the-work',
      'since-then',
      'a-network-in-one-room',
    ],
  },
  {
    name: 'course',
    title: () => t('Course'),
    lead: () => t('For a networking course: every lesson, in order.'),
    skips: [],
  },
  {
    name: 'researcher',
    title: () => t('Researcher'),
    lead: () => t('You know TCP? The evidence, the theory, the disputes.'),
    skips: ['packets-on-a-pipe', 'reading-a-trace', 'two-seconds', 'the-other-end', 'listening-to-the-queue'],
  },
];

const DEFAULT: Path['name'] = 'course';

/** The chapters of a path that have lessons. */
export function chaptersOf(path: Path): ChapterOfPath[] {
  return lessonsByChapter()
    .map(({ chapter, lessons }) => ({
      chapter,
      lessons: lessons.filter(({ name }) => !path.skips.includes(name)),
    }))
    .filter(({ lessons }) => lessons.length > 0);
}

export function pathNamed(name: string | null): Path | undefined {
  return PATHS.find((path) => path.name === name);
}

const KEY = 'path';

/** The name of the chosen path. Pages are prerendered with the default one. */
export const chosenPath = new Observable<Path['name']>(DEFAULT);

/** Reads the choice from the address (`?path=`) or the browser's storage. */
export function readChosenPath(search: string): void {
  const asked = pathNamed(new URLSearchParams(search).get('path'));
  if (asked) writeStored(KEY, asked.name);
  chosenPath.set((asked ?? pathNamed(readStored(KEY)))?.name ?? DEFAULT);
}

/** Keeps the choice in the browser and in the address. */
export function choosePath(name: Path['name']): void {
  writeStored(KEY, name);
  chosenPath.set(name);
  const address = new URL(window.location.href);
  address.searchParams.set('path', name);
  window.history.replaceState(window.history.state, '', address);
}

/** The lessons of the chosen path, in order. */
export function lessonsOf(name: Path['name']): LessonEntry[] {
  const path = pathNamed(name);
  return path === undefined ? [] : chaptersOf(path).flatMap(({ lessons }) => lessons);
}
