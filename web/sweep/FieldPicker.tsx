/** Chooses a field of the scenario by typing part of its name, from a list with places, units and ranges. */
import { useId, useState } from 'react';
import { firstSentence } from '../controls/editing';
import { rangeInWords, type SweepField } from '../scenario/fields';
import { t } from '../words/words';
import { levelInWords } from './words';
import './SweepPage.css';

interface Props {
  label: string;
  fields: readonly SweepField[];
  path: string;
  choose(field: SweepField): void;
  problem: string | undefined;
}

/** Most allowed words listed here; the control next to this one lists all of them. */
const NAMED = 6;

/** Longest list; typing more shortens it. */
const LISTED = 80;

export function FieldPicker({ label, fields, path, choose, problem }: Props) {
  const id = useId();
  const chosen = fields.find((field) => field.path === path);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? chosen?.place ?? path;
  const type = (text: string) => {
    const field = fields.find(({ place, path: own }) => place === text || own === text);
    setTyped(field === undefined ? text : null);
    if (field !== undefined && field.path !== path) choose(field);
  };
  const words = shown.toLowerCase().split(/\s+/).filter(Boolean);
  const listed = typed === null ? fields : fields.filter((field) => words.every((word) => has(field, word)));
  const noMatch = typed !== null && listed.length === 0;
  return (
    <div className="field-picker">
      <label htmlFor={`${id}-field`}>{label}</label>
      <input
        id={`${id}-field`}
        type="text"
        list={`${id}-list`}
        value={shown}
        placeholder={t('alpha, rate, limit, delay …')}
        aria-invalid={problem !== undefined || noMatch}
        aria-describedby={`${id}-doc`}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      <datalist id={`${id}-list`}>
        {listed.slice(0, LISTED).map((field) => (
          <option key={field.path} value={field.place}>
            {optionsOf(field)}
          </option>
        ))}
      </datalist>
      <p className="words" id={`${id}-doc`}>
        {noMatch
          ? t('No field has these words.')
          : chosen &&
            `${firstSentence(chosen.doc)} ${t('On the bench {value}; {allowed}.', {
              value: levelInWords(chosen.value),
              allowed: optionsOf(chosen),
            })}`}
      </p>
      {problem !== undefined && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function has({ place, path }: SweepField, word: string): boolean {
  return place.toLowerCase().includes(word) || path.includes(word);
}

function optionsOf({ shape, words }: SweepField): string {
  if (shape !== null) return rangeInWords(shape);
  return words.length > NAMED ? `${words.slice(0, NAMED).join(', ')} …` : words.join(', ');
}
