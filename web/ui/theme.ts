/**
 * How colours cross from CSS to canvas. A theme is read from the custom properties of the document and is replaced,
 * never changed, when the reader or the system turns light to dark.
 */

import { createContext, useContext } from 'react';

export interface Theme {
  /** The value of a custom property of tokens.css, by its name without the dashes. */
  colour(token: string): string;
  font(size: number): string;
  /** How many times larger than usual plots are: everything in them, lines and marks too. */
  scale: number;
}

/** As many flows as can be told apart by colour; the next begins again with the first. */
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
