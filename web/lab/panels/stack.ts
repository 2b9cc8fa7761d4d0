/** The place of a panel in a stack of plots. Without one, a panel is a card on a page that scrolls. */
import { createContext, type ReactNode } from 'react';
import type { Margin } from '../../plot/layout';

interface StackPlace {
  /** Height of the plot with its margins, CSS pixels. */
  height: number;
  margin: Margin;
  /** True if legends list only marks that occur. */
  occurring?: boolean;
  /** Buttons in the panel's head. */
  tools: ReactNode;
  /** Buttons at the end of the panel's menu; `close` closes the menu. */
  actions(close: () => void): ReactNode;
}

export const StackContext = createContext<StackPlace | null>(null);
