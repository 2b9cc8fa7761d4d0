/**
 * The game on a page of its own: thirty seconds with the window in the student's hand. The course opens with it, and
 * links to shared runs open here.
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import pictures from '../../../content/home.json?thumbnails';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { documentTitle } from '../../run/share/route';
import { Boundary } from '../../ui/Boundary';
import { ContentText } from '../../ui/InEnglish';
import { useRoot } from '../../ui/root';
import { Thumbnail } from '../../ui/Thumbnail';
import { lessonsByChapter } from '../chapters';
import './course.css';

/** The game and the engine load when the page is there. */
const PlayGame = lazy(async () => ({ default: (await import('../capstone/PlayGame')).PlayGame }));

/** A link, so that it works before the page's scripts have loaded. */
const START = '#start';

export function PlayPage() {
  const [ready, setReady] = useState(false);
  const [started, setStarted] = useState(false);
  useEffect(() => {
    const follow = () => setStarted(window.location.hash === START);
    follow();
    setReady(true);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  const before = <BeforeGame started={started} />;
  return (
    <main className="play" id="content">
      <title>{documentTitle(t('You’re the window'))}</title>
      <header>
        <h1>{t('You’re the window')}</h1>
        <p className="play-goal">
          {t('Decide how many segments may be under way. Keep it steady, and beat Reno.')}
        </p>
      </header>
      <div className="play-game">
        {ready ? (
          <Boundary name={t('The game')}>
            <Suspense fallback={before}>
              <PlayGame autoPlay={started}>
                <Why />
              </PlayGame>
            </Suspense>
          </Boundary>
        ) : (
          before
        )}
      </div>
    </main>
  );
}

/** What the page shows until the game is there: Reno's run on the first path. */
function BeforeGame({ started }: { started: boolean }) {
  const picture = pictures['you-are-the-window'];
  return (
    <div className="play-before">
      {picture && <Thumbnail of={picture} label={t('Reno’s window and queue on the same path')} />}
      <a className="button primary" href={START}>
        {started ? t('Loading the engine …') : t('Start')}
      </a>
    </div>
  );
}

/** The question that the game raises, and the lesson that begins to answer it. */
function Why() {
  const root = useRoot();
  const [first] = lessonsByChapter()[0]?.lessons ?? [];
  if (first === undefined) return null;
  return (
    <a className="button primary" href={`${root}lessons/${first.name}/`}>
      {rich('Why? Find out in “{title}”', { title: <ContentText>{first.title}</ContentText> })}
    </a>
  );
}
