/**
 * The figures that a summary has: what each is called, its unit, how it is written, and which way is better. One list for
 * every table of figures, for comparisons and for sweeps.
 */
import type { Summary } from '../engine/schema';
import { formatBytes, formatCount, formatMs, formatSegments, formatShare, formatTime } from '../plot/format';

export type FlowFigures = Summary['flows'][number];
export type LinkFigures = Summary['links'][number];

export interface SummaryFigure<T> {
  /** The name in the summary, so that a figure here and one of the command line can be told to be the same. */
  name: string;
  label: string;
  /** Of the number; empty where it counts. */
  unit: string;
  /** Null where the run has none, as a transfer that did not finish. */
  of(figures: T): number | null;
  format(value: number): string;
  /** Which way is better, where one is. */
  better: 'more' | 'less' | null;
}

export const formatByteRate = (bytes_per_s: number) => `${formatBytes(bytes_per_s)}/s`;
export const formatPackets = (packets: number) => `${packets.toFixed(1)} packets`;

export const FLOW_FIGURES: SummaryFigure<FlowFigures>[] = [
  {
    name: 'goodput_bytes_per_s',
    label: 'goodput',
    unit: 'bytes/s',
    of: (f) => f.goodput_bytes_per_s,
    format: formatByteRate,
    better: 'more',
  },
  {
    name: 'completed_at_s',
    label: 'completed at',
    unit: 's',
    of: (f) => f.completed_at_s,
    format: formatTime,
    better: 'less',
  },
  {
    name: 'time_to_bytes_s.1048576',
    label: 'time to 1 MiB',
    unit: 's',
    of: (f) => f.time_to_bytes_s['1048576'] ?? null,
    format: formatTime,
    better: 'less',
  },
  {
    name: 'time_to_bytes_s.2097152',
    label: 'time to 2 MiB',
    unit: 's',
    of: (f) => f.time_to_bytes_s['2097152'] ?? null,
    format: formatTime,
    better: 'less',
  },
  {
    name: 'segments_sent',
    label: 'segments sent',
    unit: 'segments',
    of: (f) => f.segments_sent,
    format: formatCount,
    better: null,
  },
  {
    name: 'retransmitted_segments',
    label: 'retransmitted',
    unit: 'segments',
    of: (f) => f.retransmitted_segments,
    format: (count) => `${formatCount(count)} seg`,
    better: 'less',
  },
  {
    name: 'retransmitted_bytes',
    label: 'retransmitted',
    unit: 'bytes',
    of: (f) => f.retransmitted_bytes,
    format: formatBytes,
    better: 'less',
  },
  {
    name: 'coarse_timeouts',
    label: 'coarse timeouts',
    unit: '',
    of: (f) => f.coarse_timeouts,
    format: formatCount,
    better: 'less',
  },
  {
    name: 'fast_retransmits',
    label: 'fast retransmits',
    unit: '',
    of: (f) => f.fast_retransmits,
    format: formatCount,
    better: null,
  },
  {
    name: 'early_retransmits',
    label: 'early retransmits',
    unit: '',
    of: (f) => f.early_retransmits,
    format: formatCount,
    better: null,
  },
  {
    name: 'mean_rtt_ms',
    label: 'mean RTT',
    unit: 'ms',
    of: (f) => f.mean_rtt_ms,
    format: formatMs,
    better: 'less',
  },
  {
    name: 'var_rtt_ms2',
    label: 'RTT variance',
    unit: 'ms²',
    of: (f) => f.var_rtt_ms2,
    format: (v) => `${v.toFixed(1)} ms²`,
    better: 'less',
  },
  {
    name: 'mean_cwnd_segments',
    label: 'mean cwnd',
    unit: 'segments',
    of: (f) => f.mean_cwnd_segments,
    format: formatSegments,
    better: null,
  },
];

export const LINK_FIGURES: SummaryFigure<LinkFigures>[] = [
  { name: 'drops', label: 'drops', unit: '', of: (l) => l.drops, format: formatCount, better: 'less' },
  {
    name: 'mean_queue_bytes',
    label: 'mean queue',
    unit: 'bytes',
    of: (l) => l.mean_queue_bytes,
    format: formatBytes,
    better: 'less',
  },
  {
    name: 'mean_queue_packets',
    label: 'mean queue',
    unit: 'packets',
    of: (l) => l.mean_queue_packets,
    format: formatPackets,
    better: 'less',
  },
  {
    name: 'max_queue_bytes',
    label: 'longest queue',
    unit: 'bytes',
    of: (l) => l.max_queue_bytes,
    format: formatBytes,
    better: 'less',
  },
  {
    name: 'utilization',
    label: 'utilisation',
    unit: 'share',
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
