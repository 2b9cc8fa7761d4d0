/** The metrics of a flow in the results line. */

import { formatCount, formatFixed, formatMs, formatRate } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import type { Summary } from '../../engine/schema';

type FlowResults = Summary['flows'][number];

export interface Metric {
  /** The summary's field. */
  name: string;
  label(): string;
  /** Null if the run has no value, for example the completion time of a transfer that didn't finish. */
  of(flow: FlowResults): number | null;
  format(value: number): string;
  /** The value with its name, where a difference takes the label's place. */
  named(value: number): string;
}

const seconds = (value: number) => `${formatFixed(value, value < 10 ? 2 : 1)} s`;
/** Three significant digits. */
const rate = (bytes_per_s: number) => formatRate(Number((8 * bytes_per_s).toPrecision(3)));

export const METRICS: readonly Metric[] = [
  {
    name: 'goodput_bytes_per_s',
    label: () => t('goodput'),
    of: (flow) => flow.goodput_bytes_per_s,
    format: rate,
    named: rate,
  },
  {
    name: 'completed_at_s',
    label: () => t('finished at'),
    of: (flow) => flow.completed_at_s,
    format: seconds,
    named: seconds,
  },
  {
    name: 'retransmitted_segments',
    label: () => t('retransmitted'),
    of: (flow) => flow.retransmitted_segments,
    format: formatCount,
    named: (value) => t('{count} retransmitted', { count: formatCount(value) }),
  },
  {
    name: 'coarse_timeouts',
    label: () => t('timeouts'),
    of: (flow) => flow.coarse_timeouts,
    format: formatCount,
    named: (value) => plural(value, '{n} timeout', '{n} timeouts'),
  },
  {
    name: 'mean_rtt_ms',
    label: () => t('mean RTT'),
    of: (flow) => flow.mean_rtt_ms,
    format: formatMs,
    named: (value) => t('RTT {time}', { time: formatMs(value) }),
  },
];
