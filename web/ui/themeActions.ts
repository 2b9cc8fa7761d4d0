/** The actions of the header's switches: colors, and large type for a projector. */
import { t } from '../base/words/words';
import type { Action } from './actions';
import { projector } from './theme';
import { chooseTheme, THEME_CHOICES, type ThemeChoice, themeChoice, toggleProjector } from './themeStore';

const TITLES: Record<ThemeChoice, () => string> = {
  system: () => t("Use the system's colors"),
  light: () => t('Use light colors'),
  dark: () => t('Use dark colors'),
};

export const THEME_ACTIONS: readonly Action[] = [
  {
    id: 'theme.projector',
    title: () => (projector.value ? t('Leave projector mode') : t('Enlarge everything for a projector')),
    words: () => t('large type strong contrast present'),
    keys: ['p'],
    run: toggleProjector,
  },
  ...THEME_CHOICES.map((choice) => ({
    id: `theme.${choice}`,
    title: TITLES[choice],
    words: () => t('theme mode appearance'),
    run: () => chooseTheme(choice),
    enabled: () => themeChoice.value !== choice,
  })),
];
