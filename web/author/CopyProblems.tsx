/** The problems of a file or link with a copy: where, what, and what's allowed. */
import type { CopyProblem } from '../lessons/copy/format';
import { rich } from '../words/rich';
import { t } from '../words/words';

/** Problems that are listed; more wouldn't help. */
const SHOWN = 12;

export function CopyProblems({ problems }: { problems: readonly CopyProblem[] }) {
  return (
    <div className="note" role="alert">
      <p>
        <b>{t('This lesson can’t be opened.')}</b>
      </p>
      <ul>
        {problems.slice(0, SHOWN).map(({ path, problem, allowed }) => (
          <li key={path + problem}>
            {path === ''
              ? t('{problem}. Allowed: {allowed}.', { problem, allowed })
              : rich('<code>{path}</code>: {problem}. Allowed: {allowed}.', {
                  code: (words) => <code>{words}</code>,
                  path,
                  problem,
                  allowed,
                })}
          </li>
        ))}
      </ul>
      {problems.length > SHOWN && <p>{t('And {count} more.', { count: problems.length - SHOWN })}</p>}
    </div>
  );
}
