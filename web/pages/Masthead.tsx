/** The name of the lab, its pages, and light or dark. */
import { chooseTheme, projector, THEME_CHOICES, themeChoice, toggleProjector } from '../design/themeStore';
import { useShortcut } from '../keys/shortcuts';
import { useObservable } from '../run/observable';
import { FIGURE_1_ADDRESS, PAPERS_ADDRESS } from './route';

const PAGES = [
  { page: 'bench', address: '#/bench', title: 'Bench' },
  { page: 'figure-1', address: FIGURE_1_ADDRESS, title: 'Figure 1' },
  { page: 'papers', address: PAPERS_ADDRESS, title: 'Papers' },
];

export function Masthead({ page }: { page: string }) {
  const current = PAGES.some((one) => one.page === page) ? page : 'bench';
  return (
    <header className="masthead">
      <button type="button" className="skip" onClick={() => skipTo('content')}>
        To the content
      </button>
      {current === 'bench' && (
        <button type="button" className="skip" onClick={() => skipTo('results')}>
          To the results
        </button>
      )}
      <a className="brand" href="#/bench">
        <Logo />
        <span className="brand-name">Vegas Lab</span>
      </a>
      <nav aria-label="Pages">
        {PAGES.map(({ page: one, address, title }) => (
          <a key={one} href={address} aria-current={one === current ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <ProjectorSwitch />
      <ThemeSwitch />
    </header>
  );
}

/** The address belongs to the pages, so this moves the focus itself. */
function skipTo(place: string) {
  const content = document.getElementById(place);
  content?.setAttribute('tabindex', '-1');
  content?.focus();
}

/** A window as Reno sees it, up and down, becoming a window as Vegas sees it, level. */
function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path
        d="M4.5 25 L10 10 V20 L15 10 V17.5 L18.5 13.5 H27.5"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** For those in the last row. */
function ProjectorSwitch() {
  const on = useObservable(projector);
  useShortcut('p', toggleProjector);
  return (
    <button
      type="button"
      className="projector-switch"
      aria-pressed={on}
      aria-label="Projector: large type, strong contrast"
      title="Large type and strong contrast, for a projector (p)"
      onClick={toggleProjector}
    >
      <span aria-hidden="true">Aa</span>
    </button>
  );
}

const LABELS = { system: 'System', light: 'Light', dark: 'Dark' };

function ThemeSwitch() {
  const choice = useObservable(themeChoice);
  return (
    <label className="theme-switch">
      <span className="visually-hidden">Colours</span>
      <select
        value={choice}
        onChange={(event) => {
          const chosen = THEME_CHOICES.find((one) => one === event.target.value);
          if (chosen) chooseTheme(chosen);
        }}
      >
        {THEME_CHOICES.map((one) => (
          <option key={one} value={one}>
            {LABELS[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
