/** The reasons for predictions' answers, below the run that shows them. */
import { useObservable, usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import { inInterfaceLanguage, Marked } from '../../ui/InEnglish';
import { rightAnswer, verdictOf } from '../answers';
import { useLessonSession, useRunUpdates } from '../lessonSession';
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
  // Stored words would be about a picture that isn't there yet, and may be in another language.
  const words = onceAvailable(() => {
    const answer = answered.answer ?? rightAnswer(prediction, session.runs);
    return verdictOf(prediction, answer, session.runs).words;
  });
  if (words === null || words === '') return null;
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
