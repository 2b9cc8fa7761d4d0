/** A sentence about the moment at the cursor, and findings about the whole run, each a button to its moment. */
import { lazy, Suspense, useMemo, useState } from 'react';
import { plural, t } from '../../base/words/words';
import { useSettled } from '../../plot/onScreen';
import type { Bench } from '../../run/bench';
import { useCursor } from '../../run/hooks';
import type { Run } from '../../run/trace';
import { Floating } from '../../ui/Floating';
import { FindingButton, FindingItems } from './FindingList';
import { findingsOf } from './findings';
import './ResultsLine.css';

/** Loads with what comes after the first run. */
const Narration = lazy(async () => ({ default: (await import('./Narration')).Narration }));

interface Props {
  bench: Bench;
  run: Run;
  flows: number[];
}

export function Insights({ bench, run, flows }: Props) {
  const cursor = useCursor();
  // Describing a run waits until no control is being dragged.
  const settled = useSettled(run);
  const findings = useMemo(() => findingsOf(settled, flows), [settled, flows]);
  const [first, ...rest] = findings;
  const [cut, setCut] = useState(false);
  const others = cursor === null && !cut ? rest : findings;
  return (
    <>
      {cursor !== null && (
        <Suspense>
          <Narration {...{ bench, flows, cursor }} run={settled} />
        </Suspense>
      )}
      {cursor === null && first && <FindingButton finding={first} onCut={setCut} />}
      {others.length > 0 && (
        <Floating
          className="finding-list"
          label={
            others === rest
              ? t('{count} more', { count: rest.length })
              : plural(findings.length, '{n} finding', '{n} findings')
          }
        >
          {(close) => <FindingItems findings={findings} after={close} />}
        </Floating>
      )}
    </>
  );
}
