/** Hydrates the pages of the course. */
import '../../ui/styles';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { useObservable } from '../../base/observable';
import { preferredLanguage, speakAs } from '../../base/words/language';
import { currentLanguage, t } from '../../base/words/words';
import { Notice } from '../../deliver/offline/Notice';
import { watchReleases } from '../../deliver/offline/notice';
import { readChosenPath } from '../../lessons/chapters';
import { ALIVE } from '../../lessons/course/alive';
import { Boundary } from '../../ui/Boundary';
import { Keys } from '../../ui/keys/Keys';
import { Masthead } from '../../ui/Masthead';
import { packageKind } from '../../ui/package';
import { ThemeProvider } from '../../ui/theme';
import { theme } from '../../ui/themeStore';
import { Palette, PaletteButton } from '../palette/Palette';
import { CourseApp, openPage, placeOf } from './CourseApp';

/** A wait that's shorter needs no words. */
const SILENT_MS = 1000;

watchReleases();
const element = document.getElementById('lab');
if (element === null) throw new Error('The page has no element with the id "lab".');
const place = placeOf(document.documentElement.dataset);
await speakAs(preferredLanguage());
readChosenPath(window.location.search);
const { content, opened } = await openPage(place);
const kind = packageKind();
// Loads the student's earlier work from the platform before anything is drawn.
if (opened !== null && kind !== null && kind !== 'html' && kind !== 'zip') {
  const { connect } = await import('../../deliver/packages/runtime/connect');
  await whileInert(element, connect(kind, opened));
}
const page = (
  <StrictMode>
    <Themed>
      <Boundary name={t('This page')}>
        <CourseApp place={place} content={content} head={<Head />} />
      </Boundary>
    </Themed>
  </StrictMode>
);
// Hydrate prerendered pages, so that their content doesn't move. In other languages and in packages their content differs, so render it
// from scratch.
if (element.childElementCount > 0 && kind === null && currentLanguage() === 'en') hydrateRoot(element, page);
else createRoot(element).render(page);

/** Keeps a prerendered page from being used while it waits: what's done there would be lost. Says so if that takes a while. */
async function whileInert(place: HTMLElement, wait: Promise<void>): Promise<void> {
  place.inert = true;
  const note = document.createElement('p');
  note.role = 'status';
  note.className = 'note waiting-note';
  place.before(note);
  const timer = setTimeout(() => note.append(t('Waiting for your learning platform …')), SILENT_MS);
  await wait;
  clearTimeout(timer);
  note.remove();
  place.inert = false;
}

function Themed({ children }: { children: ReactNode }) {
  // From here on, buttons work. Tests wait for this attribute.
  useEffect(() => {
    document.documentElement.dataset.alive = 'true';
    performance.mark(ALIVE);
  }, []);
  return <ThemeProvider value={useObservable(theme)}>{children}</ThemeProvider>;
}

function Head() {
  return (
    <>
      <Masthead page="lessons">{kind === null && <PaletteButton />}</Masthead>
      <Keys />
      {kind === null && <Palette />}
      <Notice />
    </>
  );
}
