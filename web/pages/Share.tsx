/**
 * The buttons for sharing the bench: one shows its link, the other opens the card for exporting and importing files.
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import { useObservable } from '../base/observable';
import { addressOf } from '../compare/address';
import type { Bench } from '../run/bench';
import { embedAddress } from '../share/route';
import { Floating } from '../ui/Floating';
import { LinkField } from '../ui/LinkField';
import { t } from '../words/words';
import './ExportCard.css';
import { Boundary } from '../ui/Boundary';

const SHARE = {
  id: 'bench.share',
  title: () => t('Share this view'),
  words: () => t('link QR code embed send'),
};

const EXPORT = {
  id: 'bench.export',
  title: () => t('Export or import files'),
  words: () => t('save download CSV PNG SVG pcapng qlog JSON open capture'),
};

export function Share({ bench }: { bench: Bench }) {
  return (
    <Floating label={t('Share')} className="share" action={SHARE}>
      {() => <Link bench={bench} />}
    </Floating>
  );
}

/** The link to the bench in its current state, as text and as a QR code. */
function Link({ bench }: { bench: Bench }) {
  const state = useObservable(bench.state);
  const [address, setAddress] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different state of the bench needs a different link
  useEffect(() => {
    let cancelled = false;
    void addressOf(bench).then((made) => cancelled || setAddress(made));
    return () => {
      cancelled = true;
    };
  }, [bench, state]);
  if (address === null) return <p>{t('The link is being made.')}</p>;
  return (
    <LinkField label={t('Link to this bench')} address={address} opens={t('this bench as it stands here')}>
      <a href={embedAddress({ link: address.replace(/^.*#\/bench\?/, '') })}>{t('Put it in your page')}</a>
      <a href={address.replace('#/bench?', '#/assign?')}>{t('Set it as a task')}</a>
    </LinkField>
  );
}

const ExportCard = lazy(async () => ({ default: (await import('./ExportCard')).ExportCard }));

/** The button that opens the export card. The card loads on demand. */
export function ExportMenu({ bench }: { bench: Bench }) {
  return (
    <Floating label={t('Take away')} className="take-away" action={EXPORT}>
      {(close) => (
        <Boundary name={t('Take away')}>
          <Suspense fallback={<p>{t('It is being loaded.')}</p>}>
            <ExportCard bench={bench} close={close} />
          </Suspense>
        </Boundary>
      )}
    </Floating>
  );
}
