/** The place of the note about the learning platform. It loads only for lessons that report to one. */
import { lazy, Suspense } from 'react';
import { useObservable } from '../../base/observable';
import type { LessonSession } from '../../lessons/lessonSession';
import { progressFileName } from '../../lessons/progressFile';
import { connection } from './runtime/connection';

const PlatformNote = lazy(async () => ({ default: (await import('./runtime/PlatformNote')).PlatformNote }));

export function PlatformPlace({ session }: { session: LessonSession }) {
  const platform = useObservable(connection);
  return (
    <Suspense>{platform && <PlatformNote file={progressFileName(session.opened.about.name)} />}</Suspense>
  );
}
