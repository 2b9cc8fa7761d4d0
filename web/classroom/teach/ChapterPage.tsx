/** A chapter's page for teachers: objectives, ways to hand lessons out, worksheets to print, and, once opened, plans and answers. */
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import { DownloadLesson } from '../../deliver/packages/DownloadLesson';
import { lessonsByChapter } from '../../lessons/chapters';
import { type OpenedLesson, openLesson } from '../../lessons/course';
import { Worksheet } from '../../lessons/course/Worksheet';
import { formatMinutes } from '../../lessons/map/minutes';
import type { Chapter } from '../../lessons/order';
import { authorAddress } from '../../run/share/author';
import { assignAddress, chapterAddress, embedAddress } from '../../run/share/places';
import { documentTitle, replaceAddress, TEACH_ADDRESS } from '../../run/share/route';
import { useLoading } from '../../ui/hooks';
import { ContentText, contentText, EnglishOnly } from '../../ui/InEnglish';
import { QrCode } from '../../ui/QrCode';
import { absolute, useRoot } from '../../ui/root';
import { minutesOf } from './routes';
import { SealedAnswers } from './SealedAnswers';
import { OPEN, opened as openedPages, readSolved, writeSolved } from './seal';
import '../../ui/sections.css';
import './ChapterPage.css';

/** Loaded when the answers are opened, so that a page that is sealed has none. */
const LessonNotes = lazy(async () => ({ default: (await import('./LessonNotes')).LessonNotes }));

interface Props {
  chapter: Chapter;
  /** The lesson to show first; null for the beginning of the page. */
  lesson: string | null;
  /** The part of the address that opens the answers; null if it has none. */
  answer: string | null;
}

export function ChapterPage({ chapter, lesson: first, answer }: Props) {
  const solved = useObservable(openedPages);
  useEffect(() => {
    const read = readSolved(answer ?? '');
    if (read !== null) openedPages.set(read);
  }, [answer]);
  const address =
    solved === null
      ? null
      : `${chapterAddress(chapter.name)}&${new URLSearchParams({ [OPEN]: writeSolved(solved) })}`;
  // A reload and a bookmark stay open.
  useEffect(() => {
    if (address !== null) replaceAddress(address);
  }, [address]);
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
          })}
        </p>
      </header>
      <EnglishOnly />
      <p className="ask-actions">
        <button type="button" disabled={loaded === null} onClick={() => setPrinting(true)}>
          {t('Print the worksheets')}
        </button>
        {address !== null && (
          <button
            type="button"
            disabled={loaded === null}
            onClick={() => setOpen(new Set(abouts.map(({ name }) => name)))}
          >
            {t('Show all answer keys')}
          </button>
        )}
      </p>
      <SealedAnswers address={address} damaged={answer !== null && readSolved(answer) === null} />
      {failure !== null && (
        <p className="failure" role="alert">
          {t('The lessons couldn’t be loaded.')}{' '}
          <button type="button" onClick={again}>
            {t('Try again')}
          </button>
        </p>
      )}
      {loaded?.map((opened) => (
        <LessonPlan key={opened.about.name} opened={opened} isFirst={opened.about.name === first}>
          {address !== null && (
            <Suspense>
              <LessonNotes
                opened={opened}
                open={open.has(opened.about.name)}
                setOpen={(on) => openKey(opened.about.name, on)}
              />
            </Suspense>
          )}
        </LessonPlan>
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
  /** True if the address names this lesson. */
  isFirst: boolean;
  /** The plan and the answers, if they're open. */
  children: ReactNode;
}

function LessonPlan({ opened: { about }, isFirst, children }: PlanProps) {
  const root = useRoot();
  const heading = useId();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFirst) place.current?.scrollIntoView({ block: 'start' });
  }, [isFirst]);
  const address = `${root}lessons/${about.name}/`;
  return (
    <section className="lesson-plan" ref={place} aria-labelledby={heading} data-plan={about.name}>
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
          <a href={embedAddress({ lesson: about.name })}>{t('Embed')}</a>
          <DownloadLesson about={about} />
        </p>
      </header>
      <h3>{t('Objectives')}</h3>
      <ul>
        {about.objectives.map((objective) => (
          <li key={objective} {...contentText(objective)} />
        ))}
      </ul>
      {children}
    </section>
  );
}
