/** Says if a student's progress in a lesson isn't kept, and offers it as a file. */
import { useObservable } from '../../base/observable';
import { StorageNotice } from '../../lab/export/StorageNotice';
import type { LessonSession } from '../../lessons/lessonSession';
import { progressFile, progressFileName } from '../../lessons/progressFile';
import { connection, onlyBrowserKeeps } from './runtime/connection';

export function ProgressNotice({ session }: { session: LessonSession }) {
  const platform = useObservable(connection);
  return (
    <StorageNotice
      work={session.progress}
      file={progressFileName(session.opened.about.name)}
      text={progressFile}
      keptElsewhere={!onlyBrowserKeeps(platform)}
    />
  );
}
