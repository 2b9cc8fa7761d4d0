/** A number input that keeps incomplete text until it is a number. */
import { useState } from 'react';
import './TaskForm.css';

interface Props {
  label: string;
  value: number | null;
  /** Null means that an optional field was emptied. */
  change(value: number | null): void;
  /** True if it may be empty. */
  optional?: boolean;
}

export function NumberBox({ label, value, change, optional = false }: Props) {
  const [typed, setTyped] = useState<{ text: string; value: number | null } | null>(null);
  // A change of the number from outside discards the typed text.
  const text = typed !== null && Object.is(typed.value, value) ? typed.text : (value ?? '').toString();
  const read = (next: string) => (next.trim() === '' ? null : Number(next.trim().replace(',', '.')));
  const number = read(text);
  const invalid = number === null ? !optional : !Number.isFinite(number);
  return (
    <label className="number-box">
      {label}{' '}
      <input
        type="text"
        inputMode="decimal"
        value={text}
        aria-invalid={invalid}
        onChange={({ target }) => {
          const next = read(target.value);
          const fits = next === null ? optional : Number.isFinite(next);
          setTyped({ text: target.value, value: fits ? next : value });
          if (fits) change(next);
        }}
      />
    </label>
  );
}
