/** The factors of a 2^k design: a field each, with a low and a high level. */
import { useId } from 'react';
import { t } from '../base/words/words';
import type { SweepField } from '../scenario/fields';
import { FieldPicker } from './FieldPicker';
import { factorLetter } from './factorialWords';
import type { FieldsProps } from './SweepFields';
import { FACTORS, type Factor, twoLevels } from './setup';
import { UnitField } from './UnitField';
import { fieldUnit } from './vocabulary';
import './SweepPage.css';

export function FactorFields({ setup, change, fields, problems, search }: FieldsProps) {
  const { factors } = setup;
  const put = (place: number, factor: Factor) =>
    change({ factors: factors.map((one, other) => (other === place ? factor : one)) });
  const missing = problems.get('factors');
  return (
    <>
      {factors.map((factor, place) => {
        const field = fields.find(({ path }) => path === factor.path);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a factor has no id before its field is chosen
          <fieldset key={place} className="sweep-field">
            <legend>{t('Factor {letter}', { letter: factorLetter(place) })}</legend>
            <FieldPicker
              label={t('Field')}
              fields={fields}
              path={factor.path}
              choose={(chosen) => put(place, twoLevels(chosen))}
              problem={problems.get(`factor ${place}`)}
              search={(text) => search(`factor ${place}`, text)}
            />
            <div className="sweep-range">
              {(['low', 'high'] as const).map((level) => (
                <Level
                  key={level}
                  name={level}
                  field={field}
                  value={factor[level]}
                  put={(value) => put(place, { ...factor, [level]: value })}
                />
              ))}
            </div>
            <button
              type="button"
              className="quiet"
              onClick={() => change({ factors: factors.filter((_, other) => other !== place) })}
            >
              {t('Remove factor {letter}', { letter: factorLetter(place) })}
            </button>
          </fieldset>
        );
      })}
      {factors.length < FACTORS.most && (
        <button
          type="button"
          className="add-factor"
          onClick={() => change({ factors: [...factors, { path: '', low: '', high: '' }] })}
        >
          {t('Add a factor')}
        </button>
      )}
      {missing !== undefined && (
        <p className="wrong" role="alert">
          {missing}
        </p>
      )}
    </>
  );
}

const LEVELS = { low: () => t('low'), high: () => t('high') };

interface LevelProps {
  name: 'low' | 'high';
  field: SweepField | undefined;
  value: string;
  put(value: string): void;
}

function Level({ name, field, value, put }: LevelProps) {
  const id = useId();
  if (field === undefined || field.shape !== null) {
    const unit = field ? fieldUnit(field) : { unit: '', size: 1 };
    return (
      <>
        <UnitField label={LEVELS[name]()} raw={value} unit={unit} put={put} />
        {name === 'high' && <span className="unit">{unit.unit}</span>}
      </>
    );
  }
  return (
    <span>
      <label htmlFor={id}>{LEVELS[name]()}</label>{' '}
      <select id={id} value={value} onChange={(event) => put(event.target.value)}>
        {!field.words.includes(value) && <option value={value}>{value}</option>}
        {field.words.map((word) => (
          <option key={word} value={word}>
            {word}
          </option>
        ))}
      </select>
    </span>
  );
}
