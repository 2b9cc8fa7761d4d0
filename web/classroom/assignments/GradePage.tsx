/**
 * The teacher's page for result codes: collects them by camera, file and paste, shows what the class predicted and reached
 * while they arrive, and grades them. All runs are made in this browser.
 */
import { type DragEvent, type FormEvent, lazy, Suspense, useEffect, useId, useState } from 'react';
import { useObservable } from '../../base/observable';
import { shortened } from '../../base/shortened';
import { formatCount } from '../../base/words/format';
import { rich } from '../../base/words/rich';
import { plural, t } from '../../base/words/words';
import { StorageNotice } from '../../lab/export/StorageNotice';
import { GRADE_ADDRESS } from '../../run/share/places';
import { encodingInWords, readText } from '../../ui/textFile';
import {
  type Assignment,
  assignmentInLink,
  assignmentQuery,
  idOf,
  lacksAnswers,
  pointsOf,
} from './assignment';
import { ClassResults } from './ClassResults';
import { codesCsv, type Entry, placeInSource, type Source, withRestored } from './collection';
import { REASON_WORDS } from './examine';
import { GradeTable, HEADINGS, VERIFIED_WORDS } from './GradeTable';
import { choicesIn, type GradingResult, wordsOfChoice } from './grading';
import { GRADING } from './gradingSession';
import { storedCollections } from './storedCollection';
import { MAX_TABLE_LENGTH } from './submissions';
import { Caveats } from './TaskSheet';
import './GradePage.css';
import '../../sweep/SweepPage.css';

const ClassPredictions = lazy(async () => ({
  default: (await import('./ClassPredictions')).ClassPredictions,
}));

const Scanner = lazy(async () => ({ default: (await import('./Scanner')).Scanner }));

interface Props {
  /** The assignment in the address, or null. */
  assignment: Assignment | null;
  /** The problem with the address, or ''. */
  problem: string;
}

export function GradePage({ assignment, problem }: Props) {
  useEffect(() => {
    if (assignment !== null) GRADING.open(assignment);
  }, [assignment]);
  const state = useObservable(GRADING.state);
  const [message, setMessage] = useState<Message>(NO_MESSAGE);
  const { assignment: open } = state;
  const isOpen = assignment !== null && open !== null && idOf(open) === idOf(assignment);
  const readFiles = async (files: readonly File[]) => {
    const messages: Message[] = [];
    for (const file of files) messages.push(await addFile(file));
    if (messages.length > 0) setMessage(joined(messages));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (isOpen) void readFiles([...event.dataTransfer.files]);
  };
  return (
    <main
      className="figure-page grade-page"
      id="content"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <title>{t('Grade · Vegas Lab')}</title>
      <header className="introduction">
        <h1>{(isOpen && open.title) || t('Collect and grade codes')}</h1>
        {isOpen ? (
          <Facts assignment={open} />
        ) : (
          <p className="about">
            {t(
              'This page collects result codes, shows what your class predicted, and repeats every run. Nothing leaves your computer.',
            )}
          </p>
        )}
      </header>
      {isOpen ? (
        <>
          {lacksAnswers(open) && <Sealed assignment={open} />}
          <div className="grade-columns">
            <Collecting readFiles={readFiles} message={message} setMessage={setMessage} />
            <div className="grade-class">
              <ClassResults session={state} />
              {state.graded?.lesson && open.task.kind === 'lesson' && (
                <Suspense>
                  <ClassPredictions
                    graded={state.graded}
                    name={open.task.lesson}
                    lesson={state.graded.lesson}
                    revealed={state.collection.revealed}
                    setRevealed={(revealed) => GRADING.change({ ...state.collection, revealed })}
                  />
                </Suspense>
              )}
            </div>
          </div>
          {state.graded !== null && state.graded.rows.length > 0 && <GradeTable session={state} />}
        </>
      ) : (
        assignment === null && <ChooseAssignment problem={problem} />
      )}
      <Caveats />
    </main>
  );
}

/** Text for the teacher; `problem` if nothing was added. */
interface Message {
  words: string;
  problem: boolean;
}

const NO_MESSAGE: Message = { words: '', problem: false };

function joined(messages: readonly Message[]): Message {
  return {
    words: messages.map(({ words }) => words).join(' '),
    problem: messages.some(({ problem }) => problem),
  };
}

const MAX_PICTURE_BYTES = 40_000_000;

