/** A table of what a panel shows, cut at a stated length: a page with a million rows helps nobody. */
import { ScrollRegion } from '../design/ScrollRegion';
import { formatCount } from '../plot/format';
import { rowsWithin, type TimeWindow } from '../run/window';

export interface Table {
  columns: string[];
  rows: string[][];
  /** How many rows there are, of which `rows` are the first. */
  total: number;
}

export const TABLE_LIMIT = 200;

/**
 * The table of some rows of one column set, in the window. Where not every row has a line, `total` says how many have; only as
 * many rows are looked at as it takes to fill the table.
 */
export function tableOf(
  columns: string[],
  time_s: Float64Array,
  window: TimeWindow,
  cells: (row: number) => string[] | null,
  total?: number,
): Table {
  const [first, last] = rowsWithin(time_s, window);
  const rows: string[][] = [];
  for (let row = first; row < last && rows.length < TABLE_LIMIT; row += 1) {
    const line = cells(row);
    if (line !== null) rows.push(line);
  }
  return { columns, rows, total: total ?? last - first };
}

/** Tables of several flows, one after the other. */
export function joined(tables: Table[]): Table {
  return {
    columns: tables[0]?.columns ?? [],
    rows: tables.flatMap((table) => table.rows).slice(0, TABLE_LIMIT),
    total: tables.reduce((sum, table) => sum + table.total, 0),
  };
}

export function TableView({ table, caption }: { table: Table; caption: string }) {
  const { columns, rows, total } = table;
  const shown =
    rows.length < total
      ? `The first ${formatCount(rows.length)} of ${formatCount(total)} rows; zoom in for others.`
      : `${formatCount(total)} rows.`;
  return (
    <ScrollRegion label={caption}>
      <table>
        <caption>
          {caption}. {shown}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={columns[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
