/** Four hints for the first visit to the bench. Each disappears when the user has done what it says, and none comes back. */
import { lazy, Suspense, useState } from 'react';
import { useObservable } from '../../base/observable';
import type { Bench } from '../../run/bench';
import { projector } from '../../ui/theme';
import { isOwnVisit, type Step, stepsLeft, storeSteps } from './progress';

const Hints = lazy(async () => ({ default: (await import('./Hints')).Hints }));

interface Props {
  bench: Bench;
  /** The query of the address that was opened. */
  query: URLSearchParams;
  /** True while something covers the plots that the hints are about. */
  covered: boolean;
}

export function FirstVisit({ bench, query, covered }: Props) {
  const [left, setLeft] = useState<readonly Step[]>(() => (isOwnVisit(query) ? stepsLeft() : []));
  const presented = useObservable(projector);
  if (left.length === 0 || presented || covered) return null;
  const leave = (next: readonly Step[]) => {
    storeSteps(next);
    setLeft(next);
  };
  return (
    <Suspense>
      <Hints bench={bench} left={left} leave={leave} />
    </Suspense>
  );
}
