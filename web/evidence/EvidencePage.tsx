/** How we know: our engine next to ns-2 and Linux, and every sender against rules that any TCP obeys. */
import { useEffect, useState } from 'react';
import { EnglishOnly } from '../pages/InEnglish';
import { titled } from '../pages/titled';
import { t } from '../words/words';
import { BatterySection } from './BatterySection';
import { Headlines } from './Counts';
import { type Evidence, loadEvidence } from './data';
import { GridSection } from './GridSection';
import { Method } from './Method';

export function EvidencePage({ query }: { query: URLSearchParams }) {
  const { evidence, failure, again } = useEvidence();
  return (
    <main className="figure-page evidence" id="content">
      <header className="introduction">
        <title>{titled(t('How we know'))}</title>
        <h1>{t('How we know')}</h1>
        <p className="about">
          {t(
            'We run the same transfers in ns-2 and in a real Linux kernel, and we hold every sender to rules that any TCP obeys. Here is every result, including those that disagree. Each one opens its run.',
          )}
        </p>
        <EnglishOnly>{t('Titles and explanations of single results are in English only.')}</EnglishOnly>
      </header>
      {failure !== null && (
        <div className="failure" role="alert">
          <p>
            <b>{t('The results could not be loaded.')}</b> <code>{failure}</code>
          </p>
          <button type="button" onClick={again}>
            {t('Load again')}
          </button>
        </div>
      )}
      {evidence === null && failure === null && (
        <p className="waiting" role="status">
          {t('Loading the results…')}
        </p>
      )}
      {evidence && (
        <>
          <Headlines {...evidence} />
          <GridSection {...evidence} query={query} />
          <BatterySection peer="ns2" battery={evidence.batteries.ns2} />
          <BatterySection peer="linux" battery={evidence.batteries.linux} />
          <Method grid={evidence.grid} />
        </>
      )}
    </main>
  );
}

function useEvidence(): { evidence: Evidence | null; failure: string | null; again(): void } {
  const [evidence, setEvidence] = useState<Evidence | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let gone = false;
    setFailure(null);
    loadEvidence()
      .then((all) => gone || setEvidence(all))
      .catch((error) => gone || setFailure(`${error}`));
    return () => {
      gone = true;
    };
  }, [attempt]);
  return { evidence, failure, again: () => setAttempt(attempt + 1) };
}
