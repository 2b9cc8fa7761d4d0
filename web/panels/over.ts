/** Other runs in a panel's picture: what a comparison lays over its marks, on lanes wide enough for all of them. */

import { createContext, useContext, useMemo } from 'react';
import type { Reading } from '../plot/CursorLayer';
import type { Ink } from '../plot/ink';
import type { LegendEntry } from '../plot/Legend';
import type { Lane, Layout } from '../plot/layout';
import type { PlotProps } from '../plot/Plot';
import type { RunStyle } from '../plot/runStyle';
import type { Theory } from '../run/equilibria';
import type { Run } from '../run/trace';
import type { TimeWindow } from '../run/window';
import type { Theme } from '../ui/theme';

/** End of a line, in pixels of the plot. */
export interface Place {
  x: number;
  y: number;
}

export interface OverRun {
  style: RunStyle;
  label: string;
  run: Run;
}

/** A panel's way to show another run. */
export interface Overlay<Own, Marks> {
  /** Null where the other run has nothing to show, as a link that it does not have. */
  select(own: Own, other: Other, window: TimeWindow, width: number, height: number): Marks | null;
  /** The part of the panel's own choices on which `select` depends. */
  depends(own: Own): string;
  lanes(marks: Marks, letter: string): Lane[];
  /** Draws it and returns the position of its letter. */
  draw(context: Ink, marks: Marks, other: Other, layout: Layout, theme: Theme): Place | null;
  /** Position of the letter of the panel's own run. */
  place(own: Own, layout: Layout): Place | null;
  read(other: Other, moment: number): Reading[];
  describe(other: Other): string;
}

/** Another run with those of the flows shown that it has. */
export interface Other extends OverRun {
  flows: number[];
  /** It has a panel of its own beside this one: all that it draws there counts for the scales. */
  beside: boolean;
  /** The theory to draw, or null. */
  theory: Theory | null;
}

export interface Over<Own, Others = unknown> {
  select(own: Own, window: TimeWindow, width: number, height: number): Others;
  /** The panel's own lanes, made wide enough, and those that only the others need. */
  lanes(own: Lane[], others: Others): Lane[];
  /** Over all that the panel itself draws. */
  draw(context: Ink, own: Own, others: Others, layout: Layout, theme: Theme): void;
  read(moment: number): Reading[];
  legend: LegendEntry[];
  words: string[];
  /** Owner's label, when several panels share a name; else ''. */
  whose: string;
}

/** The overlay for a panel, or null. */
type OverOf = (panel: string) => Over<unknown> | null;

const OverContext = createContext<OverOf>(() => null);

export const OverProvider = OverContext.Provider;

type Drawn<Own> = Pick<PlotProps<Own>, 'select' | 'lanes' | 'draw' | 'drawFixed' | 'read'>;

interface Together<Own> {
  plot: Drawn<{ own: Own; others: unknown }>;
  legend: LegendEntry[];
  words: string[];
  whose: string;
}

/** The panel's own picture with the others over it; null where there are none. */
export function useOver<Own>(name: string, own: Drawn<Own>): Together<Own> | null {
  const over = useContext(OverContext)(name) as Over<Own> | null;
  const { select, lanes, draw, drawFixed, read } = own;
  const picture = useMemo(
    () =>
      over && {
        select: (window: TimeWindow, width: number, height: number) => {
          const mine = select(window, width, height);
          return { own: mine, others: over.select(mine, window, width, height) };
        },
        lanes: (both: { own: Own; others: unknown }) => over.lanes(lanes(both.own), both.others),
        draw: (context: Ink, both: { own: Own; others: unknown }, layout: Layout, theme: Theme) =>
          draw(context, both.own, layout, theme),
        drawFixed: (context: Ink, both: { own: Own; others: unknown }, layout: Layout, theme: Theme) => {
          drawFixed(context, both.own, layout, theme);
          over.draw(context, both.own, both.others, layout, theme);
        },
      },
    [over, select, lanes, draw, drawFixed],
  );
  if (over === null || picture === null) return null;
  const { legend, words, whose } = over;
  return {
    plot: { ...picture, read: (moment) => [...read(moment), ...over.read(moment)] },
    legend,
    words,
    whose,
  };
}
