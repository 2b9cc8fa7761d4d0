/**
 * Finds result codes in whatever a teacher pastes, opens or scans: a CSV, spreadsheet rows, a list, or messages with codes
 * and links in the middle of other words. The checksum tells where a code ends.
 */
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import { completeLength, grouped, normalizeLetters, versionOf } from './decode';
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
  /** The first lines with more codes than are taken from one row. */
  full: number[];
  /** The lines that were read with a quotation mark as a letter, because it doesn't fit. */
  misquoted: number[];
  /** The lines with a cell in quotes that goes on over what may be the rows of others. */
  joined: number[];
  /** The line of headings, if its words could also be a student's. */
  heading: number | null;
}

/** A longer cell in the first row may be a student's text. */
const USUAL_HEADING_LENGTH = 40;

/** Maximum number of codes in a collection. */
export const MAX_CODES = 2000;

/** Longer tables aren't lists of codes. */
export const MAX_TABLE_LENGTH = 16_000_000;

/** Longer texts outside of tables aren't lists of codes. */
export const MAX_TEXT_LENGTH = 2_000_000;

/** Codes taken from one row or line. A student with more has copied or made them up, and others' rows count too. */
export const MAX_ROW_CODES = 10;

/** Lines with too many codes that are named. */
const MAX_NAMED_LINES = 5;

/** Characters of a table's cell in which codes are looked for. */
const MAX_CODE_CELL = 20_000;

/** Characters of other cells that are kept. */
const MAX_CELL = 2000;

/** Characters of a damaged code that are kept. */
const MAX_DAMAGED = 1000;

/** Characters next to a code that may contain a name. */
const MAX_NEARBY_LENGTH = 200;

const NO_DOUBTS = { misquoted: [], joined: [], heading: null };

