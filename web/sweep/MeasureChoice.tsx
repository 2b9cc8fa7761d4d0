/** Chooses the metrics to show. Every run returns all of them, so changing the choice needs no new run. */
import { t } from '../base/words/words';
import type { Measure } from '../run/measures';
import { MeasureOptions } from './MeasureOptions';
import type { Setup } from './setup';
import './SweepPage.css';

interface Props {
  setup: Setup;
  change(next: Partial<Setup>): void;
  measures: readonly Measure[];
}

const MOST = 4;

export function MeasureChoice({ setup, change, measures }: Props) {
  const { metrics } = setup;
  return (
    <fieldset className="sweep-field measure-choice">
      <legend>{t('Measure')}</legend>
      {metrics.map((chosen, place) => (
        <span key={chosen}>
          <select
            aria-label={t('Metric {number}', { number: place + 1 })}
            value={chosen}
            onChange={(event) =>
              change({
                metrics: [
                  ...new Set(metrics.map((one, other) => (other === place ? event.target.value : one))),
                ],
              })
            }
          >
            <MeasureOptions measures={measures} />
          </select>
          {metrics.length > 1 && (
            <button
              type="button"
              aria-label={t('Remove metric {number}', { number: place + 1 })}
              onClick={() => change({ metrics: metrics.filter((_, other) => other !== place) })}
            >
              ×
            </button>
          )}
        </span>
      ))}
      {metrics.length < MOST && (
        <button
          type="button"
          className="quiet"
          onClick={() => {
            const next = measures.find(({ name }) => !metrics.includes(name));
            if (next) change({ metrics: [...metrics, next.name] });
          }}
        >
          {t('Add a metric')}
        </button>
      )}
    </fieldset>
  );
}
