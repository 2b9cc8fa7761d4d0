/** The problems of a scenario that the engine refuses. */

import { t } from '../base/words/words';
import type { Problem } from '../engine/schema';
import { ProblemItems } from '../ui/ProblemItems';

export function ProblemList({ problems }: { problems: Problem[] }) {
  return (
    <div className="problems">
      <p>{t('The engine can’t run this scenario. You still see the last one that worked.')}</p>
      <ProblemItems problems={problems} />
    </div>
  );
}
