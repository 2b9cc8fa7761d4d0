/**
 * Makes the colors of style sheets available to canvas drawings. A theme is read from the document's custom properties. It's replaced, never
 * changed, when the user or the system switches between light and dark. The settings here work without a document, for prerendering and
 * tests; themeStore.ts applies them.
 */
import { createContext, useContext } from 'react';
import { Observable } from '../base/observable';
import { readStored } from '../base/storage/browserStorage';

export interface Theme {
  /** The value of a custom property of tokens.css; `token` is its name without the dashes. */
  color(token: string): string;
  /** The token whose color takes the place of another's: lessons give senders colors of their own. */
  replaced?(token: string): string;
  font(size: number): string;
  /** Scale of plots, including lines and marks; normally 1. */
  scale: number;
}

/** The theme that style sheets give to an element. */
export function themeOf(element: Element, scale = 1): Theme {
  const style = getComputedStyle(element);
  const read = new Map<string, string>();
  const color = (name: string): string => {
    const known = read.get(name) ?? style.getPropertyValue(`--${name}`).trim();
    read.set(name, known);
    return known;
  };
  return { color, font: (size) => `${size}px ${color('sans')}`, scale };
}

/** Number of flow colors; more flows start again with the first. */
const FLOW_COLORS = 6;

export function flowToken(flow: number): string {
  return `flow-${(flow % FLOW_COLORS) + 1}`;
}

const ThemeContext = createContext<Theme | null>(null);

export const ThemeProvider = ThemeContext.Provider;

export function useTheme(): Theme {
  const theme = useContext(ThemeContext);
  if (theme === null) throw new Error('useTheme needs a ThemeProvider around it');
  return theme;
}

/** True while the page is being printed. */
export const printing = new Observable(false);

/** Usable width of a sheet in CSS pixels: A4 or Letter, portrait, with normal margins. */
export const SHEET_WIDTH = 660;

/** Key of the projector setting in the browser's storage. */
export const PROJECTOR_KEY = 'projector';

/** The projector setting: large type, thick lines and high contrast. */
export const projector = new Observable(readStored(PROJECTOR_KEY) === 'on');
