/** Tests of stored work with storage that is available, shared between tabs, damaged or blocked. */
import { boolean, number } from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Observable } from '../base/observable';
import type { Bench, Work } from './bench';
import type { Pinned } from './pinned';
import { LARGEST, recordOf, type TabRecord, textOf } from './tabRecord';
import { TabStorage } from './tabStorage';

/** The storage that all tabs share, and its listeners. */
class Shared {
  readonly items = new Map<string, string>();
  full = false;
  readonly storage = {
    getItem: (key: string) => this.items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (this.full) throw new DOMException('full', 'QuotaExceededError');
      this.items.set(key, text);
      for (const listener of this.listeners) listener({ key });
    },
    removeItem: (key: string) => void this.items.delete(key),
    key: (index: number) => [...this.items.keys()][index] ?? null,
    get length() {
      return 0;
    },
  };
  listeners: ((event: unknown) => void)[] = [];
  constructor() {
    const { items } = this;
    Object.defineProperty(this.storage, 'length', { get: () => items.size });
  }
}

let shared: Shared;
let listeners: Map<string, ((event: unknown) => void)[]>;

/** Opens a tab with this session storage, which survives a reload. */
function openTab(session: Map<string, string>) {
  listeners = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => session.get(key) ?? null,
    setItem: (key: string, text: string) => void session.set(key, text),
  });
  const addListener = (type: string, listener: (event: unknown) => void) =>
    listeners.set(type, [...(listeners.get(type) ?? []), listener]);
  vi.stubGlobal('addEventListener', addListener);
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} });
  const work = new Map<string, Work>();
  const state = new Observable<{ name: string; pinned: readonly Pinned[] }>({ name: 'one', pinned: [] });
  const bench = {
    state,
    settled: true,
    restorePinned: (pinned: readonly Pinned[]) => state.set({ ...state.value, pinned }),
    work: () => work,
    restoreWork: (earlier: ReadonlyMap<string, Work>) => {
      for (const [name, one] of earlier) work.set(name, one);
    },
  };
  const tabStorage = new TabStorage();
  tabStorage.follow(bench as unknown as Bench);
  const mine = listeners;
  const leave = () => {
    const { listeners: all } = shared;
    // Only the other tabs get an event for a write.
    shared.listeners = all.filter((one) => !(mine.get('storage') ?? []).includes(one));
    for (const listener of mine.get('pagehide') ?? []) listener({});
    shared.listeners = all;
  };
  shared.listeners.push(...(mine.get('storage') ?? []));
  return { tabStorage, work, state, leave };
}

beforeEach(() => {
  shared = new Shared();
  vi.stubGlobal('localStorage', shared.storage);
  vi.stubGlobal('location', { hash: '#/bench?scenario=one' });
});
afterEach(() => void vi.unstubAllGlobals());

const STORED = { blocked: false, large: false, pins: false, others: [] };

const EDITED: Work = { text: '{"seed":2}', draft: '{"seed":', network: { nodes: [] } };

it('a tab restores its work and drafts after a reload', () => {
  const session = new Map<string, string>();
  const first = openTab(session);
  first.work.set('one', EDITED);
  first.tabStorage.setPlace('editor', true);
  first.leave();
  const { tabStorage, work } = openTab(session);
  expect(work.get('one')).toEqual(EDITED);
  expect(tabStorage.place('editor', false, boolean())).toBe(true);
  expect(tabStorage.place('editor', 7, number()), 'another kind of value').toBe(7);
});

it("a tab offers another tab's work instead of mixing it in, and the user can dismiss it", () => {
  const first = openTab(new Map());
  first.work.set('one', EDITED);
  first.leave();
  const second = openTab(new Map());
  expect(second.work.size, 'the address decides what is on the bench').toBe(0);
  const offered = second.tabStorage.workElsewhere('one');
  expect(offered).toMatchObject(EDITED);
  expect(second.tabStorage.workElsewhere('two')).toBeNull();
  second.work.set('one', { text: '{"seed":3}', draft: null, network: null });
  second.leave();
  first.leave();
  expect([...shared.items.values()].map((text) => recordOf(text)?.work.one?.text).sort()).toEqual([
    '{"seed":2}',
    '{"seed":3}',
  ]);
  if (offered) second.tabStorage.dismissWork('one', offered);
  expect(second.tabStorage.workElsewhere('one')).toBeNull();
});

it('a tab outlives any number of tabs in which nothing was changed', () => {
  vi.useFakeTimers({ now: 1000 });
  const first = openTab(new Map());
  first.work.set('one', EDITED);
  first.leave();
  for (let count = 0; count < 30; count += 1) {
    vi.advanceTimersByTime(1000);
    openTab(new Map()).leave();
  }
  expect(openTab(new Map()).tabStorage.workElsewhere('one')).toMatchObject(EDITED);
  vi.useRealTimers();
});

