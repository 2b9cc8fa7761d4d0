/** Panels that the bench doesn't show at first: their code loads when they are first shown. */
import { lazy, Suspense } from 'react';
import { type Derived, definePanel, type Known } from './define';
import type { Definition } from './definition';
import type { PanelRecord } from './record';

/** Completes the record of a panel whose definition is loaded by `load`. A comparison asks for the definition when the panel is drawn. */
export function loadedLater<const Record extends Known, Choice, Common>(
  record: Record,
  load: () => Promise<{ PLOT: Definition<Choice, Common> }>,
): Record & Derived & Required<Pick<PanelRecord, 'load'>> {
  let loaded: Derived | null = null;
  const complete = async () => {
    loaded ??= definePanel(record, (await load()).PLOT);
    return loaded;
  };
  const Panel = lazy(async () => ({ default: (await complete()).Component }));
  return {
    ...record,
    load: complete,
    Component: (props) => (
      <Suspense fallback={<div className="panel-to-come" />}>
        <Panel {...props} />
      </Suspense>
    ),
    get definition() {
      if (loaded === null) throw new Error('The panel has not been loaded.');
      return loaded.definition;
    },
  };
}
