/** A toolbar button and the drawer that it opens below the toolbar. The sound controls load when the drawer opens. */
import { lazy, Suspense, useId } from 'react';
import { useOpen } from '../run/tabStorage';
import type { Run } from '../run/trace';
import { t } from '../words/words';
import './sound.css';

const Sound = lazy(async () => ({ default: (await import('./Sound')).Sound }));

export function SoundDrawer({ run, flows }: { run: Run; flows: number[] }) {
  const [open, setOpen] = useOpen('sound');
  const drawer = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={drawer}
        title={t('cwnd and the queue as sound')}
        onClick={() => setOpen(!open)}
      >
        {t('Sound')}
      </button>
      <div id={drawer} className="sound-drawer" hidden={!open}>
        {open && flows.length > 0 && (
          <Suspense>
            <Sound run={run} flows={flows} />
          </Suspense>
        )}
      </div>
    </>
  );
}