it('a tab takes a new id if it is a duplicate and sees the original write', () => {
  const session = new Map<string, string>();
  const first = openTab(session);
  first.work.set('one', EDITED);
  first.leave();
  const copy = openTab(new Map(session));
  expect(copy.work.get('one'), 'a copied tab shows the same').toEqual(EDITED);
  first.leave();
  copy.work.set('one', { text: '{"seed":4}', draft: null, network: null });
  copy.leave();
  expect(shared.items.size).toBe(2);
});

const bringBack = (all: Map<string, ((event: unknown) => void)[]>, persisted: boolean) => {
  for (const listener of all.get('pageshow') ?? []) listener({ persisted });
};

it('a page that the browser brings back starts again from the record that another page of its tab has written', () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { hash: '', reload });
  const session = new Map<string, string>();
  const first = openTab(session);
  const ofFirst = listeners;
  first.work.set('one', EDITED);
  first.leave();
  // It gets no events while another page is there.
  shared.listeners = [];
  bringBack(ofFirst, true);
  expect(reload, 'nothing was stored meanwhile').not.toHaveBeenCalled();
  // Another tab's record doesn't matter.
  const other = openTab(new Map());
  other.work.set('one', { text: '{"seed":9}', draft: null, network: null });
  other.leave();
  bringBack(ofFirst, true);
  expect(reload).not.toHaveBeenCalled();
  const second = openTab(session);
  second.work.set('one', { text: '{"seed":7}', draft: null, network: null });
  second.leave();
  bringBack(ofFirst, false);
  expect(reload, 'a page that loads has just read it').not.toHaveBeenCalled();
  bringBack(ofFirst, true);
  expect(reload).toHaveBeenCalledTimes(1);
  // The reload fires this, too.
  first.leave();
  expect(openTab(session).work.get('one')?.text).toBe('{"seed":7}');
});

describe('a scenario pinned for comparison', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1000 }));
  afterEach(() => void vi.useRealTimers());

  const ASIDE: Pinned = { letter: 'C', label: 'reno', name: 'one', text: '{"seed":3}', changes: [] };

  it('a scenario pinned for comparison is offered to other tabs until it is removed, even after its tab opened another address', () => {
    const first = openTab(new Map());
    first.state.set({ name: 'one', pinned: [ASIDE] });
    first.leave();
    const other = openTab(new Map()).tabStorage;
    expect(other.pinsElsewhere('one')?.scenarios).toHaveLength(1);
    first.tabStorage.leavePins([ASIDE]);
    first.state.set({ name: 'two', pinned: [] });
    first.leave();
    expect(other.pinsElsewhere('one')?.scenarios, 'another address').toHaveLength(1);
    first.state.set({ name: 'one', pinned: [ASIDE] });
    first.leave();
    first.state.set({ name: 'one', pinned: [] });
    first.leave();
    expect(other.pinsElsewhere('one'), 'removed').toBeNull();
  });

  it('a scenario pinned for comparison is not stored while it is still only in the link', () => {
    const session = new Map<string, string>();
    const first = openTab(session);
    first.state.set({ name: 'one', pinned: [{ ...ASIDE, changes: [['seed', 3]] }] });
    first.leave();
    expect(openTab(session).state.value.pinned).toEqual([]);
  });

  it('a scenario pinned for comparison is offered to another tab with the same scenario, with the time of its last change', () => {
    const first = openTab(new Map());
    first.state.set({ name: 'one', pinned: [ASIDE] });
    first.leave();
    vi.setSystemTime(5000);
    first.leave();
    const { tabStorage, state } = openTab(new Map());
    expect(state.value.pinned, 'the address decides what is pinned').toEqual([]);
    expect(tabStorage.pinsElsewhere('two')).toBeNull();
    const offered = tabStorage.pinsElsewhere('one');
    expect(offered).toMatchObject({ at: 1000, scenarios: [{ letter: 'C', text: '{"seed":3}' }] });
    if (offered) tabStorage.dismissPins(offered);
    expect(tabStorage.pinsElsewhere('one')).toBeNull();
  });

  it('a scenario pinned for comparison is reported if it is too large; the scenario on the bench is stored anyway', () => {
    const session = new Map<string, string>();
    const first = openTab(session);
    first.work.set('one', EDITED);
    first.state.set({ name: 'one', pinned: [{ ...ASIDE, text: 'x'.repeat(LARGEST) }] });
    first.leave();
    expect(first.tabStorage.notStored.value).toEqual({ ...STORED, pins: true });
    const second = openTab(session);
    expect(second.work.get('one')).toEqual(EDITED);
    expect(second.state.value.pinned).toEqual([]);
  });
});

