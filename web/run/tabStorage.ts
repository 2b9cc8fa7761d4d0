/**
 * Stores the user's work, so that it survives a reload, a crash and a closed tab.
 *
 * Each tab writes only its own record, so tabs can't overwrite each other. A tab keeps its id until it is closed. Duplicating a tab in the
 * browser duplicates the id too; the first of the two tabs that sees the other write takes a new id. A new tab shows the scenario of its
 * address and offers the latest work of other tabs.
 */

import { useState } from 'react';
import { boolean } from 'valibot';
import { Observable } from '../base/observable';
import { same } from '../base/same';
import { readValue, type Schema } from '../base/schema';
import {
  onBroughtBack,
  onStoredElsewhere,
  readStored,
  removeStored,
  storedKeys,
  writeStored,
} from '../base/storage/browserStorage';
import type { Bench } from './bench';
import type { Pinned } from './pinned';
import { recordOf, type StoredPins, type StoredWork, type TabRecord, textOf } from './tabRecord';

/** Key prefix of records, with the version of their format. */
const RECORDS = 'desk:1:';
const TAB = 'tab';
/** Marks the pinned scenarios as dismissed, in place of a scenario's name. */
const PINS = '@aside';

/** Maximum number of records; the most recently written stay. */
const TABS = 12;

/** A change is stored once no other follows within this time. */
const IDLE_MS = 600;

/** What isn't stored. */
export interface NotStored {
  /** Nothing is: storage is blocked or full. */
  blocked: boolean;
  /** The open scenario is too large. */
  large: boolean;
  /** The pinned scenarios are too large. */
  pins: boolean;
  /** Names of other changed scenarios for which there was no room. */
  others: readonly string[];
}

export class TabStorage {
  /** Null if all work is stored. */
  readonly notStored = new Observable<NotStored | null>(null);
  private tab: string;
  private readonly before: TabRecord | null;
  private readonly places: Map<string, unknown>;
  private readonly times = new Map<string, StoredWork>();
  private pins: StoredPins | undefined;
  /** The pinned scenarios that were on the bench when another address was opened. */
  private leftPins: StoredPins | undefined;
  /** Places whose values are asked for at each writing. */
  private readonly asked = new Map<string, () => unknown>();
  private bench: Bench | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The text of the record that this page last read or wrote. */
  private written: string | null;

  constructor() {
    const tab = readStored(TAB, 'sessionStorage');
    this.written = tab === null ? null : readStored(RECORDS + tab);
    this.before = recordOf(this.written);
    this.leftPins = this.before?.aside;
    this.places = new Map(Object.entries(this.before?.places ?? {}));
    // An unreadable record may belong to another program: leave it alone and take a new id.
    const own = tab !== null && (this.before !== null || this.written === null);
    this.tab = own ? tab : this.renumber();
  }

  /** Restores this tab's work and stores later changes. Returns a function that stops storing. */
  follow(bench: Bench): () => void {
    this.bench = bench;
    const work = Object.entries(this.before?.work ?? {});
    for (const [name, one] of work) this.times.set(name, one);
    bench.restoreWork(
      new Map(work.map(([name, { text, draft, network }]) => [name, { text, draft, network }])),
    );
    const change = () => this.writeSoon();
    const leave = () => this.write();
    const hide = () => document.visibilityState === 'hidden' && this.write();
    const stops = [
      bench.state.subscribe(change),
      onStoredElsewhere((key) => {
        if (key === RECORDS + this.tab) this.tab = this.renumber();
      }),
      onBroughtBack(() => this.takeOver()),
    ];
    globalThis.addEventListener('pagehide', leave);
    // A hidden tab may be discarded without another event.
    document.addEventListener('visibilitychange', hide);
    return () => {
      for (const stop of stops) stop();
      globalThis.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
    };
  }

  /**
   * Starts again from the tab's record if another page of the tab has written it: it was opened from this one, which the browser has brought
   * back as it was. All that was done here is in the record that the other page began with.
   */
  private takeOver(): void {
    if (readStored(RECORDS + this.tab) === this.written) return;
    this.bench = null;
    globalThis.location.reload();
  }

  /** The latest work of other tabs on a scenario, unless the user has dismissed it. */
  workElsewhere(name: string): StoredWork | null {
    const found = this.otherRecords().flatMap(({ work }) => work[name] ?? []);
    const [latest] = found.sort((a, b) => b.at - a.at);
    return latest && !this.isDismissed(name, latest) ? latest : null;
  }

  /** The latest set of pinned scenarios in other tabs that includes this scenario, unless the user has dismissed it. */
  pinsElsewhere(name: string): StoredPins | null {
    const found = this.otherRecords().flatMap(({ aside }) => aside ?? []);
    const [latest] = found
      .filter(({ scenarios }) => scenarios.some((one) => one.name === name))
      .sort((a, b) => b.at - a.at);
    return latest && !this.isDismissed(PINS, latest) ? latest : null;
  }

  /** Dismisses other tabs' work on a scenario up to this time, without deleting their records. */
  dismissWork(name: string, { at }: StoredWork): void {
    this.setPlace(`left ${name}`, at);
  }

  /** Dismisses the scenarios that other tabs pinned. */
  dismissPins({ at }: StoredPins): void {
    this.setPlace(`left ${PINS}`, at);
  }

