/** Tracks which elements are visible: they are drawn first, and while a control is dragged only they are drawn. */
import { startTransition, useCallback, useEffect, useState } from 'react';

/** Time without a change after which off-screen elements are drawn. */
const QUIET_MS = 250;

/** Returns the value itself while the element is visible; else the previous value, until the value stops changing. */
export function useWhenSeen<T>(value: T, seen: boolean): T {
  const settled = useAtRest(value);
  return seen ? value : settled;
}

/** Delays a value until it stops changing, for text that can't be read during a drag. Returns the first value at once. */
export function useAtRest<T>(value: T): T {
  const [settled, setSettled] = useState(() => value);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(() => value)), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Reports when an element enters and leaves the screen. */
export function useSight(): [(element: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [seen, setSeen] = useState(true);
  const place = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? true));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, seen];
}
