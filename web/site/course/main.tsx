/** Hydrates the pages of the course. */
import '../../ui/styles';
import { t } from '../../base/words/words';
import { Notice } from '../../deliver/offline/Notice';
import { watchReleases } from '../../deliver/offline/notice';
import { readChosenPath } from '../../lessons/chapters';
import { Keys } from '../../ui/keys/Keys';
import { Masthead } from '../../ui/Masthead';
import { packageKind } from '../../ui/package';
import { start, startingPlace } from '../../ui/start';
import { Palette, PaletteButton } from '../palette/Palette';
import { CourseApp, openPage, placeOf } from './CourseApp';

/** A wait that's shorter needs no words. */
const SILENT_MS = 1000;

const kind = packageKind();

async function open() {
  const place = placeOf(document.documentElement.dataset);
  readChosenPath(window.location.search);
  const { content, opened } = await openPage(place);
  // Loads the student's earlier work from the platform before anything is drawn.
  if (opened !== null && kind !== null && kind !== 'html' && kind !== 'zip') {
    const { connect } = await import('../../deliver/packages/runtime/connect');
    await whileInert(startingPlace(), connect(kind, opened));
  }
  return <CourseApp place={place} content={content} head={<Head />} />;
}

watchReleases();
await start(open, { prerendered: true });

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
