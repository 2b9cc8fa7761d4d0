/** The rows of all papers: filtering, searching and sorting them. */
import {
  type Cause,
  type Entry,
  type Finding,
  type Findings,
  findingOf,
  type Paper,
  shortName,
  type Verdict,
} from '../scenario/content/papers';
import { type Kind, kindOf } from './kinds';
import { intervalOf } from './words';

export interface Row {
  paper: Paper;
  entry: Entry;
  finding: Finding | undefined;
  verdict: Verdict;
  kind: Kind;
  cause: Cause | undefined;
  /** The difference from the printed number in units of the largest one that agrees; null without a printed number. */
  distance: number | null;
  /** Lower-case text that a search looks through. */
  text: string;
}

export function rowsOf(papers: readonly Paper[], findings: Findings): Row[] {
  return papers.flatMap((paper) =>
    paper.entries.map((entry) => {
      const finding = findingOf(findings, paper, entry);
      const cause = paper.causes?.find(({ name }) => name === entry.cause);
      const words = [
        shortName(paper),
        paper.authors,
        entry.item,
        entry.place,
        entry.quantity,
        entry.unit,
        entry.note,
        cause?.title,
      ];
      return {
        paper,
        entry,
        finding,
        verdict: finding?.verdict ?? 'missing',
        kind: kindOf(entry.measure),
        cause,
        distance: distanceOf(entry, finding),
        text: words.filter(Boolean).join(' ').toLowerCase(),
      };
    }),
  );
}

/** The printed number that ours is compared with: the model's, the paper's own, or the middle of its range. */
export function referenceOf({ published: { model, value, interval } }: Entry): number | null {
  return model ?? value ?? (interval === undefined ? null : (interval[0] + interval[1]) / 2);
}

/** The signed difference from the printed number, in units of the largest one that agrees. */
export function signedDistance(entry: Entry, finding: Finding | undefined): number | null {
  const theirs = referenceOf(entry);
  if (finding?.allowed === undefined || finding.ours === null || theirs === null) return null;
  const difference = finding.ours - theirs;
  return difference === 0 ? 0 : difference / finding.allowed;
}

function distanceOf(entry: Entry, finding: Finding | undefined): number | null {
  const signed = signedDistance(entry, finding);
  return signed === null ? null : Math.abs(signed);
}

/** Half the width of our interval in units of the largest difference that agrees. */
export function halfDistance(finding: Finding | undefined): number {
  const half = intervalOf(finding)?.half ?? 0;
  return half === 0 ? 0 : half / (finding?.allowed ?? Number.POSITIVE_INFINITY);
}

/** All rows that count; rows of our own don't. */
const COUNTED = 'counted';

export const SHOWN = [
  COUNTED,
  'agrees',
  'deviates',
  'holds',
  'fails',
  'not_simulated',
  'ours',
  'all',
] as const;

export type Shown = (typeof SHOWN)[number];

export const SORTS = ['paper', 'farthest', 'nearest'] as const;

export type Sort = (typeof SORTS)[number];

export interface Filter {
  shown: Shown;
  kind: Kind | null;
  /** Paper and cause: `ahn-1995/background`. */
  cause: string | null;
  search: string;
  sort: Sort;
}

export const NO_FILTER: Filter = { shown: COUNTED, kind: null, cause: null, search: '', sort: 'paper' };

/** Reads a filter from an address. Unknown values are ignored. */
export function filterIn(query: URLSearchParams, kinds: readonly Kind[]): Filter {
  const one = <T extends string>(name: string, allowed: readonly T[]): T | undefined =>
    allowed.find((value) => value === query.get(name));
  return {
    shown: one('show', SHOWN) ?? NO_FILTER.shown,
    kind: one('kind', kinds) ?? null,
    cause: query.get('cause'),
    search: query.get('search') ?? '',
    sort: one('sort', SORTS) ?? NO_FILTER.sort,
  };
}

/** The address parameters of a filter; defaults are left out. */
export function queryOf({ shown, kind, cause, search, sort }: Filter): Record<string, string> {
  return {
    ...(shown !== NO_FILTER.shown && { show: shown }),
    ...(kind !== null && { kind }),
    ...(cause !== null && { cause }),
    ...(search !== '' && { search }),
    ...(sort !== NO_FILTER.sort && { sort }),
  };
}

export function causeName({ paper, cause }: Row): string | null {
  return cause === undefined ? null : `${paper.name}/${cause.name}`;
}

export function filtered(rows: readonly Row[], filter: Filter): Row[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter(
    (row) =>
      isShown(row.verdict, filter.shown) &&
      (filter.kind === null || row.kind === filter.kind) &&
      (filter.cause === null || causeName(row) === filter.cause) &&
      words.every((word) => row.text.includes(word)),
  );
  return sorted(found, filter.sort);
}

function isShown(verdict: Verdict, shown: Shown): boolean {
  if (shown === 'all') return true;
  return shown === COUNTED ? verdict !== 'ours' : verdict === shown;
}

/** Rows without a distance come last, in the order of the papers. */
function sorted(rows: Row[], sort: Sort): Row[] {
  if (sort === 'paper') return rows;
  const sign = sort === 'farthest' ? -1 : 1;
  return rows.toSorted((a, b) => {
    if (a.distance === null || b.distance === null)
      return Number(a.distance === null) - Number(b.distance === null);
    return a.distance === b.distance ? 0 : sign * (a.distance - b.distance);
  });
}
