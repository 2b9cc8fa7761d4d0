/** A number field: a slider for exploring, and a text box for exact values, in a unit that people use. */
import { type KeyboardEvent, useId, useState } from 'react';
import {
  exactIn,
  formatQuantity,
  isBinary,
  readQuantity,
  type Unit,
  unitFor,
} from '../../base/words/quantity';
import { t } from '../../base/words/words';
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
  // Text being typed may not be a number yet; it's kept, with the unit next to it, until the field loses focus.
  const [typed, setTyped] = useState<{ text: string; unit: Unit } | null>(null);
  const { unit, min, max, integer } = shape;
  const shown = typed?.unit ?? unitFor(unit, value);
  const scale = { ...shape, binary: isBinary(unit) };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = DIRECTIONS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    change(stepped(value, scale, direction), event.timeStamp);
  };

  const read = (text: string) => readQuantity(text, unit, shown);
  const type = (text: string, at: number) => {
    setTyped({ text, unit: shown });
    const number = read(text);
    const fits = number >= min && number <= max && (!integer || Number.isInteger(number));
    if (fits) change(number, at);
  };
  const wrong = typed !== null && read(typed.text) !== value;
  const ends = { least: formatQuantity(min, unit), most: formatQuantity(max, unit) };

  return (
    <>
      <input
        id={id}
        className="exact"
        type="text"
        inputMode={integer && shown.factor === 1 ? 'numeric' : 'decimal'}
        aria-label={t('{field}, exact', { field: name })}
        aria-invalid={wrong}
        // The engine's unit, which can be typed after a number.
        data-unit={unit}
        value={typed?.text ?? exactIn(shown, value)}
        onChange={(event) => type(event.target.value, event.timeStamp)}
        onBlur={() => setTyped(null)}
      />
      <span className="unit">{shown.name}</span>
      <span className="track">
        <input
          className="slider"
          type="range"
          min={0}
          max={SLIDER_MAX}
          value={positionOf(value, scale)}
          aria-label={name}
          aria-describedby={describedBy}
          aria-valuetext={formatQuantity(value, unit)}
          onKeyDown={onKeyDown}
          onChange={(event) => change(valueAtPosition(Number(event.target.value), scale), event.timeStamp)}
        />
      </span>
      {wrong && (
        <span className="wrong">
          {t('allowed: {range}', {
            range: integer ? t('a whole number from {least} to {most}', ends) : t('{least} to {most}', ends),
          })}
        </span>
      )}
    </>
  );
}
