/** Opens the card for exporting and importing files; loads it on demand. */
import { lazy, Suspense } from 'react';
import type { Bench } from '../run/bench';
import { Boundary } from '../ui/Boundary';
import { Floating } from '../ui/Floating';
import { t } from '../words/words';
import './TakeAway.css';

const TakeAway = lazy(async () => ({ default: (await import('./TakeAway')).TakeAway }));

export function TakeAwayCard({ bench }: { bench: Bench }) {
  return (
    <Floating label={t('Take away')} className="take-away">
      {(close) => (
        <Boundary name={t('Take away')}>
          <Suspense fallback={<p>{t('It is being loaded.')}</p>}>
            <TakeAway bench={bench} close={close} />
          </Suspense>
        </Boundary>
      )}
    </Floating>
  );
}
