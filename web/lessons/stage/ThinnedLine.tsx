/**
 * Says once below a lesson's picture that runs were too long to record in full, unless the shown seconds were simulated again. The panels'
 * descriptions say how much is missing.
 */
import { t } from '../../base/words/words';
import { useTimeWindow } from '../../run/hooks';
import { lacksRows } from '../../run/thinned';
import type { Run } from '../../run/trace';
import '../parts/Stage.css';

export function ThinnedLine({ runs }: { runs: readonly Run[] }) {
  const window = useTimeWindow();
  if (!runs.some((run) => lacksRows(run, window))) return null;
  return (
    <p className="stage-thinned">
      {t('Too long to keep every sample: bands show the range of values, and hatched times aren’t recorded.')}
    </p>
  );
}
