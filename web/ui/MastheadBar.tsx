/** The part of the header that prerendered pages contain too: the lab's name and the navigation. */
import type { ReactNode } from 'react';
import { FIGURE_1_ADDRESS, PAPERS_ADDRESS } from '../share/route';
import { t } from '../words/words';
import { useRoot } from './root';
import './Masthead.css';

const PAGES = [
  { page: 'lessons', address: 'lessons/', title: () => t('Lessons') },
  { page: 'bench', address: '#/bench', title: () => t('Bench') },
  { page: 'figure-1', address: FIGURE_1_ADDRESS, title: () => t('Figure 1') },
  { page: 'papers', address: PAPERS_ADDRESS, title: () => t('Papers') },
];

/** The menu entry to highlight for pages outside the menu. Pages missing here, for example a sweep, belong to the bench. */
const WITHIN: Readonly<Record<string, string>> = {
  assign: 'lessons',
  task: 'lessons',
  grade: 'lessons',
  evidence: 'papers',
  '': '',
  teach: '',
  embed: '',
  privacy: '',
};

export function MastheadBar({ page, children }: { page: string; children?: ReactNode }) {
  const root = useRoot();
  const current = PAGES.some((one) => one.page === page) ? page : (WITHIN[page] ?? 'bench');
  return (
    <header className="masthead">
      <button type="button" className="skip" onClick={() => skipTo('content')}>
        {t('To the content')}
      </button>
      {current === 'bench' && (
        <button type="button" className="skip" onClick={() => skipTo('results')}>
          {t('To the results')}
        </button>
      )}
      <a className="brand" href={`${root}#/`}>
        <Logo />
        <span className="brand-name" translate="no">
          Vegas Lab
        </span>
      </a>
      <nav aria-label={t('Pages')}>
        {PAGES.map(({ page: one, address, title }) => (
          <a key={one} href={root + address} aria-current={one === current ? 'page' : undefined}>
            {title()}
          </a>
        ))}
      </nav>
      {children}
    </header>
  );
}

/** Moves the focus itself, because the address's fragment selects the page. */
function skipTo(place: string) {
  const content = document.getElementById(place);
  content?.setAttribute('tabindex', '-1');
  content?.focus();
}

/** Reno's sawtooth window that turns into Vegas' level window. */
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
