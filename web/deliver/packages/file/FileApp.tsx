/** A lesson in a single file: its text, the student's progress, and whether the browser keeps it. */
import { Suspense, useState } from 'react';
import { useObservable } from '../../../base/observable';
import { removeStored, writeStored } from '../../../base/storage/browserStorage';
import { t } from '../../../base/words/words';
import { StorageNotice } from '../../../lab/export/StorageNotice';
import { save } from '../../../lab/export/save';
import type { OpenedLesson } from '../../../lessons/course';
import { LessonText } from '../../../lessons/LessonText';
import { LessonSession, LessonSessionProvider } from '../../../lessons/lessonSession';
import { OpenProgress } from '../../../lessons/OpenProgress';
import { PARTS } from '../../../lessons/parts';
import { forgetProgress } from '../../../lessons/progress';
import { progressFile } from '../../../lessons/progressFile';
import { StartOver } from '../../../lessons/StartOver';
import { lessonScore } from '../../../lessons/score';
import { Boundary } from '../../../ui/Boundary';
import { LanguagePicker } from '../../../ui/Footer';
import { contentText } from '../../../ui/InEnglish';
import { Keys } from '../../../ui/keys/Keys';
import { ThemeSwitch } from '../../../ui/Masthead';
import { RootProvider } from '../../../ui/root';

/** `lab` is the address of the lab that made the file. */
export function FileApp({ opened, lab }: { opened: OpenedLesson; lab: string }) {
  const [session] = useState(() => new LessonSession(opened));
  const { about, text, language } = opened;
  return (
    <RootProvider value={lab}>
      <LessonSessionProvider value={session}>
        <main className="lesson" id="content" data-lesson={about.name}>
          <header className="lesson-head">
            <h1 {...contentText(about.title)} />
            <p className="lesson-question" {...contentText(about.question)} />
          </header>
          <Boundary name={t('This lesson')}>
            <Suspense>
              <article className="lesson-text" {...language}>
                <LessonText text={text} parts={PARTS} />
              </article>
            </Suspense>
          </Boundary>
          <Score session={session} />
          <StorageNotice
            work={session.progress}
            file={`vegas-lab-${about.name}-progress.json`}
            text={progressFile}
          />
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
  const { asked, made, skipped, tasks, done, shown, complete } = lessonScore(lesson, progress);
  const [kept] = useState(isStorageWorking);
  return (
    <section className="lesson-score" aria-label={t('Your progress')}>
      <p role="status">
        {t('{made} of {asked} predictions made, {done} of {tasks} tasks done.', { made, asked, done, tasks })}
        {complete && ` ${t('This lesson is complete.')}`}
      </p>
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
          onClick={() => save(`vegas-lab-${about.name}-progress.json`, 'application/json', [progressFile()])}
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
