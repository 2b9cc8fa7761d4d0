/** Explains what is simulated and what isn't, for teachers and skeptics. */
import type { MDXContent } from 'mdx/types';
import { use } from 'react';
import { t } from '../../base/words/words';
import { documentTitle } from '../../run/share/route';
import { type Finding, loadFindings } from '../../scenario/content/papers';
import { EnglishOnly, inEnglish } from '../../ui/InEnglish';
import { Fact, Term, TextLink, TextTable } from '../parts/marks';

const texts = import.meta.glob<MDXContent>('../../../content/pages/model.mdx', { import: 'default' });

/** Cached, because `use` needs the same promise on every render. */
let loadingText: Promise<MDXContent | undefined> | null = null;

function loadModel(): Promise<MDXContent | undefined> {
  loadingText ??= Object.values(texts)[0]?.() ?? Promise.resolve(undefined);
  return loadingText;
}

export function ModelPage() {
  const Text = use(loadModel());
  return (
    <main className="lesson model" id="content">
      <title>{documentTitle(t('The model'))}</title>
      <article className="lesson-text" {...inEnglish()}>
        <EnglishOnly />
        {Text && <Text components={{ a: TextLink, table: TextTable, Fact, Term, Counts: FindingCounts }} />}
      </article>
    </main>
  );
}

let loadingFindings: Promise<readonly Finding[]> | null = null;

const VERDICTS = ['agrees', 'deviates', 'holds', 'fails', 'not_simulated'] as const;

/** Counts numbers that agree and directions that hold, by paper, from `npm run findings`. */
function FindingCounts() {
  loadingFindings ??= loadFindings();
  const findings = use(loadingFindings);
  const papers = [...new Set(findings.map(({ paper }) => paper))];
  return (
    <TextTable>
      <thead>
        <tr>
          <th scope="col">{t('paper')}</th>
          <th scope="col">{t('numbers agree')}</th>
          <th scope="col">{t('deviate')}</th>
          <th scope="col">{t('directions hold')}</th>
          <th scope="col">{t('fail')}</th>
          <th scope="col">{t('not simulated')}</th>
        </tr>
      </thead>
      <tbody>
        {papers.map((paper) => (
          <tr key={paper}>
            <th scope="row">{paper}</th>
            {VERDICTS.map((verdict) => (
              <td key={verdict}>
                {findings.filter((one) => one.paper === paper && one.verdict === verdict).length}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TextTable>
  );
}
