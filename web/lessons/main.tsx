/** What makes the pages of the course alive in a browser. The page that was written out stands until then. */
import { StrictMode, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import '../design/styles';
import type { ReactNode } from 'react';
import { ThemeProvider } from '../design/theme';
import { theme } from '../design/themeStore';
import { Keys } from '../keys/Keys';
import { packageKind } from '../packages/inside';
import { Boundary } from '../pages/Boundary';
import { Masthead } from '../pages/Masthead';
import { useObservable } from '../run/observable';
import { CourseApp } from './CourseApp';
import { openLesson } from './course';
import { placeOf } from './place';

const element = document.getElementById('lab');
if (element === null) throw new Error('The page has no element called lab.');
const place = placeOf(document.documentElement.dataset);
const opened = place.page === 'lesson' ? await openLesson(place.name) : null;
const kind = packageKind();
// What the student did in earlier sessions comes from the platform, before anything is drawn.
if (opened !== null && kind !== null && kind !== 'zip')
  await (await import('../packages/runtime/connect')).connect(kind, opened);
// The page that was written out is shown before this one takes its place.
if (element.childElementCount > 0) await painted();

createRoot(element).render(
  <StrictMode>
    <Themed>
      <Boundary name="This page">
        <Suspense>
          <CourseApp place={place} opened={opened} head={<Head />} />
        </Suspense>
      </Boundary>
    </Themed>
  </StrictMode>,
);

function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A page in the background paints nothing.
    setTimeout(resolve, 500);
  });
}

function Themed({ children }: { children: ReactNode }) {
  // From now on what is pressed is heard.
  useEffect(() => {
    document.documentElement.dataset.alive = 'true';
  }, []);
  return <ThemeProvider value={useObservable(theme)}>{children}</ThemeProvider>;
}

function Head() {
  return (
    <>
      <Masthead page="lessons" />
      <Keys />
    </>
  );
}
