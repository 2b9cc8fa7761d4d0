/** Keeps controls in place under the pointer while something above them changes. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { observeSize } from '../../base/size';

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

/** Scrolls by as much as an element grows or shrinks, so that what is below it stays where it is. */
export function useSteadyScroll(place: RefObject<HTMLElement | null>): void {
  const height = useRef<number | null>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    return observeSize(element, () => {
      const before = height.current;
      height.current = element.offsetHeight;
      const scroller = scrollerOf(element);
      const focus = document.activeElement;
      // Only where a control is in use: otherwise what has grown should be seen.
      if (before === null || scroller === null || !scroller.contains(focus) || element.contains(focus))
        return;
      scroller.scrollBy(0, element.offsetHeight - before);
    });
  }, [place]);
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement)
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer;
  return null;
}
