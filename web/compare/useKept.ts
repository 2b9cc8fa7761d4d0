/** Puts aside what an address keeps for comparison. An address that keeps nothing leaves what is kept as it is. */
import { useEffect } from 'react';
import { loadText } from '../content/scenarios';
import type { Bench } from '../run/bench';
import { desk } from '../run/tabStorage';
import { keptOf } from '../share/kept';

export function useKept(bench: Bench, query: URLSearchParams): void {
  useEffect(() => {
    // After a reload the reader finds what they had made of the link, not the link anew.
    const again = bench.state.value.name === '' && desk.hasOpened(window.location.hash);
    if (!query.has('with') || again) return;
    let gone = false;
    void keptOf(query, loadText)
      .then((kept) => gone || bench.restoreKept(kept))
      .catch(() => {
        // A file that could not be fetched: the bench itself says that the network is away.
      });
    return () => {
      gone = true;
    };
  }, [bench, query]);
}
