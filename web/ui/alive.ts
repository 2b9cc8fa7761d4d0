/** Whether the page runs in a browser, or is just as it was written out when the lab was built. */
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
