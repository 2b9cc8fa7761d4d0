/**
 * A student's result and its code: `VL1-` followed by groups of letters. The encoded text is JSON without property
 * names, with changes of the scenario written as in a link. Also finds codes in text that a teacher pastes: a CSV,
 * spreadsheet rows, or a list with one code per line.
 */
import type { Answer } from '../lessons/answers';
import type { Change } from '../scenario/changes';
import { changesOf, putChanges } from '../share/address';
import { t } from '../words/words';
import {
  type Damage,
  DecodeError,
  type Decoder,
  decodeLetters,
  encodeLetters,
  flag,
  listOf,
  longText,
  normalizeLetters,
  number,
  orNull,
  recordOf,
  text,
  tuple,
} from './decode';

export interface Result {
  /** The name as the student typed it. */
  who: string;
  /** The assignment's id. */
  assignment: string;
  seed: number;
  /** The version of the engine that made the runs. */
  engine: string;
  work: BenchWork | LessonWork;
}

export interface BenchWork {
  kind: 'bench';
  /** The student's changes to the given scenario. */
  changes: readonly Change[];
  digest: string;
  /** Per check: whether the run passed it, or the value read off; null if unanswered. */
  answers: readonly (boolean | number | null)[];
}

export interface LessonWork {
  kind: 'lesson';
  /** By id; null if the student skipped the prediction. */
  predictions: Readonly<Record<string, Answer | null>>;
  checks: Readonly<Record<string, DoneCheck>>;
}

export interface DoneCheck {
  passed: boolean;
  /** The student's answer, if the check asks for one. */
  answer: string | null;
  /** The addresses of the student's runs, from `#` on, and the digests of these runs. */
  links: readonly string[];
  digests: readonly string[];
}

export const CODE_PREFIX = 'VL';
const VERSION = '1';

/** `version` is a code version that this page can't read. */
export type DecodeResult = { result: Result } | { damage: Damage } | { version: string };

export async function codeOf(result: Result): Promise<string> {
  return `${CODE_PREFIX}${VERSION}-${await encodeLetters(resultText(result))}`;
}

/** Decodes a pasted code. Never throws, whatever the text. */
export async function decode(pasted: string): Promise<DecodeResult> {
  // `normalizeLetters` turns the prefix VL into V1.
  const [, version, body] = /^V1([0-9A-Z])(.*)$/.exec(normalizeLetters(pasted)) ?? [];
  if (version === undefined || body === undefined) return { damage: 'form' };
  const read = await decodeLetters(body);
  // Later versions keep the checksum. It shows whether the version is really later or just a typing error.
  if (version !== VERSION) return 'damage' in read ? { damage: read.damage } : { version };
  if ('damage' in read) return read;
  try {
    return { result: readResult(read.text) };
  } catch {
    return { damage: 'form' };
  }
}

/** Serializes a result. Equal results have equal texts, so grading can find copies. */
export function resultText({ who, assignment, seed, engine, work }: Result): string {
  const head = [who, assignment, seed, engine];
  if (work.kind === 'bench') {
    const query = new URLSearchParams();
    putChanges(query, work.changes);
    return JSON.stringify([...head, query.toString(), work.digest, work.answers]);
  }
  return JSON.stringify([
    ...head,
    Object.entries(work.predictions),
    Object.entries(work.checks).map(([id, { passed, answer, links, digests }]) => [
      id,
      [passed, answer, links, digests],
    ]),
  ]);
}

function readResult(json: string): Result {
  const value: unknown = JSON.parse(json);
  const bench = Array.isArray(value) && value.length === 7;
  const [who, assignment, seed, engine, ...rest] = tuple(value, bench ? 7 : 6, 'the code');
  return {
    who: text(who, 'who'),
    assignment: text(assignment, 'the assignment'),
    seed: number(seed, 'the seed'),
    engine: text(engine, 'the engine'),
    work: bench ? benchWork(rest) : lessonWork(rest),
  };
}

function benchWork([changed, digest, answers]: unknown[]): BenchWork {
  const { changes, unread } = changesOf(new URLSearchParams(longText(changed, 'the changes')));
  if (unread.length > 0) throw new DecodeError(`the changes include ${unread.length} that cannot be read`);
  return {
    kind: 'bench',
    changes,
    digest: text(digest, 'the digest'),
    answers: listOf(answerOfCheck, 100)(answers, 'the answer'),
  };
}

