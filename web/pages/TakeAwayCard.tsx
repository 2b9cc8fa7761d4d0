/** The door to what leaves the bench as files and what comes in; what is behind it is loaded when it is opened. */
import { lazy, Suspense } from 'react';
import { Floating } from '../design/Floating';
import type { Bench } from '../run/bench';
import { t } from '../words/words';
import { Boundary } from './Boundary';

const TakeAway = lazy(async () => ({ default: (await import('../export/TakeAway')).TakeAway }));

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
