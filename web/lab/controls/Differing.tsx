import { plural, t } from '../../base/words/words';
import './Differing.css';

/**
 * The fields of a sender that differ from its preset.
 *
 * @param restore shows a button; the bench has none, because its changes are reset above the controls
 */
export function Differing({
  fields,
  restore,
}: {
  fields: readonly string[];
  restore?: (at: number) => void;
}) {
  return (
    <p className="differing" data-count={fields.length}>
      <span>
        {plural(
          fields.length,
          '{n} difference from the preset: {fields}',
          '{n} differences from the preset: {fields}',
          { fields: fields.join(', ') },
        )}
      </span>
      {restore && (
        <button type="button" onClick={(event) => restore(event.timeStamp)}>
          {t('Reset all')}
        </button>
      )}
    </p>
  );
}
