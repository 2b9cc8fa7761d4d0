/** The lessons that are translated into German; loaded only in German. */
import type { MDXContent } from 'mdx/types';
import { addToGerman } from '../base/words/de';
import { translated } from '../base/words/words';
import type { Lesson } from './lesson';
import { withTexts } from './withTexts';

const texts = import.meta.glob<MDXContent>('../../content/lessons/*/de/lesson.mdx', { import: 'default' });
const catalogues = import.meta.glob<Record<string, string>>('../../content/lessons/*/de/texts.json', {
  import: 'default',
});

export interface GermanLesson {
  Text: MDXContent;
  translate(lesson: Lesson): Lesson;
}

/** Loads a lesson's German text, and adds its other texts to the catalogue; null if it isn't translated. */
export async function openGerman(name: string): Promise<GermanLesson | null> {
  const folder = `../../content/lessons/${name}/de`;
  const [Text, catalogue] = await Promise.all([
    texts[`${folder}/lesson.mdx`]?.(),
    catalogues[`${folder}/texts.json`]?.(),
  ]);
  if (!Text || !catalogue) return null;
  addToGerman(catalogue);
  return { Text, translate: (lesson) => withTexts(lesson, translated) };
}
