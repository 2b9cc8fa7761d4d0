/** True once the page's script runs; false in the prerendered page. */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False where a page is written out, and while the script takes such a page over; true from then on. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
