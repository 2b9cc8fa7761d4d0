/** The readout of the point under the pointer, and a card below the chart for the last chosen point, with links to its runs. */

import { rich } from '../base/words/rich';
import { t } from '../base/words/words';
import type { Chart } from '../papers/charts/chart';
import type { Bench } from '../run/bench';
import type { Measure } from '../run/measures';
import type { Design } from './design';
import { RunLink } from './PointTable';
import type { Point } from './sweep';
import { meanInWords, nameOfPoint, runsInWords } from './words';
import '../plot/plot.css';
import './SweepResults.css';

interface ReadoutProps {
  chart: Chart;
  /** Position of the point, in pixels of the chart. */
  at: number;
  /** The point's y position, if the readout must be drawn above or below it so as not to cover it. */
  avoidY?: number;
  design: Design;
  point: Point;
  measure: Measure;
}

export function PointReadout({ chart, at, avoidY, design, point, measure }: ReadoutProps) {
  const onRight = at < chart.width / 2;
  const side = onRight
    ? { left: chart.margin.left + at + GAP_PX, maxWidth: chart.margin.right + chart.width - at - GAP_PX }
    : { right: chart.margin.right + chart.width - at + GAP_PX, maxWidth: chart.margin.left + at - GAP_PX };
  return (
    <div className="readout" style={{ ...side, ...heightOf(chart, avoidY) }} aria-hidden="true">
      <b>{nameOfPoint(design, point)}</b>
      <span>
        {measure.label} <b>{meanInWords(point.mean, measure)}</b>
      </span>
      <span>{runsInWords(point)}</span>
    </div>
  );
}

const READOUT_PX = 70;
const GAP_PX = 14;

function heightOf(chart: Chart, avoidY: number | undefined) {
  if (avoidY === undefined) return {};
  const below = avoidY < chart.height / 2;
  return { top: chart.margin.top + (below ? avoidY + 20 : avoidY - READOUT_PX - 20) };
}

interface CardProps {
  base: Bench;
  design: Design;
  point: Point | null;
  measure: Measure;
}

/** Most runs linked from the card. */
const LINKED = 30;

export function PointCard({ base, design, point, measure }: CardProps) {
  if (point === null)
    return (
      <p className="words">
        {t('Point at a mark, or focus the chart and use the arrow keys, to open its runs on the bench.')}
      </p>
    );
  const values = {
    point: <b>{nameOfPoint(design, point)}</b>,
    metric: measure.label,
    value: meanInWords(point.mean, measure),
    runs: runsInWords(point),
  };
  return (
    <div className="point-card">
      <p>
        {point.mean !== null && point.mean.ci95 !== null
          ? rich('{point}: {metric} {value} (95 % interval), {runs}. Open one on the bench:', values)
          : rich('{point}: {metric} {value}, {runs}. Open one on the bench:', values)}
      </p>
      <ul>
        {point.runs.slice(0, LINKED).map(({ run, value, failure }) => (
          <li key={run.seed}>
            <RunLink base={base} run={run}>
              {t('seed {seed}: {result}', {
                seed: run.seed,
                result: failure ?? (value === null ? '–' : measure.format(value)),
              })}
            </RunLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
