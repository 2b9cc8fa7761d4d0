/** The table behind a panel, limited to a number of rows because a page can't show a million. */

import { formatCount, formatExact, formatFixed, UNKNOWN } from '../base/words/format';
import { plural, t, translated } from '../base/words/words';
import { rowsWithin, type TimeWindow } from '../run/window';
import { ScrollRegion } from './ScrollRegion';

export interface Column {
  /** Name with unit, as in exported files. */
  name: string;
  /** Translated name; defaults to `name`. */
  label?: () => string;
  /** The cells are the lab's own texts, to be translated. */
  words?: true;
  /** Decimals shown on the page; defaults to all. */
  digits?: number;
}

/** A raw value; the column formats it. */
export type Cell = string | number;

export interface Table {
  columns: readonly Column[];
  rows: Cell[][];
  /** Total number of rows, of which `rows` contains the first. */
  total: number;
  /** True if the run has more rows, which weren't recorded. */
  thinned?: boolean;
}

export const TABLE_LIMIT = 200;

export const TIME: Column = { name: 'time (s)', label: () => t('time (s)'), digits: 6 };
export const FLOW: Column = { name: 'flow', label: () => t('flow') };

/**
 * Builds the table of the rows in a window. Reads only as many rows as it takes to fill the table.
 *
 * @param cells the cells for a row; null if the table leaves the row out
 * @param total number of rows in the table, if it leaves some out
 */
export function tableOf(
  columns: readonly Column[],
  time_s: Float64Array,
  window: TimeWindow,
  limit: number,
  cells: (row: number) => Cell[] | null,
  total?: number,
): Table {
  const [first, last] = rowsWithin(time_s, window);
  const rows: Cell[][] = [];
  for (let row = first; row < last && rows.length < limit; row += 1) {
    const line = cells(row);
    if (line !== null) rows.push(line);
  }
  return { columns, rows, total: total ?? last - first };
}

/** Concatenates the tables of several flows. */
export function joined(tables: Table[], limit: number): Table {
  return {
    columns: tables[0]?.columns ?? [],
    rows: tables.flatMap((table) => table.rows).slice(0, limit),
    total: tables.reduce((sum, table) => sum + table.total, 0),
    thinned: tables.some(({ thinned = false }) => thinned),
  };
}

function formatCell(cell: Cell | undefined, { digits, words }: Column): string {
  if (typeof cell !== 'number') return words ? translated(cell ?? '') : (cell ?? '');
  if (Number.isNaN(cell)) return UNKNOWN;
  return digits === undefined ? formatExact(cell) : formatFixed(cell, digits);
}

export function TableView({ table, caption }: { table: Table; caption: string }) {
  const { columns, rows, total, thinned = false } = table;
  const shown =
    rows.length < total
      ? t('The first {shown} of {total} rows; zoom in for others.', {
          shown: formatCount(rows.length),
          total: formatCount(total),
        })
      : plural(total, '{n} row.', '{n} rows.');
  return (
    <ScrollRegion label={caption}>
      <table>
        <caption>
          {caption}. {shown}
          {thinned &&
            ` ${t('Some rows are missing, because the run is too long to record them all. Zoom in for all rows, or export the table.')}`}
        </caption>
        <thead>
          <tr>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label?.() ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key other than their index
            <tr key={row}>
              {columns.map((column, place) => (
                <td key={column.name}>{formatCell(cells[place], column)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
