/** The bench's plots: with the pinned runs drawn over them, or with a stack of plots for each run. */
import { lazy, Suspense, useMemo } from 'react';
import { useObservable, usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import { useSettled } from '../../plot/onScreen';
import type { Bench } from '../../run/bench';
import type { Run } from '../../run/trace';
import { Boundary } from '../../ui/Boundary';
import { NO_OVERLAY, OverlayProvider } from '../panels/over';
import { PanelStack } from '../panels/PanelStack';
import { ThinnedNotice } from '../panels/ThinnedNotice';
import { LAYOUT, useComparedRuns, useComparing, useComparisonCode, useLongestRun } from './useComparison';

const SideBySide = lazy(async () => ({ default: (await import('./SideBySide')).SideBySide }));

interface Props {
  bench: Bench;
  run: Run;
  flows: number[];
}

export function ComparedPanels({ bench, run, flows }: Props) {
  const comparing = useComparing(bench);
  const code = useComparisonCode(bench);
  const others = useComparedRuns(bench);
  const shown = useObservable(bench.view.of(LAYOUT));
  const label = useLabel(bench, run, comparing);
  useLongestRun(others);
  const lookup = useMemo(
    () =>
      code === null || others.length === 0
        ? NO_OVERLAY
        : code.overlayLookup({ own: { letter: 'A', label }, others, flows, drawn: true, theory: false }),
    [code, others, flows, label],
  );
  const overlaid = useMemo(
    () => others.map((other) => flows.filter((flow) => flow < other.run.scenario.flows.length).length),
    [others, flows],
  );
  const stack = (
    <PanelStack run={run} flows={flows} overlaid={overlaid} letter={comparing ? 'A' : undefined} />
  );
  if (comparing && shown === 'beside') {
    return (
      <Boundary name={t('The comparison')}>
        <Suspense fallback={stack}>
          <SideBySide {...{ run, flows, others, label }} />
        </Suspense>
      </Boundary>
    );
  }
  return (
    <>
      {others.map((other) => (
        <ThinnedNotice key={other.style.letter} run={other.run} letter={other.style.letter} />
      ))}
      <OverlayProvider value={lookup}>{stack}</OverlayProvider>
    </>
  );
}

/** The name of the bench's own run, which follows when you stop dragging; empty if it isn't `wanted`. */
export function useLabel(bench: Bench, run: Run, wanted = true): string {
  const name = usePart(bench.state, 'name');
  const scenario = useSettled(run.scenario);
  return useMemo(() => (wanted ? bench.nameOf(scenario, name) : ''), [bench, scenario, name, wanted]);
}
