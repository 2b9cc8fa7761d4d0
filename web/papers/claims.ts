/** The claims of the papers: how each of them holds by its counted rows. */
import type { Cause, Covered } from '../engine/generated/papers';
import {
  type Entry,
  type Finding,
  type Findings,
  findingOf,
  findingsOf,
  type Paper,
} from '../scenario/content/papers';
import { type Count, countOf, directionsIn, numbersIn } from './count';

/** A claim holds fully if all of its counted rows agree or hold, and not if none does. */
export type Holding = 'fully' | 'in_part' | 'not';

export interface Claim {
  paper: Paper;
  line: Covered;
  /** Its rows, also those that don't count. */
  entries: readonly Entry[];
  count: Count;
  /** Null if it has no counted row. */
  holding: Holding | null;
  /** The causes of the rows that deviate or fail. */
  causes: readonly Cause[];
}

export function claimsOf(paper: Paper, findings: Findings): Claim[] {
  return (paper.coverage ?? []).map((line) => {
    const entries = entriesOf(paper, line);
    const count = countOf(entries.map((entry) => findingOf(findings, paper, entry)));
    const causes = (paper.causes ?? []).filter(({ name }) => entries.some(({ cause }) => cause === name));
    return { paper, line, entries, count, holding: holdingOf(count), causes };
  });
}

/** The entries that a line of the coverage lists, by their items or by what several of these begin with. */
export function entriesOf(
  { entries }: Pick<Paper, 'entries'>,
  { rows = [] }: Pick<Covered, 'rows'>,
): Entry[] {
  const items = new Set(entries.map(({ item }) => item));
  const lists = (row: string, item: string) => item === row || (item.startsWith(row) && !items.has(row));
  return entries.filter(({ item }) => rows.some((row) => lists(row, item)));
}

/** The counted rows of a claim, and those of them that agree or hold. */
export const countedIn = (count: Count): { of: number; all: number } => ({
  of: count.agrees + count.holds,
  all: numbersIn(count) + directionsIn(count),
});

function holdingOf(count: Count): Holding | null {
  const { of, all } = countedIn(count);
  if (all === 0) return null;
  if (of === all) return 'fully';
  return of === 0 ? 'not' : 'in_part';
}

/** The number of claims by how they hold. */
export function countClaims(claims: readonly Claim[]): Record<Holding, number> & { all: number } {
  const number = (holding: Holding) => claims.filter((claim) => claim.holding === holding).length;
  const [fully, inPart, not] = [number('fully'), number('in_part'), number('not')];
  return { fully, in_part: inPart, not, all: fully + inPart + not };
}

/** The number of claims of some papers by how they hold. */
export function countOfPapers(
  papers: readonly Paper[],
  findings: readonly Finding[],
): ReturnType<typeof countClaims> {
  const byItem = findingsOf(findings);
  return countClaims(papers.flatMap((paper) => claimsOf(paper, byItem)));
}
