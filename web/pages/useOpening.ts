/** Opens the scenario in the address on the bench. */
import { useEffect, useState } from 'react';
import { showGallery } from '../gallery/open';
import type { Bench } from '../run/bench';
import { tabStorage } from '../run/tabStorage';
import { openingOf } from '../share/opening';
import { t } from '../words/words';

/** Returns notes for the user about the opened link. */
export function useOpening(bench: Bench, query: URLSearchParams): string[] {
  const [notes, setNotes] = useState<string[]>([]);
  useEffect(() => {
    let cancelled = false;
    // Load the engine and the scenario's text in parallel.
    bench.runner.wake();
    bench.applyWhenOpen('', null);
    const current = bench.state.value.name;
    // After a reload, restore the user's changes instead of those in the link.
    const again = current === '' && tabStorage.hasOpened(window.location.hash);
    openingOf(query, current)
      .then(({ name, text, make, notes, unknown = false }) => {
        if (cancelled) return;
        setNotes(notes);
        if (unknown) showGallery(notes.join(' '));
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
