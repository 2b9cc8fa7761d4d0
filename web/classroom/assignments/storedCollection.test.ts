/** Collections in the browser's storage: all that was collected is there again, in one tab or two, and nothing unreadable is lost. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FakeStorage, fakeStorage } from '../../base/storage/fakeStorage';
import { StoredWork } from '../../base/storage/storedWork';
import { EMPTY, type Source, withSubmissions } from './collection';
import { codeOf, resultBy } from './sampleTask';
import { NOTHING_STORED, type Stored, storedCollection, storedCollections } from './storedCollection';
import { parseSubmissions } from './submissions';

const PASTE: Source = { way: 'paste', file: '' };

let browser: FakeStorage;
let count = 0;

beforeEach(() => {
  browser = fakeStorage();
  count += 1;
});

afterEach(() => vi.unstubAllGlobals());

/** An id that no other test has used, because a page keeps the collections that it has opened. */
const freshId = () => `task${count}`;

const CODES = await Promise.all(['Ada', 'Bo', 'Cy'].map(async (who) => codeOf(await resultBy(who, []))));

function found(text: string) {
  const submissions = parseSubmissions(text);
  if ('problem' in submissions) throw new Error(submissions.problem);
  return submissions;
}

/** The collection with the codes of a text added. */
function withText(stored: Stored, text: string): Stored {
  const { collection } = withSubmissions(stored.collection, found(text), PASTE);
  return { title: 'A lesson', query: 'v=1', collection };
}

const ONE = withText(NOTHING_STORED, `Name,Code\n=1+1,${CODES[0]}\nBo,`);

it('a collection is there again, and gone when it’s empty', () => {
  const id = freshId();
  const stored = { ...ONE, collection: { ...ONE.collection, revealed: ['stall'], chosen: [1] } };
  storedCollection(id).set(stored);
  expect(storedCollections()).toEqual([stored]);
  storedCollection(id).set(NOTHING_STORED);
  expect(browser.items.size).toBe(0);
  expect(storedCollections()).toEqual([]);
});

it('a collection is read as earlier versions stored it', () => {
  const id = freshId();
  const row = `[1,"file","a.csv",3,"${CODES[0]}",["Ada"],"near"]`;
  browser.items.set(
    `vegaslab:collected:${id}`,
    `[1,"T","v=1",["Name"],"Ada","x"]`.replace('"x"', `["q"],[${row}]`),
  );
  const { title, collection } = storedCollection(id).value;
  expect(title).toBe('T');
  expect(collection).toMatchObject({ columns: ['Name'], classList: 'Ada', revealed: ['q'], chosen: [] });
  expect(collection.entries).toEqual([
    {
      number: 1,
      source: { way: 'file', file: 'a.csv' },
      line: 3,
      code: CODES[0],
      otherCells: ['Ada'],
      nearby: 'near',
    },
  ]);
});

it.each(['{', '[]', '[2,"","",[],"",[],[]]', '[1,"","",[],"",[],[[1]]]', '[1,"","",[],"",[],[],[],[]]'])(
  'a collection is left alone if it can’t be read: %s',
  (text) => {
    const id = freshId();
    const key = `vegaslab:collected:${id}`;
    browser.items.set(key, text);
    const work = storedCollection(id);
    expect(work.value).toBe(NOTHING_STORED);
    work.set(ONE);
    expect(browser.items.get(key)).toBe(text);
    expect(work.trouble.value).toEqual({ kind: 'unreadable', text });
    expect(storedCollections()).toEqual([]);
    expect(work.value).toBe(ONE);
  },
);

it('a collection is read again whatever was added to it', () => {
  const id = freshId();
  const wide = withText(ONE, `${'a,'.repeat(700)}${CODES[1]}`);
  storedCollection(id).set(wide);
  expect(storedCollections()).toEqual([wide]);
});

it('a collection isn’t stored once it’s empty, but the page can put its codes back under their columns', () => {
  const id = freshId();
  const work = storedCollection(id);
  const chosen = { ...ONE, collection: { ...ONE.collection, columns: ['Name'], chosen: [1] } };
  work.set(chosen);
  work.set({ ...chosen, collection: { ...chosen.collection, entries: [] } });
  expect(browser.items.size).toBe(0);
  expect(work.value.collection).toMatchObject({ columns: ['Name'], chosen: [1] });
  work.set(chosen);
  expect(storedCollections()).toEqual([chosen]);
});

