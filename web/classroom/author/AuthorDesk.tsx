/** The open copy: its blocks on one side, the live preview on the other, and the buttons for the whole. */
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useObservable } from '../../base/observable';
import { onStoredElsewhere } from '../../base/storage/browserStorage';
import { rich } from '../../base/words/rich';
import { t, translated } from '../../base/words/words';
import { save } from '../../lab/export/save';
import { compileCopy } from '../../lessons/copy/compile';
import {
  allBlocks,
  type Block,
  type CopyProblem,
  FILE_ENDING,
  type LessonCopy,
  LONGEST_NAME,
  writeCopy,
} from '../../lessons/copy/format';
import { type CopyBase, type CopyResult, openDraft, problemsOf } from '../../lessons/copy/openCopy';
import { OpenCopyFile } from './AuthorPage';
import { type Author, AuthorProvider } from './author';
import { BlockList } from './BlockList';
import { CopyProblems } from './CopyProblems';
import { type CopyCheck, checksOf } from './check';
import { CopyRuns } from './copyRuns';
import { currentDraft, makeCurrent, moveToEarlier, type OtherDraft, otherDrafts, storeDraft } from './drafts';
import { OtherDrafts } from './OtherDrafts';
import { Preview } from './Preview';
import { SharePanel } from './SharePanel';
import {
  addBlock,
  changeBlock,
  changed,
  copyOf,
  type Editing,
  editingOf,
  flat,
  type History,
  moveBlock,
  neighborOf,
  redone,
  removeBlock,
  undone,
} from './state';
import './Author.css';

interface Props {
  copy: LessonCopy;
  base: CopyBase;
  /** The copy's text as the lesson's current draft in this browser; null if it's another copy. */
  stored: string | null;
  open(result: CopyResult): void;
  startOver(): void;
}

const EMPTY_TEXT: Block = { kind: 'text', text: '' };

/** Pause after a change before experiments run again, ms: a number is typed digit by digit. */
const RUN_AFTER_MS = 300;

/** Pause after a change before it's stored, ms. */
const STORE_AFTER_MS = 400;

