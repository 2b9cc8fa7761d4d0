/** The lessons of the course: what they are about at once, what they are made of when they are opened. A lesson is a folder. */
import type { MDXContent } from 'mdx/types';
import type { About, Lesson, Terms } from './lesson';

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
const texts = import.meta.glob<MDXContent>('../../content/lessons/*/lesson.mdx', { import: 'default' });

export interface Listed extends About {
  /** The name of its folder. */
  name: string;
}

/** All lessons in the order of the course. */
export const COURSE: readonly Listed[] = Object.entries(abouts)
  .map(([path, about]) => ({ name: nameIn(path), ...about }))
  .sort((a, b) => a.number - b.number);

/** The glossary: the words that any lesson explains. */
export const GLOSSARY: ReadonlyMap<string, Terms[string] & { lesson: string }> = new Map(
  Object.entries(terms).flatMap(([path, words]) =>
    Object.entries(words).map(([word, term]) => [word, { ...term, lesson: nameIn(path) }] as const),
  ),
);

export interface Opened {
  about: Listed;
  lesson: Lesson;
  Text: MDXContent;
}

/** Loads a lesson; null if no lesson has that name. */
export async function openLesson(name: string): Promise<Opened | null> {
  const about = COURSE.find((one) => one.name === name);
  const [lesson, Text] = await Promise.all([
    lessons[`../../content/lessons/${name}/lesson.ts`]?.(),
    texts[`../../content/lessons/${name}/lesson.mdx`]?.(),
  ]);
  return about && lesson && Text ? { about, lesson, Text } : null;
}
