/** The table behind a panel, cut at a stated number of rows because a page can't hold a million. */
import { rowsWithin, type TimeWindow } from '../run/window';
import { formatCount, formatExact, formatFixed } from '../words/format';
import { plural, t, translated } from '../words/words';
import { ScrollRegion } from './ScrollRegion';

export interface Column {
  /** With its unit, as files have it. */
  name: string;
  /** The same in the reader's language; without: the name is one in all languages. */
  label?: () => string;
  /** Its cells are words of the lab, which the page puts into the reader's language. */
  words?: true;
  /** Digits after the point on the page; without: all there are. */
  digits?: number;
}

/** Numbers as they are: what a table shows of them is its column's matter. */
export type Cell = string | number;

export interface Table {
  columns: readonly Column[];
  rows: Cell[][];
  /** Number of rows in all; `rows` has the first of them. */
  total: number;
}

export const TABLE_LIMIT = 200;

export const TIME: Column = { name: 'time (s)', label: () => t('time (s)'), digits: 6 };
export const FLOW: Column = { name: 'flow', label: () => t('flow') };

/**
 * The table of some rows of one column set, in the window. Where not every row has a line, `total` says how many have; only as
 * many rows are looked at as it takes to fill the table.
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

/** Tables of several flows, one after the other. */
export function joined(tables: Table[], limit: number): Table {
  return {
    columns: tables[0]?.columns ?? [],
    rows: tables.flatMap((table) => table.rows).slice(0, limit),
    total: tables.reduce((sum, table) => sum + table.total, 0),
  };
}

function shownAs(cell: Cell | undefined, { digits, words }: Column): string {
  if (typeof cell !== 'number') return words ? translated(cell ?? '') : (cell ?? '');
  if (Number.isNaN(cell)) return '';
  return digits === undefined ? formatExact(cell) : formatFixed(cell, digits);
}

export function TableView({ table, caption }: { table: Table; caption: string }) {
  const { columns, rows, total } = table;
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
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
            <tr key={row}>
              {columns.map((column, place) => (
                <td key={column.name}>{shownAs(cells[place], column)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
