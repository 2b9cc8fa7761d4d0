/** The collections of codes that a browser keeps, by assignment. */
import { array, literal, picklist, pipe, strictTuple, string, transform, tuple, union } from 'valibot';
import { same } from '../../base/same';
import { listOf, NUMBER, readJson } from '../../base/schema';
import { readStored, storedKeys } from '../../base/storage/browserStorage';
import { StoredWork, Works } from '../../base/storage/storedWork';
import { type Collection, EMPTY, type Entry, WAYS, withSubmissions } from './collection';
import { MAX_CODES } from './submissions';

/** A stored collection and the assignment that it belongs to. */
export interface Stored {
  title: string;
  /** The query of the assignment's links. */
  query: string;
  collection: Collection;
}

/** A student's text may have any number of cells. */
const TEXTS = array(string());

/** Number, way, file, line, code, other cells, and the text nearby. */
const ROW = tuple([NUMBER, picklist(WAYS), string(), NUMBER, string(), TEXTS, string()]);

/** Each tab may have as many codes as a collection; together they can have more. */
const MOST_STORED = 10 * MAX_CODES;

const PARTS = [literal(1), string(), string(), TEXTS, string(), TEXTS, listOf(ROW, MOST_STORED)] as const;

const CHOSEN = listOf(NUMBER, MOST_STORED);

/** Version, title, query, columns, class list, revealed predictions and rows; later also the chosen codes, and the word. */
const STORED = pipe(
  union([
    strictTuple([...PARTS, CHOSEN, string()]),
    pipe(
      strictTuple([...PARTS, CHOSEN]),
      transform((parts) => [...parts, ''] as const),
    ),
    pipe(
      strictTuple(PARTS),
      transform((parts) => [...parts, [], ''] as const),
    ),
  ]),
  transform(([, title, query, columns, classList, revealed, rows, chosen, word]): Stored => {
    const entries = rows.map(
      ([place, way, file, line, code, otherCells, nearby]): Entry => ({
        ...{ number: place, source: { way, file }, line, code, otherCells, nearby },
      }),
    );
    return { title, query, collection: { entries, columns, classList, word, revealed, chosen: [...chosen] } };
  }),
);

/** An empty collection isn't stored. The page still has its columns and choices, for an undo. */
function write({ title, query, collection }: Stored): unknown {
  if (isEmpty(collection)) return null;
  const { entries, columns, classList, word, revealed, chosen } = collection;
  const rows = entries.map(({ number: place, source, line, code, otherCells, nearby }) => [
    ...[place, source.way, source.file, line, code, otherCells, nearby],
  ]);
  return [1, title, query, columns, classList, revealed, rows, chosen, word];
}

export const NOTHING_STORED: Stored = { title: '', query: '', collection: EMPTY };

/** Adds the codes that this page has collected, and leaves out those that it has deleted. */
function merge(theirs: Stored, before: Stored, own: Stored): Stored {
  const [there, was, is] = [theirs, before, own].map(({ collection }) => collection) as [
    Collection,
    Collection,
    Collection,
  ];
  const keyOf = ({ code, otherCells, nearby }: Entry) => JSON.stringify([code, otherCells, nearby]);
  const known = new Set(was.entries.map(keyOf));
  const left = new Set(is.entries.map(keyOf));
  const kept = there.entries.filter((entry) => left.has(keyOf(entry)) || !known.has(keyOf(entry)));
  const added = is.entries.filter((entry) => !known.has(keyOf(entry)));
  let collection: Collection = { ...there, entries: kept };
  for (const entries of bySource(added)) {
    const { source } = entries[0];
    const some = { entries, columns: [...is.columns] };
    collection = withSubmissions(collection, some, source, Number.POSITIVE_INFINITY).collection;
  }
  // A merged row may have its cells in other columns.
  const choiceKey = ({ code, otherCells, nearby }: Entry) =>
    JSON.stringify([code, nearby, ...otherCells.filter((cell) => cell !== '').sort()]);
  // Two tabs may give one number to different codes, so a choice is merged by what the code's row says.
  const chosenIn = ({ entries, chosen }: Collection) =>
    entries.filter(({ number }) => chosen.includes(number)).map(choiceKey);
  const chosen = new Set(withChangedItems(chosenIn(there), chosenIn(was), chosenIn(is)));
  const changed = <T>(from: T, to: T, otherwise: T) =>
    JSON.stringify(from) === JSON.stringify(to) ? otherwise : to;
  return {
    title: own.title || theirs.title,
    query: own.query || theirs.query,
    collection: {
      ...collection,
      classList: changed(was.classList, is.classList, there.classList),
      word: changed(was.word, is.word, there.word),
      revealed: withChangedItems(there.revealed, was.revealed, is.revealed),
      chosen: collection.entries.filter((entry) => chosen.has(choiceKey(entry))).map(({ number }) => number),
    },
  };
}

/** Entries that follow each other and came the same way. */
function bySource(entries: readonly Entry[]): [Entry, ...Entry[]][] {
  const groups: [Entry, ...Entry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last !== undefined && same(last[0].source, entry.source)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** A list with the items that were added or removed between two others. */
function withChangedItems(
  list: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  const kept = list.filter((item) => after.includes(item) || !before.includes(item));
  return [...new Set([...kept, ...after.filter((item) => !before.includes(item))])];
}

const PREFIX = 'collected:';

const FORMAT = { schema: STORED, empty: NOTHING_STORED, merge, write };

const COLLECTIONS = new Works((assignment) => new StoredWork<Stored>(PREFIX + assignment, FORMAT));

/** The collection of an assignment. */
export function storedCollection(assignment: string): StoredWork<Stored> {
  return COLLECTIONS.of(assignment);
}

/** All collections in this browser that can be read. */
export function storedCollections(): Stored[] {
  return storedKeys(PREFIX).flatMap((key) => readJson(STORED, readStored(key) ?? '') ?? []);
}

/** True if there's nothing in a collection to keep. */
export function isEmpty({ entries, classList, word, revealed }: Collection): boolean {
  return entries.length === 0 && classList === '' && word === '' && revealed.length === 0;
}
