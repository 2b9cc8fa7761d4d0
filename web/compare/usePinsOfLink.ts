/** Pins the runs that an address lists. */
import { useEffect } from 'react';
import { loadText } from '../content/scenarios';
import type { Bench } from '../run/bench';
import { tabStorage } from '../run/tabStorage';
import { keptOf } from '../share/kept';

/** An address without pinned runs leaves those on the bench alone. */
export function usePinsOfLink(bench: Bench, query: URLSearchParams): void {
  useEffect(() => {
    // After a reload users find their own changes, not the link's original state.
    const reloaded = bench.state.value.name === '' && tabStorage.hasOpened(window.location.hash);
    if (!query.has('with') || reloaded) return;
    let cancelled = false;
    void keptOf(query, loadText)
      .then((kept) => cancelled || bench.restoreKept(kept))
      .catch(() => {
        // A file could not be fetched; the bench itself reports that the network is unavailable.
      });
    return () => {
      cancelled = true;
    };
  }, [bench, query]);
}
