/** Numbers that a room calls out, as a dot plot over their range. */
import { type FormEvent, useState } from 'react';
import { formatPlain } from '../../base/words/format';
import { readReading } from '../../base/words/reading';
import { t } from '../../base/words/words';
import type { Prediction } from '../../lessons/lesson';
import { ticksOf } from '../../lessons/parts/DrawnCurve';
import { ReadingInput } from '../../ui/ReadingInput';
import { dotsOf, type Hands } from './hands';
import './RoomPredict.css';

type OfNumber = Extract<Prediction, { kind: 'number' }>;

interface Props {
  prediction: OfNumber;
  hands: Hands;
  change(hands: Hands): void;
}

export function CalledNumbers({ prediction, hands, change }: Props) {
  const { unit, range, question } = prediction;
  const [entry, setEntry] = useState('');
  const value = readReading(entry, unit);
  const isAllowed = value >= range[0] && value <= range[1];
  const isOutside = Number.isFinite(value) && !isAllowed;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isAllowed) return;
    change({ ...hands, numbers: [...hands.numbers, value] });
    setEntry('');
  };
  return (
    <>
      <DotPlot prediction={prediction} numbers={hands.numbers} />
      {!hands.locked && (
        <form className="called-number" onSubmit={add}>
          <p>
            <ReadingInput
              typed={entry}
              unit={unit}
              aria-label={t('A number from the room: {question}', { question })}
              onTyped={setEntry}
            />
            {isOutside && (
              <span className="wrong">
                {t('Allowed: {range}.', { range: `${formatPlain(range[0])} – ${formatPlain(range[1])}` })}
              </span>
            )}
          </p>
          <button type="submit" disabled={!isAllowed}>
            {t('Add')}
          </button>
          <button
            type="button"
            disabled={hands.numbers.length === 0}
            onClick={() => change({ ...hands, numbers: hands.numbers.slice(0, -1) })}
          >
            {t('Remove the last one')}
          </button>
        </form>
      )}
    </>
  );
}

/** Sizes in units of the SVG's view box. */
const WIDTH = 800;
const MARGIN = 24;
const DOT = 9;
const BASE = 150;
const HEIGHT = 190;
const INNER = WIDTH - 2 * MARGIN;

interface PlotProps {
  prediction: OfNumber;
  numbers: readonly number[];
  /** The run's value; absent or null while unknown. */
  right?: number | null;
  /** The chart in words; the numbers of a room if absent. */
  label?: string;
}

export function DotPlot({ prediction, numbers, right = null, label }: PlotProps) {
  const { range, unit, within } = prediction;
  const [from, to] = range;
  const places = Math.floor(INNER / (2 * DOT));
  const dots = dotsOf(numbers, range, places);
  const highest = Math.max(1, ...dots.map(({ height }) => height + 1));
  // In a high stack, dots overlap rather than leave the chart.
  const rise = Math.min(2 * DOT, (BASE - 2 * DOT) / highest);
  const across = (value: number) => MARGIN + Math.min(Math.max((value - from) / (to - from), 0), 1) * INNER;
  const [near, far] = right === null ? [0, 0] : [across(right - within), across(right + within)];
  const list = numbers.map((one) => formatPlain(one)).join(', ');
  return (
    <figure className="dot-plot">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={
          numbers.length === 0
            ? t('No number yet')
            : (label ?? t('The room’s numbers: {list} {unit}', { list, unit }))
        }
      >
        {right !== null && (
          <>
            <rect className="near" x={near} y={0} width={far - near} height={BASE} />
            <path className="truth" d={`M${across(right)},0V${BASE}`} />
          </>
        )}
        <path className="axis" d={`M${MARGIN},${BASE}H${WIDTH - MARGIN}`} />
        {ticksOf({ label: '', unit, from, to }).map((tick) => (
          <g key={tick} transform={`translate(${across(tick)},${BASE})`}>
            <path className="axis" d="M0,0V6" />
            <text y="26" textAnchor="middle">
              {formatPlain(tick)}
            </text>
          </g>
        ))}
        {dots.map(({ value, place, height }) => (
          <circle
            key={`${place} ${height} ${value}`}
            cx={MARGIN + (place / places) * INNER}
            cy={BASE - DOT - height * rise}
            r={DOT - 1}
          />
        ))}
      </svg>
    </figure>
  );
}
