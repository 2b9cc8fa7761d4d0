/** Tracks which elements are visible: they're drawn first, and alone while a control is dragged. */
import { startTransition, useCallback, useEffect, useState } from 'react';

/** Milliseconds without a change after which what lies off the screen is drawn. */
const QUIET_MS = 250;

/** The value itself while it is seen; otherwise the one before, until it has come to rest. */
export function useWhenSeen<T>(value: T, seen: boolean): T {
  const rested = useAtRest(value);
  return seen ? value : rested;
}

/** Delays a value until it stops changing, for sentences that nobody reads during a drag. Returns the first value at once. */
export function useAtRest<T>(value: T): T {
  const [rested, rest] = useState(() => value);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => rest(() => value)), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
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
