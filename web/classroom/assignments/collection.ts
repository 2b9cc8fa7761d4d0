/**
 * The codes that a teacher has collected for an assignment, with what else is kept: a class list and which answers were
 * revealed. It stays in the browser until the teacher deletes it.
 */
import { plural, t } from '../../base/words/words';
import { normalizeLetters } from './decode';
import { MAX_CODES, type Submission, type Submissions } from './submissions';

/** The ways in which codes arrive. */
export const WAYS = ['scan', 'picture', 'paste', 'file'] as const;

export interface Source {
  way: (typeof WAYS)[number];
  /** The file's name; '' without a file. */
  file: string;
}

/** A collected code. */
export interface Entry extends Submission {
  /** Counts the codes in the order in which they arrived, from 1. */
  number: number;
  source: Source;
}

export interface Collection {
  entries: readonly Entry[];
  /** Headers of the other columns of tables. */
  columns: readonly string[];
  /** Names of the class, one per line. */
  classList: string;
  /** The word that the teacher gave when the work began; '' if none. */
  word: string;
  /** The predictions whose answers are shown, by id. */
  revealed: readonly string[];
  /** The numbers of the entries that count by the teacher's choice. */
  chosen: readonly number[];
}

export const EMPTY: Collection = {
  entries: [],
  columns: [],
  classList: '',
  word: '',
  revealed: [],
  chosen: [],
};

/** The place of a code in words, for example "codes.csv, line 7". */
export function placeInSource({ source, line }: Entry): string {
  switch (source.way) {
    case 'scan':
      return t('Scanned');
    case 'picture':
      return source.file;
    case 'paste':
      return t('Pasted, line {line}', { line });
    case 'file':
      return t('{file}, line {line}', { file: source.file, line });
  }
}

export interface Addition {
  collection: Collection;
  /** The new entries. */
  added: readonly Entry[];
  /** Number of codes that were in the collection before. */
  known: number;
  /** Number of codes that were left out because their row has another one and the collection is full. */
  left: number;
}

/**
 * Adds codes. A code that is there already is left out, unless the cells next to it differ: it may be
 * another student's. Throws an error for the teacher if there would be too many.
 */
export function withSubmissions(
  collection: Collection,
  { entries, columns }: Pick<Submissions, 'entries' | 'columns'>,
  source: Source,
  most = MAX_CODES,
): Addition {
  const merged = [...collection.columns];
  // A named column joins the column of that name; others join the one at their place.
  const places = columns.map((name, index) => {
    const place = name === '' ? index : merged.indexOf(name);
    if (place >= 0 && place < merged.length) return place;
    return merged.push(name) - 1;
  });
  const isKnown = knownIn(collection.entries);
  const added: Entry[] = [];
  let next = (collection.entries.at(-1)?.number ?? 0) + 1;
  let known = 0;
  const room = most - collection.entries.length;
  // If there are too many, a second code in a row must not keep the first one of another out.
  const some = entries.length > room ? firstOfRows(entries) : entries;
  for (const entry of some) {
    const cells: string[] = [];
    entry.otherCells.forEach((cell, index) => {
      cells[places[index] ?? index] = cell;
    });
    const otherCells = Array.from(cells, (cell) => cell ?? '');
    const complete: Entry = { ...entry, otherCells, number: next, source };
    if (isKnown(complete)) {
      known += 1;
      continue;
    }
    added.push(complete);
    next += 1;
  }
  checkCount(collection.entries.length, added.length, most);
  // A removed code's number may come again.
  const numbers = new Set(collection.entries.map(({ number }) => number));
  const chosen = collection.chosen.filter((number) => numbers.has(number));
  return {
    collection: { ...collection, columns: merged, chosen, entries: [...collection.entries, ...added] },
    ...{ added, known, left: entries.length - some.length },
  };
}

function firstOfRows(entries: readonly Submission[]): Submission[] {
  return entries.filter(({ line }, index) => line !== entries[index - 1]?.line);
}

/**
 * Puts deleted codes back in front of those that arrived since. A code that is among both stays once. Throws an error for the teacher if there
 * would be too many.
 */
export function withRestored(collection: Collection, deleted: readonly Entry[]): Collection {
  const last = deleted.at(-1)?.number ?? 0;
  const isKnown = knownIn(deleted);
  const since = collection.entries.filter((entry) => !isKnown(entry));
  const newer = since.map((entry, place) => ({ ...entry, number: last + place + 1 }));
  checkCount(newer.length, deleted.length);
  const chosen = collection.chosen.flatMap((number) => {
    const place = since.findIndex((entry) => entry.number === number);
    // Without newer codes the choices are still those among the deleted ones.
    return collection.entries.length === 0 ? [number] : place >= 0 ? [last + place + 1] : [];
  });
  return { ...collection, chosen, entries: [...deleted, ...newer] };
}

function checkCount(before: number, added: number, most = MAX_CODES): void {
  if (before + added > most)
    throw new Error(
      plural(
        added,
        'This is {n} code, but a collection has at most {max}. None was added. Save the table, then delete the codes.',
        'These are {n} codes, but a collection has at most {max}. None was added. Save the table, then delete the codes.',
        { max: most },
      ),
    );
}

/** The codes with what stands next to them, as a CSV that this page reads again. */
export function codesCsv({ entries, columns }: Collection): string {
  const width = entries.reduce((most, { otherCells }) => Math.max(most, otherCells.length), columns.length);
  const cell = (text = '') => `"${text.replaceAll('"', '""')}"`;
  const line = (cells: readonly (string | undefined)[], nearby: string, code: string) =>
    [...Array.from({ length: width }, (_, at) => cells[at]), nearby, code].map(cell).join(',');
  const rows = entries.map(({ otherCells, nearby, code }) => line(otherCells, nearby, code));
  // With the byte order mark, spreadsheets read UTF-8.
  return `\ufeff${[line(columns, 'Text', 'Code'), ...rows].join('\r\n')}\r\n`;
}

/** Returns a function that reports whether an entry is among these or those that it was asked about before. */
function knownIn(entries: readonly Entry[]): (entry: Entry) => boolean {
  const keys = new Set(entries.map(keyOf));
  const codes = new Set(entries.map(({ code }) => normalizeLetters(code)));
  return (entry) => {
    const key = keyOf(entry);
    const letters = normalizeLetters(entry.code);
    const isBare = entry.nearby === '' && entry.otherCells.every((cell) => cell === '');
    if (keys.has(key) || (isBare && codes.has(letters))) return true;
    keys.add(key);
    codes.add(letters);
    return false;
  };
}

/** A key that is equal for equal entries. */
function keyOf({ code, otherCells, nearby }: Submission): string {
  const cells = otherCells.filter((cell) => cell !== '');
  // Cells that were stored by an earlier version are in this form.
  return JSON.stringify([normalizeLetters(code), cells, nearby]).normalize('NFKC');
}
