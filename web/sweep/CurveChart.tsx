/** A metric against a field: a curve for each series, with the 95 % interval over the seeds. */
import { line } from 'd3';
import { useMemo, useState } from 'react';
import { ChartInput } from '../figures/ChartInput';
import { ChartAxes } from '../figures/ChartMarks';
import { type Chart, layOutChart } from '../figures/chart';
import { type SeriesStyle, seriesStyle } from '../figures/marks';
import type { Plotted } from '../figures/select';
import { useWidth } from '../plot/onScreen';
import { type Measure, titleOf } from './measures';
import { PointReadout } from './PointReadout';
import type { Point, SweepSnapshot } from './sweep';
import { fieldInWords, pointInWords } from './words';

const HEIGHT = 320;

/** A point with its position in the chart. */
export interface PlacedPoint extends Plotted {
  point: Point;
}

export function placed(point: Point, x: number, ours: number | null): PlacedPoint {
  const { mean } = point;
  const ci95 = mean?.ci95 ?? null;
  return {
    point,
    x,
    series: point.series,
    ours,
    whisker: ours === null || ci95 === null ? null : [ours - ci95, ours + ci95],
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
}

/** The axis is logarithmic if the largest value is at least this multiple of the smallest. */
const LOG_RATIO = 50;

export function CurveChart({ shown, points, measure, choose }: Props) {
  const { design } = shown;
  const [frame, width] = useWidth();
  const [pointed, point] = useState<PlacedPoint | null>(null);
  const [axis] = design.fields;
  const series = useMemo(
    () =>
      design.series.map((name, place) => ({
        name,
        points: points
          .filter((one) => one.series === place && one.mean !== null)
          .map((one) => placed(one, axis?.values[one.at[0] ?? 0] ?? 0, one.mean?.value ?? null)),
      })),
    [design, axis, points],
  );
  const all = series.flatMap((one) => one.points);
  const xLabel = axis === undefined ? '' : fieldInWords(axis.field);
  const values = axis?.values ?? [];
  const least = values[0] ?? 0;
  const log = least > 0 && (values.at(-1) ?? 0) >= LOG_RATIO * least;
  const chart = useMemo(
    () =>
      width > 0 && all.length > 0
        ? layOutChart({ x: { label: '', log }, y: { label: '' } }, series, width, HEIGHT)
        : null,
    [series, width, log, all.length],
  );
  const title = titleOf(measure);
  return (
    <>
      {series.length > 1 && <SeriesLegend names={design.series} />}
      <div className="plot chart" ref={frame} style={{ height: HEIGHT }}>
        {chart && (
          <>
            <svg className="plot-axes" width={width} height={HEIGHT} aria-hidden="true">
              <g transform={`translate(${chart.margin.left},${chart.margin.top})`}>
                <ChartAxes chart={chart} xLabel={xLabel} yLabel={title} />
                {series.map(({ name, points: own }, place) => (
                  <Curve key={name} chart={chart} points={own} style={seriesStyle(place)} />
                ))}
                {pointed && (
                  <circle className="halo" cx={chart.x(pointed)} cy={chart.y(pointed.ours ?? 0)} r={9} />
                )}
              </g>
            </svg>
            <ChartInput<PlacedPoint>
              label={title}
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

function SeriesLegend({ names }: { names: string[] }) {
  return (
    <ul className="legend chart-legend">
      {names.map((name, place) => {
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
