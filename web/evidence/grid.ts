/** Cells of the grid: their numbers, verdicts and explanations. */
import type { Explanation, GridFile, GridPath, Verdict } from '../content/evidence/data';
import type { CellName } from '../content/reference';

/** A cell with its numbers as ratios; the names are those of the file's columns. */
export interface Cell {
  name: CellName;
  path: GridPath;
  numbers: Readonly<Record<string, number>>;
  verdict: Verdict;
  /** The rules that it breaks. */
  broken: readonly string[];
}

/** The columns that aren't measured numbers. */
const VERDICT = 'verdict';
const BROKEN = 'broken_rules';

/** A cell's verdict by its place in the file's list. */
function verdictOf(grid: GridFile, row: readonly number[]): Verdict {
  const name = grid.verdicts[row[grid.columns.indexOf(VERDICT)] ?? -1];
  if (name === 'in') return 'agrees';
  return name === 'explained' ? 'explained' : 'out';
}

/** Null if the grid has no cell of this name. */
export function findCell(grid: GridFile, name: CellName): Cell | null {
  const pathAt = grid.paths.findIndex((path) => path.name === name.path);
  const path = grid.paths[pathAt];
  const row =
    grid.cells[grid.presets.indexOf(name.preset)]?.[grid.receivers.indexOf(name.receiver)]?.[pathAt]?.[
      grid.company.indexOf(name.company)
    ];
  if (row === undefined || path === undefined) return null;
  const numbers = Object.fromEntries(
    grid.columns.flatMap((column, at) =>
      column === VERDICT || column === BROKEN ? [] : [[column, (row[at] ?? 0) / 1000]],
    ),
  );
  const bits = row[grid.columns.indexOf(BROKEN)] ?? 0;
  const broken = grid.rules.filter((_, bit) => (bits & (1 << bit)) !== 0);
  return { name, path, numbers, verdict: verdictOf(grid, row), broken };
}

export type Counts = Record<Verdict, number>;

/** Counts verdicts. */
export function countVerdicts(verdicts: Iterable<Verdict>): Counts {
  const counts: Counts = { agrees: 0, explained: 0, out: 0 };
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}

/** A cell in a picture of the grid. */
export interface Pixel {
  verdict: Verdict;
  utilization: number;
}

/** One picture of the grid: a row per preset, a column per path. */
export function pictureOf(grid: GridFile, receiver: string, company: string): Pixel[][] {
  const [r, c] = [grid.receivers.indexOf(receiver), grid.company.indexOf(company)];
  const column = grid.columns.indexOf('utilization');
  const pixel = (row: readonly number[]) => ({
    verdict: verdictOf(grid, row),
    utilization: (row[column] ?? 0) / 1000,
  });
  return grid.cells.map((receivers) => (receivers[r] ?? []).map((path) => pixel(path[c] ?? [])));
}

/** Of all cells. */
export function gridCounts(grid: GridFile): Counts {
  const rows = grid.cells.flat(3);
  return countVerdicts(rows.map((row) => verdictOf(grid, row)));
}

/** The explanations of the rules that a cell breaks, each text once. */
export function explain(
  explanations: readonly Explanation[],
  { name, broken }: Pick<Cell, 'name' | 'broken'>,
): { rules: string[]; reason: string; source: string }[] {
  const named = (list: readonly string[] | undefined, one: string) =>
    list === undefined || list.length === 0 || list.includes(one);
  const found = new Map<string, { rules: string[]; reason: string; source: string }>();
  for (const { presets, paths, receivers, company, rules, reason, source } of explanations) {
    const covered = broken.filter((rule) => rules.includes(rule));
    const about = presets.includes(name.preset) && paths.includes(name.path);
    if (covered.length === 0 || !about || !named(receivers, name.receiver) || !named(company, name.company))
      continue;
    const known = found.get(reason + source);
    const all = [...new Set([...(known?.rules ?? []), ...covered])];
    found.set(reason + source, { rules: all, reason, source });
  }
  return [...found.values()];
}

/** Packets in flight when the link is just fully used. */
function pipe({ rate_bps, rtt_ms, smss_bytes }: GridPath): number {
  return (rate_bps * rtt_ms) / 8000 / (smss_bytes + 40);
}

export type PathGroup = 'no loss' | 'small window' | 'random loss';

/** The limit for senders on this path. */
export function groupOf(path: GridPath): PathGroup {
  if (path.loss > 0) return 'random loss';
  return path.rwnd_segments < pipe(path) ? 'small window' : 'no loss';
}

/** Neighbors of the same group, in order. */
export function runsOf<T, Group>(
  list: readonly T[],
  group: (one: T) => Group,
): { group: Group; members: T[] }[] {
  const runs: { group: Group; members: T[] }[] = [];
  for (const one of list) {
    const last = runs.at(-1);
    if (last !== undefined && last.group === group(one)) last.members.push(one);
    else runs.push({ group: group(one), members: [one] });
  }
  return runs;
}