/** Finds codes and what's next to them. Returns a problem if there are no codes. */
export function parseSubmissions(pasted: string): Submissions | { problem: string } {
  if (pasted.length > MAX_TABLE_LENGTH) return { problem: tooLong(MAX_TABLE_LENGTH) };
  const text = pasted.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  const table = isChat(text) ? null : tableOf(text);
  if (table !== null) return table;
  if (text.length > MAX_TEXT_LENGTH) return { problem: tooLong(MAX_TEXT_LENGTH) };
  const full: number[] = [];
  const found = codesIn(text, full);
  if (found.length > 0) return { ...NO_DOUBTS, columns: [], entries: listOfCodes(text, found), full };
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

function tooLong(max: number): string {
  return t('This text is too long. At most {max} characters are allowed.', { max: formatCount(max) });
}

/** The rows of a table with a column of codes; null if the text isn't one. */
function tableOf(text: string): Submissions | null {
  // The separator that's most frequent in the first line is the likeliest. One student's text can't decide it.
  const [head = ''] = text.replace(/^(?:[^\S\n]*\n)+/, '').split('\n', 1);
  const count = (separator: string) => head.split(separator).length;
  // A cell in quotes may go on in the next line.
  const possible = [',', ';', '\t'].filter((separator) => count(separator) > 1 || head.includes('"'));
  for (const separator of possible.sort((a, b) => count(b) - count(a))) {
    const table = tableSeparatedBy(separator, text);
    if (table !== null) return table;
  }
  return null;
}

function tableSeparatedBy(separator: string, text: string): Submissions | null {
  const rows = parseTable(text, separator);
  const width = rows?.find(({ misquoted }) => !misquoted)?.cells.length ?? 0;
  if (rows === null || width < 2) return null;
  const found = rows.map(({ cells }) => cells.map(codesInCell));
  // One wide row must not cost a look at every row for each of its columns.
  const counts = Array.from({ length: width }, () => 0);
  found.forEach((codes, row) => {
    if (rows[row]?.misquoted) return;
    codes.slice(0, width).forEach((one, column) => {
      if (one.length > 0) counts[column] = (counts[column] ?? 0) + 1;
    });
  });
  const most = counts.reduce((largest, one) => Math.max(largest, one), 0);
  const codeColumn = counts.indexOf(most);
  // Text with codes in several columns isn't a table. But a student may write a code anywhere.
  const others = counts.filter((one, column) => column !== codeColumn && 2 * one > most).length;
  if (most === 0 || others > 0) return null;
  // One line of a message may have a comma.
  const [first] = rows;
  const heading = first?.cells[codeColumn]?.trim() ?? '';
  if (rows.length === 1 && !isCode(heading)) return null;
  const otherCells = (cells: readonly string[]) =>
    cells.filter((_, column) => column !== codeColumn).map((cell) => shortCell(cell.trim()));
  const hasHeader = rows.length > 1 && first?.cells.length === width && isHeading(heading);
  const full: number[] = [];
  const entries = rows.flatMap(({ cells, line }, index) => {
    if (hasHeader && index === 0) return [];
    const isRagged = cells.length !== width;
    const inRow = found[index] ?? [];
    const codes = (isRagged ? inRow.flat() : inRow[codeColumn]) ?? [];
    if (codes.length > MAX_ROW_CODES && full.length < MAX_NAMED_LINES) full.push(line);
    if (isRagged) {
      const rest = cells.filter((_, column) => inRow[column]?.length === 0);
      const others = Array.from({ length: width - 1 }, (_, column) =>
        column < width - 2 ? (rest[column] ?? '') : rest.slice(width - 2).join(separator),
      );
      const shared = { line, otherCells: others.map((cell) => shortCell(cell.trim())), nearby: '' };
      return codes.slice(0, MAX_ROW_CODES).map(({ code }) => ({ code, ...shared }));
    }
    const shared = { line, otherCells: otherCells(cells), nearby: '' };
    if (codes.length === 0) {
      const cell = (cells[codeColumn] ?? '').trim();
      return [{ code: cell.slice(0, MAX_DAMAGED), ...shared }];
    }
    return codes.slice(0, MAX_ROW_CODES).map(({ code }) => ({ code, ...shared }));
  });
  // The codes may all be in what seemed to be the heading.
  if (entries.length === 0) return null;
  const isJoined = ({ from, to, misquoted }: TableRow, row: number) =>
    !misquoted &&
    text.slice(from, to).includes('\n') &&
    ((found[row] ?? []).some((codes, column) => column !== codeColumn && codes.length > 0) ||
      rowsWithin(text.slice(from, to), separator, width) > 1);
  const linesOf = (test: (row: TableRow, index: number) => boolean) =>
    rows.filter(test).map(({ line }) => line);
  return {
    columns: hasHeader ? otherCells(first?.cells ?? []) : Array.from({ length: width - 1 }, () => ''),
    ...{ entries, full, misquoted: linesOf(({ misquoted }) => misquoted), joined: linesOf(isJoined) },
    heading: hasHeader && mayBeText(heading) ? (first?.line ?? null) : null,
  };
}

/** The number of lines in a row that would be rows with a code, were it not for a quote; two are enough. */
function rowsWithin(row: string, separator: string, width: number): number {
  let count = 0;
  for (const line of row.split('\n')) {
    if (line.length < MIN_CODE || line.split(separator, width + 1).length < width) continue;
    const { cells = [] } =
      cellsOf(line, separator, { from: 0, to: line.length, most: 0, literal: true }) ?? {};
    if (cells.length === width && cells.some((cell) => codesInCell(cell).length > 0)) count += 1;
    if (count > 1) break;
  }
  return count;
}

/** True for a cell above codes that isn't one, not even the beginning of one. */
function isHeading(cell: string): boolean {
  // A heading may name the codes' beginning, as in "VL3-Code".
  const isLong = ({ code }: FoundCode) => normalizeLetters(code).length > 2 * GROUP;
  return (
    cell !== '' &&
    !codesIn(cell).some(isLong) &&
    !/^V[L1][0-9OIL]\s*\p{Pd}(?=[0-9A-Z\p{Pd}]*[0-9]|\s*$)[0-9A-Z\p{Pd}\s]*$/iu.test(cell)
  );
}

/** True for a heading that may be what a student wrote instead of a code. */
function mayBeText(heading: string): boolean {
  return heading.length > USUAL_HEADING_LENGTH || /^V[L1]/iu.test(heading);
}

/** Letters in a group of a code. */
const GROUP = 5;

/** No code is shorter. */
const MIN_CODE = 12;

function codesInCell(cell: string): FoundCode[] {
  return cell.length < MIN_CODE ? [] : codesIn(cell.slice(0, MAX_CODE_CELL), [], MAX_ROW_CODES + 1);
}

function shortCell(cell: string): string {
  return cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL)}…` : cell;
}

/** True if a cell has a code and nothing else. */
function isCode(cell: string): boolean {
  const [found, ...more] = codesInCell(cell);
  return found?.from === 0 && found.to === cell.length && more.length === 0;
}

/** The day or the time of a message, and what a chat writes around it. */
const DAY = /\d{1,4}[./-]\d{1,2}(?:[./-](?:\d{2,4})?)?/.source;
const TIME = /\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\b\.?|(?!\s?[ap]\.?\s?m\b))/.source;
const STAMP = `(?:${DAY},?\\s*(?:\\p{L}+\\s)?)?${TIME}(?:,?\\s*${DAY})?`;

/** A line that begins a message of a chat, as far as one line shows it: a table has a separator after a time, and no name. */
const MESSAGE = new RegExp(
  `^[\\p{Cf}\\s]*(?:\\[\\s*${STAMP}\\s*\\]|${STAMP}\\s+\\p{Pd}\\s|${STAMP}\\s+(?:From|Von|De|Da|Van)\\s)`,
  'iu',
);

/** A line with the sender and the time of the message in the next lines. */
const SENDER = new RegExp(
  `^[^\\t\\n]{1,80}?[ \\u202f\\p{Pd}(\\[]${STAMP}[ \\u202f]*[\\])]?$|^\\[?${STAMP}\\]?[ \\u202f][^\\t\\n]{1,80}$`,
  'iu',
);

/** All days and times in a text. */
const STAMPS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${STAMP}|${DAY})(?![\\p{L}\\p{N}])`, 'giu');

