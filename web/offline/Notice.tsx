/** Offers to load the page again, when there is a reason; the reader says when. */
import { useState } from 'react';
import { useObservable } from '../base/observable';
import { useHydrated } from '../ui/hooks';
import { t } from '../words/words';
import { notice, reload } from './notice';
import './Notice.css';

const WORDS = {
  newer: () =>
    t('A new version of the lab is ready. Reload when you are done: until then this page stays as it is.'),
  gone: () =>
    t(
      'A part of this page could not be loaded: the network is gone, or the lab has a new version. What you have done is kept when you reload.',
    ),
};

export function Notice() {
  const told = useObservable(notice);
  const [loading, setLoading] = useState(false);
  const hydrated = useHydrated();
  const load = () => {
    setLoading(true);
    void reload();
  };
  // A page that was written out has none: the place is made when the page listens, so that what comes into it is heard.
  if (!hydrated) return null;
  return (
    <div className="release-notice" aria-live="polite">
      {told && (
        <div>
          <p>{WORDS[told]()}</p>
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
