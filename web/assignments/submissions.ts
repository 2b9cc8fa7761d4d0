/**
 * Finds result codes in whatever a teacher pastes, opens or scans: a CSV, spreadsheet rows, a list, or messages with codes
 * and links in the middle of other words. The checksum tells where a code ends.
 */
import { formatCount } from '../words/format';
import { t } from '../words/words';
import { completeLength, grouped, normalizeLetters } from './decode';
import { CODE_PREFIX, VERSION } from './result';

/** A code and what's next to it. */
export interface Submission {
  /** The line of the text, counted from 1. */
  line: number;
  /** '' for a row of a table without a code. */
  code: string;
  /** Cells of the other columns of a table. */
  otherCells: readonly string[];
  /** The rest of the line, if the text isn't a table. It may contain the student's name. */
  nearby: string;
}

export interface Submissions {
  entries: Submission[];
  /** Headers of the other columns; empty if the table has none. */
  columns: string[];
}

/** A longer cell in the first row is a code, not a heading. */
const MAX_HEADING_LENGTH = 40;

/** Maximum number of codes in a text, and in a collection. */
export const MAX_CODES = 2000;

/** Longer texts aren't lists of codes. */
export const MAX_TEXT_LENGTH = 2_000_000;

/** Characters next to a code that may contain a name. */
const MAX_NEARBY_LENGTH = 200;

