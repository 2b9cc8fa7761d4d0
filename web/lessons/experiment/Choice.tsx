/** A row of values to choose from. */
import { type ReactNode, useId } from 'react';
import { firstSentence } from '../../lab/controls/editing';
import '../PresetField.css';
import '../parts/Experiment.css';

interface ChoiceProps {
  path: string;
  label: ReactNode;
  value: string;
  options: { value: string; words: string; doc: string }[];
  choose(value: string, asked_at: number): void;
}

/** One of a few values, all in sight, with a sentence about the chosen one. */
export function Choice({ path, label, value, options, choose }: ChoiceProps) {
  const name = useId();
  const chosen = options.find((one) => one.value === value);
  return (
    <fieldset className="lesson-choice" data-path={path}>
      <legend>{label}</legend>
      <div className="preset-choices">
        {options.map((one) => (
          <label key={one.value} title={one.doc || undefined}>
            <input
              type="radio"
              name={name}
              value={one.value}
              checked={one.value === value}
              onChange={(event) => choose(one.value, event.timeStamp)}
            />
            {one.words}
          </label>
        ))}
      </div>
      {chosen?.doc && <p className="doc">{firstSentence(chosen.doc)}</p>}
    </fieldset>
  );
}
