/** A sentence about the moment at the cursor, a button to the event that it describes. */
import { useMemo } from 'react';
import { usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import { senderName } from '../../scenario/names';
import { Narrator } from '../time/narrate';
import { momentAt } from './narration';
import { Sentence } from './Sentence';

interface Props {
  bench: Bench;
  run: Run;
  flows: number[];
  /** Seconds. */
  cursor: number;
}

export function Narration({ bench, run, flows, cursor }: Props) {
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
