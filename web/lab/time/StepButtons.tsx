/** Buttons that move the cursor from event to event, and the kind of event to step by. */
import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Filter } from '../../run/event';
import { FILTERS } from './filters';
import type { Travel } from './travel';
import './transport.css';

export function StepButtons({ travel }: { travel: Travel }) {
  const filter = useObservable(travel.filter);
  return (
    <span className="step-buttons">
      <button
        type="button"
        aria-label={t('Previous event')}
        title={t('Previous event (,)')}
        onClick={() => travel.step(-1)}
      >
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M2,1V11M10.5,1.5L4.5,6L10.5,10.5Z" fill="currentColor" stroke="currentColor" />
        </svg>
      </button>
      <button
        type="button"
        aria-label={t('Next event')}
        title={t('Next event (.)')}
        onClick={() => travel.step(1)}
      >
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M10,1V11M1.5,1.5L7.5,6L1.5,10.5Z" fill="currentColor" stroke="currentColor" />
        </svg>
      </button>
      <label>
        <span className="visually-hidden">{t('Events to step through and list')}</span>
        <select value={filter} onChange={(event) => travel.filter.set(event.target.value as Filter)}>
          {FILTERS.map((one) => (
            <option key={one.filter} value={one.filter}>
              {one.label()}
            </option>
          ))}
        </select>
      </label>
    </span>
  );
}
