/** A place on the page that is painted for itself, and whose contents know whether they are in sight. */
import type { ReactNode } from 'react';
import { OnScreenProvider, useSight } from '../plot/onScreen';

export function Slot({ children }: { children: ReactNode }) {
  const [place, seen] = useSight();
  return (
    <div className="slot" ref={place}>
      <OnScreenProvider value={seen}>{children}</OnScreenProvider>
    </div>
  );
}
