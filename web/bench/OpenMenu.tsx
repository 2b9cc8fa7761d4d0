/** The button that opens a file: a scenario, or a capture of a real transfer. */
import { lazy, Suspense, useEffect } from 'react';
import { t } from '../base/words/words';
import type { Bench } from '../run/bench';
import { Boundary } from '../ui/Boundary';
import { Floating } from '../ui/Floating';
import { incoming } from './import/incoming';

const OPEN = {
  id: 'bench.open',
  title: () => t('Open a file'),
  words: () => t('import load upload JSON pcap pcapng capture'),
};

const OpenFile = lazy(async () => ({ default: (await import('./import/OpenFile')).OpenFile }));

export function OpenMenu({ bench }: { bench: Bench }) {
  return (
    <Floating label={t('Open a file')} className="open-card" action={OPEN}>
      {(close) => (
        <Boundary name={t('Open a file')}>
          <Suspense fallback={<p>{t('Loading …')}</p>}>
            <OpenCard bench={bench} close={close} />
          </Suspense>
        </Boundary>
      )}
    </Floating>
  );
}

function OpenCard({ bench, close }: { bench: Bench; close(): void }) {
  // The file appears among the results.
  useEffect(() => incoming.subscribe(close), [close]);
  return <OpenFile bench={bench} />;
}
