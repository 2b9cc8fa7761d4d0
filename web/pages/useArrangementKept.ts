import { useEffect } from 'react';
import { tabStorage } from '../run/tabStorage';
import { type Arrangement, USUAL_ARRANGEMENT, type View } from '../run/view';

const PLACE = 'arrangement';

function isArrangement(value: unknown): value is Arrangement {
  const { plots, details, runs, baseline } = (value ?? {}) as Partial<Arrangement>;
  const texts = [plots, details, baseline].every((text) => typeof text === 'string');
  return texts && (runs === 'overlaid' || runs === 'beside');
}

/** Keeps the arrangement of the bench for this browser tab. A link's arrangement replaces it. */
export function useArrangementKept({ arrangement }: View): void {
  useEffect(() => {
    if (arrangement.value === USUAL_ARRANGEMENT)
      arrangement.set(tabStorage.place(PLACE, USUAL_ARRANGEMENT, isArrangement));
    return arrangement.subscribe(() => tabStorage.setPlace(PLACE, arrangement.value));
  }, [arrangement]);
}
