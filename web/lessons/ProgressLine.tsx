/** How far a student is in a lesson, and which folds have questions that are still open. The lesson is done without these. */
import { useObservable } from '../base/observable';
import { rich } from '../base/words/rich';
import { t } from '../base/words/words';
import { Marked } from '../ui/InEnglish';
import type { AskingFold } from './asked';
import { type LessonSession, useUnseen } from './lessonSession';
import type { Progress } from './progress';
import { scoreOf } from './score';

export function ProgressLine({ session }: { session: LessonSession }) {
  const progress = useObservable(session.progress);
  const { asked, made, skipped, tasks, done, shown, complete } = scoreOf(session.asked.core, progress);
  const isDone = useUnseen().length === 0 && complete;
  return (
    <>
      <p role="status">
        {t('{made} of {asked} predictions made, {done} of {tasks} tasks done.', { made, asked, done, tasks })}
        {skipped > 0 && ` ${t('Skipped: {skipped}.', { skipped })}`}
        {shown > 0 && ` ${t('Answers shown: {shown}.', { shown })}`}
        {isDone && ` ${t('This lesson is complete.')}`}
      </p>
      {isDone && <MoreQuestions session={session} />}
    </>
  );
}

function MoreQuestions({ session }: { session: LessonSession }) {
  const progress = useObservable(session.progress);
  const { language } = session.opened;
  const open = session.asked.folds.filter((fold) => !scoreOf(fold, progress).complete);
  if (open.length === 0) return null;
  return (
    <p className="more-questions">
      {rich('More to predict and to do, if you like: {folds}', {
        folds: open.map((fold) => (
          <button
            type="button"
            className="quiet"
            key={fold.question ?? ''}
            onClick={() => show(fold, progress)}
          >
            {fold.question === null ? (
              t('Lab notebook')
            ) : (
              <Marked language={language}>{fold.question}</Marked>
            )}
          </button>
        )),
      })}
    </p>
  );
}

/** Opens a fold, and what's around it, at its first open question. Those after a prediction aren't on the page before it's locked. */
function show({ predictions, checks }: AskingFold, progress: Progress): void {
  const open = [
    ...predictions
      .filter((id) => progress.predictions[id] === undefined)
      .map((id) => `[data-predict="${id}"]`),
    ...checks.filter((id) => !progress.checks[id]?.passed).map((id) => `[data-check="${id}"]`),
  ];
  const place = document.querySelector<HTMLElement>(open.join());
  if (place === null) return;
  for (let fold = place.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  place.scrollIntoView({ block: 'center' });
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
