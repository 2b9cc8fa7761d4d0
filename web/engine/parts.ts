/**
 * A chunk's tables parted by whose rows they are. The engine's come interleaved, but every reader wants one flow or one link, and only
 * within one are the rows in order of time. The worker does this, while the page is busy with the reader's hand.
 */
import { type Chunk, TRACE_TABLES } from './schema';

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

/** New rows of one flow or one link: the columns but for the key, each in memory of its own, so that all can be handed over. */
export interface Part {
  table: TableName;
  /** The number of the flow or of the directed link. */
  key: number;
  /** Rows. */
  length: number;
  columns: Record<string, Column>;
}

/** The parts of a chunk; a table may be left out of it. Columns that need no parting are the chunk's own. */
export function partsOf(chunk: Partial<Chunk>): Part[] {
  return TABLES.flatMap((table) => {
    const columns = (chunk[table] ?? {}) as unknown as Record<string, Column>;
    const keys = columns[KEY[table]];
    if (keys === undefined || keys.length === 0) return [];
    const rowsOf = rowsByKey(keys);
    return [...rowsOf].map(([key, rows]): Part => {
      const own = rowsOf.size > 1 ? rows : null;
      const gathered: Record<string, Column> = {};
      for (const [name, element] of TRACE_TABLES[table]) {
        const column = columns[name];
        if (name === KEY[table] || column === undefined) continue;
        gathered[name] = own === null ? column : GATHER[element](column, own);
      }
      return { table, key, length: rows.length, columns: gathered };
    });
  });
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
