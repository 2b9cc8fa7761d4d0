/** A sentence about the moment at the cursor, and findings about the whole run, each a button to its moment. */
import { lazy, Suspense, useMemo, useState } from 'react';
import { useObservable } from '../../base/observable';
import { capital, plural, t } from '../../base/words/words';
import { useSettled } from '../../plot/onScreen';
import type { Bench } from '../../run/bench';
import { useCursor, useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import { Floating } from '../../ui/Floating';
import { CHOSEN, FindingButton, FindingItems, LessonLink } from './FindingList';
import { type Finding, findingsOf } from './findings';
import { Sentence } from './Sentence';
import './ResultsLine.css';

/** Loads with what comes after the first run. */
const Narration = lazy(async () => ({ default: (await import('./Narration')).Narration }));

interface Props {
  bench: Bench;
  run: Run;
  flows: number[];
}

/** A finding and its reason. */
function wordsOf({ words, reason }: Finding): string {
  return reason === undefined ? words : `${words} ${capital(reason)}.`;
}

export function Insights({ bench, run, flows }: Props) {
  const cursor = useCursor();
  // Describing a run waits until no control is being dragged.
  const settled = useSettled(run);
  const findings = useMemo(() => findingsOf(settled, flows), [settled, flows]);
  const [first, ...rest] = findings;
  const [cut, setCut] = useState(false);
  const chosen = useObservable(useView().of(CHOSEN));
  // A finding of the run before has other words.
  const found = chosen === null ? undefined : findings.find(({ words }) => words === chosen.words);
  const stays = found !== undefined && cursor === found.at_s;
  const others = cursor === null && !cut ? rest : findings;
  return (
    <>
      {stays && (
        <p className="chosen-finding">
          <Sentence words={wordsOf(found)} brief={found.words} />
        </p>
      )}
      {stays && found.lesson && <LessonLink lesson={found.lesson} />}
      {cursor !== null && !stays && (
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
