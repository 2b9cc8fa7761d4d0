/** The numbers of the point under the pointer and, below a chart, of the point chosen last, with a link to each of its runs. */
import type { Chart } from '../figures/chart';
import type { Bench } from '../run/bench';
import { rich } from '../words/rich';
import { t } from '../words/words';
import type { Design } from './design';
import type { Measure } from './measures';
import { RunLink } from './RunLink';
import type { Point } from './sweep';
import { meanInWords, nameOfPoint, runsInWords } from './words';
import '../plot/plot.css';
import './SweepResults.css';

interface ReadoutProps {
  chart: Chart;
  /** Position of the point, in pixels of the chart. */
  at: number;
  /** Beside which height the numbers stand, where they would cover what they are about. */
  beside?: number;
  design: Design;
  point: Point;
  measure: Measure;
}

export function PointReadout({ chart, at, beside, design, point, measure }: ReadoutProps) {
  const onRight = at < chart.width / 2;
  const side = onRight
    ? { left: chart.margin.left + at + GAP_PX, maxWidth: chart.margin.right + chart.width - at - GAP_PX }
    : { right: chart.margin.right + chart.width - at + GAP_PX, maxWidth: chart.margin.left + at - GAP_PX };
  return (
    <div className="readout" style={{ ...side, ...heightOf(chart, beside) }} aria-hidden="true">
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

function heightOf(chart: Chart, beside: number | undefined) {
  if (beside === undefined) return {};
  const below = beside < chart.height / 2;
  return { top: chart.margin.top + (below ? beside + 20 : beside - READOUT_PX - 20) };
}

interface CardProps {
  base: Bench;
  design: Design;
  point: Point | null;
  measure: Measure;
}

/** Runs with a link of their own; the table has the others. */
const LINKED = 30;

export function PointCard({ base, design, point, measure }: CardProps) {
  if (point === null)
    return (
      <p className="words">
        {t('Point at a mark, or focus the chart and use the arrow keys, for its runs.')}
      </p>
    );
  const said = {
    point: <b>{nameOfPoint(design, point)}</b>,
    figure: measure.label,
    value: meanInWords(point.mean, measure),
    runs: runsInWords(point),
  };
  return (
    <div className="point-card">
      <p>
        {point.mean !== null && point.mean.ci95 !== null
          ? rich('{point}: {figure} {value} (95 % interval), {runs}. Open one on the bench:', said)
          : rich('{point}: {figure} {value}, {runs}. Open one on the bench:', said)}
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
