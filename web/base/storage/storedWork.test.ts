/** A user's work when the browser doesn't store it, another tab does, or nothing here can read it. */
import { literal, object, string } from 'valibot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { byName } from '../schema';
import { type FakeStorage, fakeStorage } from './fakeStorage';
import { asideTexts, removeAside, StoredWork, withChanges } from './storedWork';

const SCHEMA = object({ version: literal(1), notes: byName(string()) });
type Notes = { version: 1; notes: Readonly<Record<string, string>> };
const EMPTY: Notes = { version: 1, notes: {} };
const FORMAT = {
  schema: SCHEMA,
  empty: EMPTY,
  merge: (theirs: Notes, before: Notes, own: Notes): Notes => ({
    version: 1,
    notes: withChanges(theirs.notes, before.notes, own.notes),
  }),
};

let browser: FakeStorage;

beforeEach(() => {
  browser = fakeStorage();
});

afterEach(() => vi.unstubAllGlobals());

const KEY = 'vegaslab:notes';

const tell = () => browser.tell(KEY);

const open = () => new StoredWork<Notes>('notes', FORMAT);

const noted = (notes: Record<string, string>): Notes => ({ version: 1, notes });

it('stored work is there again', () => {
  open().set(noted({ a: 'one' }));
  expect(open().value).toEqual(noted({ a: 'one' }));
  expect(open().trouble.value).toBeNull();
});

it('stored work says that a full storage keeps nothing, until it does', () => {
  const work = open();
  browser.room = 10;
  work.set(noted({ a: 'one' }));
  expect(work.trouble.value).toEqual({ kind: 'not stored' });
  expect(work.value.notes).toEqual({ a: 'one' });
  browser.room = 1000;
  work.set(noted({ a: 'one', b: 'two' }));
  expect(work.trouble.value).toBeNull();
  expect(open().value.notes).toEqual({ a: 'one', b: 'two' });
});

it('stored work says that a blocked storage keeps nothing', () => {
  browser.blocked = true;
  const work = open();
  expect(work.trouble.value).toBeNull();
  work.set(noted({ a: 'one' }));
  expect(work.trouble.value).toEqual({ kind: 'not stored' });
});

it('stored work is read again when the browser brings its page back, and joined with what changed here', () => {
  const work = open();
  work.set(noted({ a: 'one' }));
  // The page gets no events for these.
  browser.items.set(KEY, JSON.stringify(noted({ a: 'two', b: 'two' })));
  expect(work.value.notes).toEqual({ a: 'one' });
  browser.bringBack();
  expect(work.value.notes).toEqual({ a: 'two', b: 'two' });
  browser.room = 0;
  work.set(noted({ a: 'two', b: 'two', c: 'three' }));
  browser.room = 1000;
  browser.items.set(KEY, JSON.stringify(noted({ b: 'four' })));
  browser.bringBack();
  expect(work.value.notes).toEqual({ b: 'four', c: 'three' });
  expect(open().value.notes, 'also in the storage').toEqual({ b: 'four', c: 'three' });
  // A page of the lab has erased it meanwhile.
  browser.items.delete(KEY);
  browser.bringBack();
  expect(work.value).toEqual(EMPTY);
});

const clear = () => browser.items.clear();
const block = () => {
  browser.items.clear();
  browser.blocked = true;
};
it.each<[string, (() => void)[]]>([
  ['storage is cleared in this tab', [clear]],
  ['storage is cleared in another tab', [clear, () => browser.tell(null)]],
  ['storage is cleared twice', [clear, () => browser.tell(null), () => browser.tell(null)]],
  ['storage is blocked', [block]],
  ['storage is blocked, and the page is brought back', [block, () => browser.bringBack()]],
  ['storage is blocked, and another tab stores something', [block, tell]],
])('stored work stays whole when %s', (_, events) => {
  const work = open();
  work.set(noted({ a: 'one', b: 'two' }));
  for (const event of events) event();
  expect(work.value.notes).toEqual({ a: 'one', b: 'two' });
  work.set(noted({ ...work.value.notes, c: 'three' }));
  const all = noted({ a: 'one', b: 'two', c: 'three' });
  expect(work.value).toEqual(all);
  expect(work.trouble.value?.kind).toBe(browser.blocked ? 'not stored' : undefined);
  browser.blocked = false;
  work.set(noted({ ...work.value.notes, d: 'four' }));
  expect(open().value.notes).toEqual({ ...all.notes, d: 'four' });
  expect(work.trouble.value).toBeNull();
});

