/**
 * What one run has recorded so far. The engine's tables come interleaved; here each is parted by its flow or its link,
 * because every reader wants one of them, and only within one are the rows in order of time.
 */
import { type Chunk, type Scenario, type Summary, TRACE_TABLES } from '../engine/schema';

export type TableName = keyof Chunk;
type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** The rows of one flow or one link: columns of equal length, in order of time. */
export type Rows<T extends TableName> = Omit<Chunk[T], 'flow' | 'link'>;

const ARRAYS = { f64: Float64Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array };
const FIRST_CAPACITY = 1024;

/** The column that says whose row it is. */
const KEY: Record<TableName, 'flow' | 'link'> = {
  segments: 'flow',
  windows: 'flow',
  rtts: 'flow',
  queues: 'link',
  states: 'flow',
};

/** Columns that grow by doubling, so that appending costs the same however long the run is. */
class GrowingRows {
  length = 0;
  private capacity = FIRST_CAPACITY;
  private readonly columns: [name: string, column: Column][];
  private seen: { length: number; rows: Record<string, Column> } | null = null;

  constructor(table: TableName) {
    this.columns = TRACE_TABLES[table]
      .filter(([name]) => name !== KEY[table])
      .map(([name, type]) => [name, new ARRAYS[type](FIRST_CAPACITY)]);
  }

  append(source: Record<string, Column>, from: number, to: number): void {
    const needed = this.length + (to - from);
    if (needed > this.capacity) this.grow(needed);
    for (const [name, column] of this.columns) {
      const piece = source[name];
      if (piece) column.set(piece.subarray(from, to), this.length);
    }
    this.length = needed;
  }

  /** The rows without their spare room; the same object until more rows arrive. */
  rows(): Record<string, Column> {
    if (this.seen?.length !== this.length) {
      const cut = this.columns.map(([name, column]) => [name, column.subarray(0, this.length)]);
      this.seen = { length: this.length, rows: Object.fromEntries(cut) };
    }
    return this.seen.rows;
  }

  private grow(needed: number): void {
    while (this.capacity < needed) this.capacity *= 2;
    for (const entry of this.columns) {
      const wider = new (entry[1].constructor as new (length: number) => Column)(this.capacity);
      wider.set(entry[1].subarray(0, this.length));
      entry[1] = wider;
    }
  }
}

export class Trace {
  readonly scenario: Scenario;
  /** Names of the directed links, in the order in which the trace numbers them. */
  readonly links: string[];
  private readonly parts: Record<TableName, Map<number, GrowingRows>> = {
    segments: new Map(),
    windows: new Map(),
    rtts: new Map(),
    queues: new Map(),
    states: new Map(),
  };

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    this.links = directedLinks(scenario);
  }

  append(chunk: Chunk): void {
    for (const table of Object.keys(this.parts) as TableName[]) {
      const columns = chunk[table] as unknown as Record<string, Column>;
      const keys = columns[KEY[table]] ?? new Uint16Array(0);
      let from = 0;
      while (from < keys.length) {
        const key = keys[from] ?? 0;
        let to = from + 1;
        while (to < keys.length && keys[to] === key) to += 1;
        this.part(table, key).append(columns, from, to);
        from = to;
      }
    }
  }

  /** The rows of a flow, or of a directed link for `queues`. */
  rows<T extends TableName>(table: T, key: number): Rows<T> {
    // The one cast between "columns by name" and the generated type: both are made from the same table.
    return this.part(table, key).rows() as unknown as Rows<T>;
  }

  private part(table: TableName, key: number): GrowingRows {
    const found = this.parts[table].get(key);
    if (found) return found;
    const fresh = new GrowingRows(table);
    this.parts[table].set(key, fresh);
    return fresh;
  }
}

/** A run as the panels see it. Replaced whenever rows arrive, though the trace inside only grows. */
export interface Run {
  id: number;
  trace: Trace;
  scenario: Scenario;
  /** Null until the run is over. */
  summary: Summary | null;
  /** Simulated time reached, seconds. */
  now_s: number;
}

/** A link in both directions is two queues: its forward direction comes first, then its reverse. */
export function directedLinks(scenario: Scenario): string[] {
  return scenario.links.flatMap(({ from, to, both_ways }) =>
    both_ways ? [`${from}>${to}`, `${to}>${from}`] : [`${from}>${to}`],
  );
}

/** The scenario's entry behind a directed link. */
export function linkBehind(scenario: Scenario, directed: number): Scenario['links'][number] | undefined {
  return scenario.links.flatMap((link) => (link.both_ways ? [link, link] : [link]))[directed];
}
