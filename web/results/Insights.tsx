/** A sentence about the moment at the cursor, and findings about the whole run, each a button to its moment. */
import { useMemo, useState } from 'react';
import { usePart } from '../base/observable';
import { useSettled } from '../plot/onScreen';
import type { Bench } from '../run/bench';
import { useCursor, useView } from '../run/hooks';
import type { Run } from '../run/trace';
import { senderName } from '../scenario/names';
import { Narrator } from '../time/narrate';
import { Floating } from '../ui/Floating';
import { plural, t } from '../words/words';
import { FindingButton, FindingItems } from './FindingList';
import { findingsOf } from './findings';
import { momentAt } from './narration';
import { Sentence } from './Sentence';
import './ResultsLine.css';

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
      {cursor !== null && <Narration {...{ bench, flows, cursor }} run={settled} />}
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

function Narration({ bench, run, flows, cursor }: Props & { cursor: number }) {
  const view = useView();
  const catalogue = usePart(bench.runner.state, 'catalogue');
  const narrator = useMemo(() => new Narrator(run, flows), [run, flows]);
  const senders = useMemo(
    () => run.scenario.flows.map(({ sender }) => senderName(sender.preset, catalogue)),
    [run.scenario, catalogue],
  );
  const moment = useMemo(() => momentAt(run, narrator, cursor, senders), [run, narrator, cursor, senders]);
  if (moment === null) return <p className="narration">{t('Nothing has happened yet.')}</p>;
  return (
    <button
      type="button"
      className="to-moment narration"
      aria-live="off"
      onClick={() => view.hold(moment.time_s)}
    >
      <Sentence words={moment.words} brief={moment.words.split(/[;,] /, 1)[0]} />
    </button>
  );
}
