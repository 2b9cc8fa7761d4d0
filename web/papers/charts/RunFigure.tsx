/** A paper's curve, drawn from the run on the bench: one of its panels, limited to the figure's time window. */
import { useEffect, useMemo, useState } from 'react';
import { t } from '../../base/words/words';
import { PanelSlot } from '../../lab/panels/PanelSlot';
import { panelOfFigure } from '../../lab/panels/registry';
import { useNarration } from '../../lab/time/narration';
import { newView } from '../../lab/time/playback';
import { ViewContext } from '../../run/hooks';
import type { Run } from '../../run/trace';
import { type Figure, flowsOf, type RunDrawing, timeWindowOf } from './select';
import './figures.css';

interface Props {
  figure: Figure;
  drawing: RunDrawing;
  run: Run;
  /** Number of flows to show if the figure doesn't name any. */
  flowCount: number;
}

export function RunFigure({ figure, drawing, run, flowCount }: Props) {
  const { name, place, title, about } = figure;
  const { from, to } = timeWindowOf(drawing, run);
  const [view] = useState(() => {
    const fresh = newView();
    fresh.setWhole(to, from);
    return fresh;
  });
  useEffect(() => view.setWhole(to, from), [view, from, to]);
  const { flows: all } = run.scenario;
  const flows = useMemo(() => flowsOf(drawing, all, flowCount), [drawing, all, flowCount]);
  useNarration(view, run, flows);
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
