/** The button that opens the list of keyboard shortcuts, and the `?` shortcut that opens it on every page. */
import { Suspense } from 'react';
import { Observable, useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import { type Action, useActions } from '../actions';
import { lazyDialog } from '../lazyDialog';
import './keys.css';

const KeysDialog = lazyDialog(async () => (await import('./KeysDialog')).KeysDialog);

const isOpen = new Observable(false);
const open = () => isOpen.set(true);
const close = () => isOpen.set(false);

const ACTIONS: readonly Action[] = [
  { id: 'keys', title: () => t('List the keyboard shortcuts'), keys: ['?'], run: open },
];

export function KeysButton() {
  return (
    <button type="button" className="keys" title="?" aria-haspopup="dialog" onClick={open}>
      {t('Keys and gestures')}
    </button>
  );
}

/** The list while it's open. Render once per page. */
export function Keys() {
  const shown = useObservable(isOpen);
  useActions(ACTIONS);
  return (
    shown && (
      <Suspense>
        <KeysDialog close={close} />
      </Suspense>
    )
  );
}