/** Adds the codes in a text file, or the QR codes in a picture. */
async function addFile(file: File): Promise<Message> {
  const of = (words: string, problem: boolean) => ({
    words: t('{file}: {message}', { file: file.name, message: words }),
    problem,
  });
  try {
    if (file.type.startsWith('image/')) {
      if (file.size > MAX_PICTURE_BYTES)
        return of(t('This picture is too large. At most 40 MB are allowed.'), true);
      const texts = await textsInPicture(file);
      if (texts.length === 0)
        return of(t('No QR code found. Take the photo closer and without glare.'), true);
      const source: Source = { way: 'picture', file: file.name };
      const received = texts.map((text) => GRADING.add(text, source));
      const { words, problem } = joined(received);
      return of(words, problem);
    }
    // A character has up to four bytes.
    if (file.size > 4 * MAX_TABLE_LENGTH)
      return of(t('This file is too large. At most 64 MB are allowed.'), true);
    const read = await readText(file);
    const { words, problem } = GRADING.add(read.text, { way: 'file', file: file.name });
    return of([words, encodingInWords(read)].filter(Boolean).join(' '), problem);
  } catch (error) {
    return of(t('It can’t be opened: {why}', { why: (error as Error).message }), true);
  }
}

async function textsInPicture(file: File): Promise<string[]> {
  const [{ openQrReader }, source] = await Promise.all([import('./qrReader'), createImageBitmap(file)]);
  try {
    const read = await openQrReader();
    const { width, height } = source;
    return await read({ source, width, height }, 'photo');
  } finally {
    // A photo takes 50 MB, and a teacher may choose one for each student.
    source.close();
  }
}

