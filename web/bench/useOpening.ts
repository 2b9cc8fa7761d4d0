/** Opens the scenario in the address on the bench. */
import { useEffect, useState } from 'react';
import { t } from '../base/words/words';
import type { Bench } from '../run/bench';
import type { Pinned } from '../run/pinned';
import { openingOf } from '../run/share/opening';
import type { StoredRun } from '../run/storedRun';
import { pinnedOf as pinnedOfRecord } from '../run/tabStorage';
import type { Run } from '../run/trace';
import type { View } from '../run/view';
import { loadText } from '../scenario/content/scenarios';
import { ROOM_FOR_RAIL } from '../ui/screens';
import { defaultRun } from './defaultRun';
import { showGallery } from './gallery/open';
import { DETAILS } from './useDetails';
import { applyChoices, applyView, hasView } from './viewAddress';
import { visits } from './visits';

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
    const left = visits.arrive(bench, query.size === 0);
    if (left === 'continues') return;
    let cancelled = false;
    let forgetView = () => {};
    // It loads in parallel with the scenario's text.
    const stored = beginOpening(bench, query);
    bench.dropLink();
    const view = left === null ? query : new URLSearchParams(left.view);
    const pins =
      left === null ? pinsOf(query) : Promise.resolve(left.pins === null ? [] : pinnedOfRecord(left.pins));
    const opening = openingOf(query, bench.state.value.name);
    Promise.all([opening, pins, stored && within(STORED_WITHIN_MS, stored)])
      .then(([{ name, text, link: asked, notes, unknown = false }, pinned, first]) => {
        if (cancelled) return;
        setNotes(notes);
        if (unknown) showGallery(notes.join(' '));
        // What the address doesn't name isn't there.
        bench.view.reset();
        applyChoices(view, bench.view);
        closeDetails(view, bench.view);
        bench.restorePinned(pinned);
        // What the user changed takes precedence over the link's changes.
        const work = left?.work;
        const link = work ? null : asked;
        if (text !== null) bench.open(name, text, { stored: first, work, link });
        else if (link !== null) bench.follow(link);
        visits.open(hasView(view) ? `${view}` : null);
        if (!hasView(view)) return;
        forgetView = whenShown(bench, ({ trace }) => {
          applyView(view, bench.view, trace);
          closeDetails(view, bench.view);
          visits.open(null);
        });
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

/** The runs that a link pins. A file that can't be fetched is missing; the bench itself reports that the network is unavailable. */
async function pinsOf(query: URLSearchParams): Promise<Pinned[]> {
  if (!query.has('with')) return [];
  return await import('../run/share/pinned')
    .then(({ pinnedOf }) => pinnedOf(query, loadText))
    .catch(() => []);
}

/** Closes the details if there is an address's view to show and the screen is small: they would cover the plots. */
function closeDetails(query: URLSearchParams, view: View): void {
  if (hasView(query) && !window.matchMedia(ROOM_FOR_RAIL).matches) view.of(DETAILS).set('none');
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
