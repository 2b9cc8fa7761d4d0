/** Panels of one run with other runs drawn over it. */
import { type ReactNode, useMemo } from 'react';
import type { Explained } from '../../ui/explanations';
import { type ComparedRun, OverlayProvider } from '../panels/over';
import { overlayNamed, type Scope } from './overlay';

interface Props {
  flows: number[];
  others: readonly ComparedRun[];
  /** Label of the bench's own run. */
  label: string;
  /** The kinds that the plots leave out; none by default. */
  without?: readonly Explained[];
  /** The plots. */
  children: ReactNode;
}

export function Overlaid({ flows, others, label, without, children }: Props) {
  const over = useMemo(
    () => overlayLookup({ own: { letter: 'A', label }, others, flows, drawn: true, theory: false, without }),
    [others, flows, label, without],
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
