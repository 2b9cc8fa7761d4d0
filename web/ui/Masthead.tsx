/** The header of every page: name, navigation, projector switch and theme. */
import type { ReactNode } from 'react';
import { useObservable } from '../base/observable';
import { t } from '../base/words/words';
import { useActions } from './actions';
import { useHydrated } from './hooks';
import { MastheadBar } from './MastheadBar';
import { projector } from './theme';
import { THEME_ACTIONS } from './themeActions';
import { chooseTheme, THEME_CHOICES, themeChoice, toggleProjector } from './themeStore';

interface Props {
  page: string;
  /** Shown before the switches, once scripts run. */
  children?: ReactNode;
}

export function Masthead({ page, children }: Props) {
  // Prerendered pages leave the switches out, because they show the user's stored choice.
  const hydrated = useHydrated();
  useActions(THEME_ACTIONS);
  return (
    <MastheadBar page={page}>
      {hydrated && (
        <>
          {children}
          <ProjectorSwitch />
          <ThemeSwitch />
        </>
      )}
    </MastheadBar>
  );
}

/** Turns on large type for a projector. */
function ProjectorSwitch() {
  const on = useObservable(projector);
  return (
    <button
      type="button"
      className="projector-switch"
      aria-pressed={on}
      aria-label={t('Projector: large type, strong contrast')}
      title={t('Large type and strong contrast, for a projector (p)')}
      onClick={toggleProjector}
    >
      <span aria-hidden="true" translate="no">
        Aa
      </span>
    </button>
  );
}

const LABELS = { system: () => t('System'), light: () => t('Light'), dark: () => t('Dark') };

export function ThemeSwitch() {
  const choice = useObservable(themeChoice);
  return (
    <label className="theme-switch">
      <span className="visually-hidden">{t('Colors')}</span>
      <select
        value={choice}
        onChange={(event) => {
          const chosen = THEME_CHOICES.find((one) => one === event.target.value);
          if (chosen) chooseTheme(chosen);
        }}
      >
        {THEME_CHOICES.map((one) => (
          <option key={one} value={one}>
            {LABELS[one]()}
          </option>
        ))}
      </select>
    </label>
  );
}
