/** The button of the list of keys; the key of it works on every page. */
import { lazy, Suspense } from 'react';
import { Observable, useObservable } from '../base/observable';
import { useShortcut } from '../ui/shortcuts';
import { t } from '../words/words';
import './keys.css';

const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog')).KeysDialog }));

/** True while the list is open. */
const open = new Observable(false);
const show = () => open.set(true);
const hide = () => open.set(false);

export function KeysButton() {
  return (
    <button type="button" className="keys" title="?" aria-haspopup="dialog" onClick={show}>
      {t('Keys and gestures')}
    </button>
  );
}

/** Stands once on the page. */
export function Keys() {
  const shown = useObservable(open);
  useShortcut('?', show);
  return (
    shown && (
      <Suspense>
        <KeysDialog close={hide} />
      </Suspense>
    )
  );
}
