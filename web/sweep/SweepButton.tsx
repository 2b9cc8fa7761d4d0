/** Opens the sweep page with the bench's scenario. */
import type { Bench } from '../run/bench';
import { useReady } from '../run/hooks';
import { t } from '../words/words';
import { sweepAddress } from './address';

export function SweepButton({ bench }: { bench: Bench }) {
  const ready = useReady(bench);
  const open = async () => {
    const address = await sweepAddress(bench);
    if (address !== null) window.location.hash = address;
  };
  return (
    <button
      type="button"
      disabled={!ready}
      title={t('Runs this scenario with many values, senders and seeds.')}
      onClick={() => void open()}
    >
      {t('Sweep')}
    </button>
  );
}
