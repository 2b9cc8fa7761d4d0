/** The rows that a run has recorded so far, by flow and by link. */
import type { Intervals, WindowUse } from '../engine/protocol';
import {
  type Chunk,
  type Prediction,
  SAMPLED_TABLES,
  type Scenario,
  SEGMENT_KINDS,
  type Summary,
  TRACE_TABLES,
} from '../engine/schema';
import {
  type Column,
  type Gaps,
  gapsByTable,
  Interleaved,
  KEY,
  type Part,
  TABLES,
  type TableName,
} from './series/interleaved';
import { isSummed, Sums } from './series/intervals';
import { contains, justBefore, rowFrom, type TimeWindow } from './window';

export { type Column, KEY, TABLES, type TableName } from './series/interleaved';

export const ARRAYS = { f64: Float64Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array };

/** Columns that can hold unknown values. Where a trace is thinned, counts become real numbers, so that they can be NaN. */
type Known<Values> = Values extends Uint32Array ? Values | Float64Array<ArrayBuffer> : Values;

/**
 * The rows of one flow or one link: columns of equal length, in chronological order.
 *
 * A long run leaves out samples. The rows then have a marker where each gap begins: its time is that of the first row left out, its
 * numbers are NaN, and its codes stand for nothing. So a value is known from its row until the next one, and sums and extremes over a gap
 * become NaN unless they check for it. `Trace.gaps` lists the markers.
 */
export type Rows<T extends TableName> = {
  [Name in Exclude<keyof Chunk[T], (typeof KEY)[T]>]: Known<Chunk[T][Name]>;
};

/**
 * The new capacity for a number of rows: at least a quarter more than before, so that the cost of appending a row doesn't grow with the run.
 * Larger steps would waste memory that a long run needs.
 */
export function roomFor(needed: number, before: number): number {
  return Math.max(needed, Math.ceil(1.25 * before));
}

/** A code that no row of the engine has. */
const NO_CODE = { Float64Array: Number.NaN, Uint32Array: 0, Uint16Array: 0xffff, Uint8Array: 0xff };

/** Merges a marker for each gap into the rows of a part. */
function withMarkers({ length, columns }: Part, { time_s, row }: Gaps, kept: number): Record<string, Column> {
  const merged: Record<string, Column> = {};
  for (const [name, column] of Object.entries(columns)) {
    const type = column instanceof Uint32Array ? Float64Array : column.constructor;
    const wider = new (type as new (length: number) => Column)(length + time_s.length);
    const unknown = NO_CODE[type.name as keyof typeof NO_CODE];
    let from = 0;
    row.forEach((before, gap) => {
      const to = before - kept;
      wider.set(column.subarray(from, to), from + gap);
      wider[to + gap] = name === 'time_s' ? (time_s[gap] as number) : unknown;
      from = to;
    });
    wider.set(column.subarray(from), from + row.length);
    merged[name] = wider;
  }
  return merged;
}

/** Columns that grow with the run. */
class GrowingRows {
  /** Rows that the engine kept; `length` counts the markers of gaps too. */
  private kept = 0;
  private markers = new Uint32Array(0);
  private gapCount = 0;
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

