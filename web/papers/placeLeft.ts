/** The place at which a reader left the page for a run or an explanation: the way back leads there. An entry of the tab's history keeps it. */
import { type RefObject, useEffect } from 'react';
import { array, boolean, type InferOutput, number, object } from 'valibot';
import { readValue } from '../base/schema';

const PLACE = object({
  /** Pixels from the top. */
  top: number(),
  /** Which of the page's folds are open, in their order. */
  open: array(boolean()),
  /** True if every row is shown. */
  whole: boolean(),
});

/** The place at which this entry of the history was left; null on a new visit. */
export function placeLeft(): InferOutput<typeof PLACE> | null {
  const { place } = (window.history.state ?? {}) as { place?: unknown };
  return readValue(PLACE, place) ?? null;
}

const foldsIn = (page: HTMLElement) => page.querySelectorAll('details');

/**
 * Notes the place when a link of the page is followed, and returns to it once the page is `ready`.
 *
 * @param address changes with the entry of the history, also within the page
 */
export function usePlaceLeft(page: RefObject<HTMLElement | null>, ready: boolean, address: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has a place of its own
  useEffect(() => {
    const place = ready ? placeLeft() : null;
    if (place === null || page.current === null) return;
    foldsIn(page.current).forEach((fold, index) => {
      fold.open = place.open[index] ?? fold.open;
    });
    // Folds have their height in the next frame.
    const frame = requestAnimationFrame(() => window.scrollTo({ top: place.top, behavior: 'instant' }));
    return () => cancelAnimationFrame(frame);
  }, [page, ready, address]);
  useEffect(() => {
    const element = page.current;
    const note = ({ target }: MouseEvent) => {
      if (element === null || !(target instanceof Element) || target.closest('a') === null) return;
      const place = {
        top: window.scrollY,
        open: [...foldsIn(element)].map(({ open }) => open),
        whole: element.querySelector('[data-whole="true"]') !== null,
      };
      window.history.replaceState({ ...window.history.state, place }, '');
    };
    element?.addEventListener('click', note, { capture: true });
    return () => element?.removeEventListener('click', note, { capture: true });
  }, [page]);
}
