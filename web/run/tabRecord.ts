/** Serializes a tab's work and parses it again. Any other text under the same key isn't a record and stays unchanged. */
import type { Work } from './bench';
import { KEPT_LETTERS, type Kept } from './kept';

export interface StoredWork extends Work {
  /** The last change, in milliseconds since 1970. */
  at: number;
}

/** Scenarios pinned for comparison. */
export interface StoredPins {
  /** Their last change, in milliseconds since 1970. */
  at: number;
  scenarios: Omit<Kept, 'make'>[];
}

export interface TabRecord {
  /** The time of writing, in milliseconds since 1970. */
  at: number;
  /** Changed scenarios, by name. */
  work: Record<string, StoredWork>;
  /** What was pinned last; absent if nothing was. */
  aside?: StoredPins | undefined;
  /** Open sections and selected options, by their place on the page. */
  places: Record<string, unknown>;
}

/** Maximum characters of a record. A browser stores a few million for all pages of a host. */
export const LARGEST = 300_000;

interface Written {
  text: string;
  /** Scenarios whose changes were left out. */
  omitted: string[];
  /** True if the pinned scenarios were left out. */
  omittedPins: boolean;
}

/**
 * Serializes a record. If the text is too long, it leaves out the oldest changes first, and the pinned scenarios before the latest change.
 */
export function textOf(record: TabRecord): Written {
  const oldestFirst = Object.entries(record.work).sort(([, a], [, b]) => a.at - b.at);
  const omitted: string[] = [];
  for (;;) {
    const text = JSON.stringify({ ...record, work: Object.fromEntries(oldestFirst) });
    if (text.length <= LARGEST) return { text, omitted, omittedPins: false };
    if (record.aside !== undefined && oldestFirst.length <= 1)
      return { ...textOf({ ...record, aside: undefined }), omittedPins: true };
    const dropped = oldestFirst.shift();
    if (dropped === undefined)
      return { text: JSON.stringify({ ...record, work: {}, places: {} }), omitted, omittedPins: false };
    omitted.push(dropped[0]);
  }
}

/** Null if the text is not a record. */
export function recordOf(text: string | null): TabRecord | null {
  try {
    const record: unknown = JSON.parse(text ?? '');
    if (!isRecord(record)) return null;
    // Earlier versions stored no networks.
    for (const work of Object.values(record.work)) work.network ??= null;
    return record;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is TabRecord {
  return (
    isTree(value) &&
    typeof value.at === 'number' &&
    isTree(value.places) &&
    isTree(value.work) &&
    Object.values(value.work).every(isWork) &&
    (value.aside === undefined || isPins(value.aside))
  );
}

export function isWork(value: unknown): boolean {
  return (
    isTree(value) &&
    typeof value.at === 'number' &&
    typeof value.text === 'string' &&
    (value.draft === null || typeof value.draft === 'string')
  );
}

export function isPins(value: unknown): boolean {
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

export function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
