/**
 * Sums of the rows that a long run's trace leaves out: per interval of time their number, and the least, largest, first and last value of
 * each column. The intervals begin where rows are thinned; up to there the trace has every row (`Trace.whole_until_s`). All have the same
 * width, which doubles as the run grows.
 */
import { type Intervals, SUMMED_TABLES } from '../../engine/protocol';
import type { TimeWindow } from '../window';

/** The tables of the engine's sums, and `marks`: by link, the queues that marked packets enter. */
export type SummedTable = (typeof SUMMED_TABLES)[number] | 'marks';

/** The columns of each table, in the engine's order (`sim/src/trace/intervals.rs`). */
const COLUMNS = {
  queues: ['bytes', 'packets'],
  windows: ['cwnd', 'ssthresh', 'flight'],
  rtts: ['rtt_ms', 'srtt_ms', 'rto_ms', 'base_rtt_ms', 'diff'],
  segments: ['seq'],
  marks: ['bytes', 'packets'],
} as const satisfies Record<SummedTable, readonly string[]>;

/** The tables of a trace that are summed up. */
export type SummedRows = (typeof SUMMED_TABLES)[number];

export function isSummed(table: string): table is SummedRows {
  return table in COLUMNS;
}

export type SummedColumn<T extends SummedTable> = (typeof COLUMNS)[T][number];

/** The number of rows in an interval, and the range of one of their columns. */
export interface Interval {
  from_s: number;
  to_s: number;
  rows: number;
  /** Of a column; NaN if its values are unknown. */
  min: number;
  max: number;
  first: number;
  last: number;
}

/** Numbers of an interval before its columns, and per column. */
const HEAD = 2;
const PER_COLUMN = 4;

/** The intervals of one flow, link or kind of event, in chronological order; those without rows are left out. */
class Series {
  private numbers = new Float64Array(0);
  private readonly stride: number;
  length = 0;

  constructor(columns: number) {
    this.stride = HEAD + PER_COLUMN * columns;
  }

  /** Adds an interval, or replaces the last one. */
  put(interval: Float64Array): void {
    if (this.length === 0 || this.place(this.length - 1) !== interval[0]) this.length += 1;
    const needed = this.length * this.stride;
    if (needed > this.numbers.length) {
      const wider = new Float64Array(Math.max(needed, 1.5 * this.numbers.length));
      wider.set(this.numbers);
      this.numbers = wider;
    }
    this.numbers.set(interval, needed - this.stride);
  }

  place(index: number): number {
    return this.numbers[index * this.stride] as number;
  }

  rows(index: number): number {
    return this.numbers[index * this.stride + 1] as number;
  }

  at(index: number, column: number, width_s: number): Interval {
    const start = index * this.stride;
    const [place = 0, rows = 0] = this.numbers.subarray(start);
    const of = start + HEAD + PER_COLUMN * column;
    const [min, max, first, last] = [0, 1, 2, 3].map((n) => this.numbers[of + n] ?? Number.NaN);
    return { from_s: place * width_s, to_s: (place + 1) * width_s, rows, min, max, first, last } as Interval;
  }

  /** The first interval at this place or later. */
  from(place: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.place(middle) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The table and key of the engine's series. */
function seriesOf(table: SummedRows, key: number): [table: SummedTable, key: number] {
  if (table !== 'queues') return [table, key];
  return [key % 2 === 1 ? 'marks' : table, key >> 1];
}

export class Sums {
  /** Width of an interval, s; 0 while there is none. */
  width_s = 0;
  private readonly tables = new Map<SummedTable, Map<number, Series>>(
    [...SUMMED_TABLES, 'marks' as const].map((table) => [table, new Map()]),
  );

  /** Adds what a chunk reports. */
  add(intervals: Intervals): void {
    if (intervals.width_s !== this.width_s) {
      this.width_s = intervals.width_s;
      for (const known of this.tables.values()) known.clear();
    }
    for (const table of SUMMED_TABLES) {
      const numbers = intervals[table];
      if (numbers === undefined) continue;
      const columns = COLUMNS[table].length;
      const length = 1 + HEAD + PER_COLUMN * columns;
      for (let start = 0; start < numbers.length; start += length) {
        const [of, key] = seriesOf(table, numbers[start] as number);
        const known = this.tables.get(of);
        const series = known?.get(key) ?? new Series(columns);
        known?.set(key, series);
        series.put(numbers.subarray(start + 1, start + length));
      }
    }
  }

  /** The place of a moment. Both numbers are whole nanoseconds, so that no moment gets into the interval before its own. */
  private place(moment: number): number {
    return Math.floor(Math.round(moment * 1e9) / Math.round(this.width_s * 1e9));
  }

  private timeOf(place: number): number {
    return (place * Math.round(this.width_s * 1e9)) / 1e9;
  }

  /** The beginning of the interval of a moment; the moment itself if there are none. */
  startAt(moment: number): number {
    return this.width_s === 0 ? moment : this.timeOf(this.place(moment));
  }

  /** True if intervals meet at a moment: those of all series end there. */
  meetAt(moment: number): boolean {
    return (
      moment === Number.POSITIVE_INFINITY ||
      this.timeOf(this.place(moment)) === Math.round(moment * 1e9) / 1e9
    );
  }

  /** The least window of whole intervals that contains this one. */
  around({ from, to }: TimeWindow): TimeWindow {
    const last = this.place(to);
    return { from: this.timeOf(this.place(from)), to: this.timeOf(this.timeOf(last) < to ? last + 1 : last) };
  }

  /** The intervals of a column that a window touches. */
  of<T extends SummedTable>(table: T, key: number, column: SummedColumn<T>, window: TimeWindow): Interval[] {
    return this.within(table, key, (COLUMNS[table] as readonly string[]).indexOf(column), window);
  }

  /** The values of the last row before a moment at which intervals meet; null if no interval before it has rows. */
  lastBefore(table: SummedTable, key: number, moment: number): Record<string, number> | null {
    const at = this.atLast(table, key, moment);
    return at && Object.fromEntries(COLUMNS[table].map((name, column) => [name, at(column).last]));
  }

  /** True if a window, whose ends are ends of intervals, has more rows than this. */
  exceeds(most: number, { from, to }: TimeWindow): boolean {
    const [first, end] = [this.place(from), this.place(to)];
    let sum = 0;
    for (const [table, known] of this.tables)
      for (const series of table === 'marks' ? [] : known.values())
        for (let index = series.from(first); index < series.length && series.place(index) < end; index += 1) {
          sum += series.rows(index);
          if (sum > most) return true;
        }
    return false;
  }

  /** The last interval with rows that ends at a moment or before; null if there is none. */
  before(table: SummedTable, key: number, column: string, moment: number): Interval | null {
    return this.atLast(table, key, moment)?.((COLUMNS[table] as readonly string[]).indexOf(column)) ?? null;
  }

  /** Gives that interval for the number of a column. */
  private atLast(table: SummedTable, key: number, moment: number): ((column: number) => Interval) | null {
    const series = this.tables.get(table)?.get(key);
    const index = (series?.from(this.place(moment)) ?? 0) - 1;
    return series === undefined || index < 0 ? null : (column) => series.at(index, column, this.width_s);
  }

  private within(table: SummedTable, key: number, column: number, { from, to }: TimeWindow) {
    const found: Interval[] = [];
    const series = this.tables.get(table)?.get(key);
    if (series === undefined) return found;
    const last = this.place(to);
    for (let index = series.from(this.place(from)); index < series.length; index += 1) {
      if (series.place(index) > last) break;
      found.push(series.at(index, column, this.width_s));
    }
    return found;
  }
}
