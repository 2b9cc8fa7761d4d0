import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import { codeNames, showCodeNames } from './codeNames';

/** Shows or hides the names of fields in JSON next to their labels. */
export function CodeNamesChoice() {
  const on = useObservable(codeNames);
  return (
    <label className="code-names">
      <input type="checkbox" checked={on} onChange={({ target }) => showCodeNames(target.checked)} />{' '}
      {t('Code names of fields')}
    </label>
  );
}
