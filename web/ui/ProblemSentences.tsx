/** Problems of something that can't be opened, a sentence each: where, what, and what's allowed. */
import { rich } from '../base/words/rich';
import { t } from '../base/words/words';

interface Sentence {
  /** Empty if the problem is the whole. */
  path: string;
  problem: string;
  allowed: string;
}

export function ProblemSentences({ problems }: { problems: readonly Sentence[] }) {
  return (
    <ul>
      {problems.map(({ path, problem, allowed }) => (
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
  );
}
