/** A lesson's notes for teachers: the plan, misconceptions, questions to discuss, and the answer key. They load once the page is open. */
import { t } from '../../base/words/words';
import type { OpenedLesson } from '../../lessons/course';
import type { Lesson } from '../../lessons/lesson';
import { formatMinutes } from '../../lessons/map/minutes';
import { English, inEnglish, inInterfaceLanguage } from '../../ui/InEnglish';
import { AnswerKey } from './AnswerKey';
import { TEACHING, type Teaching } from './teaching';
import './ChapterPage.css';

interface Props {
  opened: OpenedLesson;
  /** True if the answers are shown. */
  open: boolean;
  setOpen(open: boolean): void;
}

export function LessonNotes({ opened, open, setOpen }: Props) {
  const { about, lesson } = opened;
  const teaching = TEACHING.get(about.name);
  return (
    <>
      {teaching && <Plan {...{ teaching, lesson }} />}
      <AnswerKey {...{ opened, open, setOpen }} />
    </>
  );
}

function Plan({ teaching, lesson }: { teaching: Teaching; lesson: Lesson }) {
  const { timing, advice, misconceptions, questions } = teaching;
  return (
    <>
      <h3>{t('Plan')}</h3>
      <ol className="timing">
        {timing.map(({ minutes, what, extra }) => (
          <li key={what} data-extra={extra} style={{ flexGrow: minutes }}>
            <b>{extra ? t('+{time}', { time: formatMinutes(minutes) }) : formatMinutes(minutes)}</b>{' '}
            <English>{what}</English>
          </li>
        ))}
      </ol>
      {advice && <p {...inEnglish()}>{advice}</p>}
      <h3>{t('What students may think')}</h3>
      <dl className="misconceptions">
        {misconceptions.map(({ says, but, asked }) => (
          <div key={says}>
            <dt {...inEnglish()}>“{says}”</dt>
            <dd>
              <English>{but}</English> {asked !== undefined && <small>{placeOf(asked, lesson)}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <h3>{t('Questions to discuss')}</h3>
      <ul className="discussion" {...inEnglish()}>
        {questions.map(({ ask, answer }) => (
          <li key={ask}>
            <p className="discussed">{ask}</p>
            <details>
              <summary {...inInterfaceLanguage()}>{t('Answer')}</summary>
              <p>{answer}</p>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The prediction or task that brings up a misconception. */
function placeOf(id: string, { predictions, checks }: Lesson): string {
  const prediction = Object.keys(predictions).indexOf(id);
  if (prediction >= 0) return t('Prediction {number} brings it up.', { number: prediction + 1 });
  return t('Task {number} brings it up.', { number: Object.keys(checks).indexOf(id) + 1 });
}
