/** A place on the page that costs next to nothing while it is off the screen: it is neither laid out nor painted then. */
import type { ReactNode } from 'react';
import { OnScreenProvider, useSight } from '../plot/onScreen';

export function Slot({ children }: { children: ReactNode }) {
  const [place, seen] = useSight();
  return (
    <div className="slot" data-seen={seen} ref={place}>
      <OnScreenProvider value={seen}>{children}</OnScreenProvider>
    </div>
  );
}
