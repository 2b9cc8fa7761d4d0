/** Serializes a tab's work and parses it again. Any other text under the same key isn't a record and stays unchanged. */
import {
  array,
  type InferOutput,
  nullable,
  nullish,
  number,
  object,
  omit,
  optional,
  picklist,
  string,
  unknown,
} from 'valibot';
import { byName, readJson, TREE } from '../base/schema';
import { PINNED_LETTERS } from './pinned';

/** A user's changes to a scenario, and the time of the last one, in milliseconds since 1970. */
const WORK = object({
  at: number(),
  text: string(),
  draft: nullable(string()),
  // Earlier versions stored no networks.
  network: nullish(unknown(), null),
});

/** Scenarios pinned for comparison, and the time of their last change. */
const PINS = object({
  at: number(),
  scenarios: array(
    object({ letter: picklist(PINNED_LETTERS), label: string(), name: string(), text: string() }),
  ),
});

const RECORD = object({
  /** The time of writing, in milliseconds since 1970. */
  at: number(),
  /** Changed scenarios, by name. */
  work: byName(WORK),
  /** The scenarios pinned last; absent if there were none. */
  aside: optional(PINS),
  /** Open sections and selected options, by their place on the page. */
  places: TREE,
});

/** The content of the bench at an address. */
export const VISIT = object({
  /** The user's changes to the scenario; null if it's as the address says. */
  work: nullable(omit(WORK, ['at'])),
  /** The pinned scenarios; null for none. */
  pins: nullable(PINS),
  /** Time window, cursor, arrangement and choices, as an address says them. */
  view: string(),
});

export type StoredWork = InferOutput<typeof WORK>;
export type StoredPins = InferOutput<typeof PINS>;
export type TabRecord = InferOutput<typeof RECORD>;

/** Maximum characters of a record. A browser stores about five million for all pages of a host. */
export const LARGEST = 1_000_000;

interface Written {
  text: string;
  /** Scenarios whose changes were left out. */
  omitted: string[];
  /** True if the pinned scenarios were left out. */
  omittedPins: boolean;
}

/**
 * Serializes a record. If the text is too long, it leaves out changes that are too long by themselves, then the oldest ones, and the pinned
 * scenarios before the latest change.
 */
export function textOf(record: TabRecord): Written {
  const oldestFirst = Object.entries(record.work).sort(([, a], [, b]) => a.at - b.at);
  const omitted: string[] = [];
  for (;;) {
    const text = JSON.stringify({ ...record, work: Object.fromEntries(oldestFirst) });
    if (text.length <= LARGEST) return { text, omitted, omittedPins: false };
    const tooLong = oldestFirst.findIndex(([, one]) => JSON.stringify(one).length > LARGEST);
    if (tooLong < 0 && record.aside !== undefined && oldestFirst.length <= 1)
      return { ...textOf({ ...record, aside: undefined }), omittedPins: true };
    const [dropped] = oldestFirst.splice(Math.max(tooLong, 0), 1);
    if (dropped === undefined)
      return { text: JSON.stringify({ ...record, work: {}, places: {} }), omitted, omittedPins: false };
    omitted.push(dropped[0]);
  }
}

/** Null if the text is not a record. */
export function recordOf(text: string | null): TabRecord | null {
  return readJson(RECORD, text ?? '') ?? null;
}
