/** Chart of runs of several scenarios at the same seeds: a dot per run, a line through each seed's runs, and means with 95 % intervals. */
import { line } from 'd3-shape';
import { useMemo, useState } from 'react';
import { t } from '../../base/words/words';
import { ChartInput } from '../../papers/charts/ChartInput';
import { ChartAxes } from '../../papers/charts/ChartMarks';
import { type Chart, layOutChart } from '../../papers/charts/chart';
import { seriesStyle } from '../../papers/charts/marks';
import { useWidth } from '../../plot/onScreen';
import { type Measure, titleOf } from '../../run/measures';
import type { Column } from './pairs';
import { type ArmMean, armMeans, dotsOf, pairsOf, type SampleDot } from './select';
import { signed } from './words';
import './Samples.css';

export const SAMPLES_HEIGHT = 300;
/** Offset of the mean from its dots, away from the lines between arms. */
const MEAN_OFFSET_PX = 22;
/** Distance of the readout from its dot. */
const READOUT_GAP_PX = 12;

interface Props {
  labels: readonly string[];
  /** The first seed. */
  seed: number;
  columns: readonly Column[];
  measure: Measure;
}

export function SamplesChart({ labels, seed, columns, measure }: Props) {
  const [frame, width] = useWidth();
  const [place, choose] = useState<{ place: number; arm: number } | null>(null);
  const dots = useMemo(() => dotsOf(columns), [columns]);
  const means = useMemo(() => armMeans(columns), [columns]);
  const title = titleOf(measure);
  const chart = useMemo(
    () =>
      width > 0 && dots.length > 0
        ? layOutChart(
            { x: { label: '', names: [...labels] }, y: { label: '' } },
            [{ points: [...dots, ...means.map(({ plotted }) => plotted)] }],
            width,
            SAMPLES_HEIGHT,
          )
        : null,
    [labels, dots, means, width],
  );
  const chosen = dots.find((dot) => dot.place === place?.place && dot.arm === place.arm) ?? null;
  const ofSeed = (dot: SampleDot) => dots.filter((one) => one.place === dot.place);
  return (
    <div className="plot chart samples-chart" ref={frame} style={{ height: SAMPLES_HEIGHT }}>
      {chart && (
        <>
          <svg className="plot-axes" width={width} height={SAMPLES_HEIGHT} aria-hidden="true">
            <g transform={`translate(${chart.margin.left},${chart.margin.top})`}>
              <ChartAxes chart={chart} xLabel="" yLabel={title} />
              {pairsOf(dots).map((pair) => (
                <Pair
                  key={pair[0]?.place}
                  chart={chart}
                  dots={pair}
                  chosen={pair[0]?.place === chosen?.place}
                />
              ))}
              {dots.map((dot) => (
                <circle
                  key={`${dot.place}:${dot.arm}`}
                  className="sample-dot"
                  cx={chart.x(dot)}
                  cy={chart.y(dot.value)}
                  r={3.5}
                  fill={seriesStyle(dot.arm).color}
                />
              ))}
              {means.map((mean) => (
                <MeanMark key={mean.arm} chart={chart} mean={mean} />
              ))}
              {chosen &&
                ofSeed(chosen).map((dot) => (
                  <circle
                    key={dot.arm}
                    className="halo"
                    cx={chart.x(dot)}
                    cy={chart.y(dot.value)}
                    r={dot === chosen ? 8 : 6}
                  />
                ))}
            </g>
          </svg>
          <ChartInput<SampleDot>
            label={title}
            chart={chart}
            points={dots}
            chosen={chosen}
            choose={choose}
            inWords={(dot) => seedInWords(ofSeed(dot), labels, seed, measure)}
          />
          {chosen && (
            <Readout chart={chart} chosen={chosen} dots={ofSeed(chosen)} {...{ labels, seed, measure }} />
          )}
        </>
      )}
    </div>
  );
}

function Pair({ chart, dots, chosen }: { chart: Chart; dots: readonly SampleDot[]; chosen: boolean }) {
  const path = line<SampleDot>(
    (dot) => chart.x(dot),
    (dot) => chart.y(dot.value),
  )([...dots]);
  return <path className="sample-pair" data-chosen={chosen || undefined} d={path ?? ''} />;
}

export function MeanMark({ chart, mean: { arm, plotted } }: { chart: Chart; mean: ArmMean }) {
  const { ours, whisker } = plotted;
  const { color, filled } = seriesStyle(arm);
  const offset = arm === 0 ? -MEAN_OFFSET_PX : MEAN_OFFSET_PX;
  return (
    <g
      className="chart-point sample-mean"
      stroke={color}
      transform={`translate(${chart.x(plotted) + offset},0)`}
    >
      {whisker && (
        <path
          className="whisker"
          d={`M0,${chart.y(whisker[0])}V${chart.y(whisker[1])}M-5,${chart.y(whisker[0])}H5M-5,${chart.y(whisker[1])}H5`}
        />
      )}
      <path
        className="ours"
        transform={`translate(0,${chart.y(ours ?? 0)}) scale(1.5)`}
        d={filled}
        fill={color}
      />
    </g>
  );
}

interface MarksProps {
  labels: readonly string[];
  seed: number;
  measure: Measure;
}

/** "seed 4, Reno 5.1 kB/s, Vegas 6.2 kB/s, difference +1.1 kB/s". */
function seedInWords(
  dots: readonly SampleDot[],
  labels: readonly string[],
  first: number,
  measure: Measure,
): string {
  return [
    t('seed {number}', { number: first + (dots[0]?.place ?? 0) }),
    ...rowsOf(dots, labels, measure).map(([label, value]) => `${label} ${value}`),
  ].join(', ');
}

function rowsOf(dots: readonly SampleDot[], labels: readonly string[], { format }: Measure) {
  const rows = dots.map(({ arm, value }): [string, string] => [labels[arm] ?? '', format(value)]);
  const [first, second] = dots;
  if (dots.length === 2 && first && second)
    rows.push([t('difference'), signed(second.value - first.value, format)]);
  return rows;
}

function Readout({
  chart,
  chosen,
  dots,
  labels,
  seed,
  measure,
}: MarksProps & { chart: Chart; chosen: SampleDot; dots: readonly SampleDot[] }) {
  const at = chart.x(chosen);
  const side =
    at < chart.width / 2
      ? { left: chart.margin.left + at + READOUT_GAP_PX, maxWidth: chart.width - at - READOUT_GAP_PX }
      : { right: chart.margin.right + chart.width - at + READOUT_GAP_PX, maxWidth: at - READOUT_GAP_PX };
  return (
    <div className="readout" style={side} aria-hidden="true">
      <b>{t('seed {number}', { number: seed + chosen.place })}</b>
      {rowsOf(dots, labels, measure).map(([label, value]) => (
        <span key={label}>
          {label} <b>{value}</b>
        </span>
      ))}
    </div>
  );
}
