/** Pins the runs that an address lists. An address without any leaves the pinned runs alone. */
import { useEffect } from 'react';
import { loadText } from '../content/scenarios';
import type { Bench } from '../run/bench';
import { tabStorage } from '../run/tabStorage';
import { keptOf } from '../share/kept';

export function useKept(bench: Bench, query: URLSearchParams): void {
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
