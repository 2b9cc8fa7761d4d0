/** A number input that keeps incomplete text until it is a number. */
import { useState } from 'react';
import './TaskForm.css';

interface Props {
  label: string;
  value: number | null;
  /** Null: the field was emptied, where that means something. */
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
  const wrong = number === null ? !optional : !Number.isFinite(number);
  return (
    <label className="number-box">
      {label}{' '}
      <input
        type="text"
        inputMode="decimal"
        value={text}
        aria-invalid={wrong}
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
