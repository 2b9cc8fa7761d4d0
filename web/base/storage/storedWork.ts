/**
 * A user's work under one key of the browser's storage. Nothing is lost in silence:
 *
 * - A text that can't be read, for example of a later version, is never overwritten. Changes then last until the page closes, unless the
 *   user puts the text aside.
 * - What another tab has stored is merged, not replaced.
 * - Work in this page is given up only if another page of the lab has erased it. If its text is gone for another reason, or can't be
 *   looked up, the page has the only copy, and stores it again with the next change.
 * - If the browser stores nothing, or a text can't be read, `trouble` says so. The page shows it (`ui/StorageNotice.tsx`).
 */
import { Observable } from '../observable';
import { readJson, type Schema } from '../schema';
import {
  isBlocked,
  onStoredElsewhere,
  readStored,
  removeStored,
  storedKeys,
  writeStored,
} from './browserStorage';

export type Trouble =
  /** The storage is full or blocked. */
  | { kind: 'not stored' }
  /** The stored text can't be read. It stays as it is. */
  | { kind: 'unreadable'; text: string }
  /** The stored text, or a part of it, couldn't be read. It is kept under a key of its own. */
  | { kind: 'aside'; text: string };

export interface WorkFormat<T> {
  schema: Schema<T>;
  /** The value if nothing is stored. */
  empty: T;
  /** `theirs`, which another tab has stored, with the changes that this page has made to `before`. */
  merge(theirs: T, before: T, own: T): T;
  /** The value as JSON, if `schema` reads another form; null if there's nothing to store. */
  write?(value: T): unknown;
}

/** The key prefix of texts that were put aside. */
const ASIDE = 'unread:';

export class StoredWork<T> extends Observable<T> {
  readonly trouble = new Observable<Trouble | null>(null);
  readonly key: string;
  protected readonly format: WorkFormat<T>;
  /** The text that was last read or written here. */
  private seen: string | null = null;
  /** The value of that text. */
  private before: T;

  constructor(key: string, format: WorkFormat<T>) {
    // Pages are prerendered without work.
    super(format.empty);
    this.key = key;
    this.format = format;
    this.before = format.empty;
    this.read();
    onStoredElsewhere((changed, cleared = false) => {
      if (cleared) this.lose();
      if (cleared && readStored(key) === null) this.sayIfLost();
      else if (changed === null || changed === key) this.read();
    });
  }

  /** Changes the work and stores it. */
  override set(next: T): void {
    if (Object.is(next, this.value)) return;
    super.set(next);
    const text = readStored(this.key);
    if (text === null && this.seen !== null) this.lose();
    // Another tab may have stored something whose event hasn't arrived.
    if (text !== this.seen) this.read();
    else this.write();
  }

  /** Erases the work, but no text that can't be read. */
  clear(): void {
    if (this.trouble.value?.kind !== 'unreadable') {
      removeStored(this.key);
      this.seen = null;
      this.before = this.format.empty;
      this.trouble.set(null);
    }
    super.set(this.format.empty);
  }

  /** Moves a text that can't be read to a key of its own, and stores the work from now on. Returns false if there's no room. */
  putAside(): boolean {
    const { value: trouble } = this.trouble;
    if (trouble?.kind !== 'unreadable') return true;
    if (!keepAside(this.key, trouble.text)) return false;
    removeStored(this.key);
    this.seen = null;
    this.before = this.format.empty;
    this.trouble.set({ kind: 'aside', text: trouble.text });
    if (this.value !== this.format.empty) this.write();
    return true;
  }

  /** The stored text is gone, so this page has the only copy of the work. */
  private lose(): void {
    this.seen = null;
    this.before = this.format.empty;
    if (this.trouble.value?.kind === 'unreadable') this.trouble.set(null);
  }

  private sayIfLost(): void {
    if (this.value !== this.format.empty) this.trouble.set({ kind: 'not stored' });
  }

  /** The part of a stored value that can be shown; the same object if that's all of it. */
  protected fitting(value: T): T {
    return value;
  }

  /** Reads the stored text again, and merges it with what this page has changed since it last did. */
  protected read(): void {
    const text = readStored(this.key);
    if (text === null && isBlocked()) {
      this.lose();
      this.sayIfLost();
      return;
    }
    const stored = text === null ? this.format.empty : readJson(this.format.schema, text);
    if (stored === undefined) {
      this.seen = text;
      this.trouble.set({ kind: 'unreadable', text: text ?? '' });
      return;
    }
    const theirs = this.fitting(stored);
    if (theirs !== stored && text !== null && !keepAside(this.key, text)) {
      this.seen = text;
      this.trouble.set({ kind: 'unreadable', text });
      super.set(theirs);
      return;
    }
    const own = this.value;
    const isChanged = own !== this.before;
    const next = isChanged ? this.format.merge(theirs, this.before, own) : theirs;
    this.seen = text;
    this.before = theirs;
    if (this.trouble.value?.kind !== 'aside') this.trouble.set(null);
    if (theirs !== stored && text !== null) this.trouble.set({ kind: 'aside', text });
    super.set(next);
    if (isChanged || theirs !== stored) this.write();
  }

  private write(): void {
    if (this.trouble.value?.kind === 'unreadable') return;
    const { value } = this;
    const { write = (same: T): unknown => same } = this.format;
    const json = value === this.format.empty ? null : write(value);
    const text = json === null ? null : JSON.stringify(json);
    if (text === null) removeStored(this.key);
    if (text === null || writeStored(this.key, text)) {
      this.seen = text;
      this.before = value;
      if (this.trouble.value?.kind === 'not stored') this.trouble.set(null);
    } else this.trouble.set({ kind: 'not stored' });
  }
}

/** The works of one kind. A page must make each only once: its own changes cause no storage event, so a second one would miss them. */
export class Works<W> {
  private readonly make: (name: string) => W;
  private readonly made = new Map<string, W>();

  constructor(make: (name: string) => W) {
    this.make = make;
  }

  of(name: string): W {
    const known = this.made.get(name);
    if (known !== undefined) return known;
    const fresh = this.make(name);
    this.made.set(name, fresh);
    return fresh;
  }

  /** The names of those that were made. */
  names(): string[] {
    return [...this.made.keys()];
  }
}

/** A text that was put aside. */
export interface AsideText {
  /** Its key in the browser's storage. */
  key: string;
  /** The key under which it was stored before. */
  of: string;
  text: string;
}

export function asideTexts(): AsideText[] {
  return storedKeys(ASIDE).flatMap((key) => {
    const text = readStored(key);
    return text === null ? [] : [{ key, of: key.slice(ASIDE.length).replace(/:\d+$/, ''), text }];
  });
}

export function removeAside({ key }: AsideText): void {
  removeStored(key);
}

/** Stores a text under a key of its own, once. Returns false if the browser doesn't store it. */
function keepAside(key: string, text: string): boolean {
  const prefix = `${ASIDE}${key}:`;
  const keys = storedKeys(prefix);
  if (keys.some((one) => readStored(one) === text)) return true;
  let number = keys.length + 1;
  while (keys.includes(`${prefix}${number}`)) number += 1;
  return writeStored(`${prefix}${number}`, text);
}

/** A record with the entries that were changed, added or removed between two others. */
export function withChanges<T>(
  record: Readonly<Record<string, T>>,
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
): Record<string, T> {
  const differs = (id: string) => JSON.stringify(before[id]) !== JSON.stringify(after[id]);
  const kept = Object.entries(record).filter(([id]) => Object.hasOwn(after, id) || !differs(id));
  return Object.fromEntries([...kept, ...Object.entries(after).filter(([id]) => differs(id))]);
}
