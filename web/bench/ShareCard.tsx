/** The link to the bench in its current state, as text and as a QR code. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useObservable } from '../base/observable';
import { t } from '../base/words/words';
import { addressOf } from '../lab/compare/address';
import type { Bench } from '../run/bench';
import { embedAddress } from '../run/share/places';
import { LinkField } from '../ui/LinkField';
import { followChoices, putView } from './viewAddress';

export function ShareCard({ bench }: { bench: Bench }) {
  const state = useObservable(bench.state);
  const view = useViewParameters(bench);
  const [run, setRun] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different state of the bench needs a different link
  useEffect(() => {
    let cancelled = false;
    void addressOf(bench).then((made) => cancelled || setRun(made));
    return () => {
      cancelled = true;
    };
  }, [bench, state]);
  if (run === null) return <p>{t('Making the link …')}</p>;
  const address = view === '' ? run : `${run}&${view}`;
  return (
    <LinkField label={t('Link to this view')} address={address} opens={t('this view')}>
      <a href={embedAddress({ link: address.replace(/^.*#\/bench\?/, '') })}>{t('Embed in a page')}</a>
      <a href={address.replace('#/bench?', '#/assign?')}>{t('Assign as a task')}</a>
    </LinkField>
  );
}

/** The view's parameters in the address. */
function useViewParameters({ view, state }: Bench): string {
  useObservable(view.cursor);
  useObservable(view.looking);
  return useSyncExternalStore(
    useCallback((changed) => followChoices(view, changed), [view]),
    () => {
      const query = new URLSearchParams();
      const letters = state.value.pinned.map(({ letter }) => letter);
      putView(query, view, letters);
      return `${query}`;
    },
  );
}
