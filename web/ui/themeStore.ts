/**
 * The theme in use: light or dark, and the projector setting. It combines the user's choice with the system's preference. Print is always
 * light.
 */
import { Observable } from '../base/observable';
import { readStored, writeStored } from '../base/storage/browserStorage';
import { LARGE_SCREEN } from './screens';
import type { Theme } from './theme';
import { PROJECTOR_KEY, printing, projector, themeOf } from './theme';

export type ThemeChoice = 'system' | 'light' | 'dark';

export const THEME_CHOICES: ThemeChoice[] = ['system', 'light', 'dark'];

const STORAGE_KEY = 'theme';
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const moreContrast = window.matchMedia('(prefers-contrast: more)');
const forcedColors = window.matchMedia('(forced-colors: active)');
const largeScreen = window.matchMedia(LARGE_SCREEN);

function storedChoice(): ThemeChoice {
  const stored = readStored(STORAGE_KEY);
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system';
}

/** The size of an em that plots assume, in pixels. */
const EM = 16;

/** Scale of plots for a projector or a large screen: the text's scale times `--plots`, which presentations increase. */
function plotScale(): number {
  const style = getComputedStyle(document.documentElement);
  return (Number.parseFloat(style.fontSize) / EM) * (Number(style.getPropertyValue('--plots')) || 1);
}

/** Writes the settings to the document's data attributes, for the style sheets. */
function apply(): Theme {
  const { dataset } = document.documentElement;
  // Plots follow the system's forced colors.
  const chosen = forcedColors.matches ? 'system' : themeChoice.value;
  const dark = chosen === 'dark' || (chosen === 'system' && systemIsDark.matches);
  dataset.theme = dark && !printing.value ? 'dark' : 'light';
  dataset.contrast = projector.value || moreContrast.matches ? 'more' : 'usual';
  dataset.projector = projector.value && !printing.value ? 'on' : 'off';
  const isLarge = dataset.projector === 'on' || (largeScreen.matches && !printing.value);
  return themeOf(document.documentElement, isLarge ? plotScale() : 1);
}

export const themeChoice = new Observable<ThemeChoice>(storedChoice());
export const theme = new Observable<Theme>(apply());

export function chooseTheme(choice: ThemeChoice): void {
  // Without storage, the choice lasts until the page is closed.
  writeStored(STORAGE_KEY, choice);
  themeChoice.set(choice);
  follow();
}

/** Sets the theme for this page only, without storing the choice. */
export function showTheme(choice: ThemeChoice): void {
  themeChoice.set(choice);
  follow();
}

export function toggleProjector(): void {
  writeStored(PROJECTOR_KEY, projector.value ? 'off' : 'on');
  projector.set(!projector.value);
  follow();
}

/** Sets the projector mode for a presentation, without storing the choice. */
export function showProjector(on: boolean): void {
  projector.set(on);
  follow();
}

function follow(): void {
  theme.set(apply());
}

for (const query of [systemIsDark, moreContrast, forcedColors, largeScreen])
  query.addEventListener('change', follow);
window.matchMedia('print').addEventListener('change', ({ matches }) => {
  printing.set(matches);
  follow();
});
