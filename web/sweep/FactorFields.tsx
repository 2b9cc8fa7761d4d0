/** The factors of a 2^k design: a field each, with a low and a high level. */
import { useId } from 'react';
import type { SweepField } from '../scenario/fields';
import { t } from '../words/words';
import type { Problems } from './design';
import { FieldPicker } from './FieldPicker';
import { factorLetter } from './factorialWords';
import { FACTORS, type Factor, type Setup } from './setup';

interface Props {
  setup: Setup;
  change(next: Partial<Setup>): void;
  fields: readonly SweepField[];
  problems: Problems;
}

/** A factor with the current value as its low level, and another value as its high one. */
function factorOf({ path, shape, words, value }: SweepField): Factor {
  const low = String(value);
  if (shape === null) {
    const other = words.find((word) => word !== low) ?? '';
    return { path, low, high: other };
  }
  const number = Number(value);
  const doubled = number === 0 ? 1 : number * 2;
  const high = doubled <= shape.max ? doubled : shape.min;
  return { path, low, high: String(high) };
}

export function FactorFields({ setup, change, fields, problems }: Props) {
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
              choose={(chosen) => put(place, factorOf(chosen))}
              problem={problems.get(`factor ${place}`)}
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
  const isWord = field !== undefined && field.shape === null;
  return (
    <span>
      <label htmlFor={id}>{LEVELS[name]()}</label>{' '}
      {isWord ? (
        <select id={id} value={value} onChange={(event) => put(event.target.value)}>
          {!field.words.includes(value) && <option value={value}>{value}</option>}
          {field.words.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type="text"
          inputMode="decimal"
          value={value}
          onChange={(event) => put(event.target.value)}
        />
      )}
    </span>
  );
}
