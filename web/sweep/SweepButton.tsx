/** Opens the sweep page with the bench's scenario. */
import type { Bench } from '../run/bench';
import { useReady } from '../run/hooks';
import { linkOf } from '../share/opening';
import { t } from '../words/words';

export function SweepButton({ bench }: { bench: Bench }) {
  const ready = useReady(bench);
  const go = async () => {
    const { name, text, scenario } = bench.state.value;
    const { catalogue } = bench.runner.state.value;
    const { origin } = bench;
    if (origin === null || scenario === null || catalogue === null) return;
    const link = await linkOf({ name, text, scenario, origin }, catalogue);
    window.location.hash = link.replace('#/bench', '#/sweep');
  };
  return (
    <button
      type="button"
      disabled={!ready}
      title={t('Runs this scenario with many values, senders and seeds.')}
      onClick={() => void go()}
    >
      {t('Sweep this…')}
    </button>
  );
}
