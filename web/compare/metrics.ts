/** The metrics of several runs side by side, and their differences from the first run. */
import type { Summary } from '../engine/schema';
import { FLOW_FIGURES, LINK_FIGURES, type SummaryFigure } from '../run/figures';
import { formatFixed } from '../words/format';

export interface Cell {
  value: number | null;
  text: string;
  /** Signed difference from the first run; null if either run lacks the metric, and for the first run itself. */
  difference: { text: string; percent: string; better: boolean | null } | null;
}

export interface MetricRow {
  name: string;
  label: string;
  cells: Cell[];
}

/** The metrics of one flow of each run; a run without that flow has dashes. */
export function flowRows(summaries: readonly (Summary | null)[], flow: number): MetricRow[] {
  return FLOW_FIGURES.map((figure) =>
    rowOf(
      figure,
      summaries.map((summary) => summary?.flows[flow]),
    ),
  );
}

/** The metrics of the link with this name. */
export function linkRows(summaries: readonly (Summary | null)[], link: string): MetricRow[] {
  return LINK_FIGURES.map((figure) =>
    rowOf(
      figure,
      summaries.map((summary) => summary?.links.find(({ name }) => name === link)),
    ),
  );
}

function rowOf<T>(figure: SummaryFigure<T>, figures: readonly (T | undefined)[]): MetricRow {
  const values = figures.map((one) => (one === undefined ? null : figure.of(one)));
  const [base = null] = values;
  return {
    name: figure.name,
    label: figure.label(),
    cells: values.map((value, place) => ({
      value,
      text: value === null ? '–' : figure.format(value),
      difference: place === 0 || value === null || base === null ? null : differenceOf(figure, value, base),
    })),
  };
}

function differenceOf<T>({ format, better }: SummaryFigure<T>, value: number, base: number) {
  const by = value - base;
  const wins = by === 0 || better === null ? null : by > 0 === (better === 'more');
  return { text: signed(by, format), percent: percentOf(by, base), better: wins };
}

function signed(by: number, format: (value: number) => string): string {
  if (by === 0) return '±0';
  return `${by > 0 ? '+' : '−'}${format(Math.abs(by))}`;
}

/** Empty if there is no difference, or no percentage because the base is zero. */
function percentOf(by: number, base: number): string {
  if (by === 0 || base === 0) return '';
  const percent = (100 * by) / Math.abs(base);
  return `${percent > 0 ? '+' : '−'}${formatFixed(Math.abs(percent), 1)} %`;
}

/** The link with the longest mean queue, where comparing runs is most useful. */
export function fullestLink(summary: Summary): string {
  const [first] = summary.links.toSorted((a, b) => b.mean_queue_bytes - a.mean_queue_bytes);
  return first?.name ?? '';
}
