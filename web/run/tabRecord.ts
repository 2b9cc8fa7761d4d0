/** What one tab keeps of its work, as text and back. Whatever else stands under its key is no record and is left alone. */
import type { Work } from './bench';
import { KEPT_LETTERS, type Kept } from './kept';

export interface KeptWork extends Work {
  /** When it was changed last, in milliseconds since 1970. */
  at: number;
}

/** Scenarios that were put aside for comparison. */
export interface KeptAside {
  /** When they were changed last, in milliseconds since 1970. */
  at: number;
  scenarios: Omit<Kept, 'make'>[];
}

export interface DeskRecord {
  /** When it was written, in milliseconds since 1970. */
  at: number;
  /** The part of the address behind `#` that the bench had opened then. */
  address: string;
  /** Changed scenarios by their names. */
  work: Record<string, KeptWork>;
  /** Absent where nothing is put aside. */
  aside?: KeptAside | undefined;
  /** What stood open and what was chosen, by its place on the page. */
  places: Record<string, unknown>;
}

/** Letters that a record has at most: storage is a few million for all pages of a host. */
export const LARGEST = 300_000;

interface Written {
  text: string;
  /** Scenarios whose changes are left out. */
  left: string[];
  /** Whether what is put aside is left out. */
  leftAside: boolean;
}

/**
 * The record as text. Where there is no room for all, what was changed longest ago is left out first, and what is put aside before
 * what was changed last.
 */
export function textOf(record: DeskRecord): Written {
  const oldestFirst = Object.entries(record.work).sort(([, a], [, b]) => a.at - b.at);
  const left: string[] = [];
  for (;;) {
    const text = JSON.stringify({ ...record, work: Object.fromEntries(oldestFirst) });
    if (text.length <= LARGEST) return { text, left, leftAside: false };
    if (record.aside !== undefined && oldestFirst.length <= 1)
      return { ...textOf({ ...record, aside: undefined }), leftAside: true };
    const dropped = oldestFirst.shift();
    if (dropped === undefined)
      return { text: JSON.stringify({ ...record, work: {}, places: {} }), left, leftAside: false };
    left.push(dropped[0]);
  }
}

/** Null if it is not what `textOf` makes. */
export function recordOf(text: string | null): DeskRecord | null {
  try {
    const record: unknown = JSON.parse(text ?? '');
    return isRecord(record) ? record : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is DeskRecord {
  return (
    isTree(value) &&
    typeof value.at === 'number' &&
    typeof value.address === 'string' &&
    isTree(value.places) &&
    isTree(value.work) &&
    Object.values(value.work).every(isWork) &&
    (value.aside === undefined || isAside(value.aside))
  );
}

function isWork(value: unknown): boolean {
  return (
    isTree(value) &&
    typeof value.at === 'number' &&
    typeof value.text === 'string' &&
    (value.draft === null || typeof value.draft === 'string')
  );
}

function isAside(value: unknown): boolean {
  return (
    isTree(value) &&
    typeof value.at === 'number' &&
    Array.isArray(value.scenarios) &&
    value.scenarios.every(
      (one) =>
        isTree(one) &&
        [one.letter, one.label, one.name, one.text].every((part) => typeof part === 'string') &&
        KEPT_LETTERS.includes(one.letter as string),
    )
  );
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
