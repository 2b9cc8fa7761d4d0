/** A text field for a number in the unit that people read. The setup has the number in the field's own unit. */
import { useState } from 'react';
import { type FieldUnit, inUnit, outOfUnit } from './vocabulary';

interface Props {
  label: string;
  /** The number in the field's own unit, or text that isn't a number. */
  raw: string;
  unit: FieldUnit;
  put(raw: string): void;
}

export function UnitField({ label, raw, unit, put }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label className="unit-field">
      {label}{' '}
      <input
        type="text"
        inputMode="decimal"
        value={typed ?? inUnit(raw, unit)}
        onChange={({ target }) => {
          setTyped(target.value);
          put(outOfUnit(target.value, unit));
        }}
        onFocus={({ target }) => target.select()}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}
