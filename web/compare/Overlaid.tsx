/** Panels of one run with other runs drawn over it. */
import { type ReactNode, useEffect, useMemo } from 'react';
import { type ComparedRun, OverlayProvider } from '../panels/over';
import { useView } from '../run/hooks';
import { overlayNamed, type Scope } from './overlay';

interface Props {
  flows: number[];
  others: ComparedRun[];
  /** Label of the bench's own run. */
  label: string;
  /** The plots. */
  children: ReactNode;
}

export function Overlaid({ flows, others, label, children }: Props) {
  const over = useMemo(
    () => overlayLookup({ own: { letter: 'A', label }, others, flows, drawn: true, theory: false }),
    [others, flows, label],
  );
  return <OverlayProvider value={over}>{children}</OverlayProvider>;
}

/** Extends the time axis to the end of the longest run. */
export function useLongestRun(others: readonly ComparedRun[]): void {
  const view = useView();
  const end = Math.max(0, ...others.map(({ run }) => run.now_s));
  useEffect(() => view.setOthers(end), [view, end]);
  useEffect(() => () => view.setOthers(0), [view]);
}

/** Makes each panel's overlay on first use and keeps it, so that nothing is redrawn needlessly. */
export function overlayLookup(scope: Scope) {
  const made = new Map<string, ReturnType<typeof overlayNamed>>();
  return (panel: string) => {
    const known = made.get(panel);
    if (known !== undefined) return known;
    const fresh = scope.others.length === 0 ? null : overlayNamed(panel, scope);
    made.set(panel, fresh);
    return fresh;
  };
}
