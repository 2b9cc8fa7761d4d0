/** Asks the user to reload when a new release is ready or a file is missing. The page never reloads on its own. */
import { useState } from 'react';
import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import { useHydrated } from '../../ui/hooks';
import { missingFileInWords } from './missingFile';
import { notice, reload } from './notice';
import './Notice.css';

const TEXTS = {
  update: () =>
    t('A new version of the lab is ready. Reload when you’re done; until then this page stays as it is.'),
  'missing file': missingFileInWords,
};

export function Notice() {
  const reason = useObservable(notice);
  const [loading, setLoading] = useState(false);
  const hydrated = useHydrated();
  const load = () => {
    setLoading(true);
    void reload();
  };
  // Prerendered pages leave this region out. Create it empty, before any notice, so that screen readers announce the notice.
  if (!hydrated) return null;
  return (
    <div className="release-notice" aria-live="polite">
      {reason && (
        <div>
          <p>{TEXTS[reason]()}</p>
          <button type="button" disabled={loading} onClick={load}>
            {t('Reload')}
          </button>
          <button type="button" className="quiet" onClick={() => notice.set(null)}>
            {t('Later')}
          </button>
        </div>
      )}
    </div>
  );
}
