/** Explains what is simulated and what isn't, for teachers and skeptics. */
import { use } from 'react';
import { t } from '../../base/words/words';
import { documentTitle } from '../../run/share/route';
import { EnglishOnly, inEnglish } from '../../ui/InEnglish';
import type { CompiledText } from '../copy/elements';
import { LessonText } from '../LessonText';
import { Fact, Term, TextLink, TextTable } from '../parts/marks';

const PARTS = { a: TextLink, table: TextTable, Fact, Term };

const texts = import.meta.glob<CompiledText>('../../../content/pages/model.mdx');

/** Cached, because `use` needs the same promise on every render. */
let loadingText: Promise<CompiledText | undefined> | null = null;

function loadModel(): Promise<CompiledText | undefined> {
  loadingText ??= Object.values(texts)[0]?.() ?? Promise.resolve(undefined);
  return loadingText;
}

export function ModelPage() {
  const text = use(loadModel());
  return (
    <main className="lesson model" id="content">
      <title>{documentTitle(t('The model'))}</title>
      <article className="lesson-text" {...inEnglish()}>
        <EnglishOnly />
        {text && <LessonText text={text} parts={PARTS} />}
      </article>
    </main>
  );
}
