/**
 * The controls of a scenario, in the order of the subject: sender, receiver, bottleneck, other flows, and then the groups of the engine's
 * catalogue. Loaded later, because the first run and its picture are more urgent.
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import { useReading } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { Deferred } from '../../ui/Deferred';
import type { Editing } from './editing';

const Rail = lazy(() => import('./Rail').then(({ Rail }) => ({ default: Rail })));

interface Props {
  bench: Bench;
  /** Further entries for the menu of a field. Must keep its identity. */
  fieldActions?: Editing['actions'];
  changeActions?: Editing['changeActions'];
}

export function ScenarioControls({ bench, fieldActions, changeActions }: Props) {
  const failed = useReading(
    bench.runner.state,
    ({ phase, catalogue }) => phase === 'crashed' && catalogue === null,
  );
  const waiting = (
    <p className="waiting">
      {failed ? t('The controls need the simulator, which couldn’t start.') : t('Loading the engine …')}
    </p>
  );
  if (!useFirstRun(bench)) return waiting;
  return (
    <Deferred meanwhile={waiting}>
      <Suspense fallback={waiting}>
        <Rail bench={bench} actions={fieldActions} changeActions={changeActions} waiting={waiting} />
      </Suspense>
    </Deferred>
  );
}

/** Longest wait for a first run before the controls are loaded, in milliseconds. */
const PATIENCE_MS = 1000;

/** True once the first run is over, or has taken so long that the controls shouldn't wait for it. */
function useFirstRun(bench: Bench): boolean {
  const over = useReading(bench.runner.state, ({ phase }) => phase !== 'idle' && phase !== 'running');
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready) return undefined;
    const timer = setTimeout(() => setReady(true), over ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [over, ready]);
  return ready;
}
