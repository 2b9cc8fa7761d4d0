/** A browser's storage for tests: it can be full or blocked, and tells other tabs of changes when a test says so. */
import { vi } from 'vitest';

export interface FakeStorage {
  /** The stored texts, with the lab's prefix before each key. */
  items: Map<string, string>;
  /** Maximum characters of all texts. */
  room: number;
  blocked: boolean;
  /** Tells all listeners that a key has changed. */
  tell(key: string): void;
}

/** Until `vi.unstubAllGlobals()`. */
export function fakeStorage(): FakeStorage {
  const items = new Map<string, string>();
  const listeners: ((event: { key: string }) => void)[] = [];
  const fake: FakeStorage = {
    items,
    room: Number.POSITIVE_INFINITY,
    blocked: false,
    tell: (key) => {
      for (const listener of [...listeners]) listener({ key });
    },
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
  vi.stubGlobal('addEventListener', (_: string, listener: (event: { key: string }) => void) =>
    listeners.push(listener),
  );
  return fake;
}
