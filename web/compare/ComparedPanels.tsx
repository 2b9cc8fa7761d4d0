/** Wraps a bench's panels: draws the pinned runs over them, or shows a column of panels for each run instead. */
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useObservable, usePart } from '../base/observable';
import { NO_OVERLAY, OverlayProvider } from '../panels/over';
import type { PanelRecord } from '../panels/record';
import type { Bench } from '../run/bench';
import type { Run } from '../run/trace';
import { Boundary } from '../ui/Boundary';
import { t } from '../words/words';
import { layoutOf, useComparedRuns, useComparing, useComparisonCode, useLongestRun } from './useComparison';

const SideBySide = lazy(async () => ({ default: (await import('./SideBySide')).SideBySide }));

interface Props {
  bench: Bench;
  /** The panels of each column when the runs are side by side. */
  panels: readonly PanelRecord[];
  run: Run;
  flows: number[];
  /** The panels of the bench's own run. */
  children: ReactNode;
}

export function ComparedPanels({ bench, panels, run, flows, children }: Props) {
  const comparing = useComparing(bench);
  const code = useComparisonCode(bench);
  const others = useComparedRuns(bench);
  const layout = useObservable(layoutOf(bench));
  const label = useLabel(bench, run);
  useLongestRun(others);
  const lookup = useMemo(
    () =>
      code === null || others.length === 0
        ? NO_OVERLAY
        : code.overlayLookup({ own: { letter: 'A', label }, others, flows, drawn: true, theory: false }),
    [code, others, flows, label],
  );
  if (comparing && layout === 'side by side') {
    return (
      <Boundary name={t('The comparison')}>
        <Suspense fallback={children}>
          <SideBySide {...{ panels, run, flows, others, label }} />
        </Suspense>
      </Boundary>
    );
  }
  return <OverlayProvider value={lookup}>{children}</OverlayProvider>;
}

/** The name of the bench's own run. */
export function useLabel(bench: Bench, run: Run): string {
  const name = usePart(bench.state, 'name');
  const { scenario } = run;
  return useMemo(() => bench.nameOf(scenario, name), [bench, scenario, name]);
}