  private isDismissed(name: string, { at }: { at: number }): boolean {
    const dismissed = this.places.get(`left ${name}`);
    return typeof dismissed === 'number' && dismissed >= at;
  }

  /** Records of other tabs. */
  private otherRecords(): TabRecord[] {
    return storedKeys(RECORDS)
      .filter((key) => key !== RECORDS + this.tab)
      .flatMap((key) => recordOf(readStored(key)) ?? []);
  }

  /** The stored value for a place on the page if the schema allows it, else the initial value. */
  place<T>(place: string, initial: T, schema: Schema<T>): T {
    const value = readValue(schema, this.places.get(place));
    return value === undefined ? initial : value;
  }

  setPlace(place: string, value: unknown): void {
    this.places.set(place, value);
    this.writeSoon();
  }

  /** Asks for a place's value whenever the tab is stored. */
  keep(place: string, value: () => unknown): void {
    this.asked.set(place, value);
  }

  /** Notes that another address replaces what's pinned on the bench. Other tabs still offer it. */
  leavePins(pinned: readonly Pinned[]): void {
    this.leftPins = pinsOf(pinned, Date.now()) ?? this.leftPins;
    this.pins = undefined;
  }

  /** Stores the tab once nothing has changed for a moment. */
  writeSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), IDLE_MS);
  }

  private write(): void {
    clearTimeout(this.timer);
    const { bench } = this;
    if (bench === null) return;
    const now = Date.now();
    const work: Record<string, StoredWork> = {};
    for (const [name, { text, draft, network }] of bench.work()) {
      const known = this.times.get(name);
      const same = known?.text === text && known.draft === draft && known.network === network;
      work[name] = { text, draft, network, at: same ? known.at : now };
      this.times.set(name, work[name]);
    }
    for (const [place, value] of this.asked) this.places.set(place, value());
    const before = this.pins ?? this.leftPins;
    const wereThere = this.pins !== undefined;
    this.pins = pinsOf(bench.state.value.pinned, now);
    if (before && this.pins && samePins(before, this.pins)) this.pins = before;
    if (this.pins !== undefined || wereThere) this.leftPins = undefined;
    const places = Object.fromEntries(this.places);
    const aside = this.pins ?? this.leftPins;
    const { text, omitted, omittedPins } = textOf({ at: now, work, aside, places });
    const done = writeStored(RECORDS + this.tab, text);
    if (done) {
      this.written = text;
      this.deleteOld();
    }
    // Without storage, nothing is stored whatever its size.
    const others = omitted.filter((name) => name !== bench.state.value.name);
    const large = omitted.length > others.length;
    const next = {
      blocked: !done,
      large: done && large,
      pins: done && omittedPins,
      others: done ? others : [],
    };
    const isAll = done && omitted.length === 0 && !omittedPins;
    if (!same(next, this.notStored.value)) this.notStored.set(isAll ? null : next);
  }

  /** Deletes the oldest records beyond the limit, but none with work while there are others. */
  private deleteOld(): void {
    const keys = storedKeys(RECORDS);
    if (keys.length <= TABS) return;
    const records = keys.flatMap((key) => {
      const record = recordOf(readStored(key));
      if (record === null) return [];
      const hasWork = Object.keys(record.work).length > 0 || record.aside !== undefined;
      return [{ key, at: record.at, hasWork: Number(hasWork) }];
    });
    // Tabs in which nothing was changed go first.
    records.sort((a, b) => b.hasWork - a.hasWork || b.at - a.at);
    for (const { key } of records.slice(TABS)) removeStored(key);
  }

  private renumber(): string {
    const tab = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');
    writeStored(TAB, tab, 'sessionStorage');
    this.written = null;
    return tab;
  }
}

/** The pinned scenarios to store; undefined for none. Omits those whose link has not been applied yet, because the link still contains them. */
export function pinsOf(all: readonly Pinned[], at: number): StoredPins | undefined {
  const scenarios = all
    .filter(({ changes }) => changes.length === 0)
    .map(({ letter, label, name, text }) => ({ letter, label, name, text }));
  return scenarios.length > 0 ? { at, scenarios } : undefined;
}

function samePins(a: StoredPins, b: StoredPins): boolean {
  return JSON.stringify(a.scenarios) === JSON.stringify(b.scenarios);
}

/** Converts stored pinned scenarios to the form that the bench uses. */
export function pinnedOf({ scenarios }: StoredPins): Pinned[] {
  return scenarios.map((one) => ({ ...one, changes: [] }));
}

/** The storage of this tab. */
export const tabStorage = new TabStorage();

/** Like `useState`, but remembered by the tab under `place`. The schema validates the stored value. */
export function usePlace<T>(place: string, initial: T, schema: Schema<T>): [T, (next: T) => void] {
  const [state, setState] = useState(() => ({ place, value: tabStorage.place(place, initial, schema) }));
  const value = state.place === place ? state.value : tabStorage.place(place, initial, schema);
  const set = (next: T) => {
    if (Object.is(next, value)) return;
    setState({ place, value: next });
    tabStorage.setPlace(place, next);
  };
  return [value, set];
}

const BOOLEAN = boolean();

/** The open state of a disclosure, remembered for the tab. */
export function useOpen(place: string, initial = false): [boolean, (open: boolean) => void] {
  return usePlace(place, initial, BOOLEAN);
}
