/** Opens the scenario in the address on the bench. */
import { useEffect, useState } from 'react';
import { showGallery } from '../gallery/open';
import type { Bench } from '../run/bench';
import type { StoredRun } from '../run/storedRun';
import { tabStorage } from '../run/tabStorage';
import type { Run } from '../run/trace';
import type { View } from '../run/view';
import { openingOf } from '../share/opening';
import { applyView, hasView } from '../share/view';
import { ROOM_FOR_RAIL } from '../ui/screens';
import { t } from '../words/words';
import { defaultRun } from './defaultRun';

/** Don't wait longer than this for the stored run. It's requested together with the page's scripts, so it's usually there. */
const STORED_WITHIN_MS = 300;

/** Loads what the address needs first: the run that the build stored of the default scenario, or else the engine (then null). */
export function beginOpening(bench: Bench, query: URLSearchParams): Promise<StoredRun | null> | null {
  if (bench.state.value.name === '' && query.size === 0) return defaultRun();
  bench.runner.wake();
  return null;
}

/** Returns notes for the user about the opened link. */
export function useOpening(bench: Bench, query: URLSearchParams): string[] {
  const [notes, setNotes] = useState<string[]>([]);
  useEffect(() => {
    let cancelled = false;
    let forgetView = () => {};
    // It loads in parallel with the scenario's text.
    const stored = beginOpening(bench, query);
    bench.applyWhenOpen('', null);
    const current = bench.state.value.name;
    // After a reload, restore the user's changes instead of those in the link.
    const again = current === '' && tabStorage.hasOpened(window.location.hash);
    Promise.all([openingOf(query, current), stored && within(STORED_WITHIN_MS, stored)])
      .then(([{ name, text, make, notes, unknown = false }, first]) => {
        if (cancelled) return;
        setNotes(notes);
        if (unknown) showGallery(notes.join(' '));
        if (text !== null) bench.open(name, text, first);
        bench.applyWhenOpen(name, again ? null : make);
        if (hasView(query)) forgetView = whenShown(bench, (run) => show(query, bench.view, run));
      })
      .catch(
        (error) => cancelled || setNotes([t('This scenario couldn’t be loaded: {why}', { why: `${error}` })]),
      );
    return () => {
      cancelled = true;
      forgetView();
    };
  }, [bench, query]);
  return notes;
}

/** Shows the link's view. On a small screen the details would cover the plots. */
function show(query: URLSearchParams, view: View, { trace }: Run): void {
  applyView(query, view, trace);
  if (!window.matchMedia(ROOM_FOR_RAIL).matches) view.arrange({ details: 'none' });
}

/** Calls `act` once the link's run is on show and finished. Returns a function that cancels. */
function whenShown(bench: Bench, act: (run: Run) => void): () => void {
  const check = () => {
    const { phase, shown } = bench.runner.state.value;
    if (phase !== 'done' || shown === null || !bench.settled) return;
    stop();
    act(shown);
  };
  // Pinned runs of the link may be ready after the run itself.
  const subscriptions = [bench.runner.state.subscribe(check), bench.state.subscribe(check)];
  const stop = () => {
    for (const unsubscribe of subscriptions) unsubscribe();
  };
  // The run may have finished before, if the address changes only the view.
  queueMicrotask(check);
  return stop;
}

/** The result of `awaited`, or null if it takes longer. */
function within<T>(ms: number, awaited: Promise<T>): Promise<T | null> {
  return Promise.race([awaited, new Promise<null>((resolve) => setTimeout(resolve, ms, null))]);
}
