/** Panels of one run with other runs drawn over it. */
import { type ReactNode, useMemo } from 'react';
import { type ComparedRun, OverlayProvider } from '../panels/over';
import { PanelSlot } from '../panels/PanelSlot';
import type { PanelRecord } from '../panels/record';
import type { Run } from '../run/trace';
import { overlayNamed, type Scope } from './overlay';

interface Props {
  panels: readonly PanelRecord[];
  run: Run;
  flows: number[];
  others: readonly ComparedRun[];
  /** Label of the bench's own run. */
  label: string;
  /** Content below the panels. */
  children?: ReactNode;
}

export function Overlaid({ panels, run, flows, others, label, children }: Props) {
  const over = useMemo(
    () => overlayLookup({ own: { letter: 'A', label }, others, flows, drawn: true, theory: false }),
    [others, flows, label],
  );
  return (
    <OverlayProvider value={over}>
      <div className="panels">
        {panels.map((panel, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <PanelSlot key={place} panel={panel} run={run} flows={flows} />
        ))}
        {children}
      </div>
    </OverlayProvider>
  );
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
