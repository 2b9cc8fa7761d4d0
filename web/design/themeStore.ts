/** Light or dark: what the reader chose, what the system says, and the theme that follows from both. */
import { Observable } from '../run/observable';
import { keep, kept } from '../storage/browserStorage';
import type { Theme } from './theme';

export type ThemeChoice = 'system' | 'light' | 'dark';

export const THEME_CHOICES: ThemeChoice[] = ['system', 'light', 'dark'];

const STORAGE_KEY = 'theme';
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

function remembered(): ThemeChoice {
  const stored = kept(STORAGE_KEY);
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system';
}

function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const read = new Map<string, string>();
  const property = (name: string): string => {
    const known = read.get(name);
    if (known !== undefined) return known;
    const value = style.getPropertyValue(`--${name}`).trim();
    read.set(name, value);
    return value;
  };
  return { colour: property, font: (size) => `${size}px ${property('sans')}` };
}

function apply(choice: ThemeChoice): Theme {
  const dark = choice === 'dark' || (choice === 'system' && systemIsDark.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  return readTheme();
}

export const themeChoice = new Observable<ThemeChoice>(remembered());
export const theme = new Observable<Theme>(apply(themeChoice.value));

export function chooseTheme(choice: ThemeChoice): void {
  // Where nothing is kept the choice lasts as long as the page.
  keep(STORAGE_KEY, choice);
  themeChoice.set(choice);
  theme.set(apply(choice));
}

systemIsDark.addEventListener('change', () => theme.set(apply(themeChoice.value)));
