/** Names of a sweep's points, and formats of their numbers. */

import { formatPlain, formatWithin, UNKNOWN } from '../base/words/format';
import { capital, filled, plural, t } from '../base/words/words';
import type { Measure } from '../run/measures';
import type { Mean } from '../run/statistics';
import type { Level, SweepField } from '../scenario/fields';
import type { Design } from './design';
import type { Point } from './sweep';
import { fieldName, fieldUnit, fullName } from './vocabulary';

/** "Vegas 0.8, Buffer 16 KiB". */
export function nameOfPoint(
  { labels, fields, factors }: Design,
  point: Pick<Point, 'series' | 'at'>,
): string {
  const values = fields.map(({ field, values: all }, axis) => valued(field, all[point.at[axis] ?? 0] ?? 0));
  const levels = factors.map(({ field, low, high }, bit) =>
    valued(field, ((point.at[0] ?? 0) >> bit) & 1 ? high : low),
  );
  const name = labels.length > 1 ? [labels[point.series] ?? ''] : [];
  return [...name, ...values, ...levels].join(', ');
}

function valued(field: SweepField, level: Level): string {
  return t('{field} {value}', { field: fieldName(field).label, value: levelWithUnit(field, level) });
}

/** "16 KiB"; a word of the scenario as it is. */
export function levelWithUnit(field: SweepField, level: Level): string {
  if (typeof level !== 'number') return levelInWords(level);
  const { unit, size } = fieldUnit(field);
  const number = formatPlain(level / size);
  return unit === '' ? number : `${number} ${unit}`;
}

/** A field with its unit, for an axis or the head of a column. */
export function fieldInWords(field: SweepField): string {
  const { unit } = fieldUnit(field);
  const name = fullName(field);
  return unit === '' ? name : t('{field} ({unit})', { field: name, unit });
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

/** "684.6 ± 1.2 kbit/s"; without an interval if there is none. */
export function meanInWords(mean: Mean | null, { format, display }: Measure): string {
  if (mean === null) return UNKNOWN;
  if (!mean.ci95) return format(Number(mean.value.toPrecision(6)));
  const { unit, size } = display;
  const both = formatWithin(mean.value / size, mean.ci95 / size);
  return unit === '' ? both : `${both} ${unit}`;
}

/** Describes a chosen point. */
export function pointInWords(design: Design, point: Point, measure: Measure): string {
  const { mean, runs } = point;
  const failed = runs.filter(({ failure }) => failure !== null).length;
  return [
    nameOfPoint(design, point),
    t('{metric} {value}', { metric: measure.label, value: meanInWords(mean, measure) }),
    runsInWords(point),
    ...(failed > 0 ? [plural(failed, '{n} rejected or failed', '{n} rejected or failed')] : []),
  ].join(', ');
}

/** Describes each series' lowest and highest values. */
export function sweepInWords(design: Design, points: readonly Point[], measure: Measure): string {
  const sentences = design.labels.flatMap((name, series) => {
    const known = points.filter((point) => point.series === series && point.mean !== null);
    const order = known.toSorted((a, b) => (a.mean?.value ?? 0) - (b.mean?.value ?? 0));
    const [low, high] = [order[0], order.at(-1)];
    if (low === undefined || high === undefined) return [];
    const { label } = measure;
    const metric = design.labels.length > 1 ? t('{group}, {metric}', { metric: label, group: name }) : label;
    const at = (point: Point) => {
      const where = nameOfPoint({ ...design, labels: [] }, point);
      const value = meanInWords(point.mean, measure);
      return where === '' ? value : t('{value} ({point})', { value, point: where });
    };
    if (low === high || low.mean?.value === high.mean?.value)
      return known.length > 1
        ? [t('{metric}: {value} everywhere.', { metric, value: meanInWords(high.mean, measure) })]
        : [t('{metric}: {value}.', { metric, value: at(high) })];
    return [t('{metric}: from {least} to {most}.', { metric, most: at(high), least: at(low) })];
  });
  return sentences.slice(0, 6).map(capital).join(' ');
}
