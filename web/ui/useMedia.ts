/** A media query, as components look at it. */
import { useCallback, useSyncExternalStore } from 'react';

/** Whether a query like `(min-width: 64rem)` holds; not so where a page is written out, and nobody knows the screen. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
