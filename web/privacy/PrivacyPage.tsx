/** The privacy page. It explains that the lab collects nothing, and lets the user delete what the browser stores. */
import { useState } from 'react';
import { deleteFiles } from '../offline/offline';
import { handsInWords } from '../presenting/hands';
import { documentTitle } from '../share/route';
import { removeAllStored } from '../storage/browserStorage';
import { t } from '../words/words';
import { OfflineStatus } from './OfflineStatus';
import '../lessons/lesson.css';
import './PrivacyPage.css';

/** `deleted`: everything was deleted just before this page loaded. */
export function PrivacyPage({ deleted }: { deleted: boolean }) {
  return (
    <main className="lesson privacy" id="content">
      <title>{documentTitle(t('Privacy'))}</title>
      <article className="lesson-text">
        <h1>{t('Privacy')}</h1>
        <p>
          {t(
            'Nothing is collected. The lab is a set of files, and every simulation runs in your browser. It has no accounts, no cookies, no counters and no advertisements, and it asks nothing of any other server: its own policy forbids that to the browser.',
          )}
        </p>
        <p>
          {t(
            'The server that these pages come from sees, as any web server does, which files were asked for, when, and from which network address. Whether it writes that down is up to whoever runs it. What stands behind the # of a link, where a scenario is, is never sent to it.',
          )}
        </p>
        <h2>{t('What this browser keeps')}</h2>
        <p>{t('It stays on this device, and nobody else is shown it:')}</p>
        <ul>
          <li>{t('what you change on the bench, and what you put aside there;')}</li>
          <li>{t('your predictions and answers in the lessons;')}</li>
          <li>{handsInWords()};</li>
          <li>{t('what you do in an assignment, and the name that you do it by;')}</li>
          <li>{t('your wishes: colours, large type, whether single keys work;')}</li>
          <li>{t('what you last chose from the search, and which first steps you have seen;')}</li>
          <li>{t('the lab’s own files, so that it works without a network.')}</li>
        </ul>
        <h2>{t('Without a network')}</h2>
        <OfflineStatus />
        <h2>{t('Delete it')}</h2>
        {deleted ? (
          <p role="status">{t('Everything that the lab kept in this browser is deleted.')}</p>
        ) : (
          <DeleteSection />
        )}
      </article>
    </main>
  );
}

function DeleteSection() {
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const deleteAll = async () => {
    setBusy(true);
    removeAllStored();
    await deleteFiles();
    // Reload, to clear the page's state in memory too.
    window.location.hash = '#/privacy?deleted';
    window.location.reload();
  };
  if (!confirming)
    return (
      <p>
        <button type="button" onClick={() => setConfirming(true)}>
          {t('Delete all that the lab keeps')}
        </button>
      </p>
    );
  return (
    <div className="problems" role="alert">
      <p>
        {t(
          'Your changes, answers and wishes are then gone from this browser, and nobody can bring them back. Other tabs with the lab keep what is in them: close them first. A report or a link that you saved is not touched.',
        )}
      </p>
      <p className="buttons">
        <button type="button" disabled={busy} onClick={deleteAll}>
          {t('Delete it all')}
        </button>
        <button type="button" disabled={busy} onClick={() => setConfirming(false)}>
          {t('Keep it')}
        </button>
      </p>
    </div>
  );
}
