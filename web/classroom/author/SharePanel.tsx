/** Shares the copy as a link, as an embed and as a package. A copy with a false claim can only be saved. */
import { useEffect, useState } from 'react';
import { formatBytes } from '../../base/words/format';
import { rich } from '../../base/words/rich';
import { plural, t } from '../../base/words/words';
import { DownloadLesson } from '../../deliver/packages/DownloadLesson';
import { type CopyProblem, type LessonCopy, newId } from '../../lessons/copy/format';
import { copyQuery } from '../../lessons/copy/link';
import type { LessonEntry } from '../../lessons/course';
import { copyAddress, copyEmbedAddress } from '../../run/share/author';
import { LinkField } from '../../ui/LinkField';
import { absolute } from '../../ui/root';
import { useAuthor } from './author';
import { CopyProblems } from './CopyProblems';
import type { CopyCheck } from './check';
import './Author.css';

interface Props {
  copy: LessonCopy;
  about: LessonEntry;
  /** Why a link or a file couldn't be opened. */
  problems: readonly CopyProblem[];
  /** Null before there are runs to check claims on. */
  checks: readonly CopyCheck[] | null;
}

export function SharePanel({ copy, about, problems, checks }: Props) {
  const wrong = (checks ?? []).filter(({ state }) => state === 'false' || state === 'unknown');
  const waiting = (checks ?? []).filter(({ state }) => state === 'waiting').length;
  const { query, problem } = useLink(copy);
  // The panel outlives its links, which are made again after each change.
  const [opened] = useState(copy.id);
  return (
    <section className="author-share" aria-label={t('Share')}>
      {problems.length > 0 ? (
        <CopyProblems
          problems={problems}
          title={t('Correct this first: a link to this lesson, or a file with it, couldn’t be opened.')}
        />
      ) : wrong.length > 0 ? (
        <div className="note" role="alert" data-refused={wrong.length}>
          <p>
            <b>
              {t(
                'Correct these claims first. Until then you can save the lesson as a file, but not share it.',
              )}
            </b>
          </p>
          <ul>
            {wrong.map(({ block, words, result }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: claims have no other names
              <li key={place}>
                {rich('Block {number}, {words}: {result}', {
                  number: block + 1,
                  words: <q>{words}</q>,
                  result,
                })}
              </li>
            ))}
          </ul>
        </div>
      ) : waiting > 0 ? (
        <p role="status">
          {plural(waiting, '{n} claim is still being checked.', '{n} claims are still being checked.')}
        </p>
      ) : problem !== '' ? (
        <p className="note" role="alert">
          {problem}
        </p>
      ) : (
        checks !== null &&
        query !== null && (
          <>
            <LinkField
              label={t('Link for students')}
              address={absolute(copyAddress(query))}
              opens={t('the lesson')}
            >
              <a className="button" href={copyAddress(query)}>
                {t('Open as a student')}
              </a>
              <a className="button" href={copyEmbedAddress(query)}>
                {t('Embed in your page')}
              </a>
              <DownloadLesson about={about} copy={copy} />
            </LinkField>
            <Answers isOwn={copy.id !== opened} />
            <p className="words">
              {t('The link contains the whole lesson ({size}); nothing is stored elsewhere.', {
                size: formatBytes(query.length),
              })}
            </p>
          </>
        )
      )}
    </section>
  );
}

/** Students' answers are stored by a copy's id, so that a corrected copy keeps them. Copies for different tasks need different ids. */
function Answers({ isOwn }: { isOwn: boolean }) {
  const { updateCopy } = useAuthor();
  return (
    <p className="words">
      {t('Students who open a later version of this lesson find their answers again.')}{' '}
      {!isOwn ? (
        <button type="button" className="quiet" onClick={() => updateCopy({ id: newId() }, 'id')}>
          {t('Make it a lesson of its own')}
        </button>
      ) : (
        <span role="status">{t('This is a lesson of its own now: students begin it without answers.')}</span>
      )}
    </p>
  );
}

/** The query of the copy's links; null while it's made. */
function useLink(copy: LessonCopy): { query: string | null; problem: string } {
  const [made, setMade] = useState<{ copy: LessonCopy; query: string | null; problem: string } | null>(null);
  useEffect(() => {
    let cancelled = false;
    copyQuery(copy).then(
      (query) => cancelled || setMade({ copy, query: `${query}`, problem: '' }),
      (error: Error) => cancelled || setMade({ copy, query: null, problem: error.message }),
    );
    return () => {
      cancelled = true;
    };
  }, [copy]);
  return made?.copy === copy ? made : { query: null, problem: '' };
}
