/** Whether the reader can see a panel just now: what they see comes first. */
import { createContext, useCallback, useContext, useDeferredValue, useState } from 'react';

const OnScreen = createContext(true);

export const OnScreenProvider = OnScreen.Provider;

/** The value itself on the screen; off the screen the one before, until there is time for the new one. */
export function useWhenSeen<T>(value: T): T {
  const seen = useContext(OnScreen);
  const later = useDeferredValue(value);
  return seen ? value : later;
}

/** Follows an element in and out of sight. */
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