it('stored work says that a cleared storage has lost it, and joins what another tab has stored since', () => {
  const work = open();
  work.set(noted({ a: 'one' }));
  browser.items.clear();
  browser.tell(null);
  expect(work.trouble.value).toEqual({ kind: 'not stored' });
  browser.items.set(KEY, JSON.stringify(noted({ b: 'two' })));
  browser.tell(KEY);
  expect(open().value.notes).toEqual({ a: 'one', b: 'two' });
  expect(work.value.notes).toEqual({ a: 'one', b: 'two' });
  expect(work.trouble.value).toBeNull();
  browser.items.set(KEY, JSON.stringify(noted({ c: 'three' })));
  browser.tell(null);
  expect(open().value.notes).toEqual({ a: 'one', b: 'two', c: 'three' });
});

it('stored work is stored when a text that couldn’t be read is gone', () => {
  browser.items.set(KEY, 'x');
  const work = open();
  work.set(noted({ a: 'one' }));
  browser.items.clear();
  work.set(noted({ a: 'one', b: 'two' }));
  expect(open().value.notes).toEqual({ a: 'one', b: 'two' });
  expect(work.trouble.value).toBeNull();
});

const UNREADABLE = [
  '{"version":2',
  '{"version":"2","notes":{}}',
  '{"version":1,"notes":{"a":1}}',
  '[]',
  'null',
  '',
];
it.each(UNREADABLE)('stored work never overwrites %j, which it can’t read', (text) => {
  browser.items.set(KEY, text);
  const work = open();
  expect(work.trouble.value).toEqual({ kind: 'unreadable', text });
  work.set(noted({ a: 'one' }));
  work.clear();
  work.set(noted({ b: 'two' }));
  expect(browser.items.get(KEY)).toBe(text);
  expect(work.value.notes).toEqual({ b: 'two' });
  expect(work.putAside()).toBe(true);
  expect(open().value.notes).toEqual({ b: 'two' });
  expect(asideTexts().map((one) => [one.of, one.text])).toEqual([['notes', text]]);
  for (const one of asideTexts()) removeAside(one);
  expect(asideTexts()).toEqual([]);
});

it('stored work stays where it is if there’s no room to put it aside', () => {
  browser.items.set(KEY, 'x'.repeat(100));
  const work = open();
  browser.room = 150;
  expect(work.putAside()).toBe(false);
  expect(browser.items.get(KEY)).toBe('x'.repeat(100));
  expect(work.trouble.value?.kind).toBe('unreadable');
});

it('stored work keeps what two tabs have written, whether or not their events arrive', () => {
  const [one, two] = [open(), open()];
  one.set(noted({ a: 'one' }));
  two.set(noted({ b: 'two' }));
  expect(open().value.notes).toEqual({ a: 'one', b: 'two' });
  tell();
  expect(one.value).toEqual(two.value);
  // A tab takes an entry away while another changes a different one.
  one.set(noted({ b: 'two' }));
  two.set(noted({ ...two.value.notes, b: 'three' }));
  tell();
  expect(open().value.notes).toEqual({ b: 'three' });
  expect(one.value).toEqual(two.value);
});

it('stored work leaves a text alone that a later version has written in another tab', () => {
  const work = open();
  work.set(noted({ a: 'one' }));
  browser.items.set(KEY, '{"version":2,"notes":[]}');
  work.set(noted({ a: 'one', b: 'two' }));
  expect(browser.items.get(KEY)).toBe('{"version":2,"notes":[]}');
  expect(work.trouble.value?.kind).toBe('unreadable');
  expect(work.value.notes).toEqual({ a: 'one', b: 'two' });
});

it('stored work is erased in all tabs', () => {
  const [one, two] = [open(), open()];
  one.set(noted({ a: 'one' }));
  tell();
  one.clear();
  tell();
  expect(two.value).toBe(EMPTY);
  expect(browser.items.size).toBe(0);
});
