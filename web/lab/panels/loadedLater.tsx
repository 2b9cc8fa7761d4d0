/** Panels that the bench doesn't show at first: their code loads when they are first shown. */
import { type ComponentType, lazy, Suspense } from 'react';
import type { Overlay } from './over';
import type { PanelProps } from './Panel';
import type { PanelRecord } from './record';

interface Loaded {
  Component: ComponentType<PanelProps>;
  OVERLAY: Overlay<unknown, unknown>;
}

/** Completes the record of a panel whose module is loaded by `load`. A comparison asks for the overlay when the panel is drawn. */
export function loadedLater<const Known extends Omit<PanelRecord, 'Component' | 'overlay'>>(
  record: Known,
  load: () => Promise<Loaded>,
): Known & Pick<PanelRecord, 'Component' | 'overlay'> {
  let loaded: Loaded | null = null;
  const Panel = lazy(async () => {
    loaded = await load();
    return { default: loaded.Component };
  });
  return {
    ...record,
    Component: (props) => (
      <Suspense fallback={<div className="panel-to-come" />}>
        <Panel {...props} />
      </Suspense>
    ),
    get overlay() {
      if (loaded === null) throw new Error('The panel has not been loaded.');
      return loaded.OVERLAY;
    },
  };
}
