/**
 * The only module that accesses the browser's storage. If the browser blocks storage, every access throws; then nothing is stored and the
 * page works without it.
 */

/** Prefix of the lab's keys, because other pages of the same host share the storage. */
const PREFIX = 'vegaslab:';

type Where = 'localStorage' | 'sessionStorage';

function attempt<T>(where: Where, use: (storage: Storage) => T, otherwise: T): T {
  try {
    return use(globalThis[where]);
  } catch {
    return otherwise;
  }
}

/** The stored text; null if there is none or storage is blocked. */
export function readStored(key: string, where: Where = 'localStorage'): string | null {
  return attempt(where, (storage) => storage.getItem(PREFIX + key), null);
}

/** True if nobody can know what is stored. */
export function isBlocked(): boolean {
  return attempt(
    'localStorage',
    (storage) => {
      storage.getItem(PREFIX);
      return false;
    },
    true,
  );
}

/** True after everything was deleted. Then the page stores nothing until it is reloaded, or it would write its data again. */
let closed = false;

/** Stores a text. Returns false if storage is blocked or full. */
export function writeStored(key: string, text: string, where: Where = 'localStorage'): boolean {
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

export function removeStored(key: string): void {
  attempt('localStorage', (storage) => storage.removeItem(PREFIX + key), undefined);
}

/** Keys with a prefix, without the lab's own prefix. */
export function storedKeys(prefix: string): string[] {
  return attempt(
    'localStorage',
    (storage) =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
        .filter((key) => key.startsWith(PREFIX + prefix))
        .map((key) => key.slice(PREFIX.length)),
    [],
  );
}

/** Permanently deletes everything that the lab has stored: the user's work and preferences. */
export function removeAllStored(): void {
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

/**
 * Calls `listener` with the key when another page stores something, or with null if any key may have changed: another page has cleared the
 * storage (then `cleared` is true), or the browser has brought this page back (Back, Forward), which got no events meanwhile. Returns a
 * function that unsubscribes.
 */
export function onStoredElsewhere(listener: (key: string | null, cleared?: boolean) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null) listener(null, true);
    else if (key.startsWith(PREFIX)) listener(key.slice(PREFIX.length));
  };
  // Prerendering has no events.
  globalThis.addEventListener?.('storage', onStorage);
  const stop = onBroughtBack(() => listener(null));
  return () => {
    globalThis.removeEventListener?.('storage', onStorage);
    stop();
  };
}

/** Calls `listener` when the browser brings this page back as it was left. Returns a function that unsubscribes. */
export function onBroughtBack(listener: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  globalThis.addEventListener?.('pageshow', onShow);
  return () => globalThis.removeEventListener?.('pageshow', onShow);
}