/** Lines that show whether a text is a chat. */
const SAMPLE_LINES = 10;

/** True if a text is a chat, whose commas separate no cells. */
function isChat(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.trim().slice(0, 200))
    .filter((line) => line !== '');
  const [head = ''] = lines;
  if (SENDER.test(head) && codesIn(head).length === 0) return true;
  const sample = lines.slice(0, SAMPLE_LINES);
  return sample.length > 0 && 2 * sample.filter((line) => MESSAGE.test(line)).length >= sample.length;
}

/** A text without days and times, and without the words with which a chat names the sender and who reads it. */
export function withoutStamps(text: string): string {
  return text
    .replaceAll(STAMPS, '\t')
    .replaceAll(/(?<=\t\s*)(?:From|Von|De|Da|Van)\s+|\s(?:to|an|à|a|para|aan)\s[^\t:]+(?=:)/giu, '');
}

function listOfCodes(text: string, found: readonly FoundCode[]): Submission[] {
  let [line, before, seen, sender] = [1, 0, 0, ''];
  return found.map(({ code, from, to }, index) => {
    for (; seen < from; seen += 1)
      if (text[seen] === '\n') {
        const ended = text.slice(before, Math.min(seen, before + 200)).trim();
        if (MESSAGE.test(ended) || SENDER.test(ended)) sender = ended;
        line += 1;
        before = seen + 1;
      }
    const lineEnd = text.indexOf('\n', to);
    const after = Math.min(lineEnd < 0 ? text.length : lineEnd, found[index + 1]?.from ?? text.length);
    // Codes in front of this one on the same line belong to others.
    const start = Math.max(before, found[index - 1]?.to ?? 0);
    const own = `${text.slice(start, from)}\t${text.slice(to, after)}`.trim();
    const isOwnMessage = MESSAGE.test(own) || start > before;
    const nearby = isOwnMessage || sender === '' ? own : `${sender}\t${own}`.trim();
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

/**
 * All codes in a text, also damaged ones, at most `most` in a line; adds the lines with more to `full`. Without a `most`,
 * a text ends after one code more than a collection takes.
 */
function codesIn(written: string, full: number[] = [], most = MAX_ROW_CODES): FoundCode[] {
  const text = withPlainLetters(written);
  const found: FoundCode[] = [];
  let [lineEnd, inLine] = [-1, 0];
  BEGINNING.lastIndex = 0;
  for (
    let match = BEGINNING.exec(text);
    match !== null && found.length <= MAX_CODES;
    match = BEGINNING.exec(text)
  ) {
    const version = match.groups?.version;
    const from = match.index;
    if (from > lineEnd) {
      const next = text.indexOf('\n', from);
      [lineEnd, inLine] = [next < 0 ? text.length : next, 0];
    }
    if (inLine >= most) {
      // A message names few lines, and counting takes long.
      if (full.length < MAX_NAMED_LINES) full.push(text.slice(0, from).split('\n').length);
      BEGINNING.lastIndex = lineEnd;
      continue;
    }
    const bodyFrom = version === undefined ? from : from + match[0].length;
    const { letters, ends } = bodyEnd(text, bodyFrom);
    const length = completeLength(
      letters,
      ends.map(({ length }) => length),
    );
    const end = ends.find((one) => one.length === length);
    if (length !== null && end !== undefined) {
      const body = letters.slice(0, length);
      const prefix = `${CODE_PREFIX}${version === undefined ? versionOf(body) : normalizeLetters(version)}-`;
      found.push({ code: prefix + grouped(body), from, to: end.at });
      inLine += 1;
    } else {
      DASHED.lastIndex = bodyFrom + (version === undefined ? 5 : 0);
      const rest = DASHED.exec(text)?.[0] ?? '';
      // "VL2" in a sentence isn't a code.
      if (rest !== '') {
        const to = bodyFrom + (version === undefined ? 5 : 0) + rest.length;
        const code = text.slice(from, Math.min(to, from + 2 * MAX_DAMAGED)).replaceAll(/[\s>]+/g, '');
        found.push({ code: code.slice(0, MAX_DAMAGED), from, to });
        inLine += 1;
      }
    }
    BEGINNING.lastIndex = Math.max(found.at(-1)?.to ?? 0, BEGINNING.lastIndex);
  }
  return found;
}

/** The text with plain letters for full-width ones and the like, which are as long. Names stay as they're written. */
function withPlainLetters(text: string): string {
  return text.replaceAll(/[\u0080-\uffff]/g, (letter) => {
    const plain = letter.normalize('NFKC');
    return /^[0-9A-Za-z-]$/.test(plain) ? plain : letter;
  });
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
  /** The text of the row. */
  from: number;
  to: number;
  /** True if its quotes don't fit, so that its cells were read line by line. */
  misquoted: boolean;
}

/**
 * Parses a CSV (RFC 4180), without its empty lines; null if its rows aren't of the same length. A quote that doesn't fit spoils only its
 * own line: the line is read with that quote as a letter.
 */
function parseTable(text: string, separator: string): TableRow[] | null {
  const rows: TableRow[] = [];
  let [at, line, width] = [0, 1, 0];
  let isBroken = false;
  while (at <= text.length) {
    const next = text.indexOf('\n', at);
    const lineEnd = next < 0 ? text.length : next;
    const whole = cellsOf(text, separator, { from: at, to: text.length, most: width });
    const isOneLine = whole?.to === lineEnd;
    const fits: boolean = whole !== null && (isOneLine || width === 0 || whole.cells.length === width);
    const read = fits ? whole : cellsOf(text, separator, { from: at, to: lineEnd, most: 0, literal: true });
    const { cells, to } = read ?? { cells: [], to: lineEnd };
    if (cells.some((one) => one.trim() !== '')) {
      const isRagged = width > 0 && cells.length !== width;
      // Lines after a quote that doesn't fit may be the rest of its cell.
      const misquoted: boolean = !fits || (isRagged && (isBroken || text.slice(at, to).includes('"')));
      if (isRagged && !misquoted) return null;
      if (!misquoted) width ||= cells.length;
      rows.push({ cells, line, from: at, to, misquoted });
      isBroken = misquoted;
    }
    line += linesIn(text.slice(at, to));
    at = to + 1;
  }
  return rows;
}

interface CellsRange {
  from: number;
  to: number;
  /** A row that goes on in the next line has at most so many cells; 0 for any number. */
  most: number;
  /** True to read a quote that doesn't fit as a letter. */
  literal?: boolean;
}

/** The cells of a row, and its end; null if a quote doesn't fit. */
function cellsOf(
  text: string,
  separator: string,
  { from, to, most, literal = false }: CellsRange,
): { cells: string[]; to: number } | null {
  const ends = new RegExp(`[${separator}\\n]`, 'g');
  const afterQuote = new RegExp(`[^\\S\\n\\t]*(?=[${separator}\\n]|$)`, 'y');
  const cells: string[] = [];
  for (let at = from; ; ) {
    const quoted = quotedCell(text, at, to, afterQuote);
    if (quoted === 'unfit' && !literal) return null;
    if (typeof quoted === 'object') {
      cells.push(quoted.cell);
      at = quoted.at;
      if (text[at] !== separator) return { cells, to: at };
      // A wide text over many lines would be read again from each of them.
      if (most > 0 && cells.length > most) return null;
    } else {
      ends.lastIndex = at;
      const found = ends.exec(text)?.index ?? text.length;
      cells.push(text.slice(at, found));
      at = found;
      if (text[at] !== separator) return { cells, to: at };
    }
    at += 1;
  }
}

function linesIn(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

const OPENING = /[^\S\n\t]*"/y;

/** A cell in quotes and its end; `none` if it has no quotes, `unfit` if no quote ends it. */
function quotedCell(
  text: string,
  from: number,
  to: number,
  afterQuote: RegExp,
): { cell: string; at: number } | 'none' | 'unfit' {
  OPENING.lastIndex = from;
  if (!OPENING.test(text) || OPENING.lastIndex > to) return 'none';
  let cell = '';
  for (let at = OPENING.lastIndex; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote >= to) return 'unfit';
    cell += text.slice(at, quote);
    at = quote + 1;
    // A quote in a quoted cell is doubled.
    if (at < to && text[at] === '"') {
      cell += '"';
      at += 1;
      continue;
    }
    afterQuote.lastIndex = at;
    return afterQuote.test(text) ? { cell, at: afterQuote.lastIndex } : 'unfit';
  }
}
