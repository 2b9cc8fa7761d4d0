/** The lessons that are translated into German; loaded only in German. */
import { addToGerman } from '../base/words/de';
import { translated } from '../base/words/words';
import type { CompiledText } from './copy/elements';
import type { Lesson } from './lesson';
import { withTexts } from './withTexts';

const texts = import.meta.glob<CompiledText>('../../content/lessons/*/de/lesson.mdx');
const catalogues = import.meta.glob<Record<string, string>>('../../content/lessons/*/de/texts.json', {
  import: 'default',
});

export interface GermanLesson {
  text: CompiledText;
  translate(lesson: Lesson): Lesson;
}

/** Loads a lesson's German text, and adds its other texts to the catalogue; null if it isn't translated. */
export async function openGerman(name: string): Promise<GermanLesson | null> {
  const folder = `../../content/lessons/${name}/de`;
  const [text, catalogue] = await Promise.all([
    texts[`${folder}/lesson.mdx`]?.(),
    catalogues[`${folder}/texts.json`]?.(),
  ]);
  if (!text || !catalogue) return null;
  addToGerman(catalogue);
  return { text, translate: (lesson) => withTexts(lesson, translated) };
}
