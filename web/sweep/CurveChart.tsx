/** A metric against a field: a curve for each series, with the 95 % interval over the seeds. */
import { line } from 'd3-shape';
import { useMemo, useState } from 'react';
import { plural } from '../base/words/words';
import { ChartInput } from '../papers/charts/ChartInput';
import { ChartAxes } from '../papers/charts/ChartMarks';
import { type Chart, layOutChart } from '../papers/charts/chart';
import { type SeriesStyle, seriesStyle } from '../papers/charts/marks';
import type { Plotted } from '../papers/charts/select';
import { useSize } from '../plot/onScreen';
import { axisTitleOf, chartTitleOf, type Measure } from '../run/measures';
import { PointReadout } from './PointReadout';
import type { Point, SweepSnapshot } from './sweep';
import { fieldUnit } from './vocabulary';
import { fieldInWords, pointInWords } from './words';

/** Height on pages that scroll. */
const HEIGHT = 320;

/** A point with its position in the chart, in the units of its axes. */
export interface PlacedPoint extends Plotted {
  point: Point;
}

/**
 * @param size the chart's unit, in the unit of the values
 * @param limits the possible values, which an interval by Student's t doesn't know
 */
export function placed(
  point: Point,
  x: number,
  ours: number | null,
  size = 1,
  limits: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
): PlacedPoint {
  const { mean } = point;
  const ci95 = mean?.ci95 ?? null;
  const [least, most] = limits;
  return {
    point,
    x,
    series: point.series,
    ours: ours === null ? null : ours / size,
    whisker:
      ours === null || ci95 === null
        ? null
        : [Math.max(least, ours - ci95) / size, Math.min(most, ours + ci95) / size],
    published: null,
    interval: null,
    model: null,
    limits: [],
  };
}

interface Props {
  shown: SweepSnapshot;
  points: readonly Point[];
  measure: Measure;
  choose(point: Point): void;
  /** True to fill the height of its place instead of a fixed one. */
  fill?: boolean;
}

/** The axis is logarithmic if the largest value is at least this multiple of the smallest, or the values are in even ratios. */
const LOG_RATIO = 10;
/** Least ratio of neighbors that counts as one; nearly equal values are in even steps. */
const LEAST_RATIO = 1.25;
/** Ratios of rounded values differ this much. */
const ROUNDING = 0.05;

export function inEvenRatios(values: readonly number[]): boolean {
  const [first = 0, second = 0] = values;
  const ratio = second / first;
  return (
    values.length > 2 &&
    first > 0 &&
    ratio >= LEAST_RATIO &&
    values.slice(1).every((value, place) => Math.abs(value / (values[place] ?? 0) / ratio - 1) <= ROUNDING)
  );
}

/** The marks, and a legend entry for each. */
export interface Curves {
  series: { name: string; points: PlacedPoint[] }[];
  log: boolean;
  xLabel: string;
  yLabel: string;
  /** The largest possible value. */
  most: number;
}

/** The curves of a metric. Points without a result yet keep their place, so that the axis doesn't move. */
export function curvesOf({ design }: SweepSnapshot, points: readonly Point[], measure: Measure): Curves {
  const [axis] = design.fields;
  const x = axis === undefined ? null : fieldUnit(axis.field);
  const values = axis?.values ?? [];
  const least = values[0] ?? 0;
  return {
    series: design.labels.map((name, place) => ({
      name,
      points: points
        .filter((one) => one.series === place)
        .map((one) =>
          placed(
            one,
            (values[one.at[0] ?? 0] ?? 0) / (x?.size ?? 1),
            one.mean?.value ?? null,
            measure.display.size,
            [0, measure.most ?? Number.POSITIVE_INFINITY],
          ),
        ),
    })),
    log: (least > 0 && (values.at(-1) ?? 0) >= LOG_RATIO * least) || inEvenRatios(values),
    xLabel: axis === undefined ? '' : fieldInWords(axis.field),
    yLabel: axisTitleOf(measure),
    most: (measure.most ?? Number.POSITIVE_INFINITY) / measure.display.size,
  };
}

export function layOutCurves({ series, log, most }: Curves, width: number, height: number): Chart {
  return layOutChart({ x: { label: '', log }, y: { label: '', amount: true, most } }, series, width, height);
}

const hasValue = ({ ours }: PlacedPoint) => ours !== null;

