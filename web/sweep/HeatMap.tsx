/** A metric against two fields: a cell for each pair of values, with a color from a colorblind-safe scale, and its number if there is room. */
import { lab } from 'd3-color';
import { interpolateCividis } from 'd3-scale-chromatic';
import { useState } from 'react';
import { formatPlain } from '../base/words/format';
import { t } from '../base/words/words';
import { ChartInput } from '../papers/charts/ChartInput';
import { ChartAxes } from '../papers/charts/ChartMarks';
import type { Chart } from '../papers/charts/chart';
import { useWidth } from '../plot/onScreen';
import { chartTitleOf, type Measure } from '../run/measures';
import { type PlacedPoint, placed } from './CurveChart';
import { PointReadout } from './PointReadout';
import type { Point, SweepSnapshot } from './sweep';
import { fieldUnit } from './vocabulary';
import { fieldInWords, pointInWords } from './words';

interface Props {
  shown: SweepSnapshot;
  /** The points of one series. */
  points: readonly Point[];
  measure: Measure;
  /** The ends of the scale, the same for all series. */
  domain: [low: number, high: number];
  choose(point: Point): void;
}

const MARGIN = { left: 68, top: 24, right: 14, bottom: 40 };
const CELL_PX = 34;
/** Approximate width of a character in a cell. */
const CHARACTER_PX = 6.4;

/** Both axes are lists of values: all cells have the same size, whatever the distance between values. */
function chartOf(shown: SweepSnapshot, outerWidth: number): Chart {
  const [x, y] = shown.design.fields;
  const inUnits = (axis: typeof x) =>
    axis === undefined ? [] : axis.values.map((value) => value / fieldUnit(axis.field).size);
  const [across, down] = [inUnits(x), inUnits(y)];
  const width = Math.max(40, outerWidth - MARGIN.left - MARGIN.right);
  const height = Math.min(CELL_PX, 420 / Math.max(1, down.length)) * down.length;
  const column = width / Math.max(1, across.length);
  const row = height / Math.max(1, down.length);
  const every = (count: number, each: number, room: number) =>
    Math.max(1, Math.ceil((room * count) / (each * count)));
  const skipX = every(across.length, column, 46);
  const skipY = every(down.length, row, 14);
  return {
    width,
    height,
    margin: MARGIN,
    named: true,
    xTicks: across.flatMap((value, place) =>
      place % skipX === 0 ? [{ at: (place + 0.5) * column, lines: [formatPlain(value)] }] : [],
    ),
    yTicks: down.flatMap((value, place) =>
      place % skipY === 0 ? [{ at: height - (place + 0.5) * row, lines: [formatPlain(value)] }] : [],
    ),
    x: ({ x: place }) => (place + 0.5) * column,
    y: (place) => height - (place + 0.5) * row,
  };
}

export function HeatMap({ shown, points, measure, domain, choose }: Props) {
  const { design } = shown;
  const [frame, width] = useWidth();
  const [pointed, point] = useState<PlacedPoint | null>(null);
  const chart = width > 0 ? chartOf(shown, width) : null;
  const outerHeight = (chart?.height ?? 0) + MARGIN.top + MARGIN.bottom;
  const cells = points
    .filter(({ mean }) => mean !== null)
    .map((one) => ({ ...placed(one, one.at[0] ?? 0, one.at[1] ?? 0), whisker: null }));
  const [x, y] = design.fields;
  const title = chartTitleOf(measure);
  return (
    <div className="plot chart" ref={frame} style={{ height: outerHeight || 200 }}>
      {chart && (
        <>
          <svg className="plot-axes heat-map" width={width} height={outerHeight} aria-hidden="true">
            <g transform={`translate(${MARGIN.left},${MARGIN.top})`}>
              <ChartAxes
                chart={chart}
                xLabel={x ? fieldInWords(x.field) : ''}
                yLabel={y ? fieldInWords(y.field) : ''}
              />
              {cells.map((cell) => (
                <Cell key={cell.point.at.join()} {...{ chart, cell, measure, domain, shown }} />
              ))}
              {pointed && <Cell {...{ chart, cell: pointed, measure, domain, shown }} framed />}
            </g>
          </svg>
          <ChartInput<PlacedPoint>
            label={title}
            chart={chart}
            points={cells}
            chosen={pointed}
            choose={(next) => {
              point(next);
              if (next !== null) choose(next.point);
            }}
            inWords={(one) => pointInWords(design, one.point, measure)}
            reach={chart.width}
          />
          {pointed && (
            <PointReadout
              chart={chart}
              at={chart.x(pointed)}
              avoidY={chart.y(pointed.ours ?? 0)}
              design={design}
              point={pointed.point}
              measure={measure}
            />
          )}
        </>
      )}
    </div>
  );
}

interface CellProps {
  chart: Chart;
  cell: PlacedPoint;
  measure: Measure;
  domain: [number, number];
  shown: SweepSnapshot;
  framed?: boolean;
}

function Cell({ chart, cell, measure, domain, shown, framed }: CellProps) {
  const [x, y] = shown.design.fields;
  const column = chart.width / Math.max(1, x?.values.length ?? 1);
  const row = chart.height / Math.max(1, y?.values.length ?? 1);
  const value = cell.point.mean?.value ?? 0;
  const color = colorOf(value, domain);
  const text = measure.format(value);
  const room = row >= 14 && text.length * CHARACTER_PX < column - 4;
  const at = `translate(${chart.x(cell) - column / 2},${chart.y(cell.ours ?? 0) - row / 2})`;
  return (
    <g transform={at}>
      <rect className={framed ? 'heat-cell framed' : 'heat-cell'} width={column} height={row} fill={color} />
      {room && (
        <text
          x={column / 2}
          y={row / 2}
          dy="0.35em"
          textAnchor="middle"
          className={lab(color).l > 55 ? 'on-bright' : 'on-dark'}
        >
          {text}
        </text>
      )}
    </g>
  );
}

/** Cividis: dark blue to yellow in even steps of lightness, readable with any kind of color vision. */
function colorOf(value: number, [low, high]: [number, number]): string {
  return interpolateCividis(high > low ? (value - low) / (high - low) : 0.5);
}

const STRIPES = 40;

/** The legend of the colors. */
export function ColorScale({ domain, measure }: { domain: [number, number]; measure: Measure }) {
  const [low, high] = domain;
  return (
    <p className="color-scale">
      <span>{measure.format(low)}</span>
      <svg width="200" height="14" role="img" aria-label={t('Colors from the lowest to the highest value')}>
        {Array.from({ length: STRIPES }, (_, i) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: stripes never change their order
            key={i}
            x={(i * 200) / STRIPES}
            width={200 / STRIPES + 0.5}
            height="14"
            fill={colorOf(i / (STRIPES - 1), [0, 1])}
          />
        ))}
      </svg>
      <span>{measure.format(high)}</span>
    </p>
  );
}
