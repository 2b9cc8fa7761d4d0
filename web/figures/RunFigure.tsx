/** A paper's curve drawn from the run on the bench: the same panel, with the figure's time axis. */
import { useEffect, useMemo, useState } from 'react';
import { PanelSlot } from '../panels/PanelSlot';
import { panelOfFigure } from '../panels/registry';
import { ViewContext } from '../run/hooks';
import type { Run } from '../run/trace';
import { newView } from '../time/playback';
import { t } from '../words/words';
import { type Figure, flowsOf, frameOf, type RunDrawing } from './select';
import './figures.css';

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
          panel={panelOfFigure(drawing.panel)}
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
