/**
 * A chart of a paper's numbers next to ours, and the frame around a figure. The pointer or arrow keys choose a point and show its
 * numbers.
 */
import { type ReactNode, useId, useMemo, useState } from 'react';
import { plural, t } from '../../base/words/words';
import { colorsOfNames } from '../../plot/hues';
import { useWidth } from '../../plot/onScreen';
import { SenderColors } from '../../plot/SenderColors';
import type { Entry, Findings, Paper } from '../../scenario/content/papers';
import { inEnglish } from '../../ui/InEnglish';
import { countOf, directionsIn, numbersIn } from '../count';
import { withUnit } from '../words';
import { ChartInput, ChartReadout, pointInWords } from './ChartInput';
import { ChartLegend } from './ChartLegend';
import { ChartAxes, ChartMarks } from './ChartMarks';
import { type Chart, layOutChart } from './chart';
import { type DrawnPoint, drawnSeries, type EntriesDrawing, type Figure } from './select';
import './figures.css';

interface Props {
  /** The chart's accessible name. */
  label: string;
  drawing: EntriesDrawing;
  paper: Paper;
  findings: Findings;
  /** Selects the numbers in the foreground; all if it's left out. */
  isForeground?: ((entry: Entry) => boolean) | undefined;
}

const HEIGHT = 300;

export function EntriesChart({ label, drawing, paper, findings, isForeground }: Props) {
  const [frame, width] = useWidth();
  const [chosen, choose] = useState<DrawnPoint | null>(null);
  const series = useMemo(() => drawnSeries(drawing, paper, findings), [drawing, paper, findings]);
  const points = useMemo(() => series.flatMap((one) => one.points), [series]);
  const chart = useMemo(
    () => (width > 0 ? layOutChart(drawing, series, width, HEIGHT) : null),
    [drawing, series, width],
  );
  return (
    <SenderColors colors={colorsOfNames(series.map(({ name }) => name))}>
      <ChartLegend series={series} joined={drawing.x.names === undefined} />
      <div className="plot chart" ref={frame} style={{ height: HEIGHT }}>
        {chart && (
          <>
            <svg className="plot-axes" width={width} height={HEIGHT} aria-hidden="true" {...inEnglish()}>
              <g transform={`translate(${chart.margin.left},${chart.margin.top})`}>
                <ChartAxes
                  chart={chart}
                  xLabel={withUnit(drawing.x.label, drawing.x.unit)}
                  yLabel={withUnit(drawing.y.label, drawing.y.unit)}
                />
                <ChartMarks
                  chart={chart}
                  series={series}
                  isForeground={({ entry }) => isForeground === undefined || isForeground(entry)}
                />
                {chosen && <Halo chart={chart} point={chosen} />}
              </g>
            </svg>
            <ChartInput<DrawnPoint>
              label={label}
              chart={chart}
              points={points}
              chosen={chosen}
              choose={choose}
              inWords={pointInWords}
            />
            {chosen && <ChartReadout chart={chart} point={chosen} name={series[chosen.series]?.name ?? ''} />}
          </>
        )}
      </div>
      <p className="words">{tally(points)}</p>
    </SenderColors>
  );
}

/** Counts the verdicts, in a sentence. */
function tally(points: DrawnPoint[]): string {
  const count = countOf(points.map(({ finding }) => finding));
  const parts = [
    numbersIn(count) > 0 &&
      t('{agreeing} of {all} numbers agree', { agreeing: count.agrees, all: numbersIn(count) }),
    directionsIn(count) > 0 &&
      t('{holding} of {all} directions hold', { holding: count.holds, all: directionsIn(count) }),
    count.not_simulated > 0 && t('{count} can’t be simulated', { count: count.not_simulated }),
    count.ours > 0 && plural(count.ours, '{n} is ours', '{n} are ours'),
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

function Halo({ chart, point }: { chart: Chart; point: DrawnPoint }) {
  const heights = [point.ours, point.published, point.model].filter((value) => value !== null).map(chart.y);
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
  if (!(top <= bottom)) return null;
  return (
    <rect
      className="halo"
      x={chart.x(point) - 10}
      y={top - 10}
      width={20}
      height={bottom - top + 20}
      rx={10}
    />
  );
}

interface FrameProps {
  figure: Figure;
  children: ReactNode;
}

/** The frame of a paper's figure, with its number, title and description as the caption. */
export function FigureFrame({ figure, children }: FrameProps) {
  const { name, place, title, about } = figure;
  const heading = useId();
  return (
    <figure
      className="paper-figure"
      aria-labelledby={heading}
      data-figure-of={name}
      data-kind={figure.drawing.kind}
    >
      <figcaption>
        <span id={heading} {...inEnglish()}>
          <b>{place}</b> {title}
        </span>
        {about !== undefined && (
          <p className="words" {...inEnglish()}>
            {about}
          </p>
        )}
      </figcaption>
      {children}
    </figure>
  );
}