export function CurveChart({ shown, points, measure, choose, fill = false }: Props) {
  const { design } = shown;
  const [frame, width, measured] = useSize();
  const height = fill ? measured : HEIGHT;
  const [pointed, point] = useState<PlacedPoint | null>(null);
  const curves = useMemo(() => curvesOf(shown, points, measure), [shown, points, measure]);
  const all = useMemo(() => curves.series.flatMap((one) => one.points).filter(hasValue), [curves]);
  const chart = useMemo(
    () => (width > 0 && height > 0 && points.length > 0 ? layOutCurves(curves, width, height) : null),
    [curves, width, height, points.length],
  );
  return (
    <>
      <SeriesLegend names={design.labels} seeds={design.seeds.length} />
      <div className="plot chart" ref={frame} style={fill ? undefined : { height: HEIGHT }} data-fill={fill}>
        {chart && (
          <>
            <svg className="plot-axes" width={width} height={height} aria-hidden="true">
              <CurveDrawing curves={curves} chart={chart} />
              {pointed && (
                <circle
                  className="halo"
                  cx={chart.margin.left + chart.x(pointed)}
                  cy={chart.margin.top + chart.y(pointed.ours ?? 0)}
                  r={9}
                />
              )}
            </svg>
            <ChartInput<PlacedPoint>
              label={chartTitleOf(measure)}
              chart={chart}
              points={all}
              chosen={pointed}
              choose={(next) => {
                point(next);
                if (next !== null) choose(next.point);
              }}
              inWords={(one) => pointInWords(design, one.point, measure)}
            />
            {pointed && (
              <PointReadout
                chart={chart}
                at={chart.x(pointed)}
                design={design}
                point={pointed.point}
                measure={measure}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}

/** Axes, lines and marks, for the page and for exported pictures. */
export function CurveDrawing({ curves, chart }: { curves: Curves; chart: Chart }) {
  return (
    <g transform={`translate(${chart.margin.left},${chart.margin.top})`}>
      <ChartAxes chart={chart} xLabel={curves.xLabel} yLabel={curves.yLabel} />
      {curves.series.map(({ name, points }, place) => (
        <Curve key={name} chart={chart} points={points.filter(hasValue)} style={seriesStyle(place)} />
      ))}
    </g>
  );
}

/** Says what the bars around the means are. */
export function barsInWords(seeds: number): string {
  return plural(seeds, 'one seed, no interval', 'mean and 95 % interval of {n} seeds');
}

function SeriesLegend({ names, seeds }: { names: string[]; seeds: number }) {
  return (
    <ul className="legend chart-legend">
      {names.length > 1 &&
        names.map((name, place) => {
          const { color, filled } = seriesStyle(place);
          return (
            <li key={name}>
              <svg width="22" height="14" viewBox="-11 -7 22 14" stroke={color} aria-hidden="true">
                <path d="M-11,0H11" strokeWidth="1.5" />
                <path d={filled} fill={color} stroke="none" />
              </svg>
              {name}
            </li>
          );
        })}
      <li>
        {seeds > 1 && (
          <svg width="10" height="14" viewBox="-5 -7 10 14" stroke="currentColor" aria-hidden="true">
            <path className="whisker" d={whiskerPath(-6, 6)} />
          </svg>
        )}
        {barsInWords(seeds)}
      </li>
    </ul>
  );
}

function Curve({ chart, points, style }: { chart: Chart; points: PlacedPoint[]; style: SeriesStyle }) {
  const path = line<PlacedPoint>(
    (one) => chart.x(one),
    (one) => chart.y(one.ours ?? 0),
  )(points.toSorted((a, b) => a.x - b.x));
  return (
    <g stroke={style.color}>
      <g className="chart-lines">
        <path d={path ?? ''} />
      </g>
      {points.map((one) => (
        <g key={one.x} className="chart-point" transform={`translate(${chart.x(one)},0)`}>
          {one.whisker && (
            <path className="whisker" d={whiskerPath(chart.y(one.whisker[0]), chart.y(one.whisker[1]))} />
          )}
          <path
            className="ours"
            transform={`translate(0,${chart.y(one.ours ?? 0)})`}
            d={style.filled}
            fill={style.color}
          />
        </g>
      ))}
    </g>
  );
}

function whiskerPath(low: number, high: number): string {
  return `M0,${low}V${high}M-4,${low}H4M-4,${high}H4`;
}
