/** The metrics that a sweep can show: any metric of any flow or link, and metrics of all flows together. */

import { formatCount, formatIndex, formatShare } from '../base/words/format';
import { t } from '../base/words/words';
import type { Scenario, Summary } from '../engine/schema';
import { BYTE_RATE, type DisplayUnit, FLOW_METRICS, LINK_METRICS } from './metrics';
import { fairnessOf } from './statistics';
import { directedLinks } from './trace';

export interface Measure {
  /** `flows.0.goodput_bytes_per_s`, `links.R1>R2.drops`, `all.fairness`. */
  name: string;
  /** Its group in the list: a flow, a link, or all flows. */
  group: string;
  label: string;
  /** Unit of the values; empty for a plain count. */
  unit: string;
  /** The unit that charts use. */
  display: DisplayUnit;
  /** The largest possible value. All metrics are at least 0. */
  most?: number;
  /** Null if the run has no such metric. */
  of(summary: Summary): number | null;
  format(value: number): string;
}

const PLAIN: DisplayUnit = { unit: '', size: 1 };

/** Most flows listed one by one; later flows only count in the metrics of all flows. */
const FLOWS = 12;

export function measuresOf(scenario: Scenario): Measure[] {
  const several = scenario.flows.length > 1;
  const flows = scenario.flows.slice(0, FLOWS).flatMap(({ name }, flow) => [
    ...FLOW_METRICS.map(
      ({ name: metric, label, unit, of, format, display }): Measure => ({
        name: `flows.${flow}.${metric}`,
        group: name,
        label: label(),
        unit: unit(),
        display: display?.() ?? { unit: unit(), size: 1 },
        of: ({ flows: metrics }) => {
          const own = metrics[flow];
          return own === undefined ? null : of(own);
        },
        format,
      }),
    ),
    ...(several ? [shareOf(name, flow)] : []),
  ]);
  const links = directedLinks(scenario).flatMap((link) =>
    LINK_METRICS.map(
      ({ name: metric, label, unit, of, format, display, most }): Measure => ({
        name: `links.${link}.${metric}`,
        group: link.replace('>', ' → '),
        label: label(),
        unit: unit(),
        display: display?.() ?? { unit: unit(), size: 1 },
        of: (summary) => {
          const own = summary.links.find(({ name }) => name === link);
          return own === undefined ? null : of(own);
        },
        most,
        format,
      }),
    ),
  );
  return [...flows, ...ofAllFlows(), ...links];
}

/** A flow's share of the total goodput. */
function shareOf(group: string, flow: number): Measure {
  return {
    name: `flows.${flow}.share`,
    group,
    label: t('share of all goodput'),
    unit: t('share'),
    display: { unit: '%', size: 0.01 },
    most: 1,
    of: ({ flows }) => {
      const own = flows[flow];
      const all = sum(flows.map((f) => f.goodput_bytes_per_s));
      return own === undefined || all === 0 ? null : own.goodput_bytes_per_s / all;
    },
    format: formatShare,
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

function ofAllFlows(): Measure[] {
  const ofAll = { group: t('all flows together') };
  return [
    {
      ...ofAll,
      name: 'all.goodput_bytes_per_s',
      label: t('total goodput'),
      unit: BYTE_RATE.unit(),
      display: BYTE_RATE.display?.() ?? PLAIN,
      of: ({ flows }) => sum(flows.map((f) => f.goodput_bytes_per_s)),
      format: BYTE_RATE.format,
    },
    {
      ...ofAll,
      name: 'all.fairness',
      label: t('fairness index of goodputs'),
      unit: '',
      display: PLAIN,
      most: 1,
      of: ({ flows }) => {
        const index = fairnessOf(flows.map((f) => f.goodput_bytes_per_s));
        return Number.isNaN(index) ? null : index;
      },
      format: formatIndex,
    },
    {
      ...ofAll,
      name: 'all.retransmitted_segments',
      label: t('retransmitted'),
      unit: t('segments'),
      display: { unit: t('segments'), size: 1 },
      of: ({ flows }) => sum(flows.map((f) => f.retransmitted_segments)),
      format: formatCount,
    },
    {
      ...ofAll,
      name: 'all.coarse_timeouts',
      label: t('coarse timeouts'),
      unit: '',
      display: PLAIN,
      of: ({ flows }) => sum(flows.map((f) => f.coarse_timeouts)),
      format: formatCount,
    },
  ];
}

/** "transfer: goodput (bytes/s)", with the unit of the values. */
export function titleOf({ label, group, unit }: Measure): string {
  return withUnit(label, group, unit);
}

/** "transfer: goodput (kbit/s)", with the unit of charts. */
export function chartTitleOf({ label, group, display }: Measure): string {
  return withUnit(label, group, display.unit);
}

/** "goodput (kbit/s)", for an axis. */
export function axisTitleOf({ label, display: { unit } }: Pick<Measure, 'label' | 'display'>): string {
  return unit === '' ? label : t('{metric} ({unit})', { metric: label, unit });
}

function withUnit(metric: string, group: string, unit: string): string {
  return unit === ''
    ? t('{group}: {metric}', { metric, group })
    : t('{group}: {metric} ({unit})', { metric, group, unit });
}
