import { lazy, Suspense } from 'react';
import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { Boundary } from '../../ui/Boundary';
import { useEarlierCapture } from './hasFile';
import { incoming } from './incoming';

/** Loaded when a file is opened. */
const IncomingCard = lazy(async () => ({ default: (await import('./IncomingCard')).IncomingCard }));

/** Loaded only if a capture was open before a reload. */
const CaptureGone = lazy(async () => ({ default: (await import('./OpenFile')).CaptureGone }));

/** The opened file, or a note on the one that was open before a reload. */
export function OpenedFile({ bench }: { bench: Bench }) {
  const { phase } = useObservable(incoming);
  const [earlier, forget] = useEarlierCapture();
  return (
    <>
      {phase === 'none' && earlier !== null && (
        <Suspense>
          <CaptureGone bench={bench} name={earlier} forget={forget} />
        </Suspense>
      )}
      {phase !== 'none' && (
        <Boundary name={t('The file')}>
          <Suspense>
            <IncomingCard bench={bench} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}
