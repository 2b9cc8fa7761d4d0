/** What a teacher needs for a chapter: objectives, a plan, misconceptions, questions, answers, and worksheets to print. */
import { useCallback, useEffect, useId, useState } from 'react';
import { t } from '../../base/words/words';
import { lessonsByChapter } from '../../lessons/chapters';
import { type OpenedLesson, openLesson } from '../../lessons/course';
import { Worksheet } from '../../lessons/course/Worksheet';
import type { Lesson } from '../../lessons/lesson';
import { formatMinutes } from '../../lessons/map/minutes';
import type { Chapter } from '../../lessons/order';
import { authorAddress } from '../../run/share/author';
import { assignAddress } from '../../run/share/places';
import { documentTitle, TEACH_ADDRESS } from '../../run/share/route';
import { useLoading } from '../../ui/hooks';
import {
  ContentText,
  contentText,
  English,
  EnglishOnly,
  inEnglish,
  inInterfaceLanguage,
} from '../../ui/InEnglish';
import { QrCode } from '../../ui/QrCode';
import { absolute, useRoot } from '../../ui/root';
import { AnswerKey } from './AnswerKey';
import { minutesOf } from './routes';
import { TEACHING, type Teaching } from './teaching';
import '../../ui/sections.css';
import './ChapterPage.css';

export function ChapterPage({ chapter }: { chapter: Chapter }) {
  const abouts = lessonsByChapter().find((one) => one.chapter === chapter)?.lessons ?? [];
  const load = useCallback(async () => {
    const lessons = lessonsByChapter().find((one) => one.chapter === chapter)?.lessons ?? [];
    const opened = await Promise.all(lessons.map(({ name }) => openLesson(name)));
    return opened.filter((one) => one !== null);
  }, [chapter]);
  const { loaded, failure, again } = useLoading(load);
  const [printing, setPrinting] = useState(false);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!printing) return undefined;
    const end = () => setPrinting(false);
    window.addEventListener('afterprint', end);
    window.print();
    return () => window.removeEventListener('afterprint', end);
  }, [printing]);
  const openKey = (name: string, on: boolean) =>
    setOpen((before) => new Set(on ? [...before, name] : [...before].filter((one) => one !== name)));
  return (
    <main
      className="teach-page chapter-page"
      id="content"
      data-printing={printing ? 'worksheets' : undefined}
    >
      <title>{documentTitle(chapter.title())}</title>
      <p className="chapter-back">
        <a href={TEACH_ADDRESS}>← {t('All chapters')}</a>
      </p>
      <header className="section-head">
        <h1>{chapter.title()}</h1>
        <p>
          {t('{lessons} lessons, {time}.', {
            lessons: abouts.length,
            time: formatMinutes(minutesOf(abouts)),
          })}{' '}
          {t(
            'No page for students links here. But whoever searches for the answers will find them: a static site has no secrets.',
          )}
        </p>
      </header>
      <EnglishOnly />
      <p className="ask-actions">
        <button type="button" disabled={loaded === null} onClick={() => setPrinting(true)}>
          {t('Print the worksheets')}
        </button>
        <button
          type="button"
          disabled={loaded === null}
          onClick={() => setOpen(new Set(abouts.map(({ name }) => name)))}
        >
          {t('Show all answer keys')}
        </button>
      </p>
      {failure !== null && (
        <p className="failure" role="alert">
          {t('The lessons couldn’t be loaded.')}{' '}
          <button type="button" onClick={again}>
            {t('Try again')}
          </button>
        </p>
      )}
      {loaded?.map((opened) => (
        <LessonPlan
          key={opened.about.name}
          opened={opened}
          open={open.has(opened.about.name)}
          setOpen={(on) => openKey(opened.about.name, on)}
        />
      ))}
      {printing && (
        <div className="printed-sheets">
          {loaded?.map((opened) => (
            <PrintedSheet key={opened.about.name} opened={opened} />
          ))}
        </div>
      )}
    </main>
  );
}

function PrintedSheet({ opened }: { opened: OpenedLesson }) {
  const address = absolute(`lessons/${opened.about.name}/`);
  const code = (
    <div className="worksheet-code">
      <QrCode link={address} opens={t('the lesson')} />
      <p className="printed-address">{address}</p>
    </div>
  );
  return <Worksheet opened={opened} code={code} />;
}

interface PlanProps {
  opened: OpenedLesson;
  /** True if the answers are shown. */
  open: boolean;
  setOpen(open: boolean): void;
}

function LessonPlan({ opened, open, setOpen }: PlanProps) {
  const root = useRoot();
  const heading = useId();
  const { about, lesson } = opened;
  const teaching = TEACHING.get(about.name);
  const address = `${root}lessons/${about.name}/`;
  return (
    <section className="lesson-plan" aria-labelledby={heading} data-plan={about.name}>
      <header>
        <h2 id={heading}>
          <a href={address}>
            <ContentText>{about.title}</ContentText>
          </a>
        </h2>
        <p className="lesson-plan-question" {...contentText(about.question)} />
        <p className="lesson-plan-links">
          <span>{formatMinutes(about.minutes)}</span>
          <a href={assignAddress(about.name)}>{t('Assign')}</a>
          <a href={authorAddress(about.name)}>{t('Change')}</a>
          <a href={`${address}?present`}>{t('Present')}</a>
        </p>
      </header>
      <h3>{t('Objectives')}</h3>
      <ul>
        {about.objectives.map((objective) => (
          <li key={objective} {...contentText(objective)} />
        ))}
      </ul>
      {teaching && <Plan {...{ teaching, lesson }} />}
      <AnswerKey {...{ opened, open, setOpen }} />
    </section>
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

/** Where a lesson brings up a misconception. */
function placeOf(id: string, { predictions, checks }: Lesson): string {
  const prediction = Object.keys(predictions).indexOf(id);
  if (prediction >= 0) return t('Prediction {number} brings it up.', { number: prediction + 1 });
  return t('Task {number} brings it up.', { number: Object.keys(checks).indexOf(id) + 1 });
}
