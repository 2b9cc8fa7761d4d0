/** An input for a number that someone reads off the page and types, and the number that was understood, if it can be misread. */
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { readReading, understood } from '../base/words/reading';
import { t } from '../base/words/words';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> {
  /** Without one, an attribute names the input. */
  label?: string;
  typed: string;
  /** The unit of the number, in the page's language. */
  unit?: string;
  onTyped(typed: string): void;
  /** The unit as the page shows it after the input. */
  children?: ReactNode;
}

export function ReadingInput({ label, typed, unit = '', onTyped, children, ...attributes }: Props) {
  const id = useId();
  const isBlank = typed.trim() === '';
  const isNumber = Number.isFinite(readReading(typed, unit));
  const number = understood(typed, unit);
  const input = (
    <input
      id={id}
      aria-invalid={!isBlank && !isNumber}
      size={9}
      {...attributes}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={({ target }) => onTyped(target.value)}
    />
  );
  return (
    <>
      {label !== undefined && <label htmlFor={id}>{label}</label>} {input} {children ?? unit}{' '}
      <span className={isBlank || isNumber ? 'words' : 'wrong'} role="status">
        {isBlank ? '' : !isNumber ? t('not a number') : number && t('read as {number}', { number })}
      </span>
    </>
  );
}
