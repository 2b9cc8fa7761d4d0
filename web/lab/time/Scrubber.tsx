import { usePart } from '../../base/observable';
import { formatTime } from '../../base/words/format';
import { t } from '../../base/words/words';
import { useCursor, useView } from '../../run/hooks';
import './transport.css';

/** A slider for the time cursor over the whole run, next to the overview. */
export function Scrubber() {
  const view = useView();
  const cursor = useCursor();
  const whole = usePart(view.looking, 'whole');
  return (
    <input
      className="scrubber"
      type="range"
      aria-label={t('Time cursor')}
      aria-valuetext={cursor === null ? t('no moment chosen') : formatTime(cursor)}
      min={whole.from}
      max={whole.to}
      step="any"
      value={cursor ?? whole.from}
      data-unset={cursor === null}
      onChange={(event) => view.hold(Number(event.target.value))}
    />
  );
}
