/** React hooks for the page: hydration, media queries and loading of data. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/** False during prerendering and hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** True while a media query matches, for example `(min-width: 64rem)`. False during prerendering. */
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

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

const seen = { innerWidth: 0, innerHeight: 0 };

/** The window's width or height, CSS pixels; 0 in pages made at build. A frame's height is the one that it had at its width first: its host may set it to the height of what the page shows. */
export function useWindowSize(side: 'innerWidth' | 'innerHeight'): number {
  return useSyncExternalStore(
    onResize,
    () => {
      const { innerWidth, innerHeight } = window;
      if (window.parent === window || innerWidth !== seen.innerWidth)
        Object.assign(seen, { innerWidth, innerHeight });
      return seen[side];
    },
    () => 0,
  );
}

export interface Loading<T> {
  /** Null until the data are loaded. */
  loaded: T | null;
  failure: string | null;
  /** Loads again. */
  again(): void;
}

/** Loads data. `load` must keep its identity, because a new function loads again. */
export function useLoading<T>(load: () => Promise<T>): Loading<T> {
  const [loaded, setLoaded] = useState<T | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let cancelled = false;
    setFailure(null);
    load()
      .then((all) => cancelled || setLoaded(() => all))
      .catch((error) => cancelled || setFailure(`${error}`));
    return () => {
      cancelled = true;
    };
  }, [load, attempt]);
  return { loaded, failure, again: () => setAttempt(attempt + 1) };
}
