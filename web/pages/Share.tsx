/**
 * The buttons for sharing the bench: one shows its link, the other opens the card for exporting and importing files.
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import { useObservable } from '../base/observable';
import { viewAddressOf } from '../compare/address';
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
  const cursor = useObservable(bench.view.cursor);
  const looking = useObservable(bench.view.looking);
  const arrangement = useObservable(bench.view.arrangement);
  const [address, setAddress] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different state or view of the bench needs a different link
  useEffect(() => {
    let cancelled = false;
    void viewAddressOf(bench).then((made) => cancelled || setAddress(made));
    return () => {
      cancelled = true;
    };
  }, [bench, state, cursor, looking, arrangement]);
  if (address === null) return <p>{t('Making the link …')}</p>;
  return (
    <LinkField label={t('Link to this view')} address={address} opens={t('this view')}>
      <a href={embedAddress({ link: address.replace(/^.*#\/bench\?/, '') })}>{t('Embed in a page')}</a>
      <a href={address.replace('#/bench?', '#/assign?')}>{t('Assign as a task')}</a>
    </LinkField>
  );
}

const ExportCard = lazy(async () => ({ default: (await import('./ExportCard')).ExportCard }));

/** The button that opens the export card. The card loads on demand. */
export function ExportMenu({ bench }: { bench: Bench }) {
  return (
    <Floating label={t('Export')} className="take-away" action={EXPORT}>
      {(close) => (
        <Boundary name={t('Export')}>
          <Suspense fallback={<p>{t('Loading …')}</p>}>
            <ExportCard bench={bench} close={close} />
          </Suspense>
        </Boundary>
      )}
    </Floating>
  );
}
