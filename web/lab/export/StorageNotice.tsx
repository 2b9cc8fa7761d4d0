/** Says that work isn't stored, or couldn't be read, and offers it as a file. It stays in view, because the work may be far down the page. */
import { useState } from 'react';
import { useObservable } from '../../base/observable';
import type { StoredWork, Trouble } from '../../base/storage/storedWork';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { save } from './save';
import './StorageNotice.css';

interface Props<T> {
  work: StoredWork<T>;
  /** The name of the user's file. */
  file: string;
  /** The work as the text of a file that can be opened again. */
  text(): string;
  /** True if something else keeps the work, so that only texts that can't be read matter. */
  keptElsewhere?: boolean;
}

export function StorageNotice<T>({ work, file, text, keptElsewhere = false }: Props<T>) {
  const trouble = useObservable(work.trouble);
  const [hidden, setHidden] = useState<Trouble | null>(null);
  if (trouble === null || (keptElsewhere && trouble.kind === 'not stored')) return null;
  const hide = (
    <button type="button" className="quiet" onClick={() => setHidden(trouble)}>
      {t('Hide')}
    </button>
  );
  if (hidden === trouble)
    return (
      <button type="button" className="storage-notice storage-hidden" onClick={() => setHidden(null)}>
        {t('Not stored')}
      </button>
    );
  const saveOwn = () => save(file, 'text/plain', [text()]);
  return (
    <div className="storage-notice" role="alert">
      <p>{sentenceOf(trouble)}</p>
      <p className="ask-actions">
        {trouble.kind !== 'aside' && (
          <button type="button" onClick={saveOwn}>
            {t('Save your work as a file')}
          </button>
        )}
        {trouble.kind !== 'not stored' && (
          <button type="button" onClick={() => save(`stored-before-${file}`, 'text/plain', [trouble.text])}>
            {t('Save the old text as a file')}
          </button>
        )}
        {trouble.kind === 'unreadable' && (
          <button type="button" className="quiet" onClick={() => work.putAside()}>
            {t('Put the old text aside and start over')}
          </button>
        )}
        {trouble.kind !== 'aside' && hide}
        {trouble.kind === 'aside' && (
          <button type="button" className="quiet" onClick={() => work.trouble.set(null)}>
            {t('Dismiss')}
          </button>
        )}
      </p>
    </div>
  );
}

function sentenceOf({ kind }: Trouble) {
  const b = (words: string) => <b>{words}</b>;
  switch (kind) {
    case 'not stored':
      return rich(
        '<b>Your work isn’t stored.</b> This browser’s storage is full or blocked. Save your work as a file before you close this page.',
        { b },
      );
    case 'unreadable':
      return rich(
        '<b>Your earlier work can’t be read, and what you do now isn’t stored.</b> Another version of Vegas Lab may have written it. It stays as it is.',
        { b },
      );
    case 'aside':
      return rich(
        '<b>A part of your earlier work can’t be shown here.</b> It may be from another version. This browser keeps it, and your report lists it.',
        { b },
      );
  }
}
