/** The problems of a file or link with a copy: where, what, and what's allowed. */
import type { CopyProblem } from '../lessons/copy/format';
import { ProblemSentences } from '../ui/ProblemSentences';
import { t } from '../words/words';

/** Problems that are listed; more wouldn't help. */
const SHOWN = 12;

interface Props {
  problems: readonly CopyProblem[];
  title?: string;
}

export function CopyProblems({ problems, title = t('This lesson can’t be opened.') }: Props) {
  return (
    <div className="note" role="alert">
      <p>
        <b>{title}</b>
      </p>
      <ProblemSentences problems={problems.slice(0, SHOWN)} />
      {problems.length > SHOWN && <p>{t('And {count} more.', { count: problems.length - SHOWN })}</p>}
    </div>
  );
}
