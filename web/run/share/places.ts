/** Addresses of places within the lab's pages. They're apart from `route.ts`, which every page loads first. */
import {
  type CellName,
  type EvidenceRun,
  formatEvidence,
  formatReference,
  type Reference,
} from '../../scenario/content/reference';
import { EVIDENCE_ADDRESS, PAPERS_ADDRESS, TEACH_ADDRESS } from './route';

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

/** The address of the papers page with parameters: a paper, a view, filters. */
export function papersAddress(query: Record<string, string>): string {
  return `${PAPERS_ADDRESS}?${new URLSearchParams(query)}`;
}

/** The page that explains tolerances, seeds and choices. */
export const COMPARING_ADDRESS = '#/comparing';

/** The place on that page where one of our readings of the papers stands, by its name: `A5`. */
export function readingAddress(name: string | undefined): string {
  return name === undefined
    ? COMPARING_ADDRESS
    : `${COMPARING_ADDRESS}?${new URLSearchParams({ reading: name })}`;
}

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

/** The page that helps to teach a chapter. */
export function chapterAddress(chapter: string): string {
  return `${TEACH_ADDRESS}?${new URLSearchParams({ chapter })}`;
}

/** The demo for a lecture, from its first picture. */
export const DEMO_ADDRESS = `${TEACH_ADDRESS}?demo=1`;

export const FIGURE_1_ADDRESS = '#/figure-1';

export const ASSIGN_ADDRESS = '#/assign';

/** The page that hands out a lesson: its link for students is ready. */
export function assignAddress(lesson: string): string {
  return `${ASSIGN_ADDRESS}?${new URLSearchParams({ lesson })}`;
}

export const GRADE_ADDRESS = '#/grade';
