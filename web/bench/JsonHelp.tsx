/** Help next to the JSON editor: where each problem is, and the fields and values of the schema that fit at the cursor. */
import { type RefObject, useEffect, useId, useMemo, useState } from 'react';
import { usePart } from '../base/observable';
import { t } from '../base/words/words';
import { firstSentence } from '../lab/controls/editing';
import type { Bench } from '../run/bench';
import { lineOf, placeOf, suggestionsAt } from './builder/jsonText';
import './JsonHelp.css';

interface Props {
  bench: Bench;
  text: string;
  editor: RefObject<HTMLTextAreaElement | null>;
  /** True if the engine doesn't take the text. */
  refused: boolean;
}

/** Problems with a button each; the others are only in the list above. */
const MOST_PROBLEMS = 8;

export function JsonHelp({ bench, text, editor, refused }: Props) {
  const catalogue = usePart(bench.runner.state, 'catalogue');
  const problems = usePart(bench.runner.state, 'problems');
  const cursor = useCursorIn(editor, text);
  const [chosen, choose] = useState('');
  const doc = useId();
  const found = useMemo(() => catalogue && suggestionsAt(text, cursor, catalogue), [text, cursor, catalogue]);
  const list = found?.list ?? [];
  const suggestion = list.find(({ label }) => label === chosen) ?? list[0];

  const select = (start: number, end: number) => {
    const element = editor.current;
    if (element === null) return;
    element.focus();
    element.setSelectionRange(start, end);
    // Browsers scroll to a typed character, but not to a selection.
    const line = element.scrollHeight / Math.max(1, text.split('\n').length);
    element.scrollTop = (lineOf(text, start) - 4) * line;
  };
  const insert = (at: number) => {
    const element = editor.current;
    if (element === null || suggestion === undefined) return;
    const { start, end, text: written } = suggestion;
    bench.write(text.slice(0, start) + written + text.slice(end), at);
    const after = start + written.length;
    requestAnimationFrame(() => select(after, after));
  };

  return (
    <div className="json-help">
      {refused && (
        <p className="buttons">
          {problems.slice(0, MOST_PROBLEMS).map(({ path, problem }) => {
            const { start, end } = placeOf(text, path);
            return (
              <button key={path + problem} type="button" title={problem} onClick={() => select(start, end)}>
                {path === ''
                  ? t('Go to line {line}', { line: lineOf(text, start) })
                  : t('Go to {path}, line {line}', { path, line: lineOf(text, start) })}
              </button>
            );
          })}
        </p>
      )}
      {suggestion && found && (
        <div className="json-insert">
          <label>
            {found.kind === 'values'
              ? t('{path} can be', { path: found.path })
              : found.path === ''
                ? t('Add a field')
                : t('Add a field to {path}', { path: found.path })}{' '}
            <select
              value={suggestion.label}
              aria-describedby={doc}
              onChange={(event) => choose(event.target.value)}
            >
              {list.map(({ label }) => (
                <option key={label} value={label}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <button type="button" onClick={(event) => insert(event.timeStamp)}>
            {found.kind === 'values' ? t('Use it') : t('Insert')}
          </button>
          <p id={doc}>{firstSentence(suggestion.doc)}</p>
        </div>
      )}
    </div>
  );
}

/** The position of the text cursor. It stays where it was while the focus is elsewhere. */
function useCursorIn(editor: RefObject<HTMLTextAreaElement | null>, text: string): number {
  const [cursor, setCursor] = useState(0);
  useEffect(() => {
    const follow = () => {
      const element = editor.current;
      if (element !== null && document.activeElement === element) setCursor(element.selectionStart);
    };
    // The cursor may have been placed before this code was loaded.
    follow();
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, [editor]);
  return Math.min(cursor, text.length);
}
