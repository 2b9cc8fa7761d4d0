/** The rows of an experiment's table: metrics of a run's summary, and metrics of the lesson's own. */

import { formatGrouped } from '../base/words/format';
import { t } from '../base/words/words';
import type { Scenario } from '../engine/schema';
import { measuresOf } from '../run/measures';
import type { Run } from '../run/trace';
import type { LessonMetric, RunExperiment } from './lesson';
import { inLessonUnit } from './rates';

export interface MetricRow {
  name: string;
  label: string;
  /** The flow or link that it's about, if the run has several; else empty. */
  group: string;
  /** True if the label is a text of the lesson. It names its seconds itself. */
  own: boolean;
  /** The time that the metric is over, in words; empty for a moment, and for the lesson's own. */
  interval: string;
  /** The cell for a finished run; null if the run has no such metric. */
  of(run: Run): string | null;
}

export function metricRows({ metrics = [] }: RunExperiment, scenario: Scenario): MetricRow[] {
  const measures = measuresOf(scenario).map(inLessonUnit);
  return metrics.flatMap((metric) => {
    if (typeof metric !== 'string') return [ownRow(metric)];
    const measure = measures.find(({ name }) => name === metric);
    if (measure === undefined) return [];
    const { name, label, group, of, format } = measure;
    const many = scenario.flows.length > 1 || name.startsWith('links.');
    const cell = ({ summary }: Run) => {
      const value = summary && of(summary);
      return value === null ? null : format(value);
    };
    return [
      { name, label, group: many ? group : '', own: false, interval: intervalOf(name, scenario), of: cell },
    ];
  });
}

/** Means of flows are over the time from a flow's start to its end, counts and metrics of links over the whole run. */
export function intervalOf(name: string, { flows }: Scenario): string {
  if (/_at_s$|time_to_bytes/.test(name)) return '';
  const mean = !name.startsWith('links.') && /goodput|mean|var|share|fairness/.test(name);
  const [, flow] = /^flows\.(\d+)/.exec(name) ?? [];
  const ends = flows.some(
    ({ start_s, traffic }, place) =>
      (flow ?? String(place)) === String(place) && (start_s > 1 || traffic.kind !== 'bulk'),
  );
  return mean && ends ? t('whole transfer') : t('whole run');
}

/** The interval of all rows; null if they differ or if a row's label names its own. */
export function commonInterval(rows: readonly MetricRow[]): string | null {
  const [first, ...others] = new Set(rows.flatMap(({ own, interval }) => (own ? ['own'] : interval || [])));
  return first === undefined || first === 'own' || others.length > 0 ? null : first;
}

function ownRow({ label, unit, decimals, of }: LessonMetric): MetricRow {
  const cell = (run: Run) => {
    if (run.summary === null) return null;
    const value = of(run);
    return Number.isFinite(value)
      ? `${formatGrouped(value, decimals)}${unit === '' ? '' : ` ${unit}`}`
      : null;
  };
  return { name: label, label, group: '', own: true, interval: '', of: cell };
}
