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
import { notYetIntroduced } from '../introduced';
import { useLessonSession } from '../lessonSession';
import { shortLegendOf } from './shortLegend';
import '../parts/Stage.css';

const NOTHING: readonly Explained[] = [];

interface Props {
  names: readonly PanelName[];
  run: Run;
  flows: number[];
  /** Height of all panels together, unscaled pixels. */
  height: number;
  /** Lines that the lesson explains later. */
  without?: readonly Explained[] | undefined;
}

export function StackedPanels({ names, run, flows, height, without = NOTHING }: Props) {
  const { name: lesson } = useLessonSession().opened.about;
  const [inner, last] = useMemo(
    () =>
      [STACKED, STACKED_LAST].map((margin) => ({
        height: height / names.length,
        margin,
        lesson: { without: [...notYetIntroduced(lesson), ...without], legendFor: shortLegendOf },
        tools: null,
        actions: () => null,
      })),
    [height, names.length, lesson, without],
  );
  return names.map((name, place) => (
    <Boundary key={name} name={t('This panel')}>
      <StackContext value={(place === names.length - 1 ? last : inner) ?? null}>
        <PanelSlot panel={panelNamed(name)} run={run} flows={flows} />
      </StackContext>
    </Boundary>
  ));
}
