/** Moves through the run's time: playback, steps, the overview with its brush and cursor, and zoom. One line above the plots. */
import { useCallback } from 'react';
import { formatTime } from '../base/words/format';
import { t } from '../base/words/words';
import { PlotsMenu } from '../lab/panels/PanelStack';
import { Caption } from '../lab/time/Caption';
import { useClicker } from '../lab/time/clicker';
import { PlayButtons } from '../lab/time/PlayButtons';
import { Scrubber } from '../lab/time/Scrubber';
import { StepButtons } from '../lab/time/StepButtons';
import type { Travel } from '../lab/time/travel';
import { ZoomButtons } from '../lab/time/ZoomButtons';
import { useCursor, useTimeWindow } from '../run/hooks';
import type { Run } from '../run/trace';
import type { ViewState } from '../run/view';
import { Boundary } from '../ui/Boundary';
import { Floating } from '../ui/Floating';
import { FlowSwitches, Overview } from './Overview';
import './Transport.css';

/** The flows that panels show, of a run with `count` flows; null for the usual ones. */
export const FLOWS: ViewState<{ count: number; flows: readonly number[] } | null> = {
  usual: null,
  until: 'address',
};

interface Props {
  run: Run;
  flows: number[];
  travel: Travel;
  showFlows(flows: number[]): void;
}

export function Transport({ run, flows, travel, showFlows }: Props) {
  useClicker(useCallback((by) => travel.step(by), [travel]));
  const count = run.scenario.flows.length;
  return (
    <div className="transport">
      <span data-tour="play">
        <PlayButtons />
      </span>
      <StepButtons travel={travel} />
      <Caption travel={travel} />
      <div className="transport-time">
        <Boundary name={t('The overview')}>
          <Overview run={run} flows={flows} />
        </Boundary>
        <Scrubber />
      </div>
      <Shown />
      <span className="buttons zoom-buttons" role="toolbar" aria-label={t('Time shown in all panels')}>
        <ZoomButtons />
      </span>
      {count > 1 && (
        <Floating label={t('Flows {some}/{all}', { some: flows.length, all: count })} className="flows-menu">
          {() => <FlowSwitches run={run} flows={flows} show={showFlows} />}
        </Floating>
      )}
      <PlotsMenu />
    </div>
  );
}

/** The time at the cursor, or the time window. */
function Shown() {
  const cursor = useCursor();
  const { from, to } = useTimeWindow();
  const all = `${formatTime(from)} – ${formatTime(to)}`;
  return (
    <span className="moment-shown" title={all}>
      {cursor === null ? all : formatTime(cursor)}
    </span>
  );
}
