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
        <h1>{t('Published numbers against ours')}</h1>
        <p className="about">
          {t(
            'Each row compares a paper’s number with our simulator’s for the same set-up. Ours is a mean over several seeds with its 95 % interval, unless the row gives another. Tolerances come from the paper’s own spread. We chose them before the run; if we chose something after a first look, the set-up says so. If our number deviates, the row says why. Click a number to open its run.',
          )}
        </p>
        <p className="about">
          {rich('Other checks cover what the papers don’t: <evidence>How we know</evidence>.', {
            evidence: (words) => <a href={EVIDENCE_ADDRESS}>{words}</a>,
          })}
        </p>
        <EnglishOnly>{t('The texts about papers and numbers are in English only.')}</EnglishOnly>
      </header>
      {wanted !== null && loaded !== null && chosen === undefined && (
        <p className="note" role="alert">
          {rich('There’s no paper called {name}. Here are all of them.', { name: <code>{wanted}</code> })}
        </p>
      )}
      {failure !== null && (
        <Failure
          words={t('The numbers couldn’t be loaded.')}
          reason={failure}
          label={t('Load again')}
          again={again}
        />
      )}
      {loaded === null && failure === null && (
        <p className="status" role="status">
          {t('Loading the numbers …')}
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
