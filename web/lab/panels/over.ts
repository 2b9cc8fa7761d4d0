/** Other runs in a panel's plot: a comparison draws them over the panel's own marks, with lanes that fit all runs. */

import { createContext, useContext, useMemo } from 'react';
import type { Reading } from '../../plot/CursorLayer';
import { leavesOutRun } from '../../plot/highlighted';
import type { Ink } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import type { Lane, Layout } from '../../plot/layout';
import type { PlotProps } from '../../plot/Plot';
import type { RunStyle } from '../../plot/runStyle';
import type { Run } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import type { Theme } from '../../ui/theme';

export interface ComparedRun {
  style: RunStyle;
  label: string;
  run: Run;
}

export interface AppliedOverlay<Own, Others = unknown> {
  select(own: Own, window: TimeWindow, width: number, height: number): Others;
  /** The panel's own lanes with scales that fit all runs, plus lanes that only the other runs need. */
  lanes(own: Lane[], others: Others): Lane[];
  /** Draws on top of the panel's own marks. */
  draw(context: Ink, own: Own, others: Others, layout: Layout, theme: Theme): void;
  read(moment: number, others: Others): Reading[];
  legend: LegendEntry[];
  words: string[];
  /** Owner's label, when several panels share a name; else ''. */
  owner: string;
  /** The letter of the panel's own run. */
  letter: string;
  /** The color of the panel's own run; null if the others are beside it. */
  token: string | null;
}

/** The overlay for a panel, or null. */
type OverlayLookup = (panel: string) => AppliedOverlay<unknown> | null;

/** The lookup without other runs. A constant, so that panels see no change. */
export const NO_OVERLAY: OverlayLookup = () => null;

const OverlayContext = createContext<OverlayLookup>(NO_OVERLAY);

export const OverlayProvider = OverlayContext.Provider;

/** True if other runs are drawn over a panel's own. */
export function useIsOverlaid(name: string): boolean {
  return useContext(OverlayContext)(name)?.owner === '';
}

type PlotParts<Own> = Pick<
  PlotProps<Own>,
  'select' | 'lanes' | 'drawUnder' | 'draw' | 'drawFixed' | 'read' | 'events' | 'lines' | 'source'
>;

interface OverlaidPlot<Own> {
  plot: PlotParts<Both<Own>>;
  legend: LegendEntry[];
  words: string[];
  owner: string;
}

/**
 * In a comparison a color stands for a run. A run's flows are told apart by the names at the ends of their lines: with colors of their own,
 * the second one would look like the second run.
 */
function inOneColor(theme: Theme, token: string | null): Theme {
  return token === null ? theme : { ...theme, color: (name) => theme.color(colorOfRun(name, token)) };
}

function colorOfRun(name: string, token: string): string {
  return name.startsWith('flow-') ? token : name;
}

interface Both<Own> {
  own: Own;
  others: unknown;
}

/** Draws the panel's own run in the run's color, unless only other runs are highlighted. */
function ofOwn<Own>(
  { letter, token }: AppliedOverlay<Own>,
  draw: PlotParts<Own>['drawUnder'],
): PlotParts<Both<Own>>['draw'] {
  return (context, { own }, layout, theme) => {
    if (!leavesOutRun(letter)) draw?.(context, own, layout, inOneColor(theme, token));
  };
}

/** The panel's plot with the other runs drawn over it; null if there are none. */
export function useOverlaidPlot<Own>(name: string, own: PlotParts<Own>): OverlaidPlot<Own> | null {
  const overlay = useContext(OverlayContext)(name) as AppliedOverlay<Own> | null;
  const { select, lanes, drawUnder, draw, drawFixed, read, events, lines, source } = own;
  const picture = useMemo(
    () =>
      overlay && {
        select: (window: TimeWindow, width: number, height: number) => {
          const mine = select(window, width, height);
          return { own: mine, others: overlay.select(mine, window, width, height) };
        },
        lanes: (both: Both<Own>) => overlay.lanes(lanes(both.own), both.others),
        drawUnder: ofOwn(overlay, drawUnder),
        draw: ofOwn(overlay, draw),
        drawFixed: (context: Ink, both: Both<Own>, layout: Layout, theme: Theme) => {
          ofOwn(overlay, drawFixed)(context, both, layout, theme);
          overlay.draw(context, both.own, both.others, layout, theme);
        },
        events: events && ((both: Both<Own>) => events(both.own)),
        lines: lines && ((both: Both<Own>) => lines(both.own)),
        source: source && ((both: Both<Own>) => source(both.own)),
      },
    [overlay, select, lanes, drawUnder, draw, drawFixed, events, lines, source],
  );
  if (overlay === null || picture === null) return null;
  const { legend, words, owner, token } = overlay;
  const ownColor = (one: Reading): Reading =>
    token === null || one.token === undefined ? one : { ...one, token: colorOfRun(one.token, token) };
  return {
    plot: {
      ...picture,
      read: (moment, both) => [...read(moment, both.own).map(ownColor), ...overlay.read(moment, both.others)],
    },
    legend,
    words,
    owner,
  };
}
