/** The entry of a lesson in a single file, which opens from a disk. scripts/build/one-file.mjs builds it. */
import '../../../ui/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preferredLanguage, speakAs } from '../../../base/words/language';
import { openPackaged } from '../../../lessons/copy/packaged';
import { FileApp } from './FileApp';

async function start(place: HTMLElement): Promise<void> {
  await speakAs(preferredLanguage());
  const { packageLesson = '', root = '' } = document.documentElement.dataset;
  const opened = await openPackaged(packageLesson);
  if (opened === null) throw new Error(`The file has no lesson ${packageLesson}.`);
  createRoot(place).render(
    <StrictMode>
      <FileApp opened={opened} lab={root} />
    </StrictMode>,
  );
}

const place = document.getElementById('lab');
if (place === null) throw new Error('The page has no element with the id "lab".');
start(place).catch((error: unknown) => {
  place.textContent = error instanceof Error ? error.message : String(error);
});
