/** The current page and the addresses of others. A page's address follows `#`: `#/bench?scenario=ahn-fig1-rr`. */
import { useMemo, useSyncExternalStore } from 'react';
import { parseRoute, type Route } from './hash';

export { parseRoute };

/** @param moment where to put the cursor, in seconds */
export function benchAddress(scenario: string, moment: number | null = null): string {
  const query = new URLSearchParams({ scenario });
  if (moment !== null) query.set('view.at', String(moment));
  return `#/bench?${query}`;
}

export const PAPERS_ADDRESS = '#/papers';

/** The page "How we know": checks against other implementations. */
export const EVIDENCE_ADDRESS = '#/evidence';

export const TEACH_ADDRESS = '#/teach';

export const PRIVACY_ADDRESS = '#/privacy';

export const PYTHON_ADDRESS = '#/python';

const ASSIGNMENT_PAGES = ['assign', 'task', 'grade'] as const;

/** The pages where teachers set and grade a task, and where students do it. */
export type AssignmentPage = (typeof ASSIGNMENT_PAGES)[number];

export function isAssignmentPage(page: string): page is AssignmentPage {
  return ASSIGNMENT_PAGES.some((one) => one === page);
}

/**
 * Keeps the page's address up to date, for bookmarks and the Back button, without adding a history entry. Does nothing once another page
 * has been opened: a page that is still being drawn mustn't take its place.
 */
export function replaceAddress(address: string): void {
  if (parseRoute(window.location.hash).page === parseRoute(address).page)
    window.history.replaceState(window.history.state, '', address);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    // Only the home page is prerendered.
    () => '',
  );
  return useMemo(() => parseRoute(hash), [hash]);
}

/** The document title of a page. */
export function documentTitle(page: string): string {
  return `${page} · Vegas Lab`;
}
