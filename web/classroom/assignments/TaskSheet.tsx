/**
 * Parts that the student's and the teacher's pages share: the assignment's text, the code to hand in, and the limits of
 * grading.
 */
import { rich } from '../../base/words/rich';
import { plural, t } from '../../base/words/words';
import { type Assignment, pointsOf } from './assignment';
import './TaskPage.css';
import { lazy, Suspense, useId, useState } from 'react';
import { save } from '../../lab/export/save';
import { CopyButton } from '../../ui/LinkField';
import type { HandedIn } from './lessonHandIn';

interface Props {
  assignment: Assignment;
  /** True if the page already has a heading above it. */
  nested?: boolean;
}

export function TaskSheet({ assignment, nested = false }: Props) {
  const { title, due, task } = assignment;
  const Heading = nested ? 'h3' : 'h1';
  const points = pointsOf(assignment);
  return (
    <header className="task-sheet">
      <Heading>{title || t('Assignment')}</Heading>
      <p className="task-facts">
        {due && <span>{rich('Due <b>{due}</b>', { b: (words) => <b>{words}</b>, due })}</span>}
        {points > 0 && <span>{plural(points, '{n} point', '{n} points')}</span>}
      </p>
      {task.words
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((line) => (
          <p key={line} className="task-words">
            {line}
          </p>
        ))}
    </header>
  );
}

/** Explains the limits of grading without a server. */
export function Caveats() {
  const title = { title: (words: string) => <b>{words}</b> };
  return (
    <section className="caveats" aria-label={t('What this page can’t know')}>
      <h2>{t('What this page can’t know')}</h2>
      <ul>
        <li>
          {rich(
            '<title>Who did the work.</title> A code contains no name, only a seed that follows from it. Anyone can type a name.',
            title,
          )}
        </li>
        <li>
          {rich(
            '<title>Secrets.</title> The link contains the checks, unless their answers are sealed, and anyone can read the program. If a student does all the work for another, that code is verified too.',
            title,
          )}
        </li>
        <li>
          {rich(
            '<title>When it was done.</title> Nothing closes at the due date. Collect the codes where submission times are recorded.',
            title,
          )}
        </li>
        <li>
          {rich(
            '<title>Your gradebook.</title> The page can’t send grades by LTI, which needs a server. Save the table as a CSV instead.',
            title,
          )}
        </li>
      </ul>
    </section>
  );
}

const ResultQr = lazy(async () => ({ default: (await import('../../ui/QrCode')).ResultQr }));

interface HandInProps {
  assignment: Assignment;
  /** Name of the downloaded file. */
  file: string;
  /** The work as text; null if there is nothing to hand in yet. */
  work: string | null;
  /** Makes the code. The student sees the message of any error, and what the code leaves out before the code itself. */
  make(): Promise<HandedIn>;
  /** The note to show until there is something to hand in. */
  waitingNote?: string;
}

/** The code of some work, or the reason why there is none. */
interface ResultCode extends HandedIn {
  work: string;
  failure: string;
  /** True once the student wants the code although it leaves something out. */
  accepted: boolean;
}

/** Makes the code that a student hands in. It disappears as soon as the work changes. */
export function HandIn({
  assignment,
  file,
  work,
  make,
  waitingNote = t('You get a code when your run has finished.'),
}: HandInProps) {
  const [result, setResult] = useState<ResultCode | null>(null);
  const [making, setMaking] = useState(false);
  const field = useId();
  const current = result !== null && result.work === work ? result : null;
  const makeCode = () => {
    if (work === null) return;
    setMaking(true);
    make()
      .then(
        ({ code, missing }) =>
          setResult({ work, code, missing, failure: '', accepted: missing.length === 0 }),
        ({ message }: Error) => setResult({ work, code: '', missing: [], failure: message, accepted: true }),
      )
      .finally(() => setMaking(false));
  };
  return (
    <section className="hand-in" aria-label={t('Hand in')}>
      <h2>{t('Hand in')}</h2>
      <p>
        {t(
          'The code contains your answers and your changes, but not your name. Hand it in where your teacher knows who you are.',
        )}{' '}
        {assignment.process &&
          t(
            'It also says how long ago you opened this assignment, how often you tried, and your first answers where you changed them.',
          )}
      </p>
      <p className="ask-actions">
        <button type="button" className="primary" disabled={work === null || making} onClick={makeCode}>
          {t('Make my result code')}
        </button>
        <span role="status">
          {work === null && waitingNote}
          {making && t('Repeating your runs …')}
          {!making && result !== null && current === null && t('You’ve made changes since. Make a new code.')}
        </span>
      </p>
      {current?.failure && (
        <p className="failure" role="alert">
          {current.failure}
        </p>
      )}
      {current !== null && current.missing.length > 0 && (
        <div className="note" role="alert">
          {current.missing.map((words) => (
            <p key={words}>{words}</p>
          ))}
          {!current.accepted && (
            <button type="button" onClick={() => setResult({ ...current, accepted: true })}>
              {t('Show the code anyway')}
            </button>
          )}
        </div>
      )}
      {current?.code && current.accepted && (
        <div className="result-code">
          <label htmlFor={field}>{t('Your result code')}</label>
          <textarea
            id={field}
            readOnly
            rows={4}
            value={current.code}
            onFocus={(event) => event.target.select()}
          />
          <p className="ask-actions">
            <CopyButton text={current.code}>
              <button type="button" onClick={() => save(file, 'text/plain', [`${current.code}\n`])}>
                {t('Save as a file')}
              </button>
            </CopyButton>
          </p>
          <Suspense>
            <ResultQr code={current.code} />
          </Suspense>
        </div>
      )}
    </section>
  );
}