/** Finds codes and what's next to them. Returns a problem if there are no codes. */
export function parseSubmissions(pasted: string): Submissions | { problem: string } {
  if (pasted.length > MAX_TEXT_LENGTH)
    return {
      problem: t('This text is too long. At most {max} characters are allowed.', {
        max: formatCount(MAX_TEXT_LENGTH),
      }),
    };
  const text = pasted.replace(/^\ufeff/, '').normalize('NFKC');
  const found = codesIn(text);
  if (found.length > 0) return tableOf(text) ?? { columns: [], entries: listOfCodes(text, found) };
  if (/#\/(?:task|assign|grade)\?/.test(text))
    return {
      problem: t(
        'This is the link of an assignment, not a result code. Students get a code with “Make my result code”.',
      ),
    };
  return {
    problem: t('This text contains no codes. A code begins with {begins}.', {
      begins: `${CODE_PREFIX}${VERSION}-`,
    }),
  };
}

/** The rows of a table with one column of codes; null if the text isn't one. */
function tableOf(text: string): Submissions | null {
  const rows = parseTable(text);
  const width = rows[0]?.cells.length ?? 0;
  if (width < 2 || rows.some(({ cells }) => cells.length !== width)) return null;
  const counts = Array.from(
    { length: width },
    (_, column) => rows.filter(({ cells }) => codesIn(cells[column] ?? '').length > 0).length,
  );
  const codeColumn = counts.indexOf(Math.max(...counts));
  // Text with codes in several columns isn't a table.
  if (counts.filter((count) => count > 0).length !== 1) return null;
  // One line of a message may have a comma.
  const [first] = rows;
  const heading = first?.cells[codeColumn]?.trim() ?? '';
  if (rows.length === 1 && !isCode(heading)) return null;
  const otherCells = (cells: readonly string[]) =>
    cells.filter((_, column) => column !== codeColumn).map((cell) => cell.trim());
  const hasHeader =
    rows.length > 1 &&
    heading !== '' &&
    heading.length <= MAX_HEADING_LENGTH &&
    !/^V[L1]/iu.test(heading) &&
    codesIn(heading).length === 0;
  const body = hasHeader ? rows.slice(1) : rows;
  return {
    columns: hasHeader ? otherCells(first?.cells ?? []) : Array.from({ length: width - 1 }, () => ''),
    entries: body.flatMap(({ cells, line }) => {
      const cell = (cells[codeColumn] ?? '').trim();
      const codes = codesIn(cell).map(({ code }) => code);
      const shared = { line, otherCells: otherCells(cells), nearby: '' };
      return (codes.length === 0 ? [cell] : codes).map((code) => ({ code, ...shared }));
    }),
  };
}

/** True if a cell has a code and nothing else. */
function isCode(cell: string): boolean {
  const [found, ...more] = codesIn(cell);
  return found?.from === 0 && found.to === cell.length && more.length === 0;
}

function listOfCodes(text: string, found: readonly FoundCode[]): Submission[] {
  let [line, before, seen] = [1, 0, 0];
  return found.map(({ code, from, to }, index) => {
    for (; seen < from; seen += 1)
      if (text[seen] === '\n') {
        line += 1;
        before = seen + 1;
      }
    const lineEnd = text.indexOf('\n', to);
    const after = Math.min(lineEnd < 0 ? text.length : lineEnd, found[index + 1]?.from ?? text.length);
    // Codes in front of this one on the same line belong to others.
    const start = Math.max(before, found[index - 1]?.to ?? 0);
    const nearby = `${text.slice(start, from)}\t${text.slice(to, after)}`.trim();
    return { line, code, otherCells: [], nearby: nearby.slice(0, MAX_NEARBY_LENGTH) };
  });
}

interface FoundCode {
  /** In groups of letters, if the checksum is right; else as it was written, without spaces. */
  code: string;
  /** Its beginning and end in the text. */
  from: number;
  to: number;
}

/** The beginning of a code, or four whole groups in a row, which may be a code without its beginning. */
const BEGINNING =
  /(?<![0-9A-Z])(?:V[L1](?<version>[0-9OIL])(?=\s*\p{Pd}|\s+[0-9A-Z]{5}\b)|(?=[A-Z\p{Pd}]{0,22}[0-9])[0-9A-Z]{5}(?:\p{Pd}[0-9A-Z]{5}){3})/giu;

/**
 * A group of letters, and what may be in front of it: a mail program wraps and quotes, people type spaces. No code has a U.
 */
const WORD = /([\s\p{Pd}\p{Cf}>"'`*]*)([0-9A-TV-Z]{1,2000})(?![0-9A-Z])/iuy;

/** The rest of a code that isn't valid: groups after dashes, also in the next line. */
const DASHED = /(?:\s*\p{Pd}[\s>]*[0-9A-Z]{1,5}|\s*\n[\s>]*(?!V[L1][0-9OIL]\p{Pd})[0-9A-Z]{5}(?=\p{Pd}))*/iuy;

/** More letters than any code has. */
const MAX_LETTERS = 4000;

/** All codes in a text, also damaged ones. */
function codesIn(text: string): FoundCode[] {
  const found: FoundCode[] = [];
  BEGINNING.lastIndex = 0;
  for (
    let match = BEGINNING.exec(text);
    match !== null && found.length <= MAX_CODES;
    match = BEGINNING.exec(text)
  ) {
    const version = match.groups?.version;
    const from = match.index;
    const bodyFrom = version === undefined ? from : from + match[0].length;
    const { letters, ends } = bodyEnd(text, bodyFrom);
    const length = completeLength(
      letters,
      ends.map(({ length }) => length),
    );
    const end = ends.find((one) => one.length === length);
    if (length !== null && end !== undefined) {
      const prefix = `${CODE_PREFIX}${normalizeLetters(version ?? VERSION)}-`;
      found.push({ code: prefix + grouped(letters.slice(0, length)), from, to: end.at });
    } else {
      DASHED.lastIndex = bodyFrom + (version === undefined ? 5 : 0);
      const rest = DASHED.exec(text)?.[0] ?? '';
      // "VL2" in a sentence isn't a code.
      if (rest !== '') {
        const to = bodyFrom + (version === undefined ? 5 : 0) + rest.length;
        found.push({ code: text.slice(from, to).replaceAll(/[\s>]+/g, ''), from, to });
      }
    }
    BEGINNING.lastIndex = Math.max(found.at(-1)?.to ?? 0, BEGINNING.lastIndex);
  }
  return found;
}

/** The normalized letters after a beginning, and all places where a word ends, in the text and in the letters. */
function bodyEnd(text: string, from: number): { letters: string; ends: { at: number; length: number }[] } {
  const ends: { at: number; length: number }[] = [];
  let letters = '';
  WORD.lastIndex = from;
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) {
    const [, between = '', word = ''] = match;
    const at = WORD.lastIndex;
    // The next code begins here.
    if (between !== '' && /^V[L1][0-9OIL]$/iu.test(word)) break;
    letters += normalizeLetters(word);
    if (letters.length > MAX_LETTERS) break;
    ends.push({ at, length: letters.length });
  }
  return { letters, ends };
}

interface TableRow {
  cells: string[];
  line: number;
}

/** Parses a CSV (RFC 4180) whose separator is the most frequent of comma, semicolon and tab. Skips empty lines. */
function parseTable(text: string): TableRow[] {
  const separator = [',', ';', '\t'].reduce((most, one) =>
    text.split(one).length > text.split(most).length ? one : most,
  );
  const rows: TableRow[] = [];
  let [cells, cell, quoted]: [string[], string, boolean] = [[], '', false];
  let [line, rowLine] = [1, 1];
  const endRow = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) rows.push({ cells, line: rowLine });
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
      rowLine = line;
    } else if (letter !== '\r' || text[at + 1] !== '\n') cell += letter;
  }
  endRow();
  return rows;
}
