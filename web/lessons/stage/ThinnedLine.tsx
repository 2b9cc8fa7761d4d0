/** Says once below a lesson's picture that runs were too long to record in full. The panels' descriptions say how much is missing. */
import { t } from '../../base/words/words';
import { thinnedOf } from '../../run/thinned';
import type { Run } from '../../run/trace';
import '../parts/Stage.css';

export function ThinnedLine({ runs }: { runs: readonly Run[] }) {
  if (runs.every((run) => thinnedOf(run) === null)) return null;
  return <p className="stage-thinned">{t('Hatched times aren’t recorded, because the run is so long.')}</p>;
}
