/** The chapters of the course. */
import { t } from '../words/words';
import { COURSE, type LessonEntry } from './course';

interface Chapter {
  title(): string;
  /** Number of its last lesson. */
  last: number;
}

const CHAPTERS: readonly Chapter[] = [
  { title: () => t('Reading the network'), last: 4 },
  { title: () => t('Vegas'), last: 7 },
  { title: () => t('Is it better?'), last: 11 },
  { title: () => t('The theory'), last: 16 },
  { title: () => t('Wireless, trials and today'), last: Number.POSITIVE_INFINITY },
];

/** The chapters with their lessons, in order. */
export function lessonsByChapter(): { chapter: Chapter; lessons: LessonEntry[] }[] {
  return CHAPTERS.map((chapter, at) => {
    const after = CHAPTERS[at - 1]?.last ?? -1;
    const lessons = COURSE.filter(({ number }) => number > after && number <= chapter.last);
    return { chapter, lessons };
  }).filter(({ lessons }) => lessons.length > 0);
}
