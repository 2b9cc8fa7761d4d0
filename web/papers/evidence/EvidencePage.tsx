/** The page "How we know": our engine compared with ns-2 and Linux, and every sender checked against rules that any TCP obeys. */

import { t } from '../../base/words/words';
import { documentTitle } from '../../run/share/route';
import { loadEvidence } from '../../scenario/content/evidence/data';
import { Failure } from '../../ui/Boundary';
import { useLoading } from '../../ui/hooks';
import { EnglishOnly } from '../../ui/InEnglish';
import { ChecksNav } from '../ChecksNav';
import { BatterySection } from './BatterySection';
import { GridSection } from './GridSection';
import { Headlines } from './Headlines';
import { Method } from './Method';
import { PacketsSection } from './PacketsSection';
import { RfcSection } from './RfcSection';

export function EvidencePage({ query }: { query: URLSearchParams }) {
  const { loaded: evidence, failure, again } = useLoading(loadEvidence);
  return (
    <main className="figure-page evidence" id="content">
      <header className="introduction">
        <title>{documentTitle(t('How we know'))}</title>
        <h1>{t('How we know')}</h1>
        <p className="about">
          {t(
            'We check the simulator against print, against other implementations, against theory and against the RFCs. This page has the last three: the same transfers in ns-2 and in a real Linux kernel, rules that any TCP obeys, and what the RFCs require. Every result is here, including those that disagree. Each one opens its run.',
          )}
        </p>
        <EnglishOnly>{t('Titles and explanations of single results are in English only.')}</EnglishOnly>
      </header>
      <ChecksNav current="evidence" />
      {failure !== null && (
        <Failure
          words={t('The results couldn’t be loaded.')}
          reason={failure}
          label={t('Load again')}
          again={again}
        />
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
          <RfcSection rfcs={evidence.rfcs} linked={query.get('sentence')} />
          <BatterySection peer="ns2" battery={evidence.batteries.ns2} />
          <PacketsSection packets={evidence.packets} />
          <BatterySection peer="linux" battery={evidence.batteries.linux} />
          <Method grid={evidence.grid} />
        </>
      )}
    </main>
  );
}