it('a collection keeps the choices of two tabs with their codes', () => {
  const id = freshId();
  const here = storedCollection(id);
  const format = (here as unknown as { format: ConstructorParameters<typeof StoredWork<Stored>>[1] }).format;
  const there = new StoredWork<Stored>(`collected:${id}`, format);
  const choose = (work: StoredWork<Stored>, code = '') => {
    const { collection } = work.value;
    const number = collection.entries.find((entry) => entry.code === code)?.number ?? 0;
    work.set({ ...work.value, collection: { ...collection, chosen: [...collection.chosen, number] } });
  };
  const chosenIn = ({ value: { collection } }: StoredWork<Stored>) =>
    collection.entries.filter(({ number }) => collection.chosen.includes(number)).map(({ code }) => code);
  // Each tab has a no. 1 that the other doesn't know.
  there.set(withText(there.value, `Name,Code\nAda,${CODES[0]}`));
  browser.blocked = true;
  here.set(withText(here.value, `Number,Name,Code\n7,Bo,${CODES[1]}`));
  choose(here, CODES[1]);
  browser.blocked = false;
  browser.tell(`vegaslab:collected:${id}`);
  expect(chosenIn(here)).toEqual([CODES[1]]);
  browser.tell(`vegaslab:collected:${id}`);
  expect(chosenIn(there)).toEqual([CODES[1]]);
  // Both choose before they know of each other's choice.
  choose(there, CODES[0]);
  here.set(withText(here.value, CODES[2] ?? ''));
  choose(here, CODES[2]);
  browser.tell(`vegaslab:collected:${id}`);
  for (const work of [here, there]) expect(chosenIn(work).sort()).toEqual([...CODES].sort());
  // One undoes its choice.
  here.set({ ...here.value, collection: { ...here.value.collection, chosen: [] } });
  browser.tell(`vegaslab:collected:${id}`);
  expect(chosenIn(there)).toEqual([]);
  expect(new StoredWork<Stored>(`collected:${id}`, format).value.collection.entries).toHaveLength(3);
});

it('a collection has the codes of two tabs, also if they are more than one tab may have', () => {
  const id = freshId();
  const here = storedCollection(id);
  const format = (here as unknown as { format: ConstructorParameters<typeof StoredWork<Stored>>[1] }).format;
  const there = new StoredWork<Stored>(`collected:${id}`, format);
  const many = (tab: string): Stored => {
    const one = { ...ONE.collection.entries[0], otherCells: [] } as Stored['collection']['entries'][number];
    const entries = Array.from({ length: 1500 }, (_, at) => ({
      ...one,
      number: at + 1,
      nearby: `${tab} ${at}`,
    }));
    return { title: 'A lesson', query: 'v=1', collection: { ...EMPTY, entries } };
  };
  here.set(many('here'));
  there.set(many('there'));
  browser.tell(`vegaslab:collected:${id}`);
  for (const { value, trouble } of [here, there]) {
    expect(new Set(value.collection.entries.map(({ nearby }) => nearby)).size).toBe(3000);
    expect(trouble.value).toBeNull();
  }
  expect(new StoredWork<Stored>(`collected:${id}`, format).value.collection.entries).toHaveLength(3000);
});

it('a collection has the codes of two tabs', () => {
  const id = freshId();
  const here = storedCollection(id);
  // Another tab has read the same.
  const format = (here as unknown as { format: ConstructorParameters<typeof StoredWork<Stored>>[1] }).format;
  const there = new StoredWork<Stored>(`collected:${id}`, format);
  here.set(withText(NOTHING_STORED, CODES[0] ?? ''));
  there.set(withText(there.value, `${CODES[1]}\n${CODES[2]}`));
  here.set({ ...here.value, collection: { ...here.value.collection, classList: 'Ada' } });
  browser.tell(`vegaslab:collected:${id}`);
  for (const { value } of [here, there]) {
    expect(value.collection.entries.map(({ number, code }) => [number, code])).toEqual(
      CODES.map((code, index) => [index + 1, code]),
    );
    expect(value.collection.classList).toBe('Ada');
  }
  // One tab deletes a code while the other adds one.
  const [, ...rest] = here.value.collection.entries;
  there.set({ ...there.value, collection: { ...there.value.collection, entries: rest } });
  here.set({ ...here.value, collection: { ...here.value.collection, revealed: ['q'] } });
  expect(here.value.collection.entries).toHaveLength(2);
  expect(EMPTY.entries).toHaveLength(0);
});
