/** The entry of a lesson in a single file, which opens from a disk. scripts/build/one-file.mjs builds it. */
import '../../../ui/styles';
import { openPackaged } from '../../../lessons/copy/packaged';
import { start, startingPlace } from '../../../ui/start';
import { FileApp } from './FileApp';

async function open() {
  const { packageLesson = '', root = '' } = document.documentElement.dataset;
  const opened = await openPackaged(packageLesson);
  if (opened === null) throw new Error(`The file has no lesson ${packageLesson}.`);
  return <FileApp opened={opened} lab={root} />;
}

start(open).catch((error: unknown) => {
  startingPlace().textContent = error instanceof Error ? error.message : String(error);
});