/** Asks for the answers of an assignment that was opened by the students' link. */
function Sealed({ assignment }: { assignment: Assignment }) {
  const [wrong, setWrong] = useState('');
  const openLink = async (link: string) => {
    if (link.trim() === '') return;
    try {
      const found = await assignmentInLink(link);
      if (idOf(found) !== idOf(assignment)) setWrong(t('These are the answers of another assignment.'));
      else if (lacksAnswers(found)) setWrong(t('This is the students’ link, which has no answers.'));
      else window.location.hash = `${GRADE_ADDRESS}?${await assignmentQuery(found)}`;
    } catch (error) {
      setWrong((error as Error).message);
    }
  };
  return (
    <div className="note sealed">
      <p>
        {t(
          'The answers of this assignment are sealed. Runs are verified without them, but to give points the page needs your own link, or the file that you saved.',
        )}
      </p>
      <p className="ask-actions">
        <label>
          {t('Your link, with the answers')}{' '}
          <input type="text" onChange={({ target }) => void openLink(target.value)} />
        </label>
        <label className="button">
          {t('Open the file')}
          <input
            type="file"
            className="visually-hidden"
            onChange={({ target }) => {
              // A link is far shorter than this.
              void target.files?.[0]
                ?.slice(0, 1 << 22)
                .text()
                .then(openLink);
              target.value = '';
            }}
          />
        </label>
      </p>
      {wrong !== '' && (
        <p className="wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

interface CollectingProps {
  readFiles(files: readonly File[]): Promise<void>;
  message: Message;
  setMessage(message: Message): void;
}

function Collecting({ readFiles, message, setMessage }: CollectingProps) {
  const { assignment, collection, work } = useObservable(GRADING.state);
  const heading = useId();
  const [deleted, setDeleted] = useState<readonly Entry[]>([]);
  const [listIsOpen] = useState(collection.classList !== '');
  const deleteAll = () => {
    setDeleted(collection.entries);
    setMessage({ words: '', problem: false });
    GRADING.change({ ...collection, entries: [] });
  };
  const restore = () => {
    try {
      GRADING.change(withRestored(collection, deleted));
      setDeleted([]);
    } catch (error) {
      setMessage({ words: (error as Error).message, problem: true });
    }
  };
  const [scanning, setScanning] = useState(false);
  const [pasted, setPasted] = useState('');
  const paste = (event: FormEvent) => {
    event.preventDefault();
    const received = GRADING.add(pasted, { way: 'paste', file: '' });
    setMessage(received);
    // A text without codes stays, so that it can be corrected.
    if (!received.problem) setPasted('');
  };
  const scan = (text: string) => {
    const received = GRADING.add(text, { way: 'scan', file: '' });
    setMessage(
      received.problem
        ? { problem: true, words: t('This QR code isn’t a result code: {text}', { text: shortened(text) }) }
        : received,
    );
    return received.added > 0;
  };
  return (
    <section className="grade-setup" aria-labelledby={heading}>
      <h2 id={heading}>{t('Collect codes')}</h2>
      <p className="ask-actions">
        <button
          type="button"
          className="primary"
          aria-expanded={scanning}
          onClick={() => setScanning(!scanning)}
        >
          {t('Scan with the camera')}
        </button>
        <label className="button">
          {t('Choose files')}
          <input
            type="file"
            multiple
            className="visually-hidden"
            onChange={({ target }) => {
              void readFiles([...(target.files ?? [])]);
              // The same file can be chosen again.
              target.value = '';
            }}
          />
        </label>
      </p>
      {scanning && (
        <Suspense>
          <Scanner onText={scan} close={() => setScanning(false)} />
        </Suspense>
      )}
      <p className={message.problem ? 'wrong' : 'words'} role="status">
        {message.words || t('You can also drop files anywhere on this page, also photos of QR codes.')}
      </p>
      <form className="grade-paste" onSubmit={paste}>
        <label>
          {t('Codes, in any text: a list, messages, rows of a spreadsheet')}
          <textarea
            rows={3}
            value={pasted}
            spellCheck={false}
            onChange={(event) => setPasted(event.target.value)}
          />
        </label>
        <button type="submit" disabled={pasted.trim() === ''}>
          {t('Add')}
        </button>
      </form>
      {work && <StorageNotice work={work} file="vegas-lab-codes.csv" text={() => codesCsv(collection)} />}
      <Progress />
      <Problems />
      <p className="ask-actions">
        {collection.entries.length > 0 && (
          <button type="button" onClick={deleteAll}>
            {t('Delete all codes')}
          </button>
        )}
        {deleted.length > 0 && (
          <>
            <span role="status">{plural(deleted.length, '{n} code deleted.', '{n} codes deleted.')}</span>
            <button type="button" onClick={restore}>
              {t('Undo')}
            </button>
          </>
        )}
      </p>
      {assignment?.word && (
        <label className="teachers-word">
          {t('The word that you gave your students')}{' '}
          <input
            type="text"
            value={collection.word}
            maxLength={80}
            onChange={({ target }) => GRADING.changeWord(target.value)}
          />
        </label>
      )}
      <details className="class-list" open={listIsOpen}>
        <summary>{t('Class list (optional)')}</summary>
        <label>
          {t(
            'Names, one per line. The page finds the students of codes without a name, and counts who has handed in.',
          )}
          <textarea
            rows={4}
            value={collection.classList}
            spellCheck={false}
            onChange={({ target }) => GRADING.changeClassList(target.value)}
          />
        </label>
      </details>
    </section>
  );
}

/** Asks for the assignment's link, and offers the collections in this browser. */
function ChooseAssignment({ problem }: { problem: string }) {
  const [link, setLink] = useState('');
  const [read, setRead] = useState({ link: '', wrong: '' });
  const [collections] = useState(storedCollections);
  useEffect(() => {
    if (link.trim() === '') return undefined;
    let cancelled = false;
    assignmentInLink(link).then(
      async (assignment) => {
        const query = await assignmentQuery(assignment);
        // The address keeps the assignment, so that a reload and a bookmark find its codes again.
        if (!cancelled) window.location.hash = `${GRADE_ADDRESS}?${query}`;
      },
      (error: Error) => cancelled || setRead({ link, wrong: error.message }),
    );
    return () => {
      cancelled = true;
    };
  }, [link]);
  const wrong = link.trim() === '' ? problem : read.link === link ? read.wrong : '';
  return (
    <div className="grade-setup">
      <label>
        {t('Link of the assignment')}
        <input type="text" value={link} onChange={(event) => setLink(event.target.value)} />
      </label>
      {wrong && (
        <p className="wrong" role="alert">
          {wrong}
        </p>
      )}
      {collections.length > 0 && (
        <section aria-label={t('Codes in this browser')}>
          <h2>{t('Codes in this browser')}</h2>
          <ul>
            {collections.map(({ title, query, collection }) => (
              <li key={query}>
                <a href={`${GRADE_ADDRESS}?${query}`}>{title}</a>,{' '}
                {plural(collection.entries.length, '{n} code', '{n} codes')}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Example />
    </div>
  );
}

/** A table of grades as it could be, before there is one. */
function Example() {
  const verified = VERIFIED_WORDS.yes();
  const rows = [
    { who: 'Ada', score: '3', marks: '✓ ✓ ✓', words: verified },
    { who: 'Ben', score: '2', marks: '✓ ✗ ✓', words: verified },
    { who: 'Cleo', score: '–', marks: '', words: `${VERIFIED_WORDS.no()}: ${REASON_WORDS.digest()}` },
  ];
  return (
    <figure className="grade-example">
      <figcaption>
        {t(
          'An example of what you get: paste the link, then your students’ codes. The page repeats each run and checks it. You can save the grades, with the result of each check, as a CSV.',
        )}
      </figcaption>
      <table>
        <thead>
          <tr>
            {(['who', 'score', 'verified'] as const).map((name) => (
              <th key={name} scope="col">
                {HEADINGS[name]()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ who, score, marks, words }) => (
            <tr key={who}>
              <th scope="row">{who}</th>
              <td>
                {score === '–' ? score : t('{score} of {points}', { score, points: 3 })} {marks}
              </td>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Facts({ assignment }: { assignment: Assignment }) {
  const { due } = assignment;
  const values = {
    points: pointsOf(assignment),
    other: (words: string) => <a href={GRADE_ADDRESS}>{words}</a>,
  };
  return (
    <p className="about">
      {due === ''
        ? rich('{points} points. <other>Another assignment</other>', values)
        : rich('{points} points, due {due}. <other>Another assignment</other>', { ...values, due })}
    </p>
  );
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
      {(phase === 'cancelled' || phase === 'failed') && (
        <button type="button" onClick={() => void GRADING.run()}>
          {t('Grade the rest')}
        </button>
      )}
    </div>
  );
}

/** The codes that aren't verified or that don't count although they're the newest, newest first, with their place and what's wrong. */
function Problems() {
  const { graded } = useObservable(GRADING.state);
  if (graded === null) return null;
  const problems = problemsIn(graded);
  if (problems.length === 0) return null;
  const remove = (number: number) => {
    const { collection } = GRADING.state.value;
    const entries = collection.entries.filter((entry) => entry.number !== number);
    GRADING.change({ ...collection, entries });
  };
  return (
    <details className="class-problems" open>
      <summary>{t('Codes that need a look: {count}', { count: formatCount(problems.length) })}</summary>
      <ul>
        {problems.reverse().map(({ entry, words, choice }) => (
          <li key={entry.number}>
            <p>
              <b>{t('No. {number}, {place}', { number: entry.number, place: placeInSource(entry) })}</b>
              {': '}
              {words}
            </p>
            <code>{entry.code}</code>
            <span className="problem-actions">
              {choice !== null && (
                <button type="button" onClick={() => GRADING.choose(entry.number, choice === 'count')}>
                  {choice === 'count'
                    ? t('Count no. {number}', { number: entry.number })
                    : t('Undo my choice of no. {number}', { number: entry.number })}
                </button>
              )}
              <button
                type="button"
                aria-label={t('Remove no. {number}', { number: entry.number })}
                onClick={() => remove(entry.number)}
              >
                {t('Remove')}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface Problem {
  entry: Entry;
  words: string;
  /** The teacher's action: make the code count, or undo that; null if it can't count. */
  choice: 'count' | 'undo' | null;
}

function problemsIn(graded: GradingResult): Problem[] {
  const choices = choicesIn(graded);
  return graded.rows.flatMap(({ entry, examination, isAlike }, index): Problem[] => {
    const finding = examination?.finding ?? null;
    const choice = choices[index] ?? null;
    if (graded.chosen.includes(entry.number)) {
      const words = choice === null ? t('counts by your choice') : wordsOfChoice(choice);
      return [{ entry, words, choice: 'undo' }];
    }
    if (finding !== null) {
      if (finding.reason === 'missing') return [];
      // The class may be looking, so names appear only in the folded table.
      const details = finding.reason === 'seed' ? '' : finding.words();
      const words = [REASON_WORDS[finding.reason](), details].filter(Boolean).join(', ');
      return [{ entry, words, choice: finding.reason === 'seed' ? 'count' : null }];
    }
    if (isAlike) {
      const words = [t('two students may have this name'), choice && wordsOfChoice(choice)]
        .filter(Boolean)
        .join('; ');
      return [{ entry, words, choice: choice === null || choice.counts ? null : 'count' }];
    }
    if (choice === null || choice.counts || choice.why === 'newer') return [];
    return [{ entry, words: wordsOfChoice(choice), choice: 'count' }];
  });
}