export function AuthorDesk({ copy: opened, base, stored, open, startOver }: Props) {
  const [history, setHistory] = useState<History>(() => ({
    past: [],
    now: editingOf(opened),
    future: [],
    about: '',
    at: 0,
  }));
  const [problems, setProblems] = useState<readonly CopyProblem[]>([]);
  const [announced, setAnnounced] = useState('');
  const [edited, setEdited] = useState('');
  const [shows, setShows] = useState<'edit' | 'preview'>('edit');
  const { now } = history;
  const copy = useMemo(() => copyOf(now), [now]);
  // The blocks follow each key at once; the preview and the checks follow when there's time.
  const settled = useDeferredValue(copy);
  const { checks, runs } = useChecks(settled, base);
  // What's offered must open again.
  const refused = useMemo(() => problemsOf(settled, base), [settled, base]);
  const focus = useFocus();
  const draft = useDraft(copy, stored, history.past.length > 0);
  const change = (next: Partial<Editing>, about = '') =>
    setHistory((before) => changed(before, { ...before.now, ...next }, about, performance.now()));
  const undo = () => setHistory((before) => undone(before) ?? before);
  const redo = () => setHistory((before) => redone(before) ?? before);

  const keys = useMemo(() => flat(now.blocks).map(({ key }) => key), [now.blocks]);
  const author: Author = {
    base,
    copy,
    lesson: useMemo(() => compileCopy(copy, base.lesson), [copy, base]),
    runs,
    numberOf: (key) => keys.indexOf(key) + 1,
    checksOf: (key) => checks.filter(({ block }) => keys[block] === key),
    update: (key, fields) =>
      change({ blocks: changeBlock(now.blocks, key, fields) }, `${key} ${Object.keys(fields)}`),
    updateCopy: (fields, about) => change({ copy: { ...now.copy, ...fields } }, about),
    change: (key, fields, copyFields) =>
      change({ blocks: changeBlock(now.blocks, key, fields), copy: { ...now.copy, ...copyFields } }),
    edit: setEdited,
    move: (key, by) => {
      const blocks = moveBlock(now.blocks, key, by);
      if (blocks === now.blocks) return;
      change({ blocks });
      const place = flat(blocks).findIndex((one) => one.key === key) + 1;
      setAnnounced(t('Moved to place {place} of {count}.', { place, count: keys.length }));
      focus(key, null);
    },
    remove: (key) => {
      const next = neighborOf(now.blocks, key);
      change({ blocks: removeBlock(now.blocks, key) });
      setAnnounced(t('Removed. Undo brings it back.'));
      if (next !== null) focus(next, 'li');
    },
    add: (after) => {
      const { blocks, key } = addBlock(now.blocks, after, EMPTY_TEXT);
      change({ blocks });
      focus(key, 'textarea');
    },
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  };
  const openOther = (result: CopyResult) =>
    'problems' in result ? setProblems(result.problems) : open(result);
  const title = translated(base.about.title);
  return (
    <AuthorProvider value={author}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it catches keys of the fields inside */}
      <div className="author-desk" data-shows={shows} onKeyDown={onKeyDown}>
        <section className="author-tools" aria-label={t('The whole lesson')}>
          <p className="ask-actions">
            <button type="button" disabled={history.past.length === 0} onClick={undo}>
              {t('Undo')}
            </button>
            <button type="button" disabled={history.future.length === 0} onClick={redo}>
              {t('Redo')}
            </button>
            <button
              type="button"
              // Where the draft isn't stored, a file that doesn't open is better than nothing.
              disabled={refused.length > 0 && draft.isStored}
              onClick={() => save(`${base.about.name}${FILE_ENDING}`, 'application/json', [writeCopy(copy)])}
            >
              {t('Save as a file')}
            </button>
            <OpenCopyFile open={(result) => ('problems' in result || draft.keep()) && openOther(result)} />
            <button
              type="button"
              className="quiet"
              onClick={() => {
                if (draft.leave()) startOver();
              }}
            >
              {t('Start over')}
            </button>
            <button
              type="button"
              className="author-switch"
              aria-pressed={shows === 'preview'}
              onClick={() => setShows(shows === 'edit' ? 'preview' : 'edit')}
            >
              {t('Preview')}
            </button>
          </p>
          <p className="words">
            {stored !== null
              ? t('This is your draft of “{title}”. Changes stay in this browser.', { title })
              : t('A copy of “{title}”. Changes stay in this browser.', { title })}
          </p>
          {!draft.isStored && (
            <p className="note" role="alert">
              {t(
                'This browser doesn’t keep your changes: its storage is full or blocked. Save the lesson as a file before you leave this page.',
              )}
            </p>
          )}
          <OtherDrafts
            drafts={draft.others}
            open={async (other) => {
              const result = await openDraft(other.text);
              // The copy that's open is stored first, and becomes an earlier draft.
              if ('problems' in result || draft.makeCurrent(other)) openOther(result);
            }}
            onChange={draft.refresh}
          />
          {problems.length > 0 && <CopyProblems problems={problems} />}
          <p role="status" className="visually-hidden">
            {announced}
          </p>
        </section>
        <form className="author-edit" aria-label={t('Edit')} onSubmit={(event) => event.preventDefault()}>
          <div className="author-block author-about">
            <label>
              {t('Title')}{' '}
              <input
                type="text"
                value={copy.title}
                maxLength={LONGEST_NAME}
                onChange={({ target }) => author.updateCopy({ title: target.value }, 'title')}
              />
            </label>
            <label>
              {t('The lesson’s question')}{' '}
              <input
                type="text"
                value={copy.question}
                maxLength={2 * LONGEST_NAME}
                onChange={({ target }) => author.updateCopy({ question: target.value }, 'question')}
              />
            </label>
            <p className="words">
              {t('Alt with the up or down arrow moves the block that you’re in. Ctrl+Z undoes.')}
            </p>
            <details className="author-help">
              <summary>{t('How to write texts')}</summary>
              <p>
                {rich(
                  'An empty line begins a paragraph. <code>## Heading</code>, <code>* item</code>, <code>**bold**</code>, <code>*emphasis*</code> and <code>[a link](https://…)</code> are as in Markdown.',
                  { code: (words) => <code>{words}</code> },
                )}
              </p>
              <p>
                {rich(
                  'Words in <code>[…](claim:…)</code> are a claim that the runs must confirm. <code>point</code> marks a moment in the picture, <code>term</code> explains a word. Change the words in the brackets and leave the rest.',
                  { code: (words) => <code>{words}</code> },
                )}
              </p>
            </details>
          </div>
          <BlockList blocks={now.blocks} />
          {now.blocks.length === 0 && (
            <button
              type="button"
              onClick={() => change({ blocks: editingOf({ ...copy, blocks: [EMPTY_TEXT] }).blocks })}
            >
              {t('Add text')}
            </button>
          )}
        </form>
        <SharePanel
          copy={settled}
          about={base.about}
          problems={refused}
          checks={runs === null ? null : checks}
        />
        <Preview copy={settled} base={base} runs={runs} edited={keys.indexOf(edited)} />
      </div>
    </AuthorProvider>
  );
}

