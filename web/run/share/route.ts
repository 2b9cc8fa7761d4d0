/** The current page and the addresses of others. A page's address follows `#`: `#/bench?scenario=ahn-fig1-rr`. */
import { useMemo, useSyncExternalStore } from 'react';
import {
  type CellName,
  type EvidenceRun,
  formatEvidence,
  formatReference,
  type Reference,
} from '../../scenario/content/reference';
import { parseRoute, type Route } from './hash';

export { parseRoute };

/** @param moment where to put the cursor, in seconds */
export function benchAddress(scenario: string, moment: number | null = null): string {
  const query = new URLSearchParams({ scenario });
  if (moment !== null) query.set('view.at', String(moment));
  return `#/bench?${query}`;
}

/** The address of the bench with an experiment of a paper. */
export function experimentAddress(reference: Reference): string {
  return `#/bench?${new URLSearchParams({ experiment: formatReference(reference) })}`;
}

/** The address of the embed builder for a lesson, or for a bench by its link's parameters. */
export function embedAddress(shown: { lesson: string } | { link: string }): string {
  return `#/embed?${'lesson' in shown ? new URLSearchParams(shown) : shown.link}`;
}

/** The address of a paper, or of one of its tables, figures or numbers by the name of its item. */
export function paperAddress(paper: string, item?: string): string {
  return `#/papers?${new URLSearchParams({ paper, ...(item !== undefined && { item }) })}`;
}

export const PAPERS_ADDRESS = '#/papers';

/** The address of the papers page with parameters: a paper, a view, filters. */
export function papersAddress(query: Record<string, string>): string {
  return `${PAPERS_ADDRESS}?${new URLSearchParams(query)}`;
}

/** The page that explains tolerances, seeds and choices. */
export const COMPARING_ADDRESS = '#/comparing';

/** The page "How we know": checks against other implementations. */
export const EVIDENCE_ADDRESS = '#/evidence';

/** The address of the page "How we know": the grid at a receiver, a company and perhaps a cell, or a sentence of an RFC. */
export function evidenceAddress(place: Partial<CellName> | { sentence: string } = {}): string {
  const query = `${new URLSearchParams({ ...place })}`;
  return query === '' ? EVIDENCE_ADDRESS : `${EVIDENCE_ADDRESS}?${query}`;
}

/**
 * The address of the bench with a run of the evidence.
 * @param moment where to put the cursor, in seconds
 */
export function evidenceRunAddress(run: EvidenceRun, moment: number | null = null): string {
  const query = new URLSearchParams({ experiment: formatEvidence(run) });
  if (moment !== null) query.set('view.at', String(moment));
  return `#/bench?${query}`;
}

/** The page of all scenarios. */
export const SCENARIOS_ADDRESS = '#/scenarios';

export const TEACH_ADDRESS = '#/teach';

/** The page that helps to teach a chapter. */
export function chapterAddress(chapter: string): string {
  return `${TEACH_ADDRESS}?${new URLSearchParams({ chapter })}`;
}

/** The demo for a lecture, from its first picture. */
export const DEMO_ADDRESS = `${TEACH_ADDRESS}?demo=1`;

export const FIGURE_1_ADDRESS = '#/figure-1';

export const PRIVACY_ADDRESS = '#/privacy';

export const PYTHON_ADDRESS = '#/python';

const ASSIGNMENT_PAGES = ['assign', 'task', 'grade'] as const;

/** The pages where teachers set and grade a task, and where students do it. */
export type AssignmentPage = (typeof ASSIGNMENT_PAGES)[number];

export function isAssignmentPage(page: string): page is AssignmentPage {
  return ASSIGNMENT_PAGES.some((one) => one === page);
}

export const ASSIGN_ADDRESS = '#/assign';

/** The page that hands out a lesson: its link for students is ready. */
export function assignAddress(lesson: string): string {
  return `${ASSIGN_ADDRESS}?${new URLSearchParams({ lesson })}`;
}

export const GRADE_ADDRESS = '#/grade';

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
