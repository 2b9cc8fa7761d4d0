/** The map of the course: what's next, the chapters of the chosen path with pictures, and the student's surprises. */
import { lazy, type ReactNode, Suspense } from 'react';
import pictures from '../../../content/home.json?thumbnails';
import { useObservable } from '../../base/observable';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { ASSIGN_ADDRESS, GRADE_ADDRESS } from '../../run/share/places';
import { documentTitle } from '../../run/share/route';
import { contentText, EnglishOnly } from '../../ui/InEnglish';
import { packageKind } from '../../ui/package';
import { useRoot } from '../../ui/root';
import { Thumbnail } from '../../ui/Thumbnail';
import { chaptersOf, choosePath, chosenPath, lessonsOf, PATHS, pathNamed } from '../chapters';
import type { LessonEntry } from '../course';
import { ChapterMap } from '../map/ChapterMap';
import { formatMinutes } from '../map/minutes';
import { lessonsBegun } from '../progress';
import { type CourseProgress, courseProgress, nextLesson, standingIn } from '../standing';
import { Story } from './Story';
import './course.css';

/** Needs the texts of the lessons, so it loads when a prediction was wrong. */
const Surprises = lazy(async () => ({ default: (await import('./Surprises')).Surprises }));

export function CoursePage() {
  const root = useRoot();
  const chosen = useObservable(chosenPath);
  // A package's only lesson may be on no other path.
  const path = pathNamed(packageKind() === null ? chosen : 'course') ?? PATHS[0];
  const progress = useObservable(courseProgress);
  if (path === undefined) return null;
  const next = nextLesson(lessonsOf(path.name), progress);
  return (
    <main className="course" id="content">
      <title>{documentTitle(t('Lessons'))}</title>
      <header className="course-head">
        <div>
          <h1>{t('Find out for yourself')}</h1>
          <p className="course-lead">
            {t(
              'Find out how TCP shares a network. Each lesson asks what you expect, then lets the simulator answer.',
            )}
          </p>
          <EnglishOnly>{t('Some lessons and the page for teachers are in English only.')}</EnglishOnly>
          {packageKind() === null && <PathChooser />}
        </div>
        <Next lesson={next} progress={progress} />
      </header>
      {packageKind() === null && <Story />}
      <ChapterMap chapters={chaptersOf(path)} heading="h2" next={next?.name} />
      {hasSurprises(progress) && (
        <Suspense>
          <Surprises lessons={lessonsOf('course')} />
        </Suspense>
      )}
      <p className="course-links">
        <a href={`${root}lessons/report/`}>{t('Your report')}</a>
        <a href={`${root}lessons/glossary/`}>{t('Glossary')}</a>
        <a href={`${root}lessons/model/`}>{t('What is simulated, for teachers')}</a>
        <span>
          {rich('For teachers: <assign>set a task</assign>, <grade>grade codes</grade>', {
            assign: (words) => <a href={root + ASSIGN_ADDRESS}>{words}</a>,
            grade: (words) => <a href={root + GRADE_ADDRESS}>{words}</a>,
          })}
        </span>
      </p>
    </main>
  );
}

function hasSurprises(progress: CourseProgress): boolean {
  return [...progress.values()].some(({ predictions }) =>
    Object.values(predictions).some(({ passed }) => passed === false),
  );
}

const PATH_GROUP = 'course-path';

/** Chooses who the map is for. */
function PathChooser() {
  const chosen = useObservable(chosenPath);
  const progress = useObservable(courseProgress);
  const path = pathNamed(chosen);
  const lessons = lessonsOf(chosen);
  const minutes = lessons.reduce(
    (sum, about) => sum + standingIn(about, progress.get(about.name)).minutesLeft,
    0,
  );
  return (
    <>
      <fieldset className="layout-choice course-paths">
        <legend className="visually-hidden">{t('Your path')}</legend>
        {PATHS.map(({ name, title }) => (
          <label key={name}>
            <input
              type="radio"
              name={PATH_GROUP}
              checked={name === chosen}
              onChange={() => choosePath(name)}
            />
            {title()}
          </label>
        ))}
      </fieldset>
      <p className="course-path-lead" aria-live="polite">
        {path?.lead()}{' '}
        {minutes === 0
          ? t('All done')
          : t('{count} lessons, {time} left.', { count: lessons.length, time: formatMinutes(minutes) })}
      </p>
    </>
  );
}

interface NextProps {
  /** The next lesson on the path; undefined if all are done. */
  lesson: LessonEntry | undefined;
  progress: CourseProgress;
}

/** The one thing to do now: at first, thirty seconds with the window in the student's hand. */
function Next({ lesson, progress }: NextProps) {
  const root = useRoot();
  const begun = lessonsBegun().some((name) => progress.has(name));
  // Packages have a single lesson, and no game of its own.
  if (!begun && packageKind() === null)
    return (
      <Card
        address={`${root}lessons/play/`}
        picture="you-are-the-window"
        eyebrow={t('Start here: 30 seconds')}
        title={t('You’re the window')}
        text={t('Beat Reno by doing almost nothing. Then find out why.')}
      />
    );
  if (lesson === undefined)
    return (
      <Card
        address={`${root}lessons/report/`}
        picture="you-are-the-window"
        eyebrow={t('All done')}
        title={t('Your report')}
        text={t('You’ve finished this path. Print what you predicted and found.')}
      />
    );
  const { state, minutesLeft } = standingIn(lesson, progress.get(lesson.name));
  const time = formatMinutes(minutesLeft);
  return (
    <Card
      address={`${root}lessons/${lesson.name}/`}
      picture={lesson.name}
      eyebrow={state === 'started' ? t('Continue: {time} left', { time }) : t('Next: {time}', { time })}
      title={<span {...contentText(lesson.title)} />}
      text={<span {...contentText(lesson.question)} />}
    />
  );
}

interface CardProps {
  address: string;
  /** The name of its picture in content/home.json. */
  picture: string;
  eyebrow: string;
  title: ReactNode;
  text: ReactNode;
}

function Card({ address, picture, eyebrow, title, text }: CardProps) {
  const drawn = pictures[picture];
  return (
    <a className="course-next" href={address}>
      {drawn && <Thumbnail of={drawn} />}
      <span>
        <span className="course-next-eyebrow">{eyebrow}</span>
        <b>{title}</b>
        <span className="course-next-text">{text}</span>
      </span>
    </a>
  );
}
