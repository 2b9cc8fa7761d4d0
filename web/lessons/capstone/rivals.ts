/** The presets on a path, one after the other, for a component that wants them. */
import { useEffect, useMemo, useState } from 'react';
import { Batch } from '../../run/batch';
import { type CapstonePath, withSender } from './paths';
import { type Entrant, RIVALS } from './ranking';

/** Those that have run; none before they are wanted. */
export function useRivals(path: CapstonePath, wanted: boolean): readonly Entrant[] {
  const [batch, set] = useState<Batch | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    const fresh = new Batch(RIVALS.map(({ name }) => withSender(path, { preset: name })));
    set(fresh);
    fresh.start();
    return () => fresh.dispose();
  }, [path, wanted]);
  return useEntrants(batch);
}

function useEntrants(batch: Batch | null): readonly Entrant[] {
  const [runs, set] = useState(batch?.state.value.runs ?? []);
  useEffect(() => {
    if (batch === null) return undefined;
    const follow = () => set(batch.state.value.runs);
    follow();
    return batch.state.subscribe(follow);
  }, [batch]);
  return useMemo(
    () =>
      RIVALS.flatMap(({ name, label }, place): Entrant[] => {
        const run = runs[place];
        return run ? [{ name, label, run }] : [];
      }),
    [runs],
  );
}
