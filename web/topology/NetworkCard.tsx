/** The card in which the network is drawn. What draws it is loaded when it is opened; shut, it costs nothing. */
import { lazy, Suspense, useState } from 'react';
import { Boundary } from '../pages/Boundary';
import type { Run } from '../run/trace';

const Network = lazy(async () => ({ default: (await import('./Network')).Network }));

const STORAGE_KEY = 'vegaslab:network';

function remembered(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'open';
  } catch {
    // Storage is blocked: the card is shut at first.
    return false;
  }
}

function remember(open: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, open ? 'open' : 'shut');
  } catch {
    // As in remembered().
  }
}

export function NetworkCard({ run }: { run: Run }) {
  const [open, setOpen] = useState(remembered);
  return (
    <details
      className="panel network-card"
      data-panel="network"
      open={open}
      onToggle={(event) => {
        const now = event.currentTarget.open;
        setOpen(now);
        remember(now);
      }}
    >
      <summary>
        <h2>Network</h2>
        {!open && <span>packets on their way, queues and drops at the time cursor</span>}
      </summary>
      {open && (
        <Boundary name="The network">
          <Suspense fallback={<p className="words">The drawing is being loaded.</p>}>
            <Network run={run} />
          </Suspense>
        </Boundary>
      )}
    </details>
  );
}
