/** Pins the bench's scenario for comparison. Pages without a comparison load only this button. */
import { usePart } from '../base/observable';
import type { Bench } from '../run/bench';
import { useReady } from '../run/hooks';
import { KEPT_LETTERS } from '../run/kept';
import { rich } from '../words/rich';
import { t } from '../words/words';
import './compare.css';

export function KeepButton({ bench }: { bench: Bench }) {
  const kept = usePart(bench.state, 'kept');
  const ready = useReady(bench);
  const full = kept.length >= KEPT_LETTERS.length;
  return (
    <button
      type="button"
      disabled={!ready || full}
      title={
        full
          ? t('Six scenarios are compared already; remove one first.')
          : t('Puts this scenario aside and shows its run beside what you change next.')
      }
      onClick={(event) => bench.keep(event.timeStamp)}
    >
      {rich('Keep<wide> for comparison</wide>', {
        wide: (words) => <span className="where-wide">{words}</span>,
      })}
    </button>
  );
}
