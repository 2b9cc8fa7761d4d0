/**
 * Light or dark, and large and strong for a projector: what the reader chose, what the system says, and the theme that follows from
 * both. Paper is always light.
 */
import { Observable } from '../base/observable';
import { keep, kept } from '../storage/browserStorage';
import { printing } from './printing';
import { PROJECTOR_KEY, projector } from './projector';
import type { Theme } from './theme';

export type ThemeChoice = 'system' | 'light' | 'dark';

export const THEME_CHOICES: ThemeChoice[] = ['system', 'light', 'dark'];

const STORAGE_KEY = 'theme';
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const moreContrast = window.matchMedia('(prefers-contrast: more)');
const forced = window.matchMedia('(forced-colors: active)');

function remembered(): ThemeChoice {
  const stored = kept(STORAGE_KEY);
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system';
}

function readTheme(scale: number): Theme {
  const style = getComputedStyle(document.documentElement);
  const read = new Map<string, string>();
  const property = (name: string): string => {
    const known = read.get(name);
    if (known !== undefined) return known;
    const value = style.getPropertyValue(`--${name}`).trim();
    read.set(name, value);
    return value;
  };
  return { colour: property, font: (size) => `${size}px ${property('sans')}`, scale };
}

/** An em as the sizes of plots have it, pixels. */
const EM = 16;

/** Scale of plots for a projector: the same as for text, and larger still for a hall. */
function plotScale(): number {
  const style = getComputedStyle(document.documentElement);
  return (Number.parseFloat(style.fontSize) / EM) * (Number(style.getPropertyValue('--plots')) || 1);
}

/** Writes the choices to the document, where tokens.css and contrast.css read them. */
function apply(): Theme {
  const { dataset } = document.documentElement;
  // Plots follow the system's forced colors.
  const chosen = forced.matches ? 'system' : themeChoice.value;
  const dark = chosen === 'dark' || (chosen === 'system' && systemIsDark.matches);
  dataset.theme = dark && !printing.value ? 'dark' : 'light';
  dataset.contrast = projector.value || moreContrast.matches ? 'more' : 'usual';
  dataset.projector = projector.value && !printing.value ? 'on' : 'off';
  return readTheme(dataset.projector === 'on' ? plotScale() : 1);
}

export const themeChoice = new Observable<ThemeChoice>(remembered());
export const theme = new Observable<Theme>(apply());

export function chooseTheme(choice: ThemeChoice): void {
  // Without storage the choice lasts as long as the page.
  keep(STORAGE_KEY, choice);
  themeChoice.set(choice);
  follow();
}

/** As long as the page lives, whatever the reader has chosen elsewhere. */
export function showTheme(choice: ThemeChoice): void {
  themeChoice.set(choice);
  follow();
}

export function toggleProjector(): void {
  keep(PROJECTOR_KEY, projector.value ? 'off' : 'on');
  projector.set(!projector.value);
  follow();
}

/** Applies during a presentation, whatever the reader has chosen elsewhere. */
export function showProjector(on: boolean): void {
  projector.set(on);
  follow();
}

function follow(): void {
  theme.set(apply());
}

for (const query of [systemIsDark, moreContrast, forced]) query.addEventListener('change', follow);
window.matchMedia('print').addEventListener('change', ({ matches }) => {
  printing.set(matches);
  follow();
});
