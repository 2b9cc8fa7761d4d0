/** The page for teachers: routes through the course, and what they can do with the lab. */
import { lazy, Suspense } from 'react';
import { t } from '../../base/words/words';
import { chapterNamed, chapterWith } from '../../lessons/chapters';
import { DEMO_ADDRESS } from '../../run/share/places';
import { documentTitle } from '../../run/share/route';
import { packageKind } from '../../ui/package';
import { TeachingFacts, TeachingList } from './TeachingList';
import '../../ui/sections.css';
import { RouteMap } from './RouteMap';
import { OPEN } from './seal';

const ChapterPage = lazy(async () => ({ default: (await import('./ChapterPage')).ChapterPage }));
const LectureDemo = lazy(async () => ({ default: (await import('./LectureDemo')).LectureDemo }));

export function TeachPage({ query }: { query: URLSearchParams }) {
  const packaged = packageKind() !== null;
  const lesson = query.get('lesson');
  const chapter = chapterNamed(query.get('chapter')) ?? chapterWith(lesson);
  const demo = query.get('demo');
  if (chapter !== undefined && !packaged)
    return (
      <Suspense fallback={<main className="waiting" id="content" />}>
        <ChapterPage key={chapter.name} chapter={chapter} lesson={lesson} answer={query.get(OPEN)} />
      </Suspense>
    );
  if (demo !== null && !packaged)
    return (
      <Suspense fallback={<main className="waiting" id="content" />}>
        <LectureDemo first={Number(demo) || 1} />
      </Suspense>
    );
  return (
    <main className="teach-page" id="content">
      <title>{documentTitle(t('Teach'))}</title>
      <header className="section-head">
        <h1>{t('Teach with Vegas Lab')}</h1>
        <p>
          {t("Everything runs in your students' browsers. There are no accounts, and nothing is sent to us.")}
        </p>
      </header>
      {!packaged && (
        <>
          <p className="ask-actions">
            <a className="button primary" href={DEMO_ADDRESS} onClick={fillScreen}>
              {t('Start the ten-minute demo')}
            </a>
            <span className="words">
              {t('The whole course in ten pictures, for a lecture. Arrow keys turn the pages.')}
            </span>
          </p>
          <RouteMap />
        </>
      )}
      <h2>{t('Ways to teach')}</h2>
      <TeachingList />
      <h2>{t('Before you rely on it')}</h2>
      <TeachingFacts />
    </main>
  );
}

/** Browsers allow full screen only while they handle a click or a key. */
function fillScreen(): void {
  if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {});
}
