/**
 * The page inside an embed's frame: the address's problems, the content, the user's progress, and a link to the lab.
 */
import { Suspense, useEffect, useState } from 'react';
import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import { LessonSessionProvider } from '../../lessons/lessonSession';
import { Check } from '../../lessons/parts/Check';
import { Experiment } from '../../lessons/parts/Experiment';
import { Predict } from '../../lessons/parts/Predict';
import { forgetProgress } from '../../lessons/progress';
import { StartOver } from '../../lessons/StartOver';
import { lessonScore } from '../../lessons/score';
import { WholeLesson } from '../../lessons/WholeLesson';
import { Boundary } from '../../ui/Boundary';
import { Keys } from '../../ui/keys/Keys';
import { ProblemSentences } from '../../ui/ProblemSentences';
import { RootProvider } from '../../ui/root';
import { problemsForUser } from '../hosted/problems';
import { Notice } from '../offline/Notice';
import { PlatformPlace } from '../packages/PlatformPlace';
import { ProgressNotice } from '../packages/ProgressNotice';
import type { AddressProblem } from '../sdk/protocol';
import { SILENT_MS } from './opening';
import { ownProgress } from './ownProgress';
import type { Session } from './session';
import type { Subject } from './subject';
import './EmbedApp.css';

/** The lab's address, relative to the frame's. */
const ROOT = '../';

export function EmbedApp({ session }: { session: Session }) {
  const { subject } = session;
  return (
    <RootProvider value={ROOT}>
      <LessonSessionProvider value={subject.lessonSession}>
        <main className="lesson embed" id="content" aria-label={subject.title} data-shows={subject.shows}>
          <Notice />
          <AddressProblems problems={problemsForUser(useObservable(session.problems))} />
          <Replaced session={session} />
          {/* The page around the frame may speak SPLICE. */}
          <PlatformPlace session={subject.lessonSession} />
          <Boundary name={t('This embed')}>
            <Suspense fallback={<Waiting />}>
              {subject.experiment === null ? (
                <WholeLesson opened={subject.lessonSession.opened} />
              ) : (
                <SingleExperiment subject={subject} experiment={subject.experiment} />
              )}
            </Suspense>
          </Boundary>
          <EmbedFooter subject={subject} />
          <ProgressNotice session={subject.lessonSession} />
        </main>
        <Keys />
      </LessonSessionProvider>
    </RootProvider>
  );
}

/** Says after a while that something is still missing. */
function Waiting() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SILENT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="waiting" role="status">
      {late && t('Still loading: this part of Vegas Lab waits for {what}.', { what: t('the lab’s files') })}
    </p>
  );
}

/** One experiment, after its predictions and before its tasks. */
function SingleExperiment({ subject, experiment }: { subject: Subject; experiment: string }) {
  const { predictions, checks } = subject.lessonSession.opened.lesson;
  return (
    <article className="lesson-text">
      <h1 className="visually-hidden">{subject.title}</h1>
      {Object.keys(predictions).map((id) => (
        <Predict key={id} id={id} />
      ))}
      <Experiment id={experiment} at_once>
        {Object.keys(checks).map((id) => (
          <Check key={id} id={id} />
        ))}
      </Experiment>
    </article>
  );
}

function EmbedFooter({ subject }: { subject: Subject }) {
  const { lessonSession, whole, shows, experiment } = subject;
  const current = lessonScore(lessonSession.opened.lesson, useObservable(lessonSession.progress));
  const { asked, made, skipped, tasks, done, complete } = current;
  const { about, lesson } = lessonSession.opened;
  // Other frames show other experiments of the same lesson.
  const own = experiment === null ? lessonSession.progress : ownProgress(lessonSession.progress, lesson);
  const forget = () => {
    if (experiment === null) forgetProgress(about.name);
    else own.set({ version: 1, predictions: {}, checks: {} });
  };
  return (
    <footer className="embed-foot">
      <p role="status">
        {asked > 0 && `${t('{made} of {asked} predictions made.', { made, asked })} `}
        {skipped > 0 && `${t('Skipped: {skipped}.', { skipped })} `}
        {tasks > 0 && `${t('{done} of {tasks} tasks done.', { done, tasks })} `}
        {asked + tasks > 0 && complete && t('This is complete.')}
      </p>
      {asked + tasks > 0 && (
        <StartOver progress={own} begun={made + skipped + done > 0} forget={forget} hides />
      )}
      <a href={ROOT + whole} target="_blank" rel="noreferrer">
        {shows === 'bench' ? t('Open in Vegas Lab') : t('The whole lesson in Vegas Lab')}
      </a>
    </footer>
  );
}

/** Says that the host's record took the place of answers that the browser had, and brings them back. */
function Replaced({ session }: { session: Session }) {
  const bringBack = useObservable(session.bringBack);
  if (bringBack === null) return null;
  return (
    <p className="embed-problems" role="status">
      {t('The page around this frame has put its record in place of answers that this browser had.')}{' '}
      <button type="button" onClick={bringBack}>
        {t('Bring them back')}
      </button>
    </p>
  );
}

/** Problems of the embed's address, each with the parameter, the problem and the allowed values. */
function AddressProblems({ problems }: { problems: readonly AddressProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <div className="embed-problems" role="alert">
      <p>
        <b>{t('This embed’s address asks for something that doesn’t exist.')}</b>
      </p>
      <ProblemSentences problems={problems} />
    </div>
  );
}
