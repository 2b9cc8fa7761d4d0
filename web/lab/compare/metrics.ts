/** The metrics of several runs side by side, and their differences from one of the runs. */

import { formatCount, formatFixed } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Summary } from '../../engine/schema';
import { FLOW_METRICS, LINK_METRICS, type SummaryMetric } from '../../run/metrics';

/** A metric's difference from the baseline's. */
export interface Difference {
  /** "2.0 s faster", "12 fewer", "+3.1 KiB/s", "the same". */
  words: string;
  /** The size of the difference; empty if there is none, or no percentage because the baseline's value is zero. */
  percent: string;
  better: boolean | null;
}

export interface Cell {
  value: number | null;
  text: string;
  /** Null if either run lacks the metric, and for the baseline itself. */
  difference: Difference | null;
}

export interface MetricRow {
  name: string;
  label: string;
  cells: Cell[];
}

/** The metrics of one flow of each run; a run without that flow has dashes. `baseline` is the index of a run. */
export function flowRows(
  summaries: readonly (Summary | null)[],
  flow: number,
  baseline: number,
): MetricRow[] {
  return FLOW_METRICS.map((metric) =>
    rowOf(
      metric,
      summaries.map((summary) => summary?.flows[flow]),
      baseline,
    ),
  );
}

/** The metrics of the link with this name. */
export function linkRows(
  summaries: readonly (Summary | null)[],
  link: string,
  baseline: number,
): MetricRow[] {
  return LINK_METRICS.map((metric) =>
    rowOf(
      metric,
      summaries.map((summary) => summary?.links.find(({ name }) => name === link)),
      baseline,
    ),
  );
}

function rowOf<T>(
  metric: SummaryMetric<T>,
  metrics: readonly (T | undefined)[],
  baseline: number,
): MetricRow {
  const values = metrics.map((one) => (one === undefined ? null : metric.of(one)));
  const base = values[baseline] ?? null;
  return {
    name: metric.name,
    label: metric.label(),
    cells: values.map((value, place) => ({
      value,
      text: value === null ? '–' : metric.format(value),
      difference:
        place === baseline || value === null || base === null ? null : differenceOf(metric, value, base),
    })),
  };
}

/** The difference of a flow's metric, by its name in summaries. `format` replaces the metric's own format. */
export function flowDifference(
  name: string,
  value: number,
  base: number,
  format: (value: number) => string,
): Difference | null {
  const metric = FLOW_METRICS.find((one) => one.name === name);
  return metric === undefined ? null : differenceOf({ ...metric, format }, value, base);
}

function differenceOf(
  { format, differs, better }: Pick<SummaryMetric<never>, 'format' | 'differs' | 'better'>,
  value: number,
  base: number,
): Difference {
  const by = value - base;
  if (by === 0) return { words: t('the same'), percent: '', better: null };
  const wins = better === null ? null : by > 0 === (better === 'more');
  // A share's difference is in percent already.
  const percent = differs === 'points' ? '' : percentOf(by, base);
  return { words: inWords(by, format, differs), percent, better: wins };
}

function inWords(
  by: number,
  format: (value: number) => string,
  differs: SummaryMetric<never>['differs'],
): string {
  const size = Math.abs(by);
  switch (differs) {
    case 'faster':
      return by < 0
        ? t('{time} faster', { time: duration(size) })
        : t('{time} slower', { time: duration(size) });
    case 'fewer':
      return by < 0
        ? t('{count} fewer', { count: formatCount(size) })
        : t('{count} more', { count: formatCount(size) });
    case 'points':
      return t('{size} percentage points', { size: `${signOf(by)}${formatFixed(100 * size, 1)}` });
    default:
      return `${signOf(by)}${format(size)}`;
  }
}

const signOf = (by: number) => (by > 0 ? '+' : '−');

/** A length of time with two or three significant digits. */
export function duration(seconds: number): string {
  if (seconds >= 1) return `${formatFixed(seconds, 1)} s`;
  if (seconds >= 0.1) return `${formatFixed(seconds, 2)} s`;
  return `${formatFixed(1000 * seconds, seconds >= 0.001 ? 0 : 3)} ms`;
}

function percentOf(by: number, base: number): string {
  return base === 0 ? '' : `${formatFixed(Math.abs((100 * by) / base), 1)} %`;
}

/** The link with the longest mean queue, where comparing runs is most useful. */
export function fullestLink(summary: Summary): string {
  const [first] = summary.links.toSorted((a, b) => b.mean_queue_bytes - a.mean_queue_bytes);
  return first?.name ?? '';
}
