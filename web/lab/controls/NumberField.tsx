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
import { type NumberShape, positionOf, SLIDER_MAX, stepped, suitable, valueAtPosition } from './scale';

interface Props {
  name: string;
  value: number;
  /** The value around which the slider's range is; undefined for the whole range. */
  usual?: unknown;
  shape: NumberShape & { unit: string };
  describedBy: string;
  change(value: number, at: number): void;
}

const DIRECTIONS: Record<string, 1 | -1> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

export function NumberField({ name, value, usual, shape, describedBy, change }: Props) {
  const id = useId();
  // Text being typed may not be a number yet; it's kept, with the unit next to it, until the field loses focus.
  const [typed, setTyped] = useState<{ text: string; unit: Unit } | null>(null);
  const { unit, min, max, integer } = shape;
  const shown = typed?.unit ?? unitFor(unit, value);
  const scale = { ...shape, binary: isBinary(unit) };
  // A typed value widens the slider's range for good, so that the range never moves under a drag.
  const [ends, setEnds] = useState({ least: value, most: value });
  if (value < ends.least || value > ends.most)
    setEnds({ least: Math.min(value, ends.least), most: Math.max(value, ends.most) });
  const around = suitable(scale, usual);
  const reach = { ...around, min: Math.min(around.min, ends.least), max: Math.max(around.max, ends.most) };

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
  const allowed = { least: formatQuantity(min, unit), most: formatQuantity(max, unit) };

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
          value={positionOf(value, reach)}
          aria-label={name}
          aria-describedby={describedBy}
          aria-valuetext={formatQuantity(value, unit)}
          onKeyDown={onKeyDown}
          onChange={(event) => change(valueAtPosition(Number(event.target.value), reach), event.timeStamp)}
        />
      </span>
      {wrong && (
        <span className="wrong">
          {t('allowed: {range}', {
            range: integer
              ? t('a whole number from {least} to {most}', allowed)
              : t('{least} to {most}', allowed),
          })}
        </span>
      )}
    </>
  );
}
