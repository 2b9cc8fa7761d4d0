/**
 * The controls of a scenario, in the order of the subject: sender, receiver, bottleneck, other flows, and then the groups of the engine's
 * catalogue. Loaded later, because the first run and its picture are more urgent.
 */
import { lazy, Suspense } from 'react';
import type { Bench } from '../run/bench';
import { Deferred } from '../ui/Deferred';
import { t } from '../words/words';
import type { Editing } from './editing';

const Rail = lazy(() => import('./Rail').then(({ Rail }) => ({ default: Rail })));

interface Props {
  bench: Bench;
  /** Further entries for the menu of a field. Must keep its identity. */
  fieldActions?: Editing['actions'];
}

export function ScenarioControls({ bench, fieldActions }: Props) {
  const waiting = <p className="waiting">{t('The engine is loading.')}</p>;
  return (
    <Deferred meanwhile={waiting}>
      <Suspense fallback={waiting}>
        <Rail bench={bench} actions={fieldActions} waiting={waiting} />
      </Suspense>
    </Deferred>
  );
}
