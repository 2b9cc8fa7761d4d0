/** The panels of a lesson's picture, above each other on one time axis. */
import { useMemo } from 'react';
import { t } from '../../base/words/words';
import { PanelSlot } from '../../lab/panels/PanelSlot';
import { type PanelName, panelNamed } from '../../lab/panels/registry';
import { StackContext } from '../../lab/panels/stack';
import { STACKED, STACKED_LAST } from '../../plot/layout';
import type { Run } from '../../run/trace';
import { Boundary } from '../../ui/Boundary';
import type { Explained } from '../../ui/explanations';
import { RATE_SCALE } from '../rates';
import { shortLegendOf } from './shortLegend';
import '../parts/Stage.css';

interface Props {
  names: readonly PanelName[];
  run: Run;
  flows: number[];
  /** Height of all panels together, unscaled pixels. */
  height: number;
  /** The kinds that aren't shown, as from `notYetIntroduced`. */
  without: readonly Explained[];
}

export function StackedPanels({ names, run, flows, height, without }: Props) {
  const [inner, last] = useMemo(
    () =>
      [STACKED, STACKED_LAST].map((margin) => ({
        height: height / names.length,
        margin,
        lesson: { without, rateIn: RATE_SCALE, legendFor: shortLegendOf },
        tools: null,
        actions: () => null,
      })),
    [height, names.length, without],
  );
  return names.map((name, place) => (
    <Boundary key={name} name={t('This panel')}>
      <StackContext value={(place === names.length - 1 ? last : inner) ?? null}>
        <PanelSlot panel={panelNamed(name)} run={run} flows={flows} />
      </StackContext>
    </Boundary>
  ));
}
