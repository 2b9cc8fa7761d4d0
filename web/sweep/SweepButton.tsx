/** Opens the sweep page with the bench's scenario. */

import { t } from '../base/words/words';
import type { Bench } from '../run/bench';
import { useReady } from '../run/hooks';
import { openSweep } from './address';

export function SweepButton({ bench }: { bench: Bench }) {
  const ready = useReady(bench);
  return (
    <button
      type="button"
      disabled={!ready}
      title={t('Runs this scenario with many values, senders and seeds.')}
      onClick={() => void openSweep(bench)}
    >
      {t('Sweep')}
    </button>
  );
}