it.each([
  '',
  '{',
  'null',
  '[]',
  '{"at":1}',
  '{"at":1,"address":"","work":{"one":{"at":1,"text":4}},"places":{}}',
  '{"at":1,"address":"","work":{},"places":{},"aside":{"at":1,"scenarios":[{"letter":"B"}]}}',
])('storage keeps text that is not a record: %s', (text) => {
  const session = new Map([['vegaslab:tab', 'mine']]);
  shared.items.set('vegaslab:desk:1:mine', text);
  const { tabStorage, work, leave } = openTab(session);
  expect(work.size).toBe(0);
  expect(tabStorage.workElsewhere('one')).toBeNull();
  work.set('one', EDITED);
  leave();
  expect(shared.items.get('vegaslab:desk:1:mine')).toBe(text);
  expect(openTab(session).work.get('one')).toEqual(EDITED);
});

it('storage keeps the records of the twelve most recent tabs', () => {
  vi.useFakeTimers();
  for (let tab = 0; tab < 15; tab += 1) {
    vi.advanceTimersByTime(1000);
    openTab(new Map([['vegaslab:tab', `tab ${tab}`]])).leave();
  }
  vi.useRealTimers();
  expect([...shared.items.keys()].sort()).toEqual(
    Array.from({ length: 12 }, (_, tab) => `vegaslab:desk:1:tab ${tab + 3}`).sort(),
  );
});

it('a browser without storage is detected when there is something to store', () => {
  shared.full = true;
  const { tabStorage, work, leave } = openTab(new Map());
  expect(tabStorage.notStored.value).toBeNull();
  work.set('one', EDITED);
  leave();
  expect(tabStorage.notStored.value).toEqual({ ...STORED, blocked: true });
  shared.full = false;
  leave();
  expect(tabStorage.notStored.value).toBeNull();
});

it('a browser without storage says which scenarios it has no room for, whichever is open', () => {
  const large = (letters: number): Work => ({ text: 'x'.repeat(letters), draft: null, network: null });
  const { tabStorage, work, state, leave } = openTab(new Map());
  const notStored = (open: string) => {
    state.set({ ...state.value, name: open });
    leave();
    return tabStorage.notStored.value;
  };
  work.set('one', EDITED);
  work.set('huge', large(LARGEST));
  expect(notStored('one')).toEqual({ ...STORED, others: ['huge'] });
  expect(notStored('huge')).toEqual({ ...STORED, large: true });
  work.delete('huge');
  expect(notStored('one')).toBeNull();
  // Each fits alone.
  vi.useFakeTimers({ now: Date.now() + 1000 });
  for (const name of ['two', 'three', 'four']) {
    vi.advanceTimersByTime(1000);
    work.set(name, large(LARGEST / 2.5));
    leave();
  }
  vi.useRealTimers();
  const stored = Object.keys(recordOf([...shared.items.values()].at(-1) ?? '')?.work ?? {});
  const told = notStored('four');
  expect(told?.others).toEqual([...work.keys()].filter((name) => !stored.includes(name)));
  expect(told?.others).toContain('two');
});

it('a browser without storage does not break the page if every access to storage throws', () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  const tabStorage = new TabStorage();
  expect(tabStorage.workElsewhere('one')).toBeNull();
  for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);
});

const record = (letters: number): TabRecord => ({
  at: 0,
  places: {},
  work: {
    old: { at: 1, text: 'a'.repeat(letters), draft: null, network: null },
    new: { at: 2, text: 'b'.repeat(letters), draft: null, network: null },
  },
});

it('a record leaves out the oldest changes first if it would be too long', () => {
  const { text, omitted } = textOf(record(LARGEST / 2));
  expect(omitted).toEqual(['old']);
  expect(text.length).toBeLessThanOrEqual(LARGEST);
  expect(Object.keys(recordOf(text)?.work ?? {})).toEqual(['new']);
  expect(textOf(record(10)).omitted).toEqual([]);
  expect(textOf(record(LARGEST)).omitted).toEqual(['old', 'new']);
  // One that's too long by itself takes no other with it.
  const { old } = record(10).work;
  const one = {
    ...record(10),
    work: { old: { ...old, at: 1 }, huge: { ...old, at: 2, text: 'c'.repeat(LARGEST) } },
  };
  expect(textOf(one as TabRecord).omitted).toEqual(['huge']);
});
