/** Actions of the bench that belong to no single button, for the palette. */
import { useEffect, useMemo, useRef } from 'react';
import { t } from '../base/words/words';
import {
  type Arrangement,
  arrangementOf,
  OPEN_PLOT,
  PLOTS,
  textOf,
  withColumns,
  withEnlarged,
  withToggled,
} from '../lab/panels/arrangement';
import { PANELS, type PanelName } from '../lab/panels/registry';
import { THEORY_SHOWN } from '../lab/panels/theory';
import type { Bench } from '../run/bench';
import { PINNED_LETTERS } from '../run/pinned';
import type { View } from '../run/view';
import { openSweep } from '../sweep/address';
import { type Action, useActions } from '../ui/actions';
import { ROOM_FOR_TWO_COLUMNS } from '../ui/screens';
import { DETAILS_TITLES } from './detailsTitles';
import type { DetailsTab } from './useDetails';

interface Props {
  bench: Bench;
  /** Opens a tab of the details. May be another function each time. */
  choose(tab: DetailsTab): void;
}

/** Registers the actions; shows nothing. */
export function BenchActions({ bench, choose }: Props): null {
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  useActions(
    useMemo(
      () => [
        ...runActions(bench),
        ...plotActions(bench.view),
        ...detailsActions((tab) => latest.current(tab)),
      ],
      [bench],
    ),
  );
  return null;
}

function detailsActions(choose: (tab: DetailsTab) => void): Action[] {
  return (Object.keys(DETAILS_TITLES) as DetailsTab[]).map((tab) => ({
    id: `details.${tab}`,
    title: () => t('Open details: {tab}', { tab: DETAILS_TITLES[tab]() }),
    run: () => choose(tab),
  }));
}

function runActions(bench: Bench): Action[] {
  const { view, state } = bench;
  return [
    {
      id: 'bench.pin',
      title: () => t('Pin this run for comparison'),
      words: () => t('keep compare'),
      run: (at) => bench.keep(at),
      enabled: () => state.value.scenario !== null && state.value.pinned.length < PINNED_LETTERS.length,
    },
    {
      id: 'bench.sweep',
      title: () => t('Sweep this scenario'),
      words: () => t('many runs values seeds replications'),
      run: () => void openSweep(bench),
    },
    {
      id: 'bench.theory',
      title: () =>
        view.of(THEORY_SHOWN).value ? t("Hide the theory's lines") : t("Show the theory's lines"),
      words: () => t('prediction equilibrium'),
      run: () => view.of(THEORY_SHOWN).set(!view.of(THEORY_SHOWN).value),
    },
  ];
}

function plotActions(view: View): Action[] {
  const plots = view.of(PLOTS);
  const wide = () => window.matchMedia(ROOM_FOR_TWO_COLUMNS).matches;
  const arrangement = () => arrangementOf(plots.value, wide());
  const arrange = (next: Arrangement) => plots.set(textOf(next, wide()));
  const isInTwo = () => arrangement().items.some(({ column }) => column === 1);
  const isShown = (name: string) => arrangement().items.some((item) => item.name === name);
  return [
    ...PANELS.flatMap(({ name, choice }): Action[] => [
      {
        id: `plots.toggle-${name}`,
        title: () =>
          isShown(name)
            ? t('Hide the plot “{plot}”', { plot: choice() })
            : t('Show the plot “{plot}”', { plot: choice() }),
        words: () => t('panel view'),
        run: () => {
          if (!isShown(name)) view.of(OPEN_PLOT).set(name);
          arrange(withToggled(arrangement(), name as PanelName));
        },
        enabled: () => !isShown(name) || arrangement().items.length > 1,
      },
      {
        id: `plots.enlarge-${name}`,
        title: () =>
          arrangement().enlarged === name
            ? t('Bring back the other plots')
            : t('Enlarge the plot “{plot}”', { plot: choice() }),
        words: () => t('panel full size maximize'),
        run: () => arrange(withEnlarged(arrangement(), name as PanelName)),
        enabled: () => isShown(name),
      },
    ]),
    {
      id: 'plots.columns',
      title: () => (isInTwo() ? t('Show the plots in one column') : t('Show the plots in two columns')),
      words: () => t('layout panels'),
      run: () => arrange(withColumns(arrangement(), isInTwo() ? 1 : 2)),
      enabled: () => arrangement().items.length > 1,
    },
    {
      id: 'plots.usual',
      title: () => t('Go back to the usual plots'),
      words: () => t('reset layout panels'),
      run: () => plots.set(''),
      enabled: () => plots.value !== '',
    },
  ];
}
