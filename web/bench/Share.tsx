/**
 * The buttons for sharing the bench: one shows its link, the other opens the card for exporting files.
 */
import { lazy, Suspense } from 'react';
import { t } from '../base/words/words';
import type { Bench } from '../run/bench';
import { Floating } from '../ui/Floating';
import './ExportCard.css';
import { Boundary } from '../ui/Boundary';

const SHARE = {
  id: 'bench.share',
  title: () => t('Share this view'),
  words: () => t('link QR code embed send'),
};

const EXPORT = {
  id: 'bench.export',
  title: () => t('Export files'),
  words: () => t('save download CSV PNG SVG pcapng qlog JSON'),
};

const ShareCard = lazy(async () => ({ default: (await import('./ShareCard')).ShareCard }));

/** The button that opens the card with the link. The card loads on demand. */
export function Share({ bench }: { bench: Bench }) {
  return (
    <Floating label={t('Share')} className="share" action={SHARE}>
      {() => (
        <Boundary name={t('Share')}>
          <Suspense fallback={<p>{t('Making the link …')}</p>}>
            <ShareCard bench={bench} />
          </Suspense>
        </Boundary>
      )}
    </Floating>
  );
}

const ExportCard = lazy(async () => ({ default: (await import('./ExportCard')).ExportCard }));

/** The button that opens the export card. The card loads on demand. */
export function ExportMenu({ bench }: { bench: Bench }) {
  return (
    <Floating label={t('Export')} className="export-card" action={EXPORT}>
      {() => (
        <Boundary name={t('Export')}>
          <Suspense fallback={<p>{t('Loading …')}</p>}>
            <ExportCard bench={bench} />
          </Suspense>
        </Boundary>
      )}
    </Floating>
  );
}
