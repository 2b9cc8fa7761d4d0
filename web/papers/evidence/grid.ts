/** Cells of the grid: their numbers, verdicts and explanations. */
import type { Explanation, GridFile, GridPath, Verdict } from '../../scenario/content/evidence/data';
import type { CellName } from '../../scenario/content/reference';

/** A cell. Its numbers are ratios, named after the columns of the file. */
export interface Cell {
  name: CellName;
  path: GridPath;
  numbers: Readonly<Record<string, number>>;
  verdict: Verdict;
  /** The rules that the cell breaks. */
  broken: readonly string[];
}

/** The columns that aren't measured numbers. */
const VERDICT = 'verdict';
const BROKEN = 'broken_rules';

/** A cell's verdict, from its index in the file's list of verdicts. */
function verdictOf(grid: GridFile, row: readonly number[]): Verdict {
  const name = grid.verdicts[row[grid.columns.indexOf(VERDICT)] ?? -1];
  if (name === 'in') return 'agrees';
  return name === 'explained' ? 'explained' : 'out';
}

/** Null if the grid has no cell of this name. */
export function findCell(grid: GridFile, name: CellName): Cell | null {
  const pathIndex = grid.paths.findIndex((path) => path.name === name.path);
  const path = grid.paths[pathIndex];
  const row =
    grid.cells[grid.presets.indexOf(name.preset)]?.[grid.receivers.indexOf(name.receiver)]?.[pathIndex]?.[
      grid.company.indexOf(name.company)
    ];
  if (row === undefined || path === undefined) return null;
  const numbers = Object.fromEntries(
    grid.columns.flatMap((column, index) =>
      column === VERDICT || column === BROKEN ? [] : [[column, (row[index] ?? 0) / 1000]],
    ),
  );
  const bits = row[grid.columns.indexOf(BROKEN)] ?? 0;
  const broken = grid.rules.filter((_, bit) => (bits & (1 << bit)) !== 0);
  return { name, path, numbers, verdict: verdictOf(grid, row), broken };
}

export type Counts = Record<Verdict, number>;

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

/** Counts the verdicts of all cells. */
export function gridCounts(grid: GridFile): Counts {
  const rows = grid.cells.flat(3);
  return countVerdicts(rows.map((row) => verdictOf(grid, row)));
}

/** The explanations of the rules that a cell breaks. Rules with the same explanation are listed together. */
export function explain(
  explanations: readonly Explanation[],
  { name, broken }: Pick<Cell, 'name' | 'broken'>,
): { rules: string[]; reason: string; source: string }[] {
  const applies = (list: readonly string[] | undefined, one: string) =>
    list === undefined || list.length === 0 || list.includes(one);
  const found = new Map<string, { rules: string[]; reason: string; source: string }>();
  for (const { presets, paths, receivers, company, rules, reason, source } of explanations) {
    const covered = broken.filter((rule) => rules.includes(rule));
    const about = presets.includes(name.preset) && paths.includes(name.path);
    if (
      covered.length === 0 ||
      !about ||
      !applies(receivers, name.receiver) ||
      !applies(company, name.company)
    )
      continue;
    const existing = found.get(reason + source);
    const all = [...new Set([...(existing?.rules ?? []), ...covered])];
    found.set(reason + source, { rules: all, reason, source });
  }
  return [...found.values()];
}

/** The path's bandwidth-delay product, packets. */
function bdpPackets({ rate_bps, rtt_ms, smss_bytes }: GridPath): number {
  return (rate_bps * rtt_ms) / 8000 / (smss_bytes + 40);
}

export type PathGroup = 'no loss' | 'small window' | 'random loss';

/** Groups paths by what limits their senders besides rate and buffer. */
export function pathGroupOf(path: GridPath): PathGroup {
  if (path.loss > 0) return 'random loss';
  return path.rwnd_segments < bdpPackets(path) ? 'small window' : 'no loss';
}

/** Splits a list into stretches of consecutive items with the same group. */
export function groupConsecutive<T, Group>(
  list: readonly T[],
  groupOf: (one: T) => Group,
): { group: Group; members: T[] }[] {
  const stretches: { group: Group; members: T[] }[] = [];
  for (const one of list) {
    const last = stretches.at(-1);
    if (last !== undefined && last.group === groupOf(one)) last.members.push(one);
    else stretches.push({ group: groupOf(one), members: [one] });
  }
  return stretches;
}
