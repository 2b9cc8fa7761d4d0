/**
 * The metrics of a run's summary, for tables, comparisons and sweeps. A new metric is one entry here.
 * Labels and units are functions, because they follow the language of the interface.
 */

import {
  formatBytes,
  formatCount,
  formatFixed,
  formatMeasuredRate,
  formatMs,
  formatShare,
  formatTime,
} from '../base/words/format';
import { formatSegments } from '../base/words/segments';
import { bitsPerRateUnit, rateUnit } from '../base/words/units';
import { t } from '../base/words/words';
import type { Summary } from '../engine/schema';

export type FlowMetrics = Summary['flows'][number];
export type LinkMetrics = Summary['links'][number];

/** The unit of a plot's axis or a table's column, and its size in the unit of the values. */
export interface DisplayUnit {
  unit: string;
  size: number;
}

/** A unit and its number format. */
interface Unit {
  /** Name of the values' unit; empty for a plain count. */
  unit(): string;
  format(value: number): string;
  /** The unit that people read, if it's another. */
  display?(): DisplayUnit;
}

export interface SummaryMetric<T> extends Unit {
  /** The summary's field, as the command line prints it. */
  name: string;
  label(): string;
  /** The value in a summary; null if the run has none, for example the completion time of an unfinished transfer. */
  of(metrics: T): number | null;
  /** The better direction; null if neither. */
  better: 'more' | 'less' | null;
  /** The largest possible value. */
  most?: number;
  /** The word for a difference: "2.0 s faster", "12 fewer", "+6.3 percentage points"; without it, "+3.1 KiB/s". */
  differs?: 'faster' | 'fewer' | 'points';
}

export const formatByteRate = (bytes_per_s: number) => formatMeasuredRate(8 * bytes_per_s);
export const formatPackets = (packets: number) => t('{count} packets', { count: formatFixed(packets, 1) });

const COUNT = { unit: () => '', format: formatCount, differs: 'fewer' } as const;
const SECONDS = { unit: () => 's', format: formatTime, differs: 'faster' } as const;
const BYTES: Unit = {
  unit: () => t('bytes'),
  format: formatBytes,
  display: () => ({ unit: 'KiB', size: 1024 }),
};
export const BYTE_RATE: Unit = {
  unit: () => t('bytes/s'),
  format: formatByteRate,
  display: () => ({ unit: rateUnit.value, size: bitsPerRateUnit() / 8 }),
};
const PACKETS: Unit = { unit: () => t('packets'), format: formatPackets };

export const FLOW_METRICS: SummaryMetric<FlowMetrics>[] = [
  {
    name: 'goodput_bytes_per_s',
    label: () => t('goodput'),
    ...BYTE_RATE,
    of: (f) => f.goodput_bytes_per_s,
    better: 'more',
  },
  {
    name: 'completed_at_s',
    label: () => t('completion time'),
    ...SECONDS,
    of: (f) => f.completed_at_s,
    better: 'less',
  },
  {
    name: 'time_to_bytes_s.1048576',
    label: () => t('time to 1 MiB'),
    ...SECONDS,
    of: (f) => f.time_to_bytes_s['1048576'] ?? null,
    better: 'less',
  },
  {
    name: 'time_to_bytes_s.2097152',
    label: () => t('time to 2 MiB'),
    ...SECONDS,
    of: (f) => f.time_to_bytes_s['2097152'] ?? null,
    better: 'less',
  },
  {
    name: 'segments_sent',
    label: () => t('segments sent'),
    unit: () => t('segments'),
    of: (f) => f.segments_sent,
    format: formatCount,
    better: null,
    differs: 'fewer',
  },
  {
    name: 'retransmitted_segments',
    label: () => t('retransmitted'),
    unit: () => t('segments'),
    of: (f) => f.retransmitted_segments,
    format: (count) => t('{count} seg', { count: formatCount(count) }),
    better: 'less',
    differs: 'fewer',
  },
  {
    name: 'retransmitted_bytes',
    label: () => t('retransmitted'),
    ...BYTES,
    of: (f) => f.retransmitted_bytes,
    better: 'less',
  },
  {
    name: 'coarse_timeouts',
    label: () => t('coarse timeouts'),
    ...COUNT,
    of: (f) => f.coarse_timeouts,
    better: 'less',
  },
  {
    name: 'fast_retransmits',
    label: () => t('fast retransmits'),
    ...COUNT,
    of: (f) => f.fast_retransmits,
    better: null,
  },
  {
    name: 'fast_retransmit_episodes',
    label: () => t('fast retransmit episodes'),
    ...COUNT,
    of: (f) => f.fast_retransmit_episodes,
    better: null,
  },
  {
    name: 'early_retransmits',
    label: () => t('early retransmits'),
    ...COUNT,
    of: (f) => f.early_retransmits,
    better: null,
  },
  {
    name: 'mean_rtt_ms',
    label: () => t('mean RTT'),
    unit: () => 'ms',
    of: (f) => f.mean_rtt_ms,
    format: formatMs,
    better: 'less',
  },
  {
    name: 'var_rtt_ms2',
    label: () => t('RTT variance'),
    unit: () => 'ms²',
    of: (f) => f.var_rtt_ms2,
    format: (v) => `${formatFixed(v, 1)} ms²`,
    better: 'less',
  },
  {
    name: 'mean_cwnd_segments',
    label: () => t('mean cwnd'),
    unit: () => t('segments'),
    of: (f) => f.mean_cwnd_segments,
    format: formatSegments,
    better: null,
  },
];

export const LINK_METRICS: SummaryMetric<LinkMetrics>[] = [
  {
    name: 'drops',
    label: () => t('drops'),
    ...COUNT,
    of: (l) => l.drops,
    better: 'less',
  },
  {
    name: 'mean_queue_bytes',
    label: () => t('mean queue'),
    ...BYTES,
    of: (l) => l.mean_queue_bytes,
    better: 'less',
  },
  {
    name: 'mean_queue_packets',
    label: () => t('mean queue'),
    ...PACKETS,
    of: (l) => l.mean_queue_packets,
    better: 'less',
  },
  {
    name: 'mean_waiting_packets',
    label: () => t('mean waiting'),
    ...PACKETS,
    of: (l) => l.mean_waiting_packets,
    better: 'less',
  },
  {
    name: 'max_queue_bytes',
    label: () => t('longest queue'),
    ...BYTES,
    of: (l) => l.max_queue_bytes,
    better: 'less',
  },
  {
    name: 'utilization',
    label: () => t('utilization'),
    unit: () => t('share'),
    of: (l) => l.utilization,
    format: formatShare,
    display: () => ({ unit: '%', size: 0.01 }),
    most: 1,
    better: 'more',
    differs: 'points',
  },
];

/** Formats a metric; a dash if the run has no value. */
export function formatMetric<T>({ of, format }: SummaryMetric<T>, metrics: T): string {
  const value = of(metrics);
  return value === null ? '–' : format(value);
}
