/** Puts on the bench what the address asks for. */
import { useEffect, useState } from 'react';
import type { Bench } from '../run/bench';
import { tabStorage } from '../run/tabStorage';
import { openingOf } from '../share/opening';
import { t } from '../words/words';

/** Returns what the reader should know of it. */
export function useOpening(bench: Bench, query: URLSearchParams): string[] {
  const [notes, setNotes] = useState<string[]>([]);
  useEffect(() => {
    let cancelled = false;
    // The engine and the scenario's text are on their way at the same time.
    bench.runner.wake();
    bench.applyWhenOpen('', null);
    const current = bench.state.value.name;
    // After a reload, restores the reader's changes instead of opening the link again.
    const again = current === '' && tabStorage.hasOpened(window.location.hash);
    openingOf(query, current)
      .then(({ name, text, make, notes }) => {
        if (cancelled) return;
        setNotes(notes);
        if (text !== null) bench.open(name, text);
        bench.applyWhenOpen(name, again ? null : make);
      })
      .catch(
        (error) =>
          cancelled || setNotes([t('This scenario could not be loaded: {why}', { why: `${error}` })]),
      );
    return () => {
      cancelled = true;
    };
  }, [bench, query]);
  return notes;
}
