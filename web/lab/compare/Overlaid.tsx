/** Panels of one run with other runs drawn over it. */
import { type ReactNode, useMemo } from 'react';
import { type ComparedRun, OverlayProvider } from '../panels/over';
import { overlayNamed, type Scope } from './overlay';

interface Props {
  flows: number[];
  others: readonly ComparedRun[];
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
