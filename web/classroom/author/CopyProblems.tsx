/** The problems of a file or link with a copy: where, what, and what's allowed. */

import { t } from '../../base/words/words';
import { firstProblems } from '../../engine/firstProblems';
import type { CopyProblem } from '../../lessons/copy/format';
import { ProblemSentences } from '../../ui/ProblemSentences';

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
      <ProblemSentences problems={firstProblems(problems)} />
    </div>
  );
}
