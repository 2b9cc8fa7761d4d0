/** The privacy page. It explains that the lab collects nothing, and lets the user delete what the browser stores. */
import { useState } from 'react';
import { removeAllStored } from '../../base/storage/browserStorage';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { handsInWords } from '../../classroom/presenting/hands';
import { deleteFiles, noteDeletion, wasDeleted } from '../../deliver/offline/offline';
import { documentTitle } from '../../run/share/route';
import { OfflineStatus } from './OfflineStatus';
import '../../lessons/lesson.css';
import './PrivacyPage.css';

export function PrivacyPage() {
  return (
    <main className="lesson privacy" id="content">
      <title>{documentTitle(t('Privacy'))}</title>
      <article className="lesson-text">
        <h1>{t('Privacy')}</h1>
        <p>
          {t(
            'The lab collects nothing. It’s a set of files, and every simulation runs in your browser. It has no accounts, cookies, counters or advertisements. It contacts no other server: its own policy makes your browser block that.',
          )}
        </p>
        <p>
          {t(
            'The server of these pages sees what every web server sees: which files you load, when, and from which network address. Whoever runs it decides whether it logs that. Your browser never sends it the part of a link after the #, which contains your scenario.',
          )}
        </p>
        <h2>{t('What this browser saves')}</h2>
        <p>{t('It stays on this device, and nobody else sees it:')}</p>
        <ul>
          <li>{t('your changes on the bench, and the runs you pinned;')}</li>
          <li>{t('your predictions and answers in the lessons;')}</li>
          <li>{handsInWords()};</li>
          <li>{t('your drafts of lessons that you change for a course;')}</li>
          <li>{t('your work on assignments, and the name you gave;')}</li>
          <li>{t('the result codes and class lists that you collected as a teacher;')}</li>
          <li>{t('your settings: colors, large type, single-key shortcuts;')}</li>
          <li>{t('your recent choices in the search, and the first steps you’ve seen;')}</li>
          <li>{t('the lab’s own files, so that it works without a network.')}</li>
        </ul>
        <h2>{t('Without a network')}</h2>
        <OfflineStatus />
        <h2>{t('Licenses')}</h2>
        <p>
          {rich(
            'Vegas Lab is free software under the <lab>Apache License 2.0</lab>. It contains software and a font by others: <others>their licenses</others>.',
            {
              lab: (words) => <Written file="LICENSE.txt">{words}</Written>,
              others: (words) => <Written file="THIRD-PARTY.txt">{words}</Written>,
            },
          )}
        </p>
        <h2>{t('Delete it')}</h2>
        {wasDeleted ? (
          <p role="status">{t('The lab has deleted everything that it saved in this browser.')}</p>
        ) : (
          <DeleteSection />
        )}
      </article>
    </main>
  );
}

/** A link to a file that the build writes; only the name while developing. */
function Written({ file, children }: { file: string; children: string }) {
  return import.meta.env.PROD ? <a href={file}>{children}</a> : children;
}

function DeleteSection() {
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const deleteAll = async () => {
    setBusy(true);
    removeAllStored();
    await deleteFiles();
    // Reload, to clear the page's state in memory too.
    noteDeletion();
    window.location.reload();
  };
  if (!confirming)
    return (
      <p>
        <button type="button" onClick={() => setConfirming(true)}>
          {t('Delete everything that the lab saved')}
        </button>
      </p>
    );
  return (
    <div className="problems" role="alert">
      <p>
        {t(
          'This deletes your changes, answers and settings from this browser. Nobody can restore them. Close other tabs with the lab first, because they keep what’s in them. Reports and links that you saved aren’t affected.',
        )}
      </p>
      <p className="buttons">
        <button type="button" disabled={busy} onClick={deleteAll}>
          {t('Delete everything')}
        </button>
        <button type="button" disabled={busy} onClick={() => setConfirming(false)}>
          {t('Keep everything')}
        </button>
      </p>
    </div>
  );
}
