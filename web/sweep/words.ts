/** Names of a sweep's points, and formats of their numbers. */
import type { Mean } from '../run/statistics';
import type { Level, SweepField } from '../scenario/fields';
import { formatPlain } from '../words/format';
import { filled, plural, t } from '../words/words';
import type { Design } from './design';
import type { Measure } from './measures';
import type { Point } from './sweep';

/** "vegas, alpha 2". */
export function nameOfPoint(
  { series, fields, factors }: Design,
  point: Pick<Point, 'series' | 'at'>,
): string {
  const values = fields.map(({ field, values: all }, axis) =>
    valued(field, formatPlain(all[point.at[axis] ?? 0] ?? 0)),
  );
  const levels = factors.map(({ field, low, high }, bit) =>
    valued(field, levelInWords(((point.at[0] ?? 0) >> bit) & 1 ? high : low)),
  );
  const name = series.length > 1 ? [series[point.series] ?? ''] : [];
  return [...name, ...values, ...levels].join(', ');
}

function valued({ place }: SweepField, value: string): string {
  return t('{field} {value}', { field: shortName(place), value });
}

/** A field with its unit, for an axis or the head of a column. */
export function fieldInWords({ place, shape }: SweepField): string {
  const unit = shape?.unit ?? '';
  return unit === '' ? place : t('{field} ({unit})', { field: place, unit });
}

/** The last two words of a field's place: "avoidance alpha" of "reno: sender avoidance alpha". */
export function shortName(place: string): string {
  const words = place.replace(/^.*: /, '').split(' ');
  return words.slice(-2).join(' ');
}

/** At most four significant digits, without thousands separators. */
export function digits(value: number): string {
  return filled('{value}', { value: Number(value.toPrecision(4)) });
}

/** A number with every digit, or a word of the scenario. */
export function levelInWords(level: Level): string {
  return filled('{level}', { level: typeof level === 'number' ? level : String(level) });
}

/** The number of runs in a point's mean. */
export function runsInWords({ mean }: Point): string {
  return plural(mean?.count ?? 0, '{n} run', '{n} runs');
}

/** "84.6 KiB/s ± 1.2 KiB/s"; without an interval if there is none. */
export function meanInWords(mean: Mean | null, { format }: Measure): string {
  if (mean === null) return '–';
  const rounded = (value: number) => format(Number(value.toPrecision(6)));
  return mean.ci95 === null
    ? rounded(mean.value)
    : `${rounded(mean.value)} ± ${rounded(Number(mean.ci95.toPrecision(2)))}`;
}

/** Describes a chosen point. */
export function pointInWords(design: Design, point: Point, measure: Measure): string {
  const { mean, runs } = point;
  const failed = runs.filter(({ failure }) => failure !== null).length;
  return [
    nameOfPoint(design, point),
    t('{figure} {value}', { figure: measure.label, value: meanInWords(mean, measure) }),
    runsInWords(point),
    ...(failed > 0 ? [plural(failed, '{n} refused or failed', '{n} refused or failed')] : []),
  ].join(', ');
}

/** Describes each series' highest and lowest values. */
export function sweepInWords(design: Design, points: readonly Point[], measure: Measure): string {
  const sentences = design.series.flatMap((name, series) => {
    const known = points.filter((point) => point.series === series && point.mean !== null);
    const order = known.toSorted((a, b) => (a.mean?.value ?? 0) - (b.mean?.value ?? 0));
    const [low, high] = [order[0], order.at(-1)];
    if (low === undefined || high === undefined) return [];
    const { label } = measure;
    const figure =
      design.series.length > 1 ? t('{figure} of {group}', { figure: label, group: name }) : label;
    const at = (point: Point) => {
      const where = nameOfPoint({ ...design, series: [] }, point);
      const value = meanInWords(point.mean, measure);
      return where === '' ? value : t('{value} at {point}', { value, point: where });
    };
    if (low === high || low.mean?.value === high.mean?.value)
      return known.length > 1
        ? [t('{figure} is {value} and the same everywhere.', { figure, value: at(high) })]
        : [t('{figure} is {value}.', { figure, value: at(high) })];
    return [
      t('{figure} is highest, {most}, and lowest, {least}.', { figure, most: at(high), least: at(low) }),
    ];
  });
  return sentences
    .slice(0, 6)
    .map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1))
    .join(' ');
}
