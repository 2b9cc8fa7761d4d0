/** Connects pages to a bench's comparison. The code that runs and draws the pinned runs is loaded when the first run is pinned. */
import { useEffect, useMemo } from 'react';
import { Observable, useObservable, usePart, useReading } from '../../base/observable';
import type { Bench } from '../../run/bench';
import { useView } from '../../run/hooks';
import { BASELINE, baselineOf } from '../../run/pinned';
import type { ViewState } from '../../run/view';
import type { ComparedRun } from '../panels/over';
import type { PinnedRun } from './comparison';

export type RunsLayout = 'overlaid' | 'beside';

/** How compared runs are shown. */
export const LAYOUT: ViewState<RunsLayout> = { usual: 'overlaid', until: 'address' };

type Code = typeof import('./loaded');

const CODE = new Observable<Code | null>(null);

function load(): void {
  // Without the network, the components of the comparison report that they can't be loaded.
  import('./loaded').then((code) => CODE.set(code)).catch(() => {});
}

/** The code of the comparison while runs are pinned; null until it's loaded. */
export function useComparisonCode(bench: Bench): Code | null {
  const comparing = useComparing(bench);
  const code = useObservable(CODE);
  useEffect(() => {
    if (comparing) load();
  }, [comparing]);
  return comparing ? code : null;
}

export function useComparing(bench: Bench): boolean {
  return usePart(bench.state, 'pinned').length > 0;
}

const NO_RUNS = new Observable<readonly PinnedRun[]>([]);

/** The pinned runs; empty until the code is loaded. */
export function usePinnedRuns(bench: Bench): readonly PinnedRun[] {
  return useObservable(useComparisonCode(bench)?.comparisonOf(bench).state ?? NO_RUNS);
}

/** The pinned runs that have something to show. */
export function useComparedRuns(bench: Bench): readonly ComparedRun[] {
  const runs = usePinnedRuns(bench);
  return useMemo(
    () =>
      runs.flatMap(({ pinned, style, shown }) =>
        shown === null ? [] : [{ style, label: pinned.label, run: shown }],
      ),
    [runs],
  );
}

/** Extends the time axis to the end of the longest run. */
export function useLongestRun(others: readonly ComparedRun[]): void {
  const view = useView();
  const end = Math.max(0, ...others.map(({ run }) => run.now_s));
  useEffect(() => view.setOthers(end), [view, end]);
  useEffect(() => () => view.setOthers(0), [view]);
}

export function useBaseline(bench: Bench): string | null {
  const chosen = useObservable(bench.view.of(BASELINE));
  return useReading(bench.state, ({ pinned }) => baselineOf(pinned, chosen));
}
