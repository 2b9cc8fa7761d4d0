/** Finds result codes in pasted text: a CSV, spreadsheet rows, or a list with one code per line. */
import { t } from '../words/words';
import { CODE_BEGINS } from './result';

export interface Entry {
  /** The line of the pasted text, counted from 1. */
  line: number;
  code: string;
  /** Cells of the other columns. */
  beside: readonly string[];
}

export interface HandedIn {
  entries: Entry[];
  /** Headers of the other columns; empty if the table has none. */
  columns: string[];
}

const BEGINS = new RegExp(`^\\s*["'\`]?${CODE_BEGINS}[0-9OIL]\\s*\\p{Pd}`, 'iu');

/** The rest of a code that a mail program has wrapped onto another line. */
const GOES_ON = /^[\s>]*\p{Pd}?[0-9A-Z]{1,5}(?:\p{Pd}[0-9A-Z]{1,5})*\p{Pd}?\s*$/iu;

/** Also matches codes with a damaged beginning. */
const LIKE_A_CODE = /[0-9A-Z]{5}\p{Pd}[0-9A-Z]{5}|^V[L1]/iu;

/** Headings are shorter than any code. */
const LONGEST_HEADING = 40;

/** Finds codes and the cells beside them in pasted text, or returns a problem if there are none. */
export function handedIn(pasted: string): HandedIn | { problem: string } {
  const rows = joined(tableOf(pasted.replace(/^\ufeff/, '')));
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const codes = (column: number) => rows.filter(({ cells }) => BEGINS.test(cells[column] ?? '')).length;
  const columns = Array.from({ length: width }, (_, column) => column);
  const best = columns.reduce((most, column) => (codes(column) > codes(most) ? column : most), 0);
  if (rows.length === 0 || codes(best) === 0)
    return {
      problem: t('There are no codes in this. A code begins with {begins}.', { begins: `${CODE_BEGINS}1-` }),
    };
  const others = columns.filter((column) => column !== best);
  const otherCells = (cells: readonly string[]) => others.map((column) => (cells[column] ?? '').trim());
  const [first] = rows;
  const heading = first?.cells[best]?.trim() ?? '';
  const headed = rows.length > 1 && heading.length <= LONGEST_HEADING && !LIKE_A_CODE.test(heading);
  const body = headed ? rows.slice(1) : rows;
  return {
    columns: headed ? otherCells(first?.cells ?? []) : others.map(() => ''),
    entries: body.map(({ cells, line }) => ({
      line,
      code: (cells[best] ?? '').trim(),
      beside: otherCells(cells),
    })),
  };
}

interface Row {
  cells: string[];
  line: number;
}

/** Joins codes that line breaks have split over several rows. */
function joined(rows: readonly Row[]): Row[] {
  const whole: Row[] = [];
  for (const row of rows) {
    const before = whole.at(-1);
    const [cell = ''] = row.cells;
    const last = before?.cells.at(-1) ?? '';
    const alone = row.cells.length === 1 && !BEGINS.test(cell) && /\p{Pd}/u.test(cell);
    if (before && alone && BEGINS.test(last) && GOES_ON.test(cell))
      before.cells[before.cells.length - 1] = `${last}-${cell.replace(/^[\s>]+/, '')}`;
    else whole.push({ ...row, cells: [...row.cells] });
  }
  return whole;
}

/** Parses RFC 4180 text with its most frequent separator: comma, semicolon or tab. Skips empty lines. */
export function tableOf(text: string): Row[] {
  const separator = [',', ';', '\t'].reduce((most, one) =>
    text.split(one).length > text.split(most).length ? one : most,
  );
  const rows: Row[] = [];
  let [cells, cell, quoted]: [string[], string, boolean] = [[], '', false];
  let [line, begun] = [1, 1];
  const endRow = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) rows.push({ cells, line: begun });
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '\n') line += 1;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && cell.trim() === '') [cell, quoted] = ['', true];
    else if (letter === separator) {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n') {
      endRow();
      begun = line;
    } else if (letter !== '\r' || text[at + 1] !== '\n') cell += letter;
  }
  endRow();
  return rows;
}
