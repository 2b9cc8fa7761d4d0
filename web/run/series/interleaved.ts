/**
 * A table of one chunk as the engine returns it: the rows of all flows or of all links, interleaved. Queries need the rows of one flow or
 * link, and only those are in chronological order. Rows are split at the first query, because most are never queried: two thirds of the
 * rows of Figure 1 are queues of links that no panel shows.
 */
import { type Chunk, SAMPLED_TABLES, TRACE_TABLES } from '../../engine/schema';

/** The tables with rows of flows or links. `gaps` says where their samples are missing. */
export type TableName = Exclude<keyof Chunk, 'gaps'>;
export type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** The column with the flow or link of each row. */
export const KEY = {
  segments: 'flow',
  windows: 'flow',
  rtts: 'flow',
  queues: 'link',
  states: 'flow',
  limits: 'flow',
  decisions: 'flow',
  checks: 'flow',
  sacks: 'flow',
  hops: 'link',
} as const satisfies Record<TableName, 'flow' | 'link'>;

export const TABLES = Object.keys(KEY) as TableName[];

/** The gaps of one flow or link in a chunk: when each begins, and how many kept rows are before it, counted from the start of the run. */
export interface Gaps {
  time_s: number[];
  row: number[];
}

/** Rows of one flow or one directed link: all columns except the key. */
export interface Part {
  /** Number of rows. */
  length: number;
  columns: Record<string, Column>;
  /** Null if every row was kept. */
  gaps: Gaps | null;
}

export class Interleaved {
  private readonly table: TableName;
  private readonly columns: Record<string, Column>;
  /** The rows of each key that `take` has not returned yet; null until the first `take`. */
  private rowsOf: Map<number, Uint32Array> | null = null;
  private readonly gaps: Map<number, Gaps>;

  /** Takes over the memory of the columns. */
  constructor(table: TableName, columns: Record<string, Column>, gaps: Map<number, Gaps>) {
    this.table = table;
    this.columns = columns;
    this.gaps = gaps;
  }

  /** Returns the rows of a flow or a link; null if there are none or an earlier call has returned them. */
  take(key: number): Part | null {
    if (this.rowsOf === null) {
      this.rowsOf = rowsByKey(this.columns[KEY[this.table]] ?? NO_ROWS);
    }
    const gaps = this.gaps.get(key) ?? null;
    this.gaps.delete(key);
    const rows = this.rowsOf.get(key) ?? (gaps && NO_ROWS);
    if (rows === null || rows === undefined) return null;
    this.rowsOf.delete(key);
    const columns: Record<string, Column> = {};
    for (const [name, element] of TRACE_TABLES[this.table]) {
      const column = this.columns[name];
      if (name === KEY[this.table] || column === undefined) continue;
      columns[name] = rows.length < column.length ? COPY_ROWS[element](column, rows) : column;
    }
    return { length: rows.length, columns, gaps };
  }

  /** True if the rows of every key have been taken. */
  get empty(): boolean {
    return this.rowsOf?.size === 0 && this.gaps.size === 0;
  }
}

const NO_ROWS = new Uint32Array(0);

/** The gaps of a chunk, by table and then by flow or link. */
export function gapsByTable({ time_s, table, key, row }: Chunk['gaps']): Map<TableName, Map<number, Gaps>> {
  const found = new Map<TableName, Map<number, Gaps>>();
  for (let gap = 0; gap < time_s.length; gap += 1) {
    const name = SAMPLED_TABLES[table[gap] as number] as TableName;
    const ofTable = found.get(name) ?? new Map<number, Gaps>();
    found.set(name, ofTable);
    const own = ofTable.get(key[gap] as number) ?? { time_s: [], row: [] };
    ofTable.set(key[gap] as number, own);
    own.time_s.push(time_s[gap] as number);
    own.row.push(row[gap] as number);
  }
  return found;
}

/** Row numbers by key, ascending. */
function rowsByKey(keys: Column): Map<number, Uint32Array> {
  const counts: number[] = [];
  for (let row = 0; row < keys.length; row += 1) {
    const key = keys[row] as number;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  const rowsOf = counts.map((count) => new Uint32Array(count));
  const next = counts.map(() => 0);
  for (let row = 0; row < keys.length; row += 1) {
    const key = keys[row] as number;
    const place = next[key] as number;
    (rowsOf[key] as Uint32Array)[place] = row;
    next[key] = place + 1;
  }
  // Keys without rows are holes in the array, which forEach skips.
  const found = new Map<number, Uint32Array>();
  rowsOf.forEach((rows, key) => {
    found.set(key, rows);
  });
  return found;
}

type CopyRows = (column: Column, rows: Uint32Array) => Column;

/** Copies the listed rows of a column. One function per array type, because browsers compile loops over a single array type to faster code. */
const COPY_ROWS: Record<'f64' | 'u32' | 'u16' | 'u8', CopyRows> = {
  f64: (column, rows) => {
    const copied = new Float64Array(rows.length);
    for (let place = 0; place < rows.length; place += 1)
      copied[place] = column[rows[place] as number] as number;
    return copied;
  },
  u32: (column, rows) => {
    const copied = new Uint32Array(rows.length);
    for (let place = 0; place < rows.length; place += 1)
      copied[place] = column[rows[place] as number] as number;
    return copied;
  },
  u16: (column, rows) => {
    const copied = new Uint16Array(rows.length);
    for (let place = 0; place < rows.length; place += 1)
      copied[place] = column[rows[place] as number] as number;
    return copied;
  },
  u8: (column, rows) => {
    const copied = new Uint8Array(rows.length);
    for (let place = 0; place < rows.length; place += 1)
      copied[place] = column[rows[place] as number] as number;
    return copied;
  },
};
