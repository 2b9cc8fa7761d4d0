/** A text in Markdown, with what its runs say about the claims in it, and a form for another claim. */
import { useMemo, useRef, useState } from 'react';
import { t } from '../../base/words/words';
import { LONGEST_TEXT } from '../../lessons/copy/format';
import { measureMarkdown } from '../../lessons/copy/limits';
import { numbersIn } from '../../lessons/numbers';
import { useAuthor } from './author';
import { ClaimForm } from './ClaimForm';
import { unmarkedNumbers } from './check';
import { freeId, type Keyed } from './state';
import './Author.css';

interface Props {
  block: Extract<Keyed, { text: string }>;
  title: string;
}

export function TextFields({ block, title }: Props) {
  const { update, checksOf, change, copy } = useAuthor();
  const { key, text } = block;
  const field = useRef<HTMLTextAreaElement>(null);
  const [making, setMaking] = useState<string | null>(null);
  const checks = checksOf(key);
  const { problem } = useMemo(() => measureMarkdown(text), [text]);
  const unmarked = unmarkedNumbers(text, numbersIn);
  return (
    <>
      <textarea
        ref={field}
        className="author-text"
        rows={3}
        value={text}
        maxLength={LONGEST_TEXT}
        aria-label={t('Text of {block}', { block: title })}
        onChange={({ target }) => update(key, { text: target.value })}
      />
      {problem !== null && (
        <p className="wrong" role="alert">
          {t('This text can’t be shown: {problem}. Allowed: {allowed}.', {
            problem: problem.problem,
            allowed: problem.allowed,
          })}
        </p>
      )}
      {checks.length > 0 && (
        <ul className="author-checks" aria-label={t('Claims in {block}', { block: title })}>
          {checks.map(({ id, words, state, result }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the claims of a text in their order
            <li key={place} className="author-verdict" data-state={state} data-check={id}>
              <q>{words}</q> {result}
            </li>
          ))}
        </ul>
      )}
      {unmarked.length > 0 && (
        <p className="words">
          {t('No run checks: {numbers}. Make a claim of what the run should show.', {
            numbers: unmarked.slice(0, 8).join(', '),
          })}
        </p>
      )}
      {making === null ? (
        <button
          type="button"
          className="quiet"
          aria-label={t('Add a claim to {block}', { block: title })}
          onClick={() => {
            const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
            setMaking(text.slice(selectionStart, selectionEnd));
          }}
        >
          {t('Add a claim')}
        </button>
      ) : (
        <ClaimForm
          words={making}
          close={() => setMaking(null)}
          insert={(words, claim) => {
            const id = freeId(copy.claims);
            const link = `[${words.replace(/([[\]\\])/g, '\\$1')}](claim:${id})`;
            const next = replaced(text, making, field.current, link);
            change(key, { text: next }, { claims: { ...copy.claims, [id]: claim } });
            setMaking(null);
            field.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** The text with a link in place of the chosen words, or where the cursor is. */
function replaced(text: string, chosen: string, field: HTMLTextAreaElement | null, link: string): string {
  const at = field?.selectionStart ?? text.length;
  if (chosen !== '' && text.slice(at, at + chosen.length) === chosen)
    return text.slice(0, at) + link + text.slice(at + chosen.length);
  const space = at > 0 && !/\s$/.test(text.slice(0, at)) ? ' ' : '';
  return text.slice(0, at) + space + link + text.slice(at);
}
