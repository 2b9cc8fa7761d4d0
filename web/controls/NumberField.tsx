/** A number field: a slider for exploring, and a text box for exact values. */
import { type KeyboardEvent, useId, useState } from 'react';
import { formatExact, formatPlain, readExact } from '../words/format';
import { t } from '../words/words';
import { type NumberShape, positionOf, SLIDER_MAX, stepped, valueAtPosition } from './scale';

interface Props {
  name: string;
  value: number;
  shape: NumberShape & { unit: string };
  describedBy: string;
  change(value: number, at: number): void;
}

const DIRECTIONS: Record<string, 1 | -1> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

export function NumberField({ name, value, shape, describedBy, change }: Props) {
  const id = useId();
  // Text being typed may not be a number yet; it's kept until the field loses focus.
  const [typed, setTyped] = useState<string | null>(null);
  const { unit, min, max, integer } = shape;

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = DIRECTIONS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    change(stepped(value, shape, direction), event.timeStamp);
  };

  const type = (text: string, at: number) => {
    setTyped(text);
    const number = readExact(text);
    const fits =
      text.trim() !== '' && number >= min && number <= max && (!integer || Number.isInteger(number));
    if (fits) change(number, at);
  };
  const wrong = typed !== null && readExact(typed) !== value;
  const ends = { least: formatPlain(min), most: formatPlain(max) };
  const range = integer ? t('{least} to {most}, whole', ends) : t('{least} to {most}', ends);

  return (
    <>
      <input
        id={id}
        className="exact"
        type="text"
        inputMode={integer ? 'numeric' : 'decimal'}
        aria-label={t('{field}, exact', { field: name })}
        aria-invalid={wrong}
        title={`${range} ${unit}`}
        value={typed ?? formatExact(value)}
        onChange={(event) => type(event.target.value, event.timeStamp)}
        onBlur={() => setTyped(null)}
      />
      <span className="unit">{unit}</span>
      <span className="track">
        <input
          className="slider"
          type="range"
          min={0}
          max={SLIDER_MAX}
          value={positionOf(value, shape)}
          aria-label={name}
          aria-describedby={describedBy}
          aria-valuetext={`${formatPlain(value)} ${unit}`}
          onKeyDown={onKeyDown}
          onChange={(event) => change(valueAtPosition(Number(event.target.value), shape), event.timeStamp)}
        />
      </span>
      {wrong && <span className="wrong">{t('allowed: {range}', { range })}</span>}
    </>
  );
}
