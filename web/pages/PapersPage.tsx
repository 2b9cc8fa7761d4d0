/** The page with the papers' numbers next to ours. Disagreements are as visible as agreements. */
import { useEffect } from 'react';
import { type Finding, findingOf, groupOf, PAPER_NAMES, type Paper } from '../content/papers';
import { type Loaded, useLoaded } from '../papers/load';
import { documentTitle, EVIDENCE_ADDRESS, paperAddress } from '../share/route';
import { Failure } from '../ui/Boundary';
import { English, EnglishOnly } from '../ui/InEnglish';
import { ScrollRegion } from '../ui/ScrollRegion';
import { rich } from '../words/rich';
import { t } from '../words/words';
import { PaperSection } from './PaperSection';

interface Props {
  /** The name of the paper in the address; null for all papers. */
  wanted: string | null;
  /** The table, figure or number in the address, or null. */
  item: string | null;
}

export function PapersPage({ wanted, item }: Props) {
  const { loaded, failure, again } = useLoaded(PAPER_NAMES);
  const chosen = loaded?.papers.find(({ name }) => name === wanted);
  useEffect(() => {
    if (chosen !== undefined && item !== null) showItem(item);
  }, [chosen, item]);
  return (
    <main className="figure-page papers" id="content" data-paper={chosen?.name}>
      <header className="introduction">
        <title>{documentTitle(chosen ? chosen.title : t('Published numbers'))}</title>
        <h1>{t('Published numbers beside ours')}</h1>
        <p className="about">
          {t(
            "Each row is a number that a paper prints and what this lab's simulator gives for the same set-up: the mean over several seeds with its interval, of 95 % where nothing else is said. A tolerance comes from the paper's own spread and was chosen before the run; where something was chosen after a first look, its set-up says so. Where ours differs, the row says so and why. Every number opens the run that it comes from.",
          )}
        </p>
        <p className="about">
          {rich('Where no paper looked, other checks do: <evidence>How we know</evidence>.', {
            evidence: (words) => <a href={EVIDENCE_ADDRESS}>{words}</a>,
          })}
        </p>
        <EnglishOnly>{t('What is said of the papers and of each number is in English only.')}</EnglishOnly>
      </header>
      {wanted !== null && loaded !== null && chosen === undefined && (
        <p className="note" role="alert">
          {rich('There is no paper called {name}; these are all.', { name: <code>{wanted}</code> })}
        </p>
      )}
      {failure !== null && (
        <Failure
          words={t('The numbers could not be loaded.')}
          reason={failure}
          label={t('Load again')}
          again={again}
        />
      )}
      {loaded === null && failure === null && (
        <p className="status" role="status">
          {t('The numbers are on their way.')}
        </p>
      )}
      {loaded && <Contents {...loaded} chosen={chosen} />}
      {loaded &&
        (chosen ? [chosen] : loaded.papers).map((paper) => (
          <PaperSection
            key={paper.name}
            paper={paper}
            findings={loaded.findings}
            open={chosen !== undefined}
            wanted={item}
          />
        ))}
    </main>
  );
}

/** Scrolls to a number's row or, if there is none, to its table or figure. */
function showItem(item: string): void {
  const row = document.querySelector(`.papers tr[data-item="${CSS.escape(item)}"]`);
  const place = row ?? document.querySelector(`.papers [data-group="${CSS.escape(groupOf(item))}"]`);
  place?.scrollIntoView({ block: 'start' });
}

/** Lists the papers and how many of their numbers agree with ours. */
function Contents({ papers, findings, chosen }: Loaded & { chosen: Paper | undefined }) {
  return (
    <ScrollRegion label={t('The papers')} className="panel">
      <table className="figures links">
        <caption>{t('The papers')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('paper')}</th>
            <th scope="col">{t('agree')}</th>
            <th scope="col">{t('deviate')}</th>
            <th scope="col">{t('not simulated')}</th>
          </tr>
        </thead>
        <tbody>
          {papers.map((paper) => {
            const count = (verdict: Finding['verdict']) =>
              paper.entries.filter((entry) => findingOf(findings, paper, entry)?.verdict === verdict).length;
            return (
              <tr key={paper.name} data-paper={paper.name}>
                <th scope="row">
                  <a href={paperAddress(paper.name)} aria-current={paper === chosen ? 'page' : undefined}>
                    <English>
                      {paper.authors}: {paper.title}
                    </English>
                  </a>
                </th>
                <td>{count('agrees')}</td>
                <td>{count('deviates')}</td>
                <td>{count('not_simulated')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
