/** The problems of a scenario that the engine refuses. */
import type { Problem } from '../engine/schema';
import { ProblemItems } from '../ui/ProblemItems';
import { t } from '../words/words';

export function ProblemList({ problems }: { problems: Problem[] }) {
  return (
    <div className="problems">
      <p>{t('The engine does not take this scenario. The last one that it took stays on show.')}</p>
      <ProblemItems problems={problems} />
    </div>
  );
}
