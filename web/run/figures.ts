/**
 * The figures that a summary has: what each is called, its unit, how it is written, and which way is better. One list for
 * every table of figures, for comparisons and for sweeps. Names and units are put into words when they are asked for.
 */
import type { Summary } from '../engine/schema';
import { formatBytes, formatCount, formatFixed, formatMs, formatShare, formatTime } from '../words/format';
import { formatSegments } from '../words/segments';
import { t } from '../words/words';

export type FlowFigures = Summary['flows'][number];
export type LinkFigures = Summary['links'][number];

export interface SummaryFigure<T> {
  /** The name in the summary, so that a figure here and one of the command line can be told to be the same. */
  name: string;
  readonly label: string;
  /** Of the number; empty where it counts. */
  readonly unit: string;
  /** Null where the run has none, as a transfer that did not finish. */
  of(figures: T): number | null;
  format(value: number): string;
  /** Which way is better, where one is. */
  better: 'more' | 'less' | null;
}

export const formatByteRate = (bytes_per_s: number) => `${formatBytes(bytes_per_s)}/s`;
export const formatPackets = (packets: number) => t('{count} packets', { count: formatFixed(packets, 1) });

export const FLOW_FIGURES: SummaryFigure<FlowFigures>[] = [
  {
    name: 'goodput_bytes_per_s',
    get label() {
      return t('goodput');
    },
    get unit() {
      return t('bytes/s');
    },
    of: (f) => f.goodput_bytes_per_s,
    format: formatByteRate,
    better: 'more',
  },
  {
    name: 'completed_at_s',
    get label() {
      return t('completed at');
    },
    unit: 's',
    of: (f) => f.completed_at_s,
    format: formatTime,
    better: 'less',
  },
  {
    name: 'time_to_bytes_s.1048576',
    get label() {
      return t('time to 1 MiB');
    },
    unit: 's',
    of: (f) => f.time_to_bytes_s['1048576'] ?? null,
    format: formatTime,
    better: 'less',
  },
  {
    name: 'time_to_bytes_s.2097152',
    get label() {
      return t('time to 2 MiB');
    },
    unit: 's',
    of: (f) => f.time_to_bytes_s['2097152'] ?? null,
    format: formatTime,
    better: 'less',
  },
  {
    name: 'segments_sent',
    get label() {
      return t('segments sent');
    },
    get unit() {
      return t('segments');
    },
    of: (f) => f.segments_sent,
    format: formatCount,
    better: null,
  },
  {
    name: 'retransmitted_segments',
    get label() {
      return t('retransmitted');
    },
    get unit() {
      return t('segments');
    },
    of: (f) => f.retransmitted_segments,
    format: (count) => t('{count} seg', { count: formatCount(count) }),
    better: 'less',
  },
  {
    name: 'retransmitted_bytes',
    get label() {
      return t('retransmitted');
    },
    get unit() {
      return t('bytes');
    },
    of: (f) => f.retransmitted_bytes,
    format: formatBytes,
    better: 'less',
  },
  {
    name: 'coarse_timeouts',
    get label() {
      return t('coarse timeouts');
    },
    unit: '',
    of: (f) => f.coarse_timeouts,
    format: formatCount,
    better: 'less',
  },
  {
    name: 'fast_retransmits',
    get label() {
      return t('fast retransmits');
    },
    unit: '',
    of: (f) => f.fast_retransmits,
    format: formatCount,
    better: null,
  },
  {
    name: 'fast_retransmit_episodes',
    get label() {
      return t('fast retransmit episodes');
    },
    unit: '',
    of: (f) => f.fast_retransmit_episodes,
    format: formatCount,
    better: null,
  },
  {
    name: 'early_retransmits',
    get label() {
      return t('early retransmits');
    },
    unit: '',
    of: (f) => f.early_retransmits,
    format: formatCount,
    better: null,
  },
  {
    name: 'mean_rtt_ms',
    get label() {
      return t('mean RTT');
    },
    unit: 'ms',
    of: (f) => f.mean_rtt_ms,
    format: formatMs,
    better: 'less',
  },
  {
    name: 'var_rtt_ms2',
    get label() {
      return t('RTT variance');
    },
    unit: 'ms²',
    of: (f) => f.var_rtt_ms2,
    format: (v) => `${formatFixed(v, 1)} ms²`,
    better: 'less',
  },
  {
    name: 'mean_cwnd_segments',
    get label() {
      return t('mean cwnd');
    },
    get unit() {
      return t('segments');
    },
    of: (f) => f.mean_cwnd_segments,
    format: formatSegments,
    better: null,
  },
];

export const LINK_FIGURES: SummaryFigure<LinkFigures>[] = [
  {
    name: 'drops',
    get label() {
      return t('drops');
    },
    unit: '',
    of: (l) => l.drops,
    format: formatCount,
    better: 'less',
  },
  {
    name: 'mean_queue_bytes',
    get label() {
      return t('mean queue');
    },
    get unit() {
      return t('bytes');
    },
    of: (l) => l.mean_queue_bytes,
    format: formatBytes,
    better: 'less',
  },
  {
    name: 'mean_queue_packets',
    get label() {
      return t('mean queue');
    },
    get unit() {
      return t('packets');
    },
    of: (l) => l.mean_queue_packets,
    format: formatPackets,
    better: 'less',
  },
  {
    name: 'mean_waiting_packets',
    get label() {
      return t('mean waiting');
    },
    get unit() {
      return t('packets');
    },
    of: (l) => l.mean_waiting_packets,
    format: formatPackets,
    better: 'less',
  },
  {
    name: 'max_queue_bytes',
    get label() {
      return t('longest queue');
    },
    get unit() {
      return t('bytes');
    },
    of: (l) => l.max_queue_bytes,
    format: formatBytes,
    better: 'less',
  },
  {
    name: 'utilization',
    get label() {
      return t('utilisation');
    },
    get unit() {
      return t('share');
    },
    of: (l) => l.utilization,
    format: formatShare,
    better: 'more',
  },
];

/** A figure as it is written; a dash where there is none. */
export function written<T>({ of, format }: SummaryFigure<T>, figures: T): string {
  const value = of(figures);
  return value === null ? '–' : format(value);
}
