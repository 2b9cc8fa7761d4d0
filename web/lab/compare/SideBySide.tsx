/** A stack of plots for each compared run, next to each other on the same scales. */
import { useMemo } from 'react';
import { useObservable } from '../../base/observable';
import { styleOf } from '../../plot/runStyle';
import { useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import { type ComparedRun, OverlayProvider } from '../panels/over';
import { PanelStack } from '../panels/PanelStack';
import { THEORY_SHOWN } from '../panels/theory';
import { overlayLookup } from './Overlaid';
import './compare.css';

interface Props {
  run: Run;
  flows: number[];
  others: readonly ComparedRun[];
  /** Label of the bench's own run. */
  label: string;
}

export function SideBySide({ run, flows, others, label }: Props) {
  const runs = useMemo(() => [{ style: styleOf('A'), label, run }, ...others], [label, run, others]);
  return (
    <div className="runs-beside">
      {runs.map((one) => (
        <Column key={one.style.letter} {...{ one, runs, flows }} />
      ))}
    </div>
  );
}

interface ColumnProps {
  one: ComparedRun;
  runs: readonly ComparedRun[];
  flows: number[];
}

function Column({ one, runs, flows }: ColumnProps) {
  const { letter } = one.style;
  const others = runs.filter(({ style }) => style.letter !== letter);
  const theory = useObservable(useView().of(THEORY_SHOWN));
  const count = one.run.scenario.flows.length;
  const shown = useMemo(() => flows.filter((flow) => flow < count), [flows, count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `others` is a new array each time; its runs are listed instead
  const over = useMemo(
    () => overlayLookup({ own: { letter, label: one.label }, others, flows, drawn: false, theory }),
    [letter, one.label, flows, theory, ...others.map(({ run }) => run)],
  );
  return (
    <div className="run-column" data-run={letter}>
      <p className="column-head">
        <b>{letter}</b> {one.label}
      </p>
      <OverlayProvider value={over}>
        <PanelStack run={one.run} flows={shown} tabs={letter === 'A'} narrow />
      </OverlayProvider>
    </div>
  );
}
