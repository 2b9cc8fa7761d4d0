import { useEffect } from 'react';
import { tabStorage } from '../run/tabStorage';
import type { View } from '../run/view';

const PLACE = 'arrangement';

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Keeps the arrangement of the plots for this browser tab. A link's arrangement replaces it. */
export function useArrangementKept({ arrangement }: View): void {
  useEffect(() => {
    if (arrangement.value === '') arrangement.set(tabStorage.place(PLACE, '', isText));
    return arrangement.subscribe(() => tabStorage.setPlace(PLACE, arrangement.value));
  }, [arrangement]);
}
