/** The papers, and our findings for their numbers. */
import type { Arm, Cause, Design, Entry, Experiment, Paper, Verdict } from '../../engine/generated/papers';

export type { Arm, Cause, Entry, Experiment, Paper, Verdict };

/** Our result for an entry, written by `npm run findings`. */
export interface Finding {
  paper: string;
  item: string;
  ours: number | null;
  ci95: number | null;
  /** Half the width of the interval at the experiment's confidence level, in percent, if that isn't 95. */
  ci?: { percent: number; half: number };
  /** How far ours may be from a printed number, before our own interval is added. */
  tolerance?: number;
  /** The largest difference that agrees, with our own interval. */
  allowed?: number;
  verdict: Verdict;
}

const files = import.meta.glob<Paper>('../../../content/papers/*.json', { import: 'default' });

const loaders = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ''), load]),
);

/** Findings by paper and item. */
export type Findings = ReadonlyMap<string, Finding>;

/** Indexes findings by paper and item: `low-2000/figure-7/vegas-10`. */
export function findingsOf(findings: readonly Finding[]): Findings {
  return new Map(findings.map((finding) => [`${finding.paper}/${finding.item}`, finding]));
}

/** The finding for an entry of a paper. */
export function findingOf(
  findings: Findings,
  paper: Paper,
  { item }: Pick<Entry, 'item'>,
): Finding | undefined {
  return findings.get(`${paper.name}/${item}`);
}

/** The papers' names, as in addresses. */
export const PAPER_NAMES: readonly string[] = [...loaders.keys()];

/** Loads a paper; null if the name is unknown. */
export async function loadPaper(name: string): Promise<Paper | null> {
  return (await loaders.get(name)?.()) ?? null;
}

/** Loads the findings for all papers. */
export async function loadFindings(): Promise<readonly Finding[]> {
  const { default: findings } = await import('../../../content/findings.json');
  return findings as Finding[];
}

/** The name of an arm with some factors turned on. */
function armWith(arm: string, factors: readonly string[]): string {
  return [arm, ...factors].join('+');
}

/** The arm with these factors turned on, then those with every other combination of the design's factors. */
function armsOfDesign({ arm, factors }: Design, on: readonly string[]): string[] {
  const combinations: string[][] = [[]];
  for (const factor of factors) combinations.push(...combinations.map((some) => [...some, factor]));
  return [...new Set([on, ...combinations].map((some) => armWith(arm, some)))];
}

/** The arms that a measure compares; a null stands for an experiment without arms. */
export function armsOf(measure: Entry['measure']): (string | null)[] {
  if (measure === undefined) return [];
  switch (measure.kind) {
    case 'flow':
    case 'link':
    case 'datagrams':
      return [measure.arm ?? null];
    case 'time_saved':
      return [measure.by.arm ?? null, measure.over.arm ?? null];
    case 'effect':
      return armsOfDesign(measure.design, measure.by);
    case 'variation':
      return armsOfDesign(measure.design, measure.terms?.[0] ?? []);
    case 'sum':
    case 'mean':
    case 'fairness':
      return measure.of.flatMap(armsOf);
    case 'ratio':
    case 'pooled':
      return [...armsOf(measure.of), ...armsOf(measure.to)];
    case 'change':
      return [...armsOf(measure.of), ...armsOf(measure.from)];
    default:
      return armsOf(measure.of);
  }
}

/** A measure's first arm: the run to open for a number. */
export function armOf(measure: Entry['measure']): string | null {
  return armsOf(measure)[0] ?? null;
}

/** The table or figure that an item belongs to: `figure-7` of `figure-7/vegas-10`. */
export function groupOf(item: string): string {
  const [group = ''] = item.split('/');
  return group;
}

/** Groups entries by table or figure, the first part of their items. A figure without numbers gets an empty group. */
export function groups({ entries, figures = [] }: Pick<Paper, 'entries' | 'figures'>): Map<string, Entry[]> {
  const found = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = groupOf(entry.item);
    found.set(group, [...(found.get(group) ?? []), entry]);
  }
  for (const { name } of figures) if (!found.has(groupOf(name))) found.set(groupOf(name), []);
  return found;
}

/** A paper's short name: `Low 2000` for `low-2000`. */
export function shortName({ name }: Pick<Paper, 'name'>): string {
  return name.replace(/^./, (letter) => letter.toUpperCase()).replace('-', ' ');
}
