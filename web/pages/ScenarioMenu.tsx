/** The menu of scenarios, grouped by the paper that they come from. */
import { memo } from 'react';
import { TITLES } from '../content/scenarios';
import { placeOf } from '../share/opening';
import { benchAddress } from '../share/route';
import { ScenarioOptions } from '../ui/ScenarioOptions';
import { t } from '../words/words';

/** The title of a scenario that the engine hasn't parsed yet. */
export function titleOf(name: string): string {
  return TITLES.get(placeOf(name).base) ?? '';
}

interface Props {
  name: string;
  /** The title of the scenario on the bench. */
  title: string;
}

/** Memoized, because it has about a hundred elements that never change while a control is dragged. */
export const ScenarioMenu = memo(function ScenarioMenu({ name, title }: Props) {
  const { parameter, base, mark } = placeOf(name);
  return (
    <label>
      <span>{t('Scenario')}</span>
      <select value={name} onChange={(event) => (window.location.hash = benchAddress(event.target.value))}>
        {!TITLES.has(name) && (
          <option value={name}>
            {mark !== null
              ? t('As it was once: {title}', { title })
              : parameter === 'experiment'
                ? t('An experiment: {name}', { name: base })
                : ''}
          </option>
        )}
        <ScenarioOptions />
      </select>
    </label>
  );
});
