/** The network card. The code that draws the network is loaded when the card opens. */
import { lazy, Suspense, useId } from 'react';
import type { Run } from '../run/trace';
import { Boundary } from '../ui/Boundary';
import { t } from '../words/words';
import './network.css';

const Network = lazy(async () => ({ default: (await import('./Network')).Network }));

export function NetworkCard({ run }: { run: Run }) {
  const heading = useId();
  return (
    <section className="panel network-card" data-panel="network" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{t('Network')}</h2>
      </header>
      <Boundary name={t('The network')}>
        <Suspense fallback={<p className="words">{t('The drawing is being loaded.')}</p>}>
          <Network run={run} />
        </Suspense>
      </Boundary>
    </section>
  );
}
