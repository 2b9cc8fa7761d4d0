/** The chapters of a path with a picture of a real run for each lesson, and how far the student is. */
import pictures from '../../../content/home.json?thumbnails';
import { useObservable } from '../../base/observable';
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import { contentText } from '../../ui/InEnglish';
import { useRoot } from '../../ui/root';
import { Thumbnail } from '../../ui/Thumbnail';
import type { ChapterOfPath } from '../chapters';
import type { LessonEntry } from '../course';
import { type CourseProgress, courseProgress, type LessonStanding, standingIn } from '../standing';
import { formatMinutes } from './minutes';
import './map.css';

interface Props {
  chapters: readonly ChapterOfPath[];
  /** The level of the chapters' headings. */
  heading: 'h2' | 'h3';
  /** The lesson to mark as the next one. */
  next?: string | undefined;
  /** False for titles only, where so many small pictures without scales would say little. */
  pictured?: boolean;
}

export function ChapterMap({ chapters, heading: Heading, next, pictured = true }: Props) {
  const progress = useObservable(courseProgress);
  return (
    <ol className="chapters">
      {chapters.map(({ chapter, lessons }) => (
        <li key={chapter.title()} className="chapter">
          <header>
            <Heading>{chapter.title()}</Heading>
            <ChapterStanding lessons={lessons} progress={progress} />
          </header>
          <ol className="lesson-pictures">
            {lessons.map((about) => (
              <LessonPicture
                key={about.name}
                about={about}
                standing={standingIn(about, progress.get(about.name))}
                next={about.name === next}
                pictured={pictured}
              />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

function ChapterStanding({
  lessons,
  progress,
}: {
  lessons: readonly LessonEntry[];
  progress: CourseProgress;
}) {
  const standings = lessons.map((about) => standingIn(about, progress.get(about.name)));
  const done = standings.filter(({ state }) => state === 'done').length;
  const minutes = standings.reduce((sum, { minutesLeft }) => sum + minutesLeft, 0);
  const begun = standings.some(({ state }) => state !== 'open');
  return (
    <p className="chapter-standing">
      {!begun
        ? formatMinutes(minutes)
        : minutes === 0
          ? t('All done')
          : t('{done} of {all} done, {time} left', {
              done: formatCount(done),
              all: formatCount(lessons.length),
              time: formatMinutes(minutes),
            })}
    </p>
  );
}

interface PictureProps {
  about: LessonEntry;
  standing: LessonStanding;
  next: boolean;
  pictured: boolean;
}

function LessonPicture({ about, standing, next, pictured }: PictureProps) {
  const root = useRoot();
  const picture = pictures[about.name];
  return (
    <li data-state={standing.state}>
      <a href={`${root}lessons/${about.name}/`} aria-current={next ? 'step' : undefined}>
        {pictured && (picture ? <Thumbnail of={picture} /> : <span className="thumbnail" />)}
        <span className="lesson-picture-title" {...contentText(about.title)} />
        <span className="lesson-picture-note">{noteOf(about, standing)}</span>
      </a>
    </li>
  );
}

function noteOf(about: LessonEntry, { state, minutesLeft }: LessonStanding): string {
  if (state === 'done') return t('done');
  if (state === 'open') return formatMinutes(about.minutes);
  return t('started, {time} left', { time: formatMinutes(minutesLeft) });
}
