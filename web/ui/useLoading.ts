import { useEffect, useState } from 'react';

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