  append(part: Part): void {
    const start = this.length;
    const { gaps } = part;
    const columns = gaps === null ? part.columns : withMarkers(part, gaps, this.kept);
    if (gaps !== null) this.mark(gaps.row);
    this.kept += part.length;
    this.length += part.length + (gaps?.row.length ?? 0);
    const { length } = this;
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
      const widens = before instanceof Uint32Array && more instanceof Float64Array;
      if (column.length < this.capacity || widens) {
        const type = widens ? Float64Array : before.constructor;
        column = new (type as new (length: number) => Column)(this.capacity);
        column.set(before.subarray(0, start));
        this.columns.set(name, column);
      }
      column.set(more, start);
    }
  }

  private mark(rows: readonly number[]): void {
    const needed = this.gapCount + rows.length;
    if (needed > this.markers.length) {
      const wider = new Uint32Array(roomFor(needed, this.markers.length));
      wider.set(this.markers);
      this.markers = wider;
    }
    for (const before of rows) {
      // Each earlier gap has a marker too.
      this.markers[this.gapCount] = before + this.gapCount;
      this.gapCount += 1;
    }
  }

  /** Says that nothing is known from a moment on. */
  close(table: TableName, time_s: number): void {
    this.append(afterGap(table, time_s, this.kept, {}));
  }

  /** The rows that mark gaps. */
  gaps(): Uint32Array {
    return this.markers.subarray(0, this.gapCount);
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

/** Rows of one flow or link, or none of them, after a gap that begins at a moment. `row` is the number of rows before them. */
function afterGap(table: TableName, time_s: number, row: number, columns: Record<string, Column>): Part {
  const length = Object.values(columns)[0]?.length ?? 0;
  const names = TRACE_TABLES[table].filter(([name]) => name !== KEY[table]);
  const all = names.map(([name, type]) => [
    name,
    columns[name] ?? new ARRAYS[type](length).fill(NO_CODE[ARRAYS[type].name as keyof typeof NO_CODE]),
  ]);
  return { length, columns: Object.fromEntries(all), gaps: { time_s: [time_s], row: [row] } };
}

/** The beginning of a flow's or link's rows, before those of the engine; null if there is nothing to begin with. */
type Opening = (table: TableName, key: number) => Part | null;

/** A stream of which nothing is recorded begins with a gap. */
const nothing: Opening = (table) => afterGap(table, 0, 0, {});

/** One table with the rows of all flows or links. The first query for a flow or link splits its rows off. */
class GrowingTable {
  private readonly table: TableName;
  private readonly opening: Opening | null;
  /** The moment from which on nothing is known. */
  private closed_s: number | null = null;
  /** In order; null for a chunk whose rows have all been split off. */
  private readonly chunks: (Interleaved | null)[] = [];
  private readonly parts = new Map<number, { chunks: number; closed: boolean; rows: GrowingRows }>();

  constructor(table: TableName, opening: Opening | null) {
    this.table = table;
    this.opening = opening;
  }

  /** Says that nothing is known from a moment on. No more rows follow. */
  close(time_s: number): void {
    this.closed_s = time_s;
  }

  append(columns: Record<string, Column>, gaps: Map<number, Gaps>): void {
    if ((columns[KEY[this.table]]?.length ?? 0) > 0 || gaps.size > 0)
      this.chunks.push(new Interleaved(this.table, columns, gaps));
  }

  of(key: number): GrowingRows {
    let part = this.parts.get(key);
    if (part === undefined) {
      part = { chunks: 0, closed: false, rows: new GrowingRows(this.table) };
      const opening = this.opening?.(this.table, key) ?? null;
      if (opening !== null) part.rows.append(opening);
      this.parts.set(key, part);
    }
    for (; part.chunks < this.chunks.length; part.chunks += 1) {
      const chunk = this.chunks[part.chunks];
      const more = chunk?.take(key);
      if (more) part.rows.append(more);
      if (chunk?.empty) this.chunks[part.chunks] = null;
    }
    if (this.closed_s !== null && !part.closed) {
      part.rows.close(this.table, this.closed_s);
      part.closed = true;
    }
    return part.rows;
  }
}

const SAMPLED: ReadonlySet<string> = new Set(SAMPLED_TABLES);

/** A window of a run, simulated again: a trace that has every row of it, and nothing else. */
export interface Detail {
  window: TimeWindow;
  trace: Trace;
}

/** Most rows of a window that's simulated again; more would take long to draw, and look like their intervals. */
export const MOST_ROWS = 1_000_000;

/**
 * The rows of a run. If it has more than `record.max_rows`, every row is there until `whole_until_s`. From then on, `sums` has intervals, and
 * `within` gives the trace of a window that was simulated again.
 */
export class Trace {
  readonly scenario: Scenario;
  /** Names of the directed links, indexed by their numbers in the trace. */
  readonly links: string[];
  /** The intervals from `whole_until_s` on, where samples are missing. */
  readonly sums = new Sums();
  private readonly tables: ReadonlyMap<TableName, GrowingTable>;

  private wholeUntil = Number.POSITIVE_INFINITY;
  private detail: Detail | null = null;
  /** The trace of the run, if this one is of a window. */
  private readonly whole: Trace | null;

  constructor(scenario: Scenario, window?: { of: Trace; opening: Opening }) {
    this.scenario = scenario;
    this.whole = window?.of ?? null;
    this.links = directedLinks(scenario);
    const isRecorded = scenario.record?.max_rows !== 0;
    if (!isRecorded) this.wholeUntil = 0;
    const begin = window?.opening ?? (isRecorded ? null : nothing);
    this.tables = new Map(TABLES.map((table) => [table, new GrowingTable(table, begin)]));
  }

  /** Adds the rows of a chunk, of all or some tables, and its intervals. Takes over their memory. */
  append(chunk: Partial<Chunk>, intervals?: Intervals): void {
    if (intervals !== undefined) this.sums.add(intervals);
    const gaps = chunk.gaps === undefined ? new Map() : gapsByTable(chunk.gaps);
    for (const time_s of chunk.gaps?.time_s ?? []) if (!(time_s >= this.wholeUntil)) this.wholeUntil = time_s;
    for (const table of TABLES) {
      const columns = chunk[table] as Record<string, Column> | undefined;
      if (columns !== undefined) this.tables.get(table)?.append(columns, gaps.get(table) ?? new Map());
    }
  }

  /** The time from which samples are missing; Infinity if every one was recorded. */
  get whole_until_s(): number {
    return this.wholeUntil;
  }

  /** True if it has a window's rows, of all kinds, and none from before. */
  get isWindow(): boolean {
    return this.whole !== null;
  }

  /** The rows of a flow, or of a directed link for `queues` and `hops`. A window has the whole run's rows of tables that are never thinned. */
  rows<T extends TableName>(table: T, key: number): Rows<T> {
    if (this.whole !== null && !SAMPLED.has(table)) return this.whole.rows(table, key);
    // The only cast from columns by name to the generated type; both come from TRACE_TABLES.
    return this.tables.get(table)?.of(key).rows() as unknown as Rows<T>;
  }

  /** The trace from which to read a window: that of a detail, if the window lies in it, else this one. */
  within(window: TimeWindow): Trace {
    const { detail } = this;
    if (detail === null || window.to < this.wholeUntil) return this;
    return contains(detail.window, window) ? detail.trace : this;
  }

  /**
   * The window to simulate again for another; null if that one's rows are known or too many. It begins and ends with intervals, so that the values before
   * it are known. A window that reaches the run's end has no end, because the last moment belongs to it.
   */
  missing(window: TimeWindow, end_s: number): TimeWindow | null {
    const { width_s } = this.sums;
    if (width_s === 0 || window.to < this.wholeUntil || this.within(window) !== this) return null;
    const { from, to: end } = this.sums.around(window);
    const to = window.to >= end_s ? Number.POSITIVE_INFINITY : end;
    return this.sums.exceeds(MOST_ROWS, { from, to }) ? null : { from: Math.max(0, from), to };
  }

  /** An empty trace for the rows of a window. It knows each value at the window's beginning. */
  detailFrom(from_s: number): Trace {
    const opening: Opening = (table, key) => this.openingAt(table, key, from_s);
    return new Trace(this.scenario, { of: this, opening });
  }

  /** Adds a window with all its rows, in place of the last one. */
  addDetail(detail: Detail): void {
    const { to } = detail.window;
    if (to < Number.POSITIVE_INFINITY) for (const table of detail.trace.tables.values()) table.close(to);
    this.detail = detail;
  }

  /**
   * Rows just before a window, with the values of the last row before it, and of `segments` with the last one of each kind. They end the gap
   * that begins at 0 s.
   */
  private openingAt(table: TableName, key: number, from_s: number): Part | null {
    if (from_s === 0) return null;
    const time = justBefore(from_s);
    if (table === 'segments') {
      const last = this.lastOfKinds(key, from_s);
      return afterGap(table, 0, 0, {
        time_s: new Float64Array(last.length).fill(time),
        kind: Uint8Array.from(last, ([kind]) => kind),
        seq: Uint32Array.from(last, ([, seq]) => seq),
      });
    }
    const columns: Record<string, Column> = { time_s: Float64Array.of(time) };
    if (isSummed(table)) {
      const last = this.sums.lastBefore(table, key, from_s) ?? this.lastWhole(table, key, from_s);
      if (last === null) return null;
      for (const [name, value] of Object.entries(last)) columns[name] = Float64Array.of(value);
    }
    return afterGap(table, 0, 0, columns);
  }

  /** The number of the last segment of each kind before a moment at which intervals meet. */
  private lastOfKinds(flow: number, before_s: number): [kind: number, seq: number][] {
    const { kind: kinds, seq: numbers } = this.rows('segments', flow);
    const end = this.lastWholeRow('segments', flow, before_s) + 1;
    return SEGMENT_KINDS.flatMap((_, kind): [number, number][] => {
      const summed = this.sums.lastBefore('segments', flow * SEGMENT_KINDS.length + kind, before_s);
      const row = summed === null && end > 0 ? kinds.lastIndexOf(kind, end - 1) : -1;
      const seq = summed?.seq ?? (row < 0 ? undefined : numbers[row]);
      return seq === undefined ? [] : [[kind, seq]];
    });
  }

  /** The last row before a moment among those before the first gap; -1 if there is none. */
  private lastWholeRow(table: TableName, key: number, before_s: number): number {
    const { time_s } = this.rows(table, key) as unknown as { time_s: Float64Array };
    return Math.min(rowFrom(time_s, before_s), this.gaps(table, key)[0] ?? Number.POSITIVE_INFINITY) - 1;
  }

  /** The values of that row; null if there is none. */
  private lastWhole(table: TableName, key: number, before_s: number): Record<string, number> | null {
    const rows = this.rows(table, key) as unknown as Record<string, Column>;
    const row = this.lastWholeRow(table, key, before_s);
    if (row < 0) return null;
    const values = Object.entries(rows).filter(([name]) => name !== 'time_s');
    return Object.fromEntries(values.map(([name, column]) => [name, column[row] as number]));
  }

  /** The rows that mark where samples of a flow or link are missing, ascending; empty if all were recorded. */
  gaps(table: TableName, key: number): Uint32Array {
    return this.tables.get(table)?.of(key).gaps() ?? new Uint32Array(0);
  }
}

/** Rows to read of a window of a finished run: every row, and with `hops` those of packets on links. */
export interface WindowRows {
  window: TimeWindow;
  use: WindowUse;
  hops?: boolean;
  /** Gets the rows in parts. `now_s` is the time up to which the run has been simulated again; it begins before the window. */
  receive(rows: Partial<Chunk>, now_s: number): void;
  signal?: AbortSignal;
}

/** A run as the panels see it. The object is replaced whenever rows arrive; the trace inside grows. */
export interface Run {
  id: number;
  /** Its scenario is the one that was run, from which the run can be made again. */
  trace: Trace;
  /** The scenario as shown. Its flows may have other names, with which their random numbers would be others. */
  scenario: Scenario;
  /** The theory's prediction for the scenario; null until it has arrived. */
  prediction: Prediction | null;
  /** Null until the run has finished. */
  summary: Summary | null;
  /** Simulated time so far, in seconds. */
  now_s: number;
  /**
   * Simulates a window again. Resolves to false if the rows aren't complete, because the signal was aborted, another window was read for the same
   * use, or the engine has another run. Absent if the run hasn't finished, or its rows are all there are.
   */
  windows?: (rows: WindowRows) => Promise<boolean>;
  /** True if the build stored this run (`storedRun.ts`), and the engine hasn't run it in this browser yet. */
  stored?: boolean;
}

/** The run with the trace from which to read a window. */
export function runWithin(run: Run, window: TimeWindow): Run {
  const trace = run.trace.within(window);
  return trace === run.trace ? run : { ...run, trace };
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
