/** The code that a student hands in: made on request, and removed as soon as the work changes. */
import { useId, useState } from 'react';
import { save } from '../export/save';
import { CopyButton } from '../ui/CopyButton';
import { t } from '../words/words';
import './TaskPage.css';

interface Props {
  /** Name of the downloaded file. */
  file: string;
  /** The work as text, or null if there is nothing to hand in yet. */
  of: string | null;
  /** Makes the code; throws an error whose message the student sees. */
  make(): Promise<string>;
  /** Note shown until there is something to hand in. */
  waits?: string;
}

type Made = { of: string; code: string; failure: string };

export function HandIn({ file, of, make, waits = t('It waits for your run.') }: Props) {
  const [made, setMade] = useState<Made | null>(null);
  const [making, setMaking] = useState(false);
  const field = useId();
  const current = made !== null && made.of === of ? made : null;
  const begin = () => {
    if (of === null) return;
    setMaking(true);
    make()
      .then(
        (code) => setMade({ of, code, failure: '' }),
        (error: Error) => setMade({ of, code: '', failure: error.message }),
      )
      .finally(() => setMaking(false));
  };
  return (
    <section className="hand-in" aria-label={t('Hand in')}>
      <h2>{t('Hand in')}</h2>
      <p>
        {t(
          'The code holds your name, your answers and what you changed. Your teacher’s page makes your run again from it.',
        )}
      </p>
      <p className="ask-actions">
        <button type="button" className="primary" disabled={of === null || making} onClick={begin}>
          {t('Make my result code')}
        </button>
        <span role="status">
          {of === null && waits}
          {making && t('Your runs are made once more …')}
          {!making && made !== null && current === null && t('Something has changed since: make a new code.')}
        </span>
      </p>
      {current?.failure && (
        <p className="failure" role="alert">
          {current.failure}
        </p>
      )}
      {current?.code && (
        <div className="result-code">
          <label htmlFor={field}>{t('Your result code')}</label>
          <textarea
            id={field}
            readOnly
            rows={5}
            value={current.code}
            onFocus={(event) => event.target.select()}
          />
          <p className="ask-actions">
            <CopyButton text={current.code}>
              <button type="button" onClick={() => save(file, 'text/plain', [`${current.code}\n`])}>
                {t('Save as a file')}
              </button>
            </CopyButton>
          </p>
        </div>
      )}
    </section>
  );
}
