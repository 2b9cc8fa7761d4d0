/** The way to the sound of a run. What makes it is loaded when the drawer is opened. */
import { lazy, Suspense } from 'react';
import type { Run } from '../run/trace';
import { useOpen } from '../storage/usePlace';

const Sound = lazy(async () => ({ default: (await import('./Sound')).Sound }));

export function SoundDrawer({ run, flows }: { run: Run; flows: number[] }) {
  const [open, setOpen] = useOpen('sound');
  return (
    <details className="sound-drawer" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Sound</summary>
      {open && flows.length > 0 && (
        <Suspense>
          <Sound run={run} flows={flows} />
        </Suspense>
      )}
    </details>
  );
}
