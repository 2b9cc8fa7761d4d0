/**
 * The lessons of the course; each is a folder in `content/lessons`. Their entries and terms are loaded with the page, their text and
 * experiments only when a lesson is opened. A lesson with a folder `de` opens in German
 * if that's the interface's language.
 */
import { currentLanguage } from '../base/words/words';
import { inEnglish, type LanguageAttributes } from '../ui/InEnglish';
import type { CompiledText } from './copy/elements';
import type { LessonCopy } from './copy/format';
import type { About, GlossaryEntry, Lesson, Terms } from './lesson';
import { CHAPTERS, FORMER } from './order';

const nameIn = (path: string) => path.split('/').at(-2) ?? '';

const abouts = import.meta.glob<About>('../../content/lessons/*/lesson.json', {
  import: 'default',
  eager: true,
});
const terms = import.meta.glob<Terms>('../../content/lessons/*/terms.json', {
  import: 'default',
  eager: true,
});
const lessons = import.meta.glob<Lesson>('../../content/lessons/*/lesson.ts', { import: 'default' });
const texts = import.meta.glob<CompiledText>('../../content/lessons/*/lesson.mdx');

export interface LessonEntry extends About {
  /** The name of the lesson's folder. */
  name: string;
  /** Its place in the course, from 1. */
  number: number;
}

/** All lessons in the order of the course. */
export const COURSE: readonly LessonEntry[] = CHAPTERS.flatMap(({ lessons }) => lessons).flatMap((name, at) =>
  entriesOf(name, at + 1),
);

/** All lessons that can be opened: those of the course, and former ones with the number of the lesson that they're part of now. */
export const LESSONS: readonly LessonEntry[] = [
  ...COURSE,
  ...Object.entries(FORMER).flatMap(([name, current]) =>
    COURSE.filter((one) => one.name === current).flatMap(({ number }) => entriesOf(name, number)),
  ),
];

/** The entry of a lesson; none if there's no such folder. */
function entriesOf(name: string, number: number): LessonEntry[] {
  const about = abouts[`../../content/lessons/${name}/lesson.json`];
  return about ? [{ ...about, name, number }] : [];
}

/** The lessons to choose from: those of the course, and the chosen one. */
export function lessonsToChoose(chosen: string): LessonEntry[] {
  return LESSONS.filter((one) => COURSE.includes(one) || one.name === chosen);
}

/** The glossary: the terms that lessons explain, and the lesson that explains each. */
export const GLOSSARY: ReadonlyMap<string, GlossaryEntry & { lesson: string }> = new Map(
  Object.entries(terms).flatMap(([path, words]) =>
    Object.entries(words).map(([word, term]) => [word, { ...term, lesson: nameIn(path) }] as const),
  ),
);

export interface OpenedLesson {
  about: LessonEntry;
  lesson: Lesson;
  text: CompiledText;
  /** Attributes for elements with the lesson's texts: none if they are in the interface's language. */
  language: LanguageAttributes;
  /** The copy that this is, if a teacher has changed the lesson. */
  copy?: LessonCopy;
}

/** Loads a lesson; null if no lesson has that name. */
export async function openLesson(name: string, language = currentLanguage()): Promise<OpenedLesson | null> {
  const about = LESSONS.find((one) => one.name === name);
  const german = language === 'de' ? await (await import('./german')).openGerman(name) : null;
  const [lesson, text] = await Promise.all([
    lessons[`../../content/lessons/${name}/lesson.ts`]?.(),
    german?.text ?? texts[`../../content/lessons/${name}/lesson.mdx`]?.(),
  ]);
  if (!about || !lesson || !text) return null;
  return german === null
    ? { about, lesson, text, language: inEnglish() }
    : { about, lesson: german.translate(lesson), text, language: {} };
}
