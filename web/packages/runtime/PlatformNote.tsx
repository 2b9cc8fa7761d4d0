/** Shows whether the learning platform receives the student's results and, if not, why. */
import { useObservable } from '../../base/observable';
import { t } from '../../words/words';
import { type Connection, connection } from './connection';
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

export function PlatformNote() {
  const now = useObservable(connection);
  if (now === null) return null;
  const { phase, problem, dropped } = now;
  return (
    <section
      className="platform-note"
      aria-label={t('Your course')}
      data-phase={phase}
      data-problem={problem !== null}
    >
      <p role="status">
        {phase === 'open' && problem !== null ? problem : PHASES[phase]()}{' '}
        {phase === 'open' ? problem !== null && t('The lab tries again with your next answer.') : problem}
      </p>
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
