/** A lesson in a single file: its text, the student's progress, and whether the browser keeps it. */
import { Suspense, useState } from 'react';
import { useObservable } from '../../../base/observable';
import { removeStored, writeStored } from '../../../base/storage/browserStorage';
import { t } from '../../../base/words/words';
import { save } from '../../../lab/export/save';
import type { OpenedLesson } from '../../../lessons/course';
import { LessonSession, LessonSessionProvider } from '../../../lessons/lessonSession';
import { OpenProgress } from '../../../lessons/OpenProgress';
import { ProgressLine } from '../../../lessons/ProgressLine';
import { forgetProgress } from '../../../lessons/progress';
import { progressFile, progressFileName } from '../../../lessons/progressFile';
import { StartOver } from '../../../lessons/StartOver';
import { lessonScore } from '../../../lessons/score';
import { WholeLesson } from '../../../lessons/WholeLesson';
import { Boundary } from '../../../ui/Boundary';
import { LanguagePicker } from '../../../ui/Footer';
import { Keys } from '../../../ui/keys/Keys';
import { ThemeSwitch } from '../../../ui/Masthead';
import { RootProvider } from '../../../ui/root';
import { ProgressNotice } from '../ProgressNotice';

/** `lab` is the address of the lab that made the file. */
export function FileApp({ opened, lab }: { opened: OpenedLesson; lab: string }) {
  const [session] = useState(() => new LessonSession(opened));
  const { about } = opened;
  return (
    <RootProvider value={lab}>
      <LessonSessionProvider value={session}>
        <main className="lesson" id="content" data-lesson={about.name}>
          <Boundary name={t('This lesson')}>
            <Suspense>
              <WholeLesson opened={opened} />
            </Suspense>
          </Boundary>
          <Score session={session} />
          <ProgressNotice session={session} />
        </main>
        <footer className="foot">
          <LanguagePicker /> <ThemeSwitch />
        </footer>
        <Keys />
      </LessonSessionProvider>
    </RootProvider>
  );
}

function Score({ session }: { session: LessonSession }) {
  const { lesson, about } = session.opened;
  const progress = useObservable(session.progress);
  const { made, skipped, done, shown } = lessonScore(lesson, progress);
  const [kept] = useState(isStorageWorking);
  return (
    <section className="lesson-score" aria-label={t('Your progress')}>
      <ProgressLine session={session} />
      <p>
        {kept
          ? t('Your work stays in this browser. To continue on another computer, save it as a file.')
          : t(
              'This browser stores nothing for files on a disk, so closing this page erases your work. Save it as a file before you leave.',
            )}
      </p>
      <p className="ask-actions">
        <button
          type="button"
          onClick={() => save(progressFileName(about.name), 'application/json', [progressFile()])}
        >
          {t('Save your work')}
        </button>
        <OpenProgress label={t('Load your work')} />
        <StartOver
          progress={session.progress}
          begun={made + skipped + done + shown > 0}
          forget={() => forgetProgress(about.name)}
        />
      </p>
    </section>
  );
}

/** Browsers may block the storage of pages from a disk, or let nothing be written. */
function isStorageWorking(): boolean {
  const works = writeStored('probe', '1');
  removeStored('probe');
  return works;
}
