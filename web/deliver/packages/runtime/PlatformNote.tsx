/** Shows whether the learning platform receives the student's results and, if not, why. */
import { useState } from 'react';
import { useObservable } from '../../../base/observable';
import { rich } from '../../../base/words/rich';
import { t } from '../../../base/words/words';
import { save } from '../../../lab/export/save';
import { progressFile } from '../../../lessons/progressFile';
import { type Connection, connection, type UnreadWork } from './connection';
import type { DroppedParts } from './suspend';
import './PlatformNote.css';

const PHASES: Readonly<Record<Connection['phase'], () => string>> = {
  open: () => t('What you do here is reported to your course as you go.'),
  looking: () => t('Your course opened this lesson for browsing, so nothing is recorded.'),
  closed: () => t('This session has ended. To continue, open the lesson from your course again.'),
  failed: () => t('Nothing is reported to your course. Your work stays in this browser.'),
};

const DROPPED: Readonly<Record<DroppedParts, () => string>> = {
  links: () => t('the links to your own runs'),
  words: () => t('the links to your own runs and the feedback on your answers'),
  curves: () => t('the links to your own runs, the feedback on your answers and the curves that you drew'),
  all: () => t('your work'),
};

/** `file` is the name of the file with the student's work. */
export function PlatformNote({ file }: { file: string }) {
  const now = useObservable(connection);
  if (now === null) return null;
  const { phase, problem, dropped, unread } = now;
  const isUnread = unread !== null && phase !== 'closed';
  return (
    <section
      className="platform-note"
      aria-label={t('Your course')}
      data-phase={phase}
      data-problem={problem !== null || isUnread}
    >
      {isUnread && <Unread unread={unread} file={file} records={phase === 'open'} />}
      {(!isUnread || problem !== null || phase !== 'open') && (
        <p role="status">
          {phase === 'open' && problem !== null ? problem : PHASES[phase]()}{' '}
          {phase === 'open' ? problem !== null && t('The lab tries again with your next answer.') : problem}
        </p>
      )}
      {dropped !== null && (
        <p>
          {t(
            'Your course stores little text, so it doesn’t keep {parts}. To keep it, save your progress from your report.',
            { parts: DROPPED[dropped]() },
          )}
        </p>
      )}
    </section>
  );
}

/** Says that the platform's work couldn't be read, and offers what can be done. `records`: the platform would store new work. */
function Unread({ unread, file, records }: { unread: UnreadWork; file: string; records: boolean }) {
  const [trying, setTrying] = useState(false);
  const b = (words: string) => <b>{words}</b>;
  const tryAgain = () => {
    setTrying(true);
    void unread.tryAgain().finally(() => setTrying(false));
  };
  return (
    <>
      <p role="alert">
        {rich(
          '<b>Your course’s record of your earlier work can’t be read ({why}).</b> It stays as it is, and what you do now stays in this browser. Save it as a file: the next session may show your course’s work instead.',
          { b, why: unread.why },
        )}
      </p>
      <p className="ask-actions">
        <button type="button" className="primary" disabled={trying} onClick={tryAgain}>
          {trying ? t('Trying again …') : t('Try again')}
        </button>
        <button type="button" onClick={() => save(file, 'text/plain', [progressFile()])}>
          {t('Save your work as a file')}
        </button>
        {unread.text !== '' && (
          <button type="button" onClick={() => save(`stored-before-${file}`, 'text/plain', [unread.text])}>
            {t('Save the old text as a file')}
          </button>
        )}
        {records && (
          <button type="button" className="quiet" onClick={unread.replace}>
            {t('Replace it with your work here')}
          </button>
        )}
      </p>
    </>
  );
}
