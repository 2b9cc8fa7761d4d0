/** The link to the bench in its current state, as text and as a QR code. */
import { useEffect, useState } from 'react';
import { useObservable } from '../base/observable';
import { t } from '../base/words/words';
import { viewAddressOf } from '../lab/compare/address';
import type { Bench } from '../run/bench';
import { embedAddress } from '../run/share/places';
import { LinkField } from '../ui/LinkField';

export function ShareCard({ bench }: { bench: Bench }) {
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
