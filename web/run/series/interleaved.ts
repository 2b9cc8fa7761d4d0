/**
 * A table of one chunk as the engine returns it: the rows of all flows or of all links, interleaved. Queries need the rows of one flow or
 * link, and only those are in chronological order. Rows are split at the first query, because most are never queried: two thirds of the
 * rows of Figure 1 are queues of links that no panel shows.
 */
import { type Chunk, TRACE_TABLES } from '../../engine/schema';

export type TableName = keyof Chunk;
export type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** The column with the flow or link of each row. */
export const KEY = {
  segments: 'flow',
  windows: 'flow',
  rtts: 'flow',
  queues: 'link',
  states: 'flow',
  decisions: 'flow',
  checks: 'flow',
  sacks: 'flow',
  hops: 'link',
} as const satisfies Record<TableName, 'flow' | 'link'>;

export const TABLES = Object.keys(KEY) as TableName[];

/** Rows of one flow or one directed link: all columns except the key. */
export interface Part {
  /** Number of rows. */
  length: number;
  columns: Record<string, Column>;
}

export class Interleaved {
  private readonly table: TableName;
  private readonly columns: Record<string, Column>;
  /** The rows of each key that `take` has not returned yet; null until the first `take`. */
  private rowsOf: Map<number, Uint32Array> | null = null;
  /** Number of flows or links that have rows in this chunk. */
  private keys = 0;

  /** Takes over the memory of the columns. */
  constructor(table: TableName, columns: Record<string, Column>) {
    this.table = table;
    this.columns = columns;
  }

  /** Returns the rows of a flow or a link; null if there are none or an earlier call has returned them. */
  take(key: number): Part | null {
    if (this.rowsOf === null) {
      this.rowsOf = rowsByKey(this.columns[KEY[this.table]] as Column);
      this.keys = this.rowsOf.size;
    }
    const rows = this.rowsOf.get(key);
    if (rows === undefined) return null;
    this.rowsOf.delete(key);
    const columns: Record<string, Column> = {};
    for (const [name, element] of TRACE_TABLES[this.table]) {
      const column = this.columns[name];
      if (name === KEY[this.table] || column === undefined) continue;
      columns[name] = this.keys > 1 ? COPY_ROWS[element](column, rows) : column;
    }
    return { length: rows.length, columns };
  }

  /** True if the rows of every key have been taken. */
  get empty(): boolean {
    return this.rowsOf?.size === 0;
  }
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
