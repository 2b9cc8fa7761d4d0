/** The card in which the network is drawn. What draws it is loaded when it is opened; shut, it costs nothing. */
import { lazy, Suspense } from 'react';
import { Boundary } from '../pages/Boundary';
import type { Run } from '../run/trace';
import { useOpen } from '../storage/usePlace';

const Network = lazy(async () => ({ default: (await import('./Network')).Network }));

export function NetworkCard({ run }: { run: Run }) {
  const [open, setOpen] = useOpen('network');
  return (
    <details
      className="panel network-card"
      data-panel="network"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
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
