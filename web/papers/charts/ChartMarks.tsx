/** The axes and marks of a chart, as SVG. D3 computes the positions, React creates the elements. */
import { line } from 'd3-shape';
import { VERDICTS } from '../words';
import { type Chart, LINE_PX, signPosition } from './chart';
import { type SeriesStyle, seriesStyle } from './marks';
import type { DrawnPoint, DrawnSeries } from './select';
import './chart.css';

export function ChartAxes({ chart, xLabel, yLabel }: { chart: Chart; xLabel: string; yLabel: string }) {
  const { width, height, margin } = chart;
  const last = Math.max(1, ...chart.xTicks.map(({ lines }) => lines.length));
  return (
    <g>
      {chart.yTicks.map(({ at, lines }) => (
        <g key={at} transform={`translate(0,${at})`}>
          <line className="grid" x2={width} />
          <text x={-7} dy="0.32em" textAnchor="end">
            {lines[0]}
          </text>
        </g>
      ))}
      {chart.xTicks.map(({ at, lines }) => (
        <g key={at} transform={`translate(${at},${height})`}>
          <line className="grid" y1={chart.named ? 0 : -height} y2={4} />
          {lines.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a label never change order
            <text key={index} y={16 + index * LINE_PX} textAnchor="middle">
              {text}
            </text>
          ))}
        </g>
      ))}
      <path className="frame" d={`M0,0V${height}H${width}`} />
      <text className="lane-label" x={6 - margin.left} y={-10}>
        {yLabel}
      </text>
      <text className="axis-label" x={width} y={height + 20 + last * LINE_PX} textAnchor="end">
        {xLabel}
      </text>
    </g>
  );
}

interface MarksProps {
  chart: Chart;
  series: readonly DrawnSeries[];
  /** Returns true if a point is in the foreground. */
  isForeground(point: DrawnPoint): boolean;
}

/** Lines first, then whiskers, then marks, so that no line crosses a mark. */
export function ChartMarks({ chart, series, isForeground }: MarksProps) {
  return (
    <>
      {!chart.named &&
        series.map(({ name, points }, index) => (
          <Lines key={name} chart={chart} points={points} style={seriesStyle(index)} />
        ))}
      {series.map(({ name, points }, index) => (
        <g key={name}>
          {points.map((point) => (
            <PointMarks
              key={point.entry.item}
              chart={chart}
              point={point}
              style={seriesStyle(index)}
              faint={!isForeground(point)}
            />
          ))}
        </g>
      ))}
    </>
  );
}

function Lines({ chart, points, style }: { chart: Chart; points: DrawnPoint[]; style: SeriesStyle }) {
  const joined = (value: (point: DrawnPoint) => number | null) =>
    line<DrawnPoint>(
      (point) => chart.x(point),
      (point) => chart.y(value(point) ?? 0),
    ).defined((point) => value(point) !== null)(points.toSorted((a, b) => a.x - b.x)) ?? '';
  return (
    <g className="chart-lines" stroke={style.color}>
      <path className="of-model" d={joined(({ model }) => model)} />
      <path className="of-paper" d={joined(({ published }) => published)} />
      <path d={joined(({ ours }) => ours)} />
    </g>
  );
}

interface PointProps {
  chart: Chart;
  point: DrawnPoint;
  style: SeriesStyle;
  faint: boolean;
}

function PointMarks({ chart, point, style, faint }: PointProps) {
  const { published, model, ours, interval, whisker, limits, finding, entry } = point;
  const at = (value: number) => `translate(0,${chart.y(value)})`;
  const verdict = finding?.verdict ?? 'missing';
  const differs = verdict === 'deviates' || verdict === 'fails';
  return (
    <g
      className="chart-point"
      transform={`translate(${chart.x(point)},0)`}
      data-item={entry.item}
      data-verdict={verdict}
      data-faint={faint || undefined}
      stroke={style.color}
    >
      {interval && <Whisker chart={chart} ends={interval} wide />}
      {limits.map((limit) => (
        <path key={limit.at} className="limit" transform={at(limit.at)} d={limitPath(limit.above)} />
      ))}
      {model !== null && <path className="model" transform={at(model)} d="M-8,0H8" />}
      {published !== null && <path className="published" transform={at(published)} d={style.open} />}
      {whisker && <Whisker chart={chart} ends={whisker} />}
      {ours !== null && <path className="ours" transform={at(ours)} d={style.filled} fill={style.color} />}
      {ours !== null && differs && (
        <text className="sign" {...signPosition(chart, point)} textAnchor="middle">
          {VERDICTS[verdict].sign}
        </text>
      )}
    </g>
  );
}

/** An interval. The paper's is dashed and has wider ends than ours. */
function Whisker({ chart, ends, wide }: { chart: Chart; ends: readonly [number, number]; wide?: boolean }) {
  const [low, high] = [chart.y(ends[0]), chart.y(ends[1])];
  const half = wide ? 6 : 3;
  return (
    <path
      className={wide ? 'whisker of-paper' : 'whisker'}
      d={`M0,${low}V${high}M${-half},${low}H${half}M${-half},${high}H${half}`}
    />
  );
}

/** A bar at the limit with an arrow to the side where our value is expected. */
export function limitPath(above: boolean): string {
  const tip = above ? -9 : 9;
  return `M-7,0H7M0,0V${tip}M-3,${tip * 0.55}L0,${tip}L3,${tip * 0.55}`;
}
