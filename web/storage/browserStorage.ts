/**
 * What the browser keeps for the page: the only place that touches its storage. A browser may forbid that, and throws then at the
 * first touch; nothing is kept, and the page works on.
 */

/** Begins every key of the lab, because other pages of the same host share the storage. */
const PREFIX = 'vegaslab:';

type Where = 'localStorage' | 'sessionStorage';

function attempt<T>(where: Where, use: (storage: Storage) => T, otherwise: T): T {
  try {
    return use(globalThis[where]);
  } catch {
    return otherwise;
  }
}

/** Null if there is nothing, or the browser does not tell. */
export function kept(key: string, where: Where = 'localStorage'): string | null {
  return attempt(where, (storage) => storage.getItem(PREFIX + key), null);
}

/** Once everything is deleted, this page stores nothing until it is reloaded. Otherwise it would write its data again. */
let closed = false;

/** Stores a text and returns whether it worked: storage may be forbidden or full. */
export function keep(key: string, text: string, where: Where = 'localStorage'): boolean {
  if (closed) return false;
  return attempt(
    where,
    (storage) => {
      storage.setItem(PREFIX + key, text);
      return true;
    },
    false,
  );
}

export function forget(key: string): void {
  attempt('localStorage', (storage) => storage.removeItem(PREFIX + key), undefined);
}

/** Keys that begin with this, without the lab's own prefix. */
export function keysFrom(beginning: string): string[] {
  return attempt(
    'localStorage',
    (storage) =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
        .filter((key) => key.startsWith(PREFIX + beginning))
        .map((key) => key.slice(PREFIX.length)),
    [],
  );
}

/** Permanently deletes everything that the lab has stored: the reader's work and preferences. */
export function forgetEverything(): void {
  closed = true;
  for (const where of ['localStorage', 'sessionStorage'] as const)
    attempt(
      where,
      (storage) => {
        for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
      },
      undefined,
    );
}

/** Tells when another tab keeps something under a key. Returns how to listen no more. */
export function whenOthersKeep(listener: (key: string) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key?.startsWith(PREFIX)) listener(key.slice(PREFIX.length));
  };
  // Prerendering has no storage events.
  globalThis.addEventListener?.('storage', onStorage);
  return () => globalThis.removeEventListener?.('storage', onStorage);
}