/** Moves the focus to a block once it's drawn: back to the field that had it, or to a part of the block. */
function useFocus() {
  const [wanted, setWanted] = useState<{ key: string; part: string | null } | null>(null);
  const focused = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    const block = document.querySelector<HTMLElement>(`[data-key="${wanted.key}"]`);
    const part = wanted.part === null ? focused.current : block?.querySelector<HTMLElement>(wanted.part);
    (wanted.part === 'li' ? block : part)?.focus();
    block?.scrollIntoView({ block: 'nearest' });
  }, [wanted]);
  return (key: string, part: string | null) => {
    focused.current = document.activeElement as HTMLElement | null;
    setWanted({ key, part });
  };
}

interface Draft {
  /** False if the browser doesn't store the changes. */
  isStored: boolean;
  others: readonly OtherDraft[];
  /** Reads the other drafts again. */
  refresh(): void;
  /** Stores the copy. Returns false, and shows that, if the browser doesn't. */
  keep(): boolean;
  /** Stores the copy among the earlier drafts. Returns false, and shows that, if the browser doesn't. */
  leave(): boolean;
  /** Stores the copy, and makes the other draft the current one. Returns false, and shows that, if the browser doesn't. */
  makeCurrent(other: OtherDraft): boolean;
}

/** Stores the copy as the lesson's draft after each change, also when the page is left. A copy without changes isn't stored. */
function useDraft(copy: LessonCopy, opened: string | null, hasChanges: boolean): Draft {
  const lesson = copy.base;
  const [isStored, setIsStored] = useState(true);
  const [others, setOthers] = useState<readonly OtherDraft[]>([]);
  // The copy's text in the storage.
  const last = useRef(opened);
  const refresh = () => setOthers(otherDrafts(lesson, last.current));
  const store = () => {
    const text = JSON.stringify(copy);
    if (text === last.current || (last.current === null && !hasChanges)) return true;
    const done = storeDraft(lesson, text, last.current);
    if (done) last.current = text;
    setIsStored(done);
    refresh();
    return done;
  };
  const storeNow = useEffectEvent(() => void store());
  const listOthers = useEffectEvent(refresh);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change is stored after a pause
  useEffect(() => {
    const timer = setTimeout(storeNow, STORE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [copy]);
  useEffect(() => {
    const now = () => storeNow();
    listOthers();
    window.addEventListener('pagehide', now);
    const stop = onStoredElsewhere(listOthers);
    return () => {
      stop();
      window.removeEventListener('pagehide', now);
      now();
    };
  }, []);
  const leave = () => {
    if (!store()) return false;
    // Another tab may have stored its draft since.
    const isOurs = last.current !== null && currentDraft(lesson) === last.current;
    const left = !isOurs || moveToEarlier(lesson);
    if (!left) setIsStored(false);
    return left;
  };
  const exchange = (other: OtherDraft) => {
    const done = store() && makeCurrent(lesson, other.key);
    setIsStored(done);
    return done;
  };
  return { isStored, others, refresh, keep: store, leave, makeCurrent: exchange };
}

/** The copy's runs, and what they say about its claims. */
function useChecks(
  copy: LessonCopy,
  base: CopyBase,
): { checks: readonly CopyCheck[]; runs: CopyRuns | null } {
  const [runs, setRuns] = useState<CopyRuns | null>(null);
  useEffect(() => {
    const made = new CopyRuns();
    setRuns(made);
    return () => made.dispose();
  }, []);
  return { runs, checks: useRunChecks(copy, base, runs) };
}

/** A check that waits for a run, as one that its run's failure decides. */
function orFailed(check: CopyCheck, runs: CopyRuns): CopyCheck {
  const why = runs.failureOf(check.needs?.split('/')[0] ?? '');
  return why === ''
    ? check
    : { ...check, state: 'unknown', result: t('This scenario can’t run: {why}', { why }) };
}

const NONE = { updates: { value: {}, subscribe: () => () => undefined } };

function useRunChecks(copy: LessonCopy, base: CopyBase, runs: CopyRuns | null): readonly CopyCheck[] {
  const updates = useObservable((runs ?? NONE).updates as CopyRuns['updates']);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new runs give new results
  const checks = useMemo(
    () => (runs === null ? [] : checksOf(copy, base, runs.runs).map((check) => orFailed(check, runs))),
    [copy, base, runs, updates],
  );
  useEffect(() => {
    if (runs === null) return undefined;
    const lesson = compileCopy(copy, base.lesson);
    const shown = allBlocks(copy.blocks).flatMap((block) => {
      if (block.kind === 'experiment') return [block.id];
      return block.kind === 'step' ? [base.lesson.steps[block.id]?.experiment ?? ''] : [];
    });
    // Many runs only if a claim needs them.
    const single = shown.filter((id) => lesson.experiments[id]?.kind === 'runs');
    const waiting = checks.flatMap(({ needs }) => (needs === undefined ? [] : [needs.split('/')[0] ?? '']));
    const timer = setTimeout(() => runs.need(lesson, new Set([...single, ...waiting])), RUN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [runs, copy, base, checks]);
  return checks;
}
