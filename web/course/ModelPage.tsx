/** Explains what is simulated and what isn't, for teachers and skeptics. */
import type { MDXContent } from 'mdx/types';
import { use } from 'react';
import { Fact, Term, TextLink } from '../lessons/parts/marks';
import { TextTable } from '../lessons/parts/TextTable';
import { documentTitle } from '../share/route';
import { EnglishOnly, inEnglish } from '../ui/InEnglish';
import { t } from '../words/words';
import { Counts } from './Counts';

const texts = import.meta.glob<MDXContent>('../../content/pages/model.mdx', { import: 'default' });

/** Asked for once. */
let loading: Promise<MDXContent | undefined> | null = null;

function loadModel(): Promise<MDXContent | undefined> {
  loading ??= Object.values(texts)[0]?.() ?? Promise.resolve(undefined);
  return loading;
}

export function ModelPage() {
  const Text = use(loadModel());
  return (
    <main className="lesson model" id="content">
      <title>{documentTitle(t('The model'))}</title>
      <article className="lesson-text" {...inEnglish()}>
        <EnglishOnly />
        {Text && <Text components={{ a: TextLink, table: TextTable, Fact, Term, Counts }} />}
      </article>
    </main>
  );
}
