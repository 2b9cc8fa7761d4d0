/** The rows that a run has recorded so far, by flow and by link. */
import { type Chunk, type Prediction, type Scenario, type Summary, TRACE_TABLES } from '../engine/schema';
import { type Column, Interleaved, KEY, type Part, TABLES, type TableName } from './series/interleaved';

export { type Column, KEY, TABLES, type TableName } from './series/interleaved';

export const ARRAYS = { f64: Float64Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array };

/** The rows of one flow or one link: columns of equal length, in chronological order. */
export type Rows<T extends TableName> = Omit<Chunk[T], (typeof KEY)[T]>;

/**
 * The new capacity for a number of rows: at least a quarter more than before, so that the cost of appending a row doesn't grow with the run.
 * Larger steps would waste memory that a long run needs.
 */
export function roomFor(needed: number, before: number): number {
  return Math.max(needed, Math.ceil(1.25 * before));
}

/** Columns that grow with the run. */
class GrowingRows {
  private length = 0;
  private capacity = 0;
  private readonly columns: Map<string, Column>;
  private seen: { length: number; rows: Record<string, Column> } | null = null;

  constructor(table: TableName) {
    this.columns = new Map(
      TRACE_TABLES[table]
        .filter(([name]) => name !== KEY[table])
        .map(([name, type]) => [name, new ARRAYS[type](0)]),
    );
  }

  append({ length, columns }: Part): void {
    const start = this.length;
    this.length += length;
    // The first rows are used without a copy; most runs have no more.
    if (start === 0) this.capacity = length;
    else if (this.length > this.capacity) this.capacity = roomFor(this.length, this.capacity);
    for (const [name, before] of this.columns) {
      const more = columns[name];
      if (more === undefined) continue;
      if (start === 0) {
        this.columns.set(name, more);
        continue;
      }
      let column = before;
      if (column.length < this.capacity) {
        column = new (before.constructor as new (length: number) => Column)(this.capacity);
        column.set(before.subarray(0, start));
        this.columns.set(name, column);
      }
      column.set(more, start);
    }
  }

  /** The rows without the unused capacity; the same object until more rows arrive. */
  rows(): Record<string, Column> {
    if (this.seen?.length !== this.length) {
      const rows: Record<string, Column> = {};
      for (const [name, column] of this.columns) rows[name] = column.subarray(0, this.length);
      this.seen = { length: this.length, rows };
    }
    return this.seen.rows;
  }
}

/** One table with the rows of all flows or links. The first query for a flow or link splits its rows off. */
class GrowingTable {
  private readonly table: TableName;
  /** In order; null for a chunk whose rows have all been split off. */
  private readonly chunks: (Interleaved | null)[] = [];
  private readonly parts = new Map<number, { chunks: number; rows: GrowingRows }>();

  constructor(table: TableName) {
    this.table = table;
  }

  append(columns: Record<string, Column>): void {
    if ((columns[KEY[this.table]]?.length ?? 0) > 0) this.chunks.push(new Interleaved(this.table, columns));
  }

  rows(key: number): Record<string, Column> {
    let part = this.parts.get(key);
    if (part === undefined) {
      part = { chunks: 0, rows: new GrowingRows(this.table) };
      this.parts.set(key, part);
    }
    for (; part.chunks < this.chunks.length; part.chunks += 1) {
      const chunk = this.chunks[part.chunks];
      const more = chunk?.take(key);
      if (more) part.rows.append(more);
      if (chunk?.empty) this.chunks[part.chunks] = null;
    }
    return part.rows.rows();
  }
}

export class Trace {
  readonly scenario: Scenario;
  /** Names of the directed links, indexed by their numbers in the trace. */
  readonly links: string[];
  private readonly tables: ReadonlyMap<TableName, GrowingTable> = new Map(
    TABLES.map((table) => [table, new GrowingTable(table)]),
  );

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    this.links = directedLinks(scenario);
  }

  /** Adds the rows of a chunk, of all or some tables, and takes over their memory. */
  append(chunk: Partial<Chunk>): void {
    for (const table of TABLES) {
      const columns = chunk[table] as Record<string, Column> | undefined;
      if (columns !== undefined) this.tables.get(table)?.append(columns);
    }
  }

  /** The rows of a flow, or of a directed link for `queues` and `hops`. */
  rows<T extends TableName>(table: T, key: number): Rows<T> {
    // The only cast from columns by name to the generated type; both come from TRACE_TABLES.
    return this.tables.get(table)?.rows(key) as unknown as Rows<T>;
  }
}

/** A run as the panels see it. The object is replaced whenever rows arrive; the trace inside grows. */
export interface Run {
  id: number;
  trace: Trace;
  scenario: Scenario;
  /** The theory's prediction for the scenario; null until it has arrived. */
  prediction: Prediction | null;
  /** Null until the run has finished. */
  summary: Summary | null;
  /** Simulated time so far, in seconds. */
  now_s: number;
  /** True if the build stored this run (`storedRun.ts`), and the engine hasn't run it in this browser yet. */
  stored?: boolean;
}

/** Names of the directed links. A link in both directions gives two: first forward, then reverse. */
export function directedLinks(scenario: Scenario): string[] {
  return scenario.links.flatMap(({ from, to, both_ways }) =>
    both_ways ? [`${from}>${to}`, `${to}>${from}`] : [`${from}>${to}`],
  );
}

/** The scenario's link to which a directed link belongs. */
export function linkBehind(
  { links }: Pick<Scenario, 'links'>,
  directed: number,
): Scenario['links'][number] | undefined {
  return links.flatMap((link) => (link.both_ways ? [link, link] : [link]))[directed];
}
