/** Pins scenarios for comparison: that of the bench by a button, and those that an address lists. */
import { useEffect } from 'react';
import { usePart } from '../base/observable';
import { loadText } from '../content/scenarios';
import type { Bench } from '../run/bench';
import { useReady } from '../run/hooks';
import { KEPT_LETTERS } from '../run/kept';
import { tabStorage } from '../run/tabStorage';
import { keptOf } from '../share/kept';
import { rich } from '../words/rich';
import { t } from '../words/words';
import './compare.css';

export function KeepButton({ bench }: { bench: Bench }) {
  const kept = usePart(bench.state, 'kept');
  const ready = useReady(bench);
  const full = kept.length >= KEPT_LETTERS.length;
  return (
    <button
      type="button"
      disabled={!ready || full}
      title={
        full
          ? t('Six scenarios are compared already; remove one first.')
          : t('Puts this scenario aside and shows its run beside what you change next.')
      }
      onClick={(event) => bench.keep(event.timeStamp)}
    >
      {rich('Keep<wide> for comparison</wide>', {
        wide: (words) => <span className="where-wide">{words}</span>,
      })}
    </button>
  );
}

/** Pins the runs that an address lists. An address without any leaves the pinned runs alone. */
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
