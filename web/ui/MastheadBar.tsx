/** The part of the header that prerendered pages contain too: the lab's name and the navigation. */
import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Observable } from '../base/observable';
import { observeSize } from '../base/size';
import { t } from '../base/words/words';
import { PAPERS_ADDRESS, TEACH_ADDRESS } from '../run/share/route';
import { useRoot } from './root';
import './Masthead.css';

/** The place in the header for a page's own actions; null while there's no header. */
export const mastheadActions = new Observable<HTMLElement | null>(null);

function setActions(element: HTMLElement | null): void {
  mastheadActions.set(element);
}

const PAGES = [
  { page: 'lessons', address: 'lessons/', title: () => t('Learn') },
  { page: 'bench', address: '#/bench', title: () => t('Lab') },
  { page: 'papers', address: PAPERS_ADDRESS, title: () => t('Papers') },
  { page: 'teach', address: TEACH_ADDRESS, title: () => t('Teach') },
];

/** The menu entry to highlight for pages outside the menu. Pages missing here, for example a sweep, belong to the bench. */
const WITHIN: Readonly<Record<string, string>> = {
  '': '',
  assign: 'teach',
  author: 'teach',
  copy: 'lessons',
  task: 'lessons',
  grade: 'teach',
  embed: 'teach',
  'figure-1': 'papers',
  evidence: 'papers',
  comparing: 'papers',
  privacy: '',
  python: '',
};

export function MastheadBar({ page, children }: { page: string; children?: ReactNode }) {
  const root = useRoot();
  const bar = useRoom(page);
  // Without room for it, all but the navigation is in a menu.
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return undefined;
    const onPress = (event: PointerEvent) => {
      if (!(event.target as Element).closest('.masthead')) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);
  // An action ends the menu, unless it opens one of its own or is one that's often repeated.
  const onClick = ({ target }: MouseEvent) => {
    const button = (target as Element).closest('button, a');
    if (button !== null && !button.matches('[aria-expanded], [aria-pressed], .steps *')) setOpen(false);
  };
  const current = PAGES.some((one) => one.page === page) ? page : (WITHIN[page] ?? 'bench');
  return (
    <header className="masthead" ref={bar}>
      <button type="button" className="skip" onClick={() => skipTo('content')}>
        {t('Skip to the content')}
      </button>
      {current === 'bench' && (
        <button type="button" className="skip" onClick={() => skipTo('results')}>
          {t('Skip to the results')}
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
      <button
        type="button"
        className="masthead-menu"
        aria-expanded={open}
        aria-controls="masthead-more"
        aria-label={t('More')}
        onClick={() => setOpen(!open)}
      >
        ⋯
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles a key of the buttons inside it */}
      <div
        className="masthead-more"
        id="masthead-more"
        data-open={open}
        onClick={onClick}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        <div className="masthead-actions" ref={setActions} />
        {children}
      </div>
    </header>
  );
}

/** From the most room to the least: everything, everything in short, and a menu. */
const ROOMS = ['full', 'short', 'menu'];

/** Sets the header's `data-room` to the first of `ROOMS` that fits it, whatever the language, the size of its type and the page's actions. */
function useRoom(page: string) {
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own actions
  useLayoutEffect(() => {
    const { current: header } = bar;
    if (!header) return undefined;
    const shrinking = [...header.querySelectorAll('.masthead-more, .masthead-actions')];
    const choose = () => {
      for (const room of ROOMS) {
        header.dataset.room = room;
        if (shrinking.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)) break;
      }
    };
    choose();
    const stops = [header, ...header.children].map((one) => observeSize(one, choose));
    return () => {
      for (const stop of stops) stop();
    };
  }, [page]);
  return bar;
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
