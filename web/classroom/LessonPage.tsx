/** The page of a lesson. */
import { useState } from 'react';
import { useObservable } from '../base/observable';
import { rich } from '../base/words/rich';
import { t, translated } from '../base/words/words';
import { PlatformPlace } from '../deliver/packages/PlatformPlace';
import { ProgressNotice } from '../deliver/packages/ProgressNotice';
import { connection } from '../deliver/packages/runtime/connection';
import { chosenPath, lessonsOf } from '../lessons/chapters';
import { COURSE, type LessonEntry, type OpenedLesson } from '../lessons/course';
import { Worksheet } from '../lessons/course/Worksheet';
import { LessonText } from '../lessons/LessonText';
import { LessonSession, LessonSessionProvider } from '../lessons/lessonSession';
import { FORMER } from '../lessons/order';
import { ProgressLine } from '../lessons/ProgressLine';
import { PARTS } from '../lessons/parts';
import { KeyOfMarks, LessonLink } from '../lessons/parts/marks';
import { forgetProgress } from '../lessons/progress';
import { StartOver } from '../lessons/StartOver';
import { lessonScore } from '../lessons/score';
import { documentTitle, TEACH_ADDRESS } from '../run/share/route';
import { ContentText, contentText, EnglishOnly } from '../ui/InEnglish';
import { packageKind } from '../ui/package';
import { useRoot } from '../ui/root';
import { ClassNotice } from './ClassNotice';
import { Present } from './presenting/Present';

export function LessonPage({ opened }: { opened: OpenedLesson }) {
  const [session] = useState(() => new LessonSession(opened));
  const { about, text, language, copy } = opened;
  const isFirst = lessonsOf('course')[0]?.name === about.name;
  return (
    <LessonSessionProvider value={session}>
      <main className="lesson" id="content" data-lesson={about.name}>
        <title>{documentTitle(translated(about.title))}</title>
        <header className="lesson-head">
          {copy === undefined && <Present />}
          <p className="lesson-number">
            {copy === undefined
              ? t('Lesson {number}, {count} minutes', { number: about.number, count: about.minutes })
              : t('Lesson {number}, changed by a teacher', { number: about.number })}
          </p>
          <h1 {...contentText(about.title)} />
          <p className="lesson-question" {...contentText(about.question)} />
          <PartOfAnother name={about.name} />
          {language.lang && <EnglishOnly />}
          {copy === undefined && <ClassNotice />}
          {isFirst && <KeyOfMarks />}
        </header>
        <PlatformPlace session={session} />
        <article className="lesson-text" {...language}>
          <LessonText text={text} parts={PARTS} />
        </article>
        <Prerequisites about={about} />
        {!isFirst && <KeyOfMarks />}
        <ScoreLine session={session} />
        {packageKind() === null && copy === undefined && <LessonNavigation about={about} />}
        <ProgressNotice session={session} />
      </main>
      <Worksheet opened={opened} />
    </LessonSessionProvider>
  );
}

/** Says of a former lesson which lesson it's part of now. */
function PartOfAnother({ name }: { name: string }) {
  const current = COURSE.find((one) => one.name === FORMER[name]);
  if (current === undefined) return null;
  const lesson = (
    <LessonLink name={current.name}>
      <ContentText>{current.title}</ContentText>
    </LessonLink>
  );
  return <p className="note">{rich('This lesson is now part of {lesson}.', { lesson })}</p>;
}

function Prerequisites({ about }: { about: OpenedLesson['about'] }) {
  const before = about.builds_on.flatMap((name) => COURSE.find((one) => one.name === name) ?? []);
  return (
    <details className="objectives">
      <summary>{t('What this lesson is for')}</summary>
      {before.length > 0 && (
        <p>
          {rich('Builds on {lessons}.', {
            lessons: before.map(({ name, title }, place) => (
              <span key={name}>
                {place > 0 && ', '}
                <LessonLink name={name}>
                  <ContentText>{title}</ContentText>
                </LessonLink>
              </span>
            )),
          })}
        </p>
      )}
      <p>{t('Afterwards you can')}</p>
      <ul>
        {about.objectives.map((objective) => (
          <li key={objective} {...contentText(objective)} />
        ))}
      </ul>
    </details>
  );
}

/** The student's progress. */
function ScoreLine({ session }: { session: LessonSession }) {
  const root = useRoot();
  const { lesson, about, copy } = session.opened;
  const leave = useObservable(connection)?.leave;
  const progress = useObservable(session.progress);
  const { made, skipped, done, shown } = lessonScore(lesson, progress);
  return (
    <section className="lesson-score" aria-label={t('Your progress')}>
      <ProgressLine session={session} />
      <p className="ask-actions">
        {leave && (
          <button type="button" className="primary" onClick={leave}>
            {t('Back to the course')}
          </button>
        )}
        <a className="button" href={`${root}lessons/report/`}>
          {t('Your report')}
        </a>
        <button type="button" className="quiet" onClick={() => window.print()}>
          {t('Print as a worksheet')}
        </button>
        <StartOver
          progress={session.progress}
          begun={made + skipped + done + shown > 0}
          forget={() => forgetProgress(about.name)}
        />
        {packageKind() === null && copy === undefined && (
          <a
            className="button quiet for-teachers"
            href={`${root}${TEACH_ADDRESS}?${new URLSearchParams({ lesson: FORMER[about.name] ?? about.name })}`}
          >
            {t('For teachers')}
          </a>
        )}
      </p>
    </section>
  );
}

/** The lessons before and after one. A lesson that isn't on the chosen path has its neighbors in the whole course. */
function neighborsOf(opened: string, path: readonly LessonEntry[]): (LessonEntry | undefined)[] {
  const name = FORMER[opened] ?? opened;
  const lessons = path.some((one) => one.name === name) ? path : lessonsOf('course');
  const place = lessons.findIndex((one) => one.name === name);
  return [lessons[place - 1], lessons[place + 1]];
}

function LessonNavigation({ about }: { about: OpenedLesson['about'] }) {
  const root = useRoot();
  const [before, after] = neighborsOf(about.name, lessonsOf(useObservable(chosenPath)));
  return (
    <nav className="neighbours" aria-label={t('Previous and next lesson')}>
      {before && (
        <a href={`${root}lessons/${before.name}/`} rel="prev">
          ← <ContentText>{before.title}</ContentText>
        </a>
      )}
      <a href={`${root}lessons/`}>{t('All lessons')}</a>
      {after && (
        <a href={`${root}lessons/${after.name}/`} rel="next">
          <ContentText>{after.title}</ContentText> →
        </a>
      )}
    </nav>
  );
}
