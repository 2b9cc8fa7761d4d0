/** The page on which teachers change a lesson without code: first the choice of a lesson, then its blocks and a live preview. */
import { type ChangeEvent, useEffect, useState } from 'react';
import { shortened } from '../../base/shortened';
import { rich } from '../../base/words/rich';
import { t, translated } from '../../base/words/words';
import { save } from '../../lab/export/save';
import { type CopyProblem, FILE_ENDING, type LessonCopy } from '../../lessons/copy/format';
import { copyTextIn } from '../../lessons/copy/link';
import {
  baseOf,
  type CopyBase,
  type CopyResult,
  newCopy,
  openCopy,
  openDraft,
} from '../../lessons/copy/openCopy';
import { COURSE, LESSONS } from '../../lessons/course';
import { authorAddress } from '../../run/share/author';
import { documentTitle } from '../../run/share/route';
import { packageKind } from '../../ui/package';
import { readUtf8 } from '../../ui/textFile';
import { AuthorDesk } from './AuthorDesk';
import { CopyProblems } from './CopyProblems';
import { currentDraft, lessonsWithDrafts, moveToEarlier } from './drafts';
import './Author.css';

interface Opened {
  copy: LessonCopy;
  base: CopyBase;
  /** The copy's text as the lesson's current draft in this browser; null if it's another copy. */
  stored: string | null;
  /** Counts what was opened: the same copy, opened again, begins again. */
  opening: number;
}

interface State {
  opened: Opened | null;
  problems: readonly CopyProblem[];
  /** The stored draft that has these problems. It stays until its author starts over. */
  unread: { name: string; text: string } | null;
  message: string;
}

const NOTHING: State = { opened: null, problems: [], unread: null, message: '' };

let openings = 0;

function opened(copy: LessonCopy, base: CopyBase, stored: string | null): State {
  openings += 1;
  return { ...NOTHING, opened: { copy, base, stored, opening: openings } };
}

/** The state that shows a copy, or its problems. */
function stateWith(result: CopyResult): State {
  if ('problems' in result) return { ...NOTHING, problems: result.problems };
  const { copy, base } = result;
  const draft = currentDraft(copy.base);
  return opened(copy, base, draft === JSON.stringify(copy) ? draft : null);
}

export function AuthorPage({ query }: { query: URLSearchParams }) {
  const [state, setState] = useState<State | null>(null);
  useEffect(() => {
    let cancelled = false;
    stateOf(query).then(
      (next) => cancelled || setState(next),
      (error: Error) => cancelled || setState({ ...NOTHING, message: error.message }),
    );
    return () => {
      cancelled = true;
    };
  }, [query]);
  const open = (result: CopyResult) => setState(stateWith(result));
  if (state === null) return <main className="author-page" id="content" />;
  const { opened: shown } = state;
  return (
    <main className="author-page" id="content" data-ready={true}>
      <title>{documentTitle(t('Change a lesson'))}</title>
      <header className="author-head">
        <h1>{t('Change a lesson')}</h1>
        <p>
          {t(
            'Make a copy of a lesson and change its text, order, questions, scenarios and controls. Then share it as a link, embed it, or download it for your course.',
          )}
        </p>
      </header>
      {shown === null || packageKind() !== null ? (
        <Start
          state={state}
          open={open}
          startOver={(name) => {
            if (moveToEarlier(name)) stateOf(query).then(setState);
            else
              setState({
                ...state,
                message: t(
                  'There’s no room to keep the old draft. Save it as a file, then free some storage.',
                ),
              });
          }}
        />
      ) : (
        <AuthorDesk
          key={shown.opening}
          copy={shown.copy}
          base={shown.base}
          stored={shown.stored}
          open={open}
          startOver={() => setState(opened(newCopy(shown.base), shown.base, null))}
        />
      )}
    </main>
  );
}

/** Opens what the address names: a copy in a link, a draft, a new copy of a lesson, or nothing yet. */
async function stateOf(query: URLSearchParams): Promise<State> {
  const text = await copyTextIn(query);
  if (text !== null) return stateWith(await openCopy(text));
  const name = query.get('lesson');
  if (name === null) return NOTHING;
  const base = await baseOf(name);
  if (base === null)
    return { ...NOTHING, message: t('There’s no lesson {name}.', { name: shortened(name) }) };
  const stored = currentDraft(name);
  if (stored === null) return opened(newCopy(base), base, null);
  const result = await openDraft(stored);
  return 'problems' in result
    ? { ...NOTHING, problems: result.problems, unread: { name, text: stored } }
    : opened(result.copy, result.base, stored);
}

interface StartProps {
  state: State;
  open(result: CopyResult): void;
  /** Moves the draft of a lesson to the earlier ones. */
  startOver(name: string): void;
}

function Start({ state, open, startOver }: StartProps) {
  const [lesson, setLesson] = useState(COURSE[0]?.name ?? '');
  const { unread } = state;
  const drafts = lessonsWithDrafts();
  return (
    <section className="author-start" aria-label={t('Begin')}>
      {state.message !== '' && (
        <p className="note" role="alert">
          {state.message}
        </p>
      )}
      {state.problems.length > 0 && <CopyProblems problems={state.problems} />}
      {unread !== null && (
        <p className="ask-actions">
          <button
            type="button"
            onClick={() => save(`${unread.name}${FILE_ENDING}`, 'application/json', [unread.text])}
          >
            {t('Save as a file')}
          </button>
          <button type="button" className="quiet" onClick={() => startOver(unread.name)}>
            {t('Start over')}
          </button>
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          window.location.hash = authorAddress(lesson);
        }}
      >
        <label>
          {t('Lesson')}{' '}
          <select value={lesson} onChange={({ target }) => setLesson(target.value)}>
            {COURSE.map(({ name, number, title }) => (
              <option key={name} value={name}>
                {number}. {translated(title)}
              </option>
            ))}
          </select>
        </label>{' '}
        <button type="submit" className="primary">
          {t('Change this lesson')}
        </button>
      </form>
      <p>
        <OpenCopyFile open={open} />
      </p>
      {drafts.length > 0 && (
        <p>
          {rich('Drafts in this browser: {drafts}', {
            drafts: drafts.map((name, place) => (
              <span key={name}>
                {place > 0 && ', '}
                <a href={authorAddress(name)}>
                  {translated(LESSONS.find((one) => one.name === name)?.title ?? name)}
                </a>
              </span>
            )),
          })}
        </p>
      )}
    </section>
  );
}

function notUtf8({ message }: Error): CopyResult {
  return { problems: [{ path: '', problem: message, allowed: 'UTF-8' }] };
}

/** Opens a file with a copy. */
export function OpenCopyFile({ open }: { open(result: CopyResult): void }) {
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Without this, choosing the same file again would fire no event.
    const opened = file && readUtf8(file).then(openCopy, notUtf8);
    target.value = '';
    if (opened !== undefined) open(await opened);
  };
  return (
    <label className="author-file button">
      {t('Open a file')}{' '}
      <input type="file" className="visually-hidden" onChange={(event) => void read(event)} />
    </label>
  );
}
