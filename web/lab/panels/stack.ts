/** The place of a panel in a stack of plots. Without one, a panel is a card on a page that scrolls. */
import { createContext, type ReactNode } from 'react';
import type { LegendEntry } from '../../plot/Legend';
import type { Margin } from '../../plot/layout';
import type { Run } from '../../run/trace';
import type { Explained } from '../../ui/explanations';
import type { PlotData, RateScale } from './definition';

interface StackPlace {
  /** Height of the plot with its margins, CSS pixels. */
  height: number;
  margin: Margin;
  /** In a lesson: legends are short, lines of these kinds are left out, and rates are in the unit of its text. */
  lesson?: {
    without: readonly Explained[];
    rateIn: RateScale;
    legendFor(run: Run, plot: PlotData): LegendEntry[];
  };
  /** Buttons in the panel's head. */
  tools: ReactNode;
  /** Buttons at the end of the panel's menu; `close` closes the menu. */
  actions(close: () => void): ReactNode;
}

export const StackContext = createContext<StackPlace | null>(null);
