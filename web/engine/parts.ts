/**
 * A chunk's tables parted by whose rows they are. The engine's come so, for every reader wants one flow or one link, and only within one
 * are the rows in order of time; what is read from a file is parted here.
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
    const counts = new Map<number, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    const parts = [...counts].map(([key, length]): Part => ({ table, key, length, columns: {} }));
    for (const [name] of TRACE_TABLES[table]) {
      const source = columns[name];
      if (name === KEY[table] || source === undefined) continue;
      if (parts.length === 1) for (const part of parts) part.columns[name] = source;
      else deal(source, keys, name, parts);
    }
    return parts;
  });
}

/** Deals a column out to the parts. */
function deal(source: Column, keys: Column, name: string, parts: Part[]): void {
  const Kind = source.constructor as new (length: number) => Column;
  const targets: Column[] = [];
  const next: number[] = [];
  for (const { key, length, columns } of parts) {
    const target = new Kind(length);
    columns[name] = target;
    targets[key] = target;
    next[key] = 0;
  }
  for (let row = 0; row < keys.length; row += 1) {
    const key = keys[row] as number;
    const place = next[key] as number;
    (targets[key] as Column)[place] = source[row] as number;
    next[key] = place + 1;
  }
}
