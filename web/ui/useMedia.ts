/** A media query, as components look at it. */
import { useCallback, useSyncExternalStore } from 'react';

/** Returns true if a query such as `(min-width: 64rem)` matches; false during prerendering, without a screen. */
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
