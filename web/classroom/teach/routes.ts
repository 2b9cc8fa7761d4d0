/** The teachers' routes through the course, and the sum of their minutes. */

import { t } from '../../base/words/words';
import { lessonsOf } from '../../lessons/chapters';
import type { LessonEntry } from '../../lessons/course';

export interface TeachingRoute {
  title(): string;
  /** The time that it must fit into, minutes; null for all of the course. */
  minutes: number | null;
  lessons: readonly LessonEntry[];
}

/** The first lessons, and the parts of Vegas. */
const SHORT = [
  'packets-on-a-pipe',
  'reading-a-trace',
  'two-seconds',
  'listening-to-the-queue',
  'utilisation-delay-drops',
  'vegas-in-parts',
];

/** With a lesson or more of every chapter, and the lessons that those build on. */
const MEDIUM = [
  ...SHORT,
  'the-other-end',
  'head-to-head',
  'is-it-significant',
  'vegas-as-an-optimiser',
  'persistent-congestion',
  'was-it-congestion',
  'on-trial',
  'recovery-does-the-work',
  'since-then',
  'you-are-the-window',
];

const COURSE = lessonsOf('course');

const within = (names: readonly string[]) => COURSE.filter(({ name }) => names.includes(name));

export const ROUTES: readonly TeachingRoute[] = [
  { title: () => t('90 minutes'), minutes: 90, lessons: within(SHORT) },
  { title: () => t('Four hours'), minutes: 240, lessons: within(MEDIUM) },
  { title: () => t('Everything'), minutes: null, lessons: COURSE },
];

export function minutesOf(lessons: readonly LessonEntry[]): number {
  return lessons.reduce((sum, { minutes }) => sum + minutes, 0);
}
