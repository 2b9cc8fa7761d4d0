/** State of the page that survives a reload. */
import { useState } from 'react';
import { tabStorage } from '../run/tabStorage';

/** Like `useState`, but remembered by the tab under `place`. `fits` validates the stored value. */
export function usePlace<T>(
  place: string,
  initial: T,
  fits: (value: unknown) => value is T,
): [T, (next: T) => void] {
  const [state, setState] = useState(() => ({ place, value: tabStorage.place(place, initial, fits) }));
  const value = state.place === place ? state.value : tabStorage.place(place, initial, fits);
  const set = (next: T) => {
    if (Object.is(next, value)) return;
    setState({ place, value: next });
    tabStorage.setPlace(place, next);
  };
  return [value, set];
}

/** The open state of a disclosure, remembered for the tab. */
export function useOpen(place: string, initial = false): [boolean, (open: boolean) => void] {
  return usePlace(place, initial, isBoolean);
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
