/** A curve of a paper, drawn from the run on the bench: the same panel in the figure's own seconds. */
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import type { Panel as PanelName } from '../engine/generated/papers';
import { CongestionWindow } from '../panels/congestionWindow';
import type { PanelProps } from '../panels/Panel';
import { PanelSlot } from '../panels/PanelSlot';
import { Queue } from '../panels/queue';
import { ReceiverSequence } from '../panels/receiverSequence';
import { RoundTrip } from '../panels/roundTrip';
import { SenderSequence } from '../panels/senderSequence';
import { ViewContext } from '../run/hooks';
import type { Run } from '../run/trace';
import { newView } from '../time/playback';
import { t } from '../words/words';
import { type Figure, flowsOf, frameOf, type RunDrawing } from './select';

const PANELS: Record<PanelName, ComponentType<PanelProps>> = {
  sender_sequence: SenderSequence,
  cwnd: CongestionWindow,
  queue: Queue,
  rtt: RoundTrip,
  receiver_sequence: ReceiverSequence,
};

interface Props {
  figure: Figure;
  drawing: RunDrawing;
  run: Run;
  /** Flows that the bench shows at first, for a figure that names none. */
  first: number;
}

export function RunFigure({ figure, drawing, run, first }: Props) {
  const { name, place, title, about } = figure;
  const { from, to } = frameOf(drawing, run);
  const [view] = useState(() => {
    const fresh = newView();
    fresh.setWhole(to, from);
    return fresh;
  });
  useEffect(() => view.setWhole(to, from), [view, from, to]);
  const { flows: all } = run.scenario;
  const flows = useMemo(() => flowsOf(drawing, all, first), [drawing, all, first]);
  return (
    <div className="paper-figure" data-figure-of={name} data-kind="run">
      <ViewContext value={view}>
        <PanelSlot
          panel={PANELS[drawing.panel]}
          run={run}
          flows={flows}
          title={t('{place}, redrawn from this run', { place })}
          link={drawing.link}
        />
      </ViewContext>
      <p className="words">
        {title}. {about}
      </p>
    </div>
  );
}
