/** The plots to choose from, and whether they stand in one column or in two. */

import { t } from '../../base/words/words';
import { useView } from '../../run/hooks';
import { OPEN_PLOT, PLOTS, withColumns, withToggled } from './arrangement';
import { useArrangement } from './PanelStack';
import { PANELS, type PanelName } from './registry';
import './PanelStack.css';

export function PlotsChoice() {
  const [arrangement, arrange] = useArrangement();
  const view = useView();
  const { items } = arrangement;
  const two = items.some(({ column }) => column === 1);
  return (
    <>
      <fieldset>
        <legend>{t('Plots to show')}</legend>
        {PANELS.map(({ name, choice }) => {
          const shown = items.some((item) => item.name === name);
          return (
            <label key={name} className="choice">
              <input
                type="checkbox"
                checked={shown}
                disabled={shown && items.length === 1}
                onChange={() => {
                  arrange(withToggled(arrangement, name as PanelName));
                  // Where plots have tabs, the new one's opens.
                  if (!shown) view.of(OPEN_PLOT).set(name);
                }}
              />{' '}
              {choice()}
            </label>
          );
        })}
      </fieldset>
      <label className="choice">
        <input
          type="checkbox"
          checked={two}
          disabled={!two && items.length === 1}
          onChange={() => arrange(withColumns(arrangement, two ? 1 : 2))}
        />{' '}
        {t('In two columns')}
      </label>
      <button type="button" onClick={() => view.of(PLOTS).set('')}>
        {t('Back to the usual plots')}
      </button>
    </>
  );
}
