/** Keeps controls in place under the pointer while something above them changes. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The latest value, except while a pointer is down: what appears with it would move the controls under the pointer. */
export function useAtRest<T>(latest: T): T {
  const down = useRef(false);
  const [resting, setResting] = useState(latest);
  const newest = useRef(latest);
  useLayoutEffect(() => {
    newest.current = latest;
    if (!down.current) setResting(latest);
  }, [latest]);
  useEffect(() => {
    const press = () => {
      down.current = true;
    };
    const release = () => {
      down.current = false;
      setResting(newest.current);
    };
    window.addEventListener('pointerdown', press, true);
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, release, true);
    return () => {
      window.removeEventListener('pointerdown', press, true);
      for (const end of ['pointerup', 'pointercancel']) window.removeEventListener(end, release, true);
    };
  }, []);
  return resting;
}

/**
 * Scrolls by as much as an element grows or shrinks, so that what is below it stays where it is. Before the first input there's nothing
 * under the pointer to keep in place, and the page should start at its top.
 */
export function useSteadyScroll(place: RefObject<HTMLElement | null>): void {
  const height = useRef<number | null>(null);
  const used = useRef(false);
  useEffect(() => {
    const inputs = ['pointerdown', 'keydown'] as const;
    const note = () => {
      used.current = true;
    };
    for (const input of inputs) window.addEventListener(input, note, { capture: true, once: true });
    return () => {
      for (const input of inputs) window.removeEventListener(input, note, true);
    };
  }, []);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const before = height.current;
      height.current = element.offsetHeight;
      if (before !== null && used.current) scrollerOf(element)?.scrollBy(0, element.offsetHeight - before);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement)
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer;
  return null;
}
