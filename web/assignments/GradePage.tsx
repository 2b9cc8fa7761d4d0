/** The teacher's page for grading codes. All runs are made in this browser. */
import { type DragEvent, lazy, Suspense, useEffect, useState } from 'react';
import { useObservable } from '../base/observable';
import { rich } from '../words/rich';
import { plural, t } from '../words/words';
import { type Assignment, assignmentInLink, pointsOf } from './assignment';
import { GradeTable } from './GradeTable';
import { GRADING } from './grading';
import { parseSubmissions } from './result';
import { Caveats } from './TaskSheet';
import '../sweep/SweepPage.css';

const ClassPredictions = lazy(async () => ({
  default: (await import('./ClassPredictions')).ClassPredictions,
}));

interface Props {
  /** The assignment in the address, or null. */
  assignment: Assignment | null;
  /** The problem with the address, or ''. */
  problem: string;
}

export function GradePage({ assignment: given, problem }: Props) {
  const [link, setLink] = useState('');
  const [pasted, setPasted] = useState('');
  const { assignment, wrong } = useAssignment(given, link, problem);
  const state = useObservable(GRADING.state);
  const submissions = pasted.trim() === '' ? null : parseSubmissions(pasted);
  const readFile = (file: File | undefined) => void file?.text().then(setPasted);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    readFile(event.dataTransfer.files[0]);
  };
  const running = state.phase === 'running';
  return (
    <main
      className="figure-page grade-page"
      id="content"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <title>{t('Grade · Vegas Lab')}</title>
      <header className="introduction">
        <h1>{t('Grade codes')}</h1>
        <p className="about">
          {t(
            'This page repeats every run and compares it with the student’s code. Nothing leaves your computer.',
          )}
        </p>
      </header>
      <form
        className="grade-setup"
        onSubmit={(event) => {
          event.preventDefault();
          if (assignment !== null && submissions !== null && 'entries' in submissions)
            void GRADING.start(assignment, submissions);
        }}
      >
        <label>
          {given === null ? t('Link of the assignment') : t('Link of another assignment')}
          <input type="text" value={link} onChange={(event) => setLink(event.target.value)} />
        </label>
        {assignment !== null && <Facts assignment={assignment} />}
        {wrong && (
          <p className="wrong" role="alert">
            {wrong}
          </p>
        )}
        <label>
          {t('Codes: a CSV, rows of a spreadsheet, or one code per line')}
          <textarea
            rows={6}
            value={pasted}
            spellCheck={false}
            onChange={(event) => setPasted(event.target.value)}
          />
        </label>
        <p className="ask-actions">
          <label className="button">
            {t('Choose a file')}
            <input
              type="file"
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              className="visually-hidden"
              onChange={({ target }) => readFile(target.files?.[0])}
            />
          </label>
          <button
            type="submit"
            className="primary"
            disabled={assignment === null || submissions === null || 'problem' in submissions || running}
          >
            {t('Grade')}
          </button>
          <span
            className={submissions !== null && 'problem' in submissions ? 'wrong' : 'words'}
            aria-live="polite"
          >
            {submissions === null
              ? t('Or drop a file anywhere on this page.')
              : 'problem' in submissions
                ? submissions.problem
                : plural(submissions.entries.length, '{n} line', '{n} lines')}
          </span>
        </p>
      </form>
      <Progress />
      {state.graded !== null && <GradeTable session={state} />}
      {state.graded?.lesson && (
        <Suspense>
          <ClassPredictions rows={state.graded.rows} lesson={state.graded.lesson} />
        </Suspense>
      )}
      <Caveats />
    </main>
  );
}

function Facts({ assignment }: { assignment: Assignment }) {
  const { due } = assignment;
  const values = {
    b: (words: string) => <b>{words}</b>,
    title: assignment.title || t('Assignment'),
    points: pointsOf(assignment),
  };
  return (
    <p className="words">
      {due === ''
        ? rich('<b>{title}</b>, {points} points', values)
        : rich('<b>{title}</b>, {points} points, due {due}', { ...values, due })}
    </p>
  );
}

/** The assignment of the pasted link or, if that is empty, of the address. */
function useAssignment(given: Assignment | null, link: string, problem: string) {
  const [read, setRead] = useState<{ link: string; assignment: Assignment | null; wrong: string }>();
  useEffect(() => {
    if (link.trim() === '') return undefined;
    let cancelled = false;
    assignmentInLink(link).then(
      (assignment) => cancelled || setRead({ link, assignment, wrong: '' }),
      (error: Error) => cancelled || setRead({ link, assignment: null, wrong: error.message }),
    );
    return () => {
      cancelled = true;
    };
  }, [link]);
  if (link.trim() === '') return { assignment: given, wrong: problem };
  return read?.link === link ? read : { assignment: null, wrong: '' };
}

function Progress() {
  const { phase, failure } = useObservable(GRADING.state);
  const { done, total } = useObservable(GRADING.progress);
  if (phase === 'idle') return null;
  return (
    <div className="pool-status" data-phase={phase}>
      <p className="status" role="status">
        {phase === 'running' && t('Repeating the runs …')}
        {phase === 'cancelled' && t('Canceled. You see the codes graded so far.')}
        {phase === 'done' && t('Done.')}
      </p>
      {phase === 'running' && (
        <div className="progress">
          <progress value={done} max={Math.max(1, total)} aria-label={t('Progress of the runs')} />
          <span>{t('{done} of {total} runs', { done, total })}</span>
          <button type="button" onClick={() => GRADING.cancel()}>
            {t('Cancel')}
          </button>
        </div>
      )}
      {phase === 'failed' && (
        <p className="failure" role="alert">
          {t('These codes couldn’t be graded: {failure}', { failure })}
        </p>
      )}
    </div>
  );
}
