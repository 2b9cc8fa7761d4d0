/**
 * A table of one chunk as the engine gives it, the rows of all flows or of all links interleaved. Every reader wants one of them, and only
 * within one are the rows in order of time; but most are never asked for, two thirds of the rows of Figure 1 being queues of links that no
 * panel shows, and so they are parted when somebody asks.
 */
import { type Chunk, TRACE_TABLES } from '../../engine/schema';

export type TableName = keyof Chunk;
export type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** The column that says whose row it is. */
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

/** Rows of one flow or one directed link: the columns but for the key. */
export interface Part {
  /** Rows. */
  length: number;
  columns: Record<string, Column>;
}

export class Interleaved {
  private readonly table: TableName;
  private readonly columns: Record<string, Column>;
  /** Which rows belong to each key that has not been taken yet; null until the first is asked for. */
  private rowsOf: Map<number, Uint32Array> | null = null;
  /** Flows or links that have rows here. */
  private keys = 0;

  /** The memory of the columns is this table's from now on. */
  constructor(table: TableName, columns: Record<string, Column>) {
    this.table = table;
    this.columns = columns;
  }

  /** The rows of a flow or of a link, to whoever asks first; null where there are none. */
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
      columns[name] = this.keys > 1 ? GATHER[element](column, rows) : column;
    }
    return { length: rows.length, columns };
  }

  /** All have been taken: nothing is left that anybody could ask for. */
  get empty(): boolean {
    return this.rowsOf?.size === 0;
  }
}

/** Which rows belong to each key, in their order. */
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
  // Keys without rows are holes in the list, which this passes over.
  const found = new Map<number, Uint32Array>();
  rowsOf.forEach((rows, key) => {
    found.set(key, rows);
  });
  return found;
}

type Gather = (column: Column, rows: Uint32Array) => Column;

/** The rows of a column. Four functions that look alike: each sees one kind of array, which a browser compiles to faster loops than one for all. */
const GATHER: Record<'f64' | 'u32' | 'u16' | 'u8', Gather> = {
  f64: (column, rows) => {
    const gathered = new Float64Array(rows.length);
    for (let place = 0; place < rows.length; place += 1)
      gathered[place] = column[rows[place] as number] as number;
    return gathered;
  },
  u32: (column, rows) => {
    const gathered = new Uint32Array(rows.length);
    for (let place = 0; place < rows.length; place += 1)
      gathered[place] = column[rows[place] as number] as number;
    return gathered;
  },
  u16: (column, rows) => {
    const gathered = new Uint16Array(rows.length);
    for (let place = 0; place < rows.length; place += 1)
      gathered[place] = column[rows[place] as number] as number;
    return gathered;
  },
  u8: (column, rows) => {
    const gathered = new Uint8Array(rows.length);
    for (let place = 0; place < rows.length; place += 1)
      gathered[place] = column[rows[place] as number] as number;
    return gathered;
  },
};
