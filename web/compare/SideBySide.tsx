/** A column of panels for each compared run, on the same scales. */
import { useMemo } from 'react';
import { useObservable } from '../base/observable';
import { type ComparedRun, OverlayProvider } from '../panels/over';
import { PanelSlot } from '../panels/PanelSlot';
import type { PanelRecord } from '../panels/record';
import { styleOf } from '../plot/runStyle';
import { useView } from '../run/hooks';
import type { Run } from '../run/trace';
import { overlayLookup } from './Overlaid';
import './compare.css';

interface Props {
  panels: readonly PanelRecord[];
  run: Run;
  flows: number[];
  others: readonly ComparedRun[];
  /** Label of the bench's own run. */
  label: string;
}

export function SideBySide({ panels, run, flows, others, label }: Props) {
  const runs = useMemo(() => [{ style: styleOf('A'), label, run }, ...others], [label, run, others]);
  return panels.map((panel, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
    <div key={place} className="panels-beside" data-columns={runs.length}>
      {runs.map((one) => (
        <Column key={one.style.letter} {...{ panel, one, runs, flows }} />
      ))}
    </div>
  ));
}

interface ColumnProps {
  panel: PanelRecord;
  one: ComparedRun;
  runs: readonly ComparedRun[];
  flows: number[];
}

function Column({ panel, one, runs, flows }: ColumnProps) {
  const { letter } = one.style;
  const others = runs.filter(({ style }) => style.letter !== letter);
  const theory = useObservable(useView().theory);
  const count = one.run.scenario.flows.length;
  const shown = useMemo(() => flows.filter((flow) => flow < count), [flows, count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `others` is a new array each time; its runs are listed instead
  const over = useMemo(
    () => overlayLookup({ own: { letter, label: one.label }, others, flows, drawn: false, theory }),
    [letter, one.label, flows, theory, ...others.map(({ run }) => run)],
  );
  return (
    <div className="panel-column" data-run={letter}>
      <p className="column-head">
        <b>{letter}</b> {one.label}
      </p>
      <OverlayProvider value={over}>
        <PanelSlot panel={panel} run={one.run} flows={shown} />
      </OverlayProvider>
    </div>
  );
}
