import { useObservable } from '../base/observable';
import { chooseRateUnit, RATE_UNITS, type RateUnit, rateUnit } from '../base/words/units';
import { t } from '../base/words/words';

/** Chooses the unit of rates on all pages. */
export function RateUnitChoice() {
  const unit = useObservable(rateUnit);
  return (
    <label className="rate-unit">
      {t('Rates in')}{' '}
      <select value={unit} onChange={({ target }) => chooseRateUnit(target.value as RateUnit)}>
        {RATE_UNITS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
