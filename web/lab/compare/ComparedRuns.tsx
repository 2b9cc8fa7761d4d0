/** The compared runs in one line: which is which, and buttons to swap and remove them. Nothing while no run is pinned. */
import { lazy, Suspense } from 'react';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { Boundary } from '../../ui/Boundary';
import { useComparing } from './useComparison';
import './compare.css';

const RunChips = lazy(async () => ({ default: (await import('./RunChips')).RunChips }));

interface Props {
  bench: Bench;
  /** The flows that the panels show. */
  flows: readonly number[];
}

export function ComparedRuns({ bench, flows }: Props) {
  if (!useComparing(bench)) return null;
  return (
    <Boundary name={t('The comparison')}>
      <Suspense fallback={<div className="run-chips" />}>
        <RunChips bench={bench} flow={flows[0] ?? 0} />
      </Suspense>
    </Boundary>
  );
}
