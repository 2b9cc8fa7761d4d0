/** The rows behind a plot: the table lists some of their fields, and the cursor reads some. */
import { t } from '../../base/words/words';
import type { Reading } from '../../plot/CursorLayer';
import type { Curve } from '../../run/series';
import { lacksRows } from '../../run/thinned';
import { type Run, runWithin, type Trace } from '../../run/trace';
import { rowAt, rowsWithin, type TimeWindow } from '../../run/window';
import { type Cell, type Column, FLOW, type Table, TIME } from '../../ui/TableView';
import { flowToken } from '../../ui/theme';

/** Rows of one flow or link. */
export interface Rows {
  flow?: number;
  /** True if the cursor reads only one field, so that a flow's name is label enough. */
  single: boolean;
  table(window: TimeWindow, limit: number): Table;
  read(moment: number, window: TimeWindow): Reading[];
  /** The same rows from the trace of a window; absent if they are computed from the whole run. */
  from?(trace: Trace): Rows;
}

/** A source of rows: those of a window, and the one at a moment. */
export interface Source<Row> {
  time(row: Row): number;
  /** The first rows in a window, up to a limit, and the number of all. */
  within(window: TimeWindow, limit: number): { rows: Row[]; total: number };
  /** The row to read at a moment; null before the first. */
  at(moment: number, window: TimeWindow): Row | null;
}

/** A column of the table, a reading at the cursor, or both. */
export interface Field<Row> {
  column?: Column;
  value?(row: Row): Cell;
  /** The label of its reading. */
  reads?: string;
  /** The least and the largest value at a moment of which that's all that is known; otherwise null. */
  range?(moment: number): readonly [low: number, high: number] | null;
  /** The reading of a value; null if there is none. */
  format?(value: number): string | null;
  /** The reading's color; that of the flow by default. Null for none. */
  token?: string | null;
  /** A reading that isn't just the value. */
  read?(row: Row, moment: number): Reading | null;
}

export function rowsOf<Row>(
  run: Run,
  source: Source<Row>,
  fields: readonly Field<Row>[],
  flow?: number,
): Rows {
  const named: Field<Row>[] = [
    { column: TIME, value: (row) => source.time(row) },
    ...(flow === undefined
      ? []
      : [{ column: FLOW, value: () => run.scenario.flows[flow]?.name ?? String(flow) }]),
    ...fields,
  ];
  const listed = named.flatMap(({ column, value }) =>
    column === undefined || value === undefined ? [] : [{ column, value }],
  );
  const readings = fields.filter(({ reads, read }) => reads !== undefined || read !== undefined);
  return {
    flow,
    single: readings.length === 1,
    table(window, limit) {
      const { rows, total } = source.within(window, limit);
      const cells = rows.map((row) => listed.map(({ value }) => value(row)));
      return { columns: listed.map(({ column }) => column), rows: cells, total };
    },
    read(moment, window) {
      const row = source.at(moment, window);
      return row === null ? [] : readings.flatMap((field) => readingOf(field, row, moment, flow) ?? []);
    },
  };
}

function readingOf<Row>(
  { reads, value, range, format, token, read }: Field<Row>,
  row: Row,
  moment: number,
  flow: number | undefined,
): Reading | null {
  if (reads === undefined) return read?.(row, moment) ?? null;
  const known = range?.(moment) ?? null;
  const text = (known === null ? format?.(Number(value?.(row))) : inRange(known, format)) ?? null;
  if (text === null) return null;
  const color = token === undefined && flow !== undefined ? flowToken(flow) : token;
  return { label: reads, value: text, ...(color ? { token: color } : {}) };
}

/** Two values between which another one is, or the value if they are the same. */
export function inRange(
  [low, high]: readonly [number, number],
  format: ((value: number) => string | null) | undefined,
): string | null {
  const [least, most] = [format?.(low) ?? null, format?.(high) ?? null];
  if (least === null || most === null || least === most) return most;
  return t('between {least} and {most}', { least, most });
}

/** A curve's value at a moment, or its range; null before the first. */
export function valueInWords(curve: Curve, moment: number, format: (value: number) => string): string | null {
  const range = curve.rangeAt(moment);
  if (range !== null) return inRange(range, format);
  const value = curve.valueAt(moment);
  return value === undefined ? null : format(value);
}

/** The values of a curve's rows, and its ranges where they are thinned. */
export function valuesOf(curve: Curve): Pick<Field<number>, 'value' | 'range'> {
  return { value: (row) => curve.value(row), range: (moment) => curve.rangeAt(moment) };
}

/** Rows that are read from the trace which has most of them: in windows, and at moments. */
export function readIn(run: Run, rowsOf: (shown: Run) => Rows): Rows {
  const known = new WeakMap<Trace, Rows>();
  const within = (window: TimeWindow): Rows => {
    const shown = runWithin(run, window);
    const rows = known.get(shown.trace) ?? rowsOf(shown);
    known.set(shown.trace, rows);
    return rows;
  };
  return {
    ...within({ from: 0, to: 0 }),
    table: (window, limit) => ({ ...within(window).table(window, limit), thinned: lacksRows(run, window) }),
    from: (trace) => rowsOf({ ...run, trace }),
    read: (moment, window) => within({ from: moment, to: moment }).read(moment, window),
  };
}

/** The rows of a table of the trace: all, or those that are `listed`, of which `count` gives the number in a window. */
export function rowsIn(
  time_s: Float64Array,
  listed: (row: number) => boolean = () => true,
  count?: (window: TimeWindow) => number,
): Source<number> {
  return {
    time: (row) => time_s[row] ?? 0,
    within(window, limit) {
      const [first, last] = rowsWithin(time_s, window);
      const rows: number[] = [];
      for (let row = first; row < last && rows.length < limit; row += 1) if (listed(row)) rows.push(row);
      return { rows, total: count?.(window) ?? last - first };
    },
    at: (moment) => {
      const row = rowAt(time_s, moment);
      return row < 0 ? null : row;
    },
  };
}
