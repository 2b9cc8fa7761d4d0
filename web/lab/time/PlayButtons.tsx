/** Buttons for playing and pausing, and a choice of speed. */
import { useObservable } from '../../base/observable';
import { formatPlain } from '../../base/words/format';
import { t } from '../../base/words/words';
import { useView } from '../../run/hooks';
import { SPEEDS } from '../../run/view';
import './transport.css';

export function PlayButtons() {
  const view = useView();
  const playing = useObservable(view.playing);
  const speed = useObservable(view.speed);
  return (
    <span className="play-buttons">
      <button
        type="button"
        className="play"
        aria-label={playing ? t('Pause') : t('Play')}
        title={playing ? t('Pause (Space)') : t('Play (Space)')}
        onClick={() => view.togglePlaying()}
      >
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <path d={playing ? 'M2,1H5V11H2ZM7,1H10V11H7Z' : 'M2,1L11,6L2,11Z'} fill="currentColor" />
        </svg>
      </button>
      <select
        aria-label={t('Speed, simulated seconds per second')}
        title={t('Speed (< and >)')}
        value={speed}
        onChange={(event) => view.speed.set(Number(event.target.value))}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {formatPlain(one)}×
          </option>
        ))}
      </select>
    </span>
  );
}
