/**
 * Brings colors from CSS to canvas. A theme is read from the document's custom properties. It's replaced,
 * never changed, when the user or the system switches between light and dark.
 */

import { createContext, useContext } from 'react';

export interface Theme {
  /** The value of a custom property of tokens.css, by its name without the dashes. */
  colour(token: string): string;
  font(size: number): string;
  /** Scale of plots, including lines and marks; 1 is usual. */
  scale: number;
}

/** Number of flow colors; further flows start over with the first. */
const FLOW_COLOURS = 6;

export function flowToken(flow: number): string {
  return `flow-${(flow % FLOW_COLOURS) + 1}`;
}

const ThemeContext = createContext<Theme | null>(null);

export const ThemeProvider = ThemeContext.Provider;

export function useTheme(): Theme {
  const theme = useContext(ThemeContext);
  if (theme === null) throw new Error('A plot stands outside of a theme.');
  return theme;
}
