/** Puts on the bench what the address asks for. */
import { useEffect, useState } from 'react';
import type { Bench } from '../run/bench';
import { desk } from '../run/tabStorage';
import { openingOf } from '../share/opening';
import { t } from '../words/words';

/** Returns what the reader should know of it. */
export function useOpening(bench: Bench, query: URLSearchParams): string[] {
  const [notes, setNotes] = useState<string[]>([]);
  useEffect(() => {
    let gone = false;
    // The engine and the scenario's text are on their way at the same time.
    bench.runner.wake();
    bench.want('', null);
    const current = bench.state.value.name;
    // After a reload the reader finds what they had made of the link, not the link anew.
    const again = current === '' && desk.hasOpened(window.location.hash);
    openingOf(query, current)
      .then(({ name, text, make, notes }) => {
        if (gone) return;
        setNotes(notes);
        if (text !== null) bench.open(name, text);
        bench.want(name, again ? null : make);
      })
      .catch(
        (error) => gone || setNotes([t('This scenario could not be loaded: {why}', { why: `${error}` })]),
      );
    return () => {
      gone = true;
    };
  }, [bench, query]);
  return notes;
}
