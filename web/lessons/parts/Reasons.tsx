/** The reasons for predictions' answers, below the run that shows them. */
import { useObservable, usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import { inInterfaceLanguage, Marked } from '../../ui/InEnglish';
import { rightAnswer, verdictOf } from '../answers';
import type { Prediction } from '../lesson';
import { type LessonSession, useLessonSession, useRunUpdates } from '../lessonSession';
import type { PredictionRecord } from '../progress';
import { onceAvailable } from '../runs';
import './parts.css';

/** @param below the component that they follow, as in `Reasons` */
export function Reasons({ below }: { below: string }) {
  const session = useLessonSession();
  const presented = useObservable(session.room) !== null;
  const ids = session.reasons.get(below) ?? [];
  // A presentation compares the room's answers with the run on a slide of its own.
  return presented ? null : ids.map((id) => <Reason key={id} id={id} />);
}

function Reason({ id }: { id: string }) {
  const session = useRunUpdates();
  const answered = usePart(session.progress, 'predictions')[id];
  const { lesson, language } = session.opened;
  const prediction = lesson.predictions[id];
  if (prediction === undefined || answered === undefined) return null;
  const words = reasonOf(prediction, answered, session);
  if (words === '') return null;
  return (
    <div className="reason" data-reason={id} {...inInterfaceLanguage()}>
      <p className="ask-kind">{t('Why')}</p>
      <p className="reason-question" {...language}>
        {prediction.question}
      </p>
      <p className="reason-words">
        <Marked language={language}>{words}</Marked>
      </p>
    </div>
  );
}

function reasonOf(
  prediction: Prediction,
  { answer, words }: PredictionRecord,
  { runs }: LessonSession,
): string {
  // The stored words may be in another language.
  return (
    onceAvailable(() => verdictOf(prediction, answer ?? rightAnswer(prediction, runs), runs).words) ?? words
  );
}
