/** A browser's storage for tests: it can be full or blocked, and tells other tabs of changes when a test says so. */
import { vi } from 'vitest';

export interface FakeStorage {
  /** The stored texts, with the lab's prefix before each key. */
  items: Map<string, string>;
  /** Maximum characters of all texts. */
  room: number;
  blocked: boolean;
  /** Tells all listeners that a key has changed, or with null that the storage was cleared. */
  tell(key: string | null): void;
  /** Brings the page back as it was left. */
  bringBack(): void;
}

/** Until `vi.unstubAllGlobals()`. */
export function fakeStorage(): FakeStorage {
  const items = new Map<string, string>();
  const listeners: { type: string; listener(event: object): void }[] = [];
  const dispatch = (type: string, event: object) => {
    for (const one of [...listeners]) if (one.type === type) one.listener(event);
  };
  const fake: FakeStorage = {
    items,
    room: Number.POSITIVE_INFINITY,
    blocked: false,
    tell: (key) => dispatch('storage', { key }),
    bringBack: () => dispatch('pageshow', { persisted: true }),
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => {
      if (fake.blocked) throw new Error('SecurityError');
      return items.get(key) ?? null;
    },
    setItem: (key: string, text: string) => {
      const others = [...items].reduce((sum, [name, one]) => (name === key ? sum : sum + one.length), 0);
      if (fake.blocked || others + text.length > fake.room) throw new Error('QuotaExceededError');
      items.set(key, text);
    },
    removeItem: (key: string) => void items.delete(key),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  });
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) =>
    listeners.push({ type, listener }),
  );
  return fake;
}
