/** The run's curve on the chart of a drawn prediction: all of it, in the color that its line has in the run's picture. */

import { colorsIn } from '../plot/hues';
import { flowToken } from '../ui/theme';
import type { Curve, Lesson, Prediction } from './lesson';
import type { Runs } from './runs';

type Draw = Extract<Prediction, { kind: 'draw' }>;

export interface RunsCurve extends Curve {
  /** A CSS color. */
  color: string;
}

export function runsCurve(lesson: Pick<Lesson, 'experiments'>, prediction: Draw, runs: Runs): RunsCurve {
  return { ...prediction.answer(runs), color: `var(--${lineToken(lesson, prediction, runs)})` };
}

/** The color's name in `tokens.css`. */
function lineToken(
  { experiments }: Pick<Lesson, 'experiments'>,
  { covers: [name = ''], line }: Draw,
  runs: Runs,
): string {
  const experiment = experiments[name];
  if (line === undefined || experiment === undefined) return 'ink';
  if (experiment.kind !== 'runs') return flowToken(line);
  const shown = Object.keys(experiment.arms).map((arm) => runs.of(name, arm));
  const flows = (experiment.flows ?? []).map((flow) =>
    typeof flow === 'number' ? flow : shown[0]?.scenario.flows.findIndex((one) => one.name === flow),
  );
  return `hue-${colorsIn(shown, [flows[0] ?? 0])[line]}`;
}

/** Pixel columns, heights and the ends of the axis, for a path. */
export interface Scale {
  /** The ends of the x axis. */
  from: number;
  to: number;
  across(x: number): number;
  up(y: number): number;
}

/**
 * A step curve as the path of an SVG. Each pixel column has the curve's first, lowest, highest and last value in it, so that the path shows
 * all that one of the whole curve would, and is short.
 */
export function pathOfSteps({ x, y }: Curve, { from, to, across, up }: Scale): string {
  const columns = new Map<number, Column>();
  const add = (at: number, value: number) => {
    const column = Math.round(across(at));
    const known = columns.get(column);
    if (known === undefined) columns.set(column, { first: value, low: value, high: value, last: value });
    else {
      known.low = Math.min(known.low, value);
      known.high = Math.max(known.high, value);
      known.last = value;
    }
  };
  for (let row = 0; row < x.length; row += 1) {
    const begins = x[row] ?? 0;
    const ends = x[row + 1] ?? to;
    const value = y[row] ?? Number.NaN;
    if (ends < from || begins > to || Number.isNaN(value)) continue;
    add(Math.max(begins, from), value);
    add(Math.min(ends, to), value);
  }
  const points = [...columns].flatMap(([column, { first, low, high, last }]) =>
    [first, low, high, last]
      .filter((value, place, all) => value !== all[place - 1])
      .map((value) => `${column},${up(value).toFixed(1)}`),
  );
  return points.length === 0 ? '' : `M${points.join('L')}`;
}

interface Column {
  first: number;
  low: number;
  high: number;
  last: number;
}
