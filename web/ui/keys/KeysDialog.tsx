/** The list of keyboard shortcuts, pointer and touch gestures. Loaded when it's opened. */
import { useEffect, useRef } from 'react';
import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import { allowSingleKeys, singleKeys } from '../shortcuts';
import { keyGroups } from './list';
import './keys.css';

export function KeysDialog({ close }: { close(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const allowed = useObservable(singleKeys);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="keys-dialog" aria-labelledby="keys-title" onClose={close}>
      <header>
        <h2 id="keys-title">{t('Keys and gestures')}</h2>
        <button type="button" onClick={close}>
          {t('Close')}
        </button>
      </header>
      <div className="key-groups">
        {keyGroups().map(({ where, keys }) => (
          <section key={where}>
            <h3>{where}</h3>
            <dl>
              {keys.map(([key, action]) => (
                <div key={key}>
                  <dt>{key}</dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>{t('With a pointer or fingers')}</h3>
          <p>
            {t(
              'Drag over a panel to zoom in; double-click to see the whole run. Hold Ctrl and turn the wheel to zoom; after a click into a panel, the wheel alone zooms. Hold Shift and drag to move. On a touch screen, pinch to zoom and drag to move.',
            )}
          </p>
        </section>
      </div>
      <label className="single-keys">
        <input
          type="checkbox"
          checked={allowed}
          onChange={(event) => allowSingleKeys(event.target.checked)}
        />{' '}
        {t('Single keys such as ? and p work anywhere')}
      </label>
    </dialog>
  );
}
