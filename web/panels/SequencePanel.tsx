/** The component of both sequence panels; each panel brings its tap and its words. */
import { useCallback, useMemo } from 'react';
import type { Run } from '../run/trace';
import type { TimeWindow } from '../run/window';
import { onceOver, Panel, type PanelProps } from './Panel';
import * as sequence from './sequence';

interface Props extends PanelProps {
  name: string;
  title: string;
  height: number;
  tap: sequence.Tap;
  describe(run: Run, flows: readonly number[]): string;
}

export function SequencePanel({ run, flows, name, title, height, tap, describe }: Props) {
  const select = useCallback(
    (window: TimeWindow, width: number, height: number) =>
      sequence.select(run.trace, flows, tap, window, width, height),
    [run, flows, tap],
  );
  return (
    <Panel
      name={name}
      title={title}
      height={height}
      legend={useMemo(() => sequence.legend(run.trace, flows, tap.kinds), [run, flows, tap])}
      select={select}
      lanes={sequence.lanes}
      draw={sequence.draw}
      drawFixed={sequence.drawFixed}
      read={(moment) => sequence.read(run, flows, tap, moment)}
      words={useCallback(() => onceOver(run, () => describe(run, flows)), [run, flows, describe])}
      table={(window, limit) => sequence.table(run, flows, tap, window, limit)}
    />
  );
}
