/** The other drafts of the lesson in this browser: each can be opened or removed. */
import { useState } from 'react';
import { formatMoment } from '../../base/words/format';
import { t } from '../../base/words/words';
import { type OtherDraft, removeDraft, restoreDraft } from './drafts';
import './Author.css';

interface Props {
  drafts: readonly OtherDraft[];
  open(draft: OtherDraft): Promise<void>;
  /** Called after a draft was removed or came back. */
  onChange(): void;
}

export function OtherDrafts({ drafts, open, onChange }: Props) {
  const [removed, setRemoved] = useState<OtherDraft | null>(null);
  if (drafts.length === 0 && removed === null) return null;
  return (
    <section className="note author-drafts" aria-label={t('Other drafts')}>
      {drafts.length > 0 && <p>{t('This browser has other drafts of this lesson:')}</p>}
      <ul>
        {drafts.map((draft) => {
          const { key, movedAt } = draft;
          const name = nameOf(draft);
          return (
            <li key={key}>
              <b>{movedAt === null ? name : `${name}, ${formatMoment(movedAt)}`}</b>
              <span>
                <button
                  type="button"
                  aria-label={t('Open {draft}', { draft: name })}
                  onClick={() => void open(draft)}
                >
                  {t('Open')}
                </button>
                <button
                  type="button"
                  className="quiet"
                  aria-label={t('Remove {draft}', { draft: name })}
                  onClick={() => {
                    removeDraft(draft);
                    setRemoved(draft);
                    onChange();
                  }}
                >
                  {t('Remove')}
                </button>
              </span>
            </li>
          );
        })}
      </ul>
      {removed !== null && (
        <p>
          <span role="status">{t('{draft} was removed.', { draft: nameOf(removed) })}</span>{' '}
          <button
            type="button"
            onClick={() => {
              restoreDraft(removed);
              setRemoved(null);
              onChange();
            }}
          >
            {t('Undo')}
          </button>
        </p>
      )}
    </section>
  );
}

function nameOf({ title }: OtherDraft): string {
  return title === '' ? t('A draft without a title') : t('“{title}”', { title });
}
