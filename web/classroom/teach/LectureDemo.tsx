/** The demo for a lecture: the course in ten minutes, one live picture of a lesson at a time, with the keys of a presentation. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../base/words/words';
import { chaptersOf, PATHS } from '../../lessons/chapters';
import { type OpenedLesson, openLesson } from '../../lessons/course';
import { formatMinutes } from '../../lessons/map/minutes';
import { StepPicture } from '../../lessons/stage/StepPicture';
import type { StageSize } from '../../lessons/stage/sizes';
import { documentTitle, replaceAddress, TEACH_ADDRESS } from '../../run/share/route';
import { useWindowSize } from '../../ui/hooks';
import { ContentText } from '../../ui/InEnglish';
import { projector, useTheme } from '../../ui/theme';
import { showProjector } from '../../ui/themeStore';
import { Bar } from '../presenting/Bar';
import { type Command, commandOf, useFullScreen } from '../presenting/commands';
import { STOPS, type Stop } from './demo';
import '../presenting/stage.css';
import './LectureDemo.css';

/** @param first the number of the first stop, from 1 */
export function LectureDemo({ first }: { first: number }) {
  const [at, setAt] = useState(Math.min(Math.max(Math.round(first), 1), STOPS.length) - 1);
  const finish = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen();
    window.location.hash = TEACH_ADDRESS;
  }, []);
  const fullScreen = useFullScreen(finish);
  const go = useCallback((to: number) => setAt(Math.min(Math.max(to, 0), STOPS.length - 1)), []);
  useLayoutEffect(() => {
    const before = projector.value;
    document.documentElement.dataset.presenting = 'on';
    showProjector(true);
    return () => {
      delete document.documentElement.dataset.presenting;
      showProjector(before);
    };
  }, []);
  // Not by setting the hash, which would open the page again.
  useEffect(() => {
    replaceAddress(`${TEACH_ADDRESS}?demo=${at + 1}`);
  }, [at]);
  useEffect(() => {
    const act: Partial<Record<Command, () => void>> = {
      next: () => go(at + 1),
      previous: () => go(at - 1),
      pageDown: () => go(at + 1),
      pageUp: () => go(at - 1),
      first: () => go(0),
      last: () => go(STOPS.length - 1),
      full: fullScreen.toggle,
      end: finish,
    };
    const onKey = (event: KeyboardEvent) => {
      const command = commandOf(event);
      const run = command === null ? undefined : act[command];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [at, go, fullScreen, finish]);
  const stop = STOPS[at];
  if (stop === undefined) return null;
  return (
    <main className="demo" id="content" data-stop={stop.lesson}>
      <title>{documentTitle(t('Ten-minute demo'))}</title>
      <StopView key={stop.lesson} stop={stop} at={at} />
      <Bar
        {...{ at, go, finish }}
        all={STOPS.length}
        more={false}
        link={null}
        fullScreen={document.fullscreenEnabled ? fullScreen.toggle : null}
      />
    </main>
  );
}

function StopView({ stop, at }: { stop: Stop; at: number }) {
  const [opened, setOpened] = useState<OpenedLesson | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const wide = useSize();
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    let left = false;
    void openLesson(stop.lesson).then((one) => {
      if (left) return;
      setOpened(one);
      // Ready for the next key.
      const after = STOPS[at + 1];
      if (after !== undefined) void openLesson(after.lesson);
    });
    return () => {
      left = true;
    };
  }, [stop, at]);
  const chapter = chapterOf(stop.lesson);
  const before = STOPS.slice(0, at).reduce((sum, { minutes }) => sum + minutes, 0);
  return (
    <>
      <header className="demo-head">
        <p className="demo-place">
          {chapter}{' '}
          <span>
            {t('{time}, from minute {minute}', { time: formatMinutes(stop.minutes), minute: before })}
          </span>
        </p>
        <h1 ref={heading} tabIndex={-1}>
          {stop.says()}
        </h1>
      </header>
      <div className="demo-picture">
        {opened !== null && <StepPicture opened={opened} step={stop.step} wide={wide} />}
      </div>
      {opened !== null && (
        <p className="demo-lesson">
          <a href={`lessons/${stop.lesson}/`}>
            <ContentText>{opened.about.title}</ContentText>
          </a>
        </p>
      )}
    </>
  );
}

function chapterOf(lesson: string): string | undefined {
  const [, course] = PATHS;
  return (
    course &&
    chaptersOf(course)
      .find(({ lessons }) => lessons.some(({ name }) => name === lesson))
      ?.chapter.title()
  );
}

/** Shares of the window's height. The rest is for the sentence and the bar. */
const PATH_SHARE = 0.17;
const PANELS_SHARE = 0.4;

/** The picture's size for the window's height. */
function useSize(): StageSize {
  const height = useWindowSize('innerHeight');
  const { scale } = useTheme();
  return {
    path: Math.round((PATH_SHARE * height) / scale),
    panels: Math.round((PANELS_SHARE * height) / scale),
  };
}
