/** The door to what leaves the bench as files and what comes in; what is behind it is loaded when it is opened. */
import { lazy, Suspense, useState } from 'react';
import type { Bench } from '../run/bench';
import { Boundary } from './Boundary';

const TakeAway = lazy(async () => ({ default: (await import('../export/TakeAway')).TakeAway }));

export function TakeAwayCard({ bench }: { bench: Bench }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="take-card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Take away</summary>
      {open && (
        <Boundary name="Take away">
          <Suspense>
            <TakeAway bench={bench} />
          </Suspense>
        </Boundary>
      )}
    </details>
  );
}