function lessonWork([predictions, checks]: unknown[]): LessonWork {
  return {
    kind: 'lesson',
    predictions: recordOf(orNull(answer), 100)(predictions, 'the prediction'),
    checks: recordOf(doneCheck, 100)(checks, 'the check'),
  };
}

const answerOfCheck: Decoder<boolean | number | null> = (value, label) =>
  typeof value === 'boolean' ? value : orNull(number)(value, label);

const answer: Decoder<Answer> = (value, label) => {
  if (typeof value === 'string') return text(value, label);
  return typeof value === 'number' ? number(value, label) : listOf(number, 200)(value, label);
};

const doneCheck: Decoder<DoneCheck> = (value, label) => {
  const [passed, given, links, digests] = tuple(value, 4, label);
  return {
    passed: flag(passed, label),
    answer: orNull(text)(given, label),
    links: listOf(longText, 6)(links, label),
    digests: listOf(text, 6)(digests, label),
  };
};

export interface Entry {
  /** The line of the pasted text, counted from 1. */
  line: number;
  code: string;
  /** Cells of the other columns. */
  otherCells: readonly string[];
}

export interface Submissions {
  entries: Entry[];
  /** Headers of the other columns; empty if the table has none. */
  columns: string[];
}

const CODE_START = new RegExp(`^\\s*["'\`]?${CODE_PREFIX}[0-9OIL]\\s*\\p{Pd}`, 'iu');

/** A line with the rest of a code that a mail program has wrapped. */
const CODE_CONTINUATION = /^[\s>]*\p{Pd}?[0-9A-Z]{1,5}(?:\p{Pd}[0-9A-Z]{1,5})*\p{Pd}?\s*$/iu;

/** Matches anything that looks like a code, even if its prefix is damaged. */
const CODE_LIKE = /[0-9A-Z]{5}\p{Pd}[0-9A-Z]{5}|^V[L1]/iu;

/** A longer cell in the first row is a code, not a heading. */
const MAX_HEADING_LENGTH = 40;

/** Finds codes and the other cells of their rows in pasted text. Returns a problem if there are no codes. */
export function parseSubmissions(pasted: string): Submissions | { problem: string } {
  const rows = joinWrappedCodes(parseTable(pasted.replace(/^\ufeff/, '')));
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const codes = (column: number) => rows.filter(({ cells }) => CODE_START.test(cells[column] ?? '')).length;
  const columns = Array.from({ length: width }, (_, column) => column);
  const codeColumn = columns.reduce((most, column) => (codes(column) > codes(most) ? column : most), 0);
  if (rows.length === 0 || codes(codeColumn) === 0)
    return {
      problem: t('This text contains no codes. A code begins with {begins}.', { begins: `${CODE_PREFIX}1-` }),
    };
  const otherColumns = columns.filter((column) => column !== codeColumn);
  const cellsBeside = (cells: readonly string[]) =>
    otherColumns.map((column) => (cells[column] ?? '').trim());
  const [first] = rows;
  const heading = first?.cells[codeColumn]?.trim() ?? '';
  const hasHeader = rows.length > 1 && heading.length <= MAX_HEADING_LENGTH && !CODE_LIKE.test(heading);
  const body = hasHeader ? rows.slice(1) : rows;
  return {
    columns: hasHeader ? cellsBeside(first?.cells ?? []) : otherColumns.map(() => ''),
    entries: body.map(({ cells, line }) => ({
      line,
      code: (cells[codeColumn] ?? '').trim(),
      otherCells: cellsBeside(cells),
    })),
  };
}

interface Row {
  cells: string[];
  line: number;
}

/** Joins rows if a line break has split a code. */
function joinWrappedCodes(rows: readonly Row[]): Row[] {
  const joined: Row[] = [];
  for (const row of rows) {
    const before = joined.at(-1);
    const [cell = ''] = row.cells;
    const last = before?.cells.at(-1) ?? '';
    const looksWrapped = row.cells.length === 1 && !CODE_START.test(cell) && /\p{Pd}/u.test(cell);
    if (before && looksWrapped && CODE_START.test(last) && CODE_CONTINUATION.test(cell))
      before.cells[before.cells.length - 1] = `${last}-${cell.replace(/^[\s>]+/, '')}`;
    else joined.push({ ...row, cells: [...row.cells] });
  }
  return joined;
}

/** Parses a CSV (RFC 4180) whose separator is the most frequent of comma, semicolon and tab. Skips empty lines. */
function parseTable(text: string): Row[] {
  const separator = [',', ';', '\t'].reduce((most, one) =>
    text.split(one).length > text.split(most).length ? one : most,
  );
  const rows: Row[] = [];
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
