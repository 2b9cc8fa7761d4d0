/** Writes a table as CSV (RFC 4180) or JSON, with all digits and its provenance. */
import type { Summary } from '../../engine/schema';
import type { Cell, Table } from '../../ui/TableView';
import type { Provenance } from './origin';
import { stampOf } from './provenance';

/** The parts of a table that a file contains. */
export type BareTable = Pick<Table, 'columns' | 'rows'>;

/** A format of files. Rows are written in pieces. */
export interface Writer {
  type: string;
  head(columns: Table['columns'], about: Provenance): string;
  piece(rows: readonly Cell[][]): string;
  between: string;
  tail: string;
}

export const WRITERS: Record<'csv' | 'json', Writer> = {
  csv: {
    type: 'text/csv',
    head(columns, about) {
      // RFC 4180 has no comments, but R, pandas and gnuplot can skip lines that start with #.
      const comments = stampOf(about).map((line) => `# ${commentOf(line)}\r\n`);
      return [...comments, csvLine(columns.map(({ name }) => name))].join('');
    },
    piece: (rows) => rows.map(csvLine).join(''),
    between: '',
    tail: '',
  },
  json: {
    type: 'application/json',
    head(columns, about) {
      const provenance = { ...about, differs: about.differs(), columns: columns.map(({ name }) => name) };
      return `${JSON.stringify(provenance, null, 2).slice(0, -2)},\n  "rows": [`;
    },
    piece: (rows) => `\n    ${rows.map((cells) => JSON.stringify(cells.map(jsonCell))).join(',\n    ')}`,
    between: ',',
    tail: '\n  ]\n}\n',
  },
};

/** Rows converted to text at a time. */
const ROWS = 5000;

/** The text of rows, in pieces. */
export function piecesOf({ piece }: Writer, rows: readonly Cell[][]): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS) pieces.push(piece(rows.slice(from, from + ROWS)));
  return pieces;
}

/** A file of a head and pieces of rows, which may be blobs. */
export function fileOf<Part>(
  { between, tail }: Writer,
  head: Part,
  pieces: readonly Part[],
): (Part | string)[] {
  return [head, ...pieces.flatMap((piece, place) => (place === 0 ? [piece] : [between, piece])), tail];
}

/** A table as a file. */
export function textOf(writer: Writer, { columns, rows }: BareTable, about: Provenance): string[] {
  return fileOf(writer, writer.head(columns, about), piecesOf(writer, rows));
}

/** A comment on one line. */
function commentOf(line: string): string {
  return withoutFormulas(line.replaceAll(/[\r\n]+/g, ' '));
}

/**
 * The beginnings of cells in a text, for any spreadsheet: it may separate cells by commas, semicolons, tabs or bars, whatever the file
 * was written with, and skips blanks and quotes. East Asian ones take full-width signs for plain ones.
 */
const FORMULA = /(^|[,;\t|\r\n])([\s\p{Cf}\0"]*)(?=[=+\-@＝＋－＠])/gu;

/** Text of which a spreadsheet evaluates no part as a formula, whichever separator it reads. */
function withoutFormulas(text: string): string {
  return text.replaceAll(FORMULA, "$1$2'");
}

/** A CSV line including its line break. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Unknown values are empty. Text that a spreadsheet would evaluate as a formula is escaped. */
function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return Number.isNaN(cell) ? '' : String(cell);
  // A tab or a line break at the beginning is skipped, with what it would have separated.
  const plain = withoutFormulas(/^[\t\r]/.test(cell) ? `'${cell}` : cell);
  // Some spreadsheets separate cells by semicolons or tabs.
  return /[",;\t|\r\n]|^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** JSON has only finite numbers: unknown values are null, infinities are text. */
function jsonCell(cell: Cell): Cell | null {
  if (typeof cell !== 'number' || Number.isFinite(cell)) return cell;
  return Number.isNaN(cell) ? null : String(cell);
}

/** The metrics of a run as tables with one row per flow, source or link. Column names include the units. */
export const METRIC_TABLES: Record<'flows' | 'datagrams' | 'links', (summary: Summary) => BareTable> = {
  flows: ({ flows }) => tableOfObjects(flows),
  datagrams: ({ datagrams }) => tableOfObjects(datagrams),
  links: ({ links }) => tableOfObjects(links),
};

function tableOfObjects(objects: readonly object[]): BareTable {
  const lines = objects.map((object) => new Map(cellsOf(object)));
  const names = [...new Set(lines.flatMap((line) => [...line.keys()]))];
  return {
    columns: names.map((name) => ({ name })),
    rows: lines.map((line) => names.map((name) => line.get(name) ?? '')),
  };
}

/** The cells of an object. Nested objects become columns named by path; lists are left out, because they are tables of their own. */
function cellsOf(object: object, path = ''): [string, Cell][] {
  return Object.entries(object).flatMap(([key, value]): [string, Cell][] => {
    if (Array.isArray(value)) return [];
    if (typeof value === 'object' && value !== null) return cellsOf(value, `${path}${key}.`);
    const cell = typeof value === 'number' || typeof value === 'string' ? value : '';
    return [[`${path}${key}`, cell]];
  });
}
