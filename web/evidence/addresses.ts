/** The addresses of the evidence: of the bench with one of its runs, and of the page. */
import { type CellName, type EvidenceRun, formatEvidence } from '../content/reference';
import { EVIDENCE_ADDRESS } from '../share/route';

/** The bench with the run. */
export function runAddress(run: EvidenceRun): string {
  return `#/bench?${new URLSearchParams({ experiment: formatEvidence(run) })}`;
}

/** The page with the grid at a receiver, a company and perhaps a cell. */
export function evidenceAddress(place: Partial<CellName> = {}): string {
  const query = `${new URLSearchParams({ ...place })}`;
  return query === '' ? EVIDENCE_ADDRESS : `${EVIDENCE_ADDRESS}?${query}`;
}
