/**
 * What one run has recorded so far. The engine's tables come interleaved; here each is parted by its flow or its link,
 * because every reader wants one of them, and only within one are the rows in order of time.
 */
import { type Chunk, type Prediction, type Scenario, type Summary, TRACE_TABLES } from '../engine/schema';

export type TableName = keyof Chunk;
type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

const ARRAYS = { f64: Float64Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array };
const FIRST_CAPACITY = 1024;

/** The column that says whose row it is. */
const KEY = {
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

const TABLES = Object.keys(KEY) as TableName[];

/** The rows of one flow or one link: columns of equal length, in order of time. */
export type Rows<T extends TableName> = Omit<Chunk[T], (typeof KEY)[T]>;

/** Columns that grow by doubling, so that appending costs the same however long the run is. */
class GrowingRows {
  length = 0;
  private capacity = FIRST_CAPACITY;
  private readonly columns: Map<string, Column>;
  private seen: { length: number; rows: Record<string, Column> } | null = null;

  constructor(table: TableName) {
    this.columns = new Map(
      TRACE_TABLES[table]
        .filter(([name]) => name !== KEY[table])
        .map(([name, type]) => [name, new ARRAYS[type](FIRST_CAPACITY)]),
    );
  }

  /** Makes room for more rows and says where they begin. */
  extend(by: number): number {
    const start = this.length;
    this.length += by;
    if (this.length > this.capacity) this.grow(this.length);
    return start;
  }

  column(name: string): Column | undefined {
    return this.columns.get(name);
  }

  /** The rows without their spare room; the same object until more rows arrive. */
  rows(): Record<string, Column> {
    if (this.seen?.length !== this.length) {
      const rows: Record<string, Column> = {};
      for (const [name, column] of this.columns) rows[name] = column.subarray(0, this.length);
      this.seen = { length: this.length, rows };
    }
    return this.seen.rows;
  }

  private grow(needed: number): void {
    while (this.capacity < needed) this.capacity *= 2;
    for (const [name, column] of this.columns) {
      const wider = new (column.constructor as new (length: number) => Column)(this.capacity);
      wider.set(column);
      this.columns.set(name, wider);
    }
  }
}

/** Deals a column out to the columns of its keys. `next` is used up. */
function scatter(source: Column, keys: Column, targets: Column[], next: number[]): void {
  for (let row = 0; row < keys.length; row += 1) {
    const key = keys[row] as number;
    const target = targets[key] as Column;
    const place = next[key] as number;
    target[place] = source[row] as number;
    next[key] = place + 1;
  }
}

export class Trace {
  readonly scenario: Scenario;
  /** Names of the directed links, in the order in which the trace numbers them. */
  readonly links: string[];
  private readonly parts: ReadonlyMap<TableName, Map<number, GrowingRows>> = new Map(
    TABLES.map((table) => [table, new Map()]),
  );

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    this.links = directedLinks(scenario);
  }

  /** Adds the rows of a chunk; a table may be left out. */
  append(chunk: Partial<Chunk>): void {
    for (const table of TABLES) {
      const columns = (chunk[table] ?? {}) as unknown as Record<string, Column>;
      const keys = columns[KEY[table]];
      if (keys === undefined || keys.length === 0) continue;
      const counts = new Map<number, number>();
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
      const starts: number[] = [];
      for (const [key, count] of counts) starts[key] = this.part(table, key).extend(count);
      for (const [name, source] of Object.entries(columns)) {
        if (name === KEY[table]) continue;
        if (counts.size === 1) {
          const [key = 0] = counts.keys();
          this.part(table, key).column(name)?.set(source, starts[key]);
          continue;
        }
        const targets: Column[] = [];
        for (const key of counts.keys()) {
          const target = this.part(table, key).column(name);
          if (target !== undefined) targets[key] = target;
        }
        scatter(source, keys, targets, [...starts]);
      }
    }
  }

  /** The rows of a flow, or of a directed link for `queues` and `hops`. */
  rows<T extends TableName>(table: T, key: number): Rows<T> {
    // The one cast between "columns by name" and the generated type: both are made from the same table.
    return this.part(table, key).rows() as unknown as Rows<T>;
  }

  private part(table: TableName, key: number): GrowingRows {
    const parts = this.parts.get(table) as Map<number, GrowingRows>;
    const found = parts.get(key);
    if (found) return found;
    const fresh = new GrowingRows(table);
    parts.set(key, fresh);
    return fresh;
  }
}

/** A run as the panels see it. Replaced whenever rows arrive, though the trace inside only grows. */
export interface Run {
  id: number;
  trace: Trace;
  scenario: Scenario;
  /** What the theory says of the scenario; null until it has been asked. */
  prediction: Prediction | null;
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
