/** The rows of an experiment's table: metrics of the whole run, and metrics of the lesson's own. */

import { formatGrouped } from '../base/words/format';
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
  /** True if the label is a text of the lesson. */
  own: boolean;
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
    return [{ name, label, group: many ? group : '', own: false, of: cell }];
  });
}

function ownRow({ label, unit, decimals, of }: LessonMetric): MetricRow {
  const cell = (run: Run) => {
    if (run.summary === null) return null;
    const value = of(run);
    return Number.isFinite(value)
      ? `${formatGrouped(value, decimals)}${unit === '' ? '' : ` ${unit}`}`
      : null;
  };
  return { name: label, label, group: '', own: true, of: cell };
}
