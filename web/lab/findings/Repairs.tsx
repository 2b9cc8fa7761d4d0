/**
 * The time that a transfer loses to repairing losses, by the formula of Ahn et al. 1995, section 6.2. The run provides
 * the number of repairs, the theory the cost of each.
 */

import { formatTime } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Prediction } from '../../engine/schema';
import type { FlowMetrics } from '../../run/metrics';
import type { Run } from '../../run/trace';
import { reasonsIn } from './TheoryNote';

type Repairs = Prediction['repairs'][number];

/** Time lost to repairs, in seconds; null if the formula doesn't apply to this flow. */
export function repairTime(metrics: FlowMetrics, repairs: readonly Repairs[]): number | null {
  const costs = repairs.find(({ name }) => name === metrics.name)?.costs;
  if (costs === undefined) return null;
  return (
    metrics.coarse_timeouts * costs.timeout_s +
    metrics.fast_retransmits * costs.fast_retransmit_s +
    metrics.retransmitted_segments * costs.segment_s
  );
}

/** The row for the table of flows, if the formula applies to any of them. */
export function RepairsRow({
  flows,
  repairs,
}: {
  flows: readonly FlowMetrics[];
  repairs: readonly Repairs[];
}) {
  const lost = flows.map((metrics) => repairTime(metrics, repairs));
  if (lost.every((seconds) => seconds === null)) return null;
  return (
    <tr data-metric="repairs.theory">
      <th scope="row">{t('lost to repairs (formula)')}</th>
      {flows.map(({ name }, flow) => {
        const seconds = lost[flow] ?? null;
        return <td key={name}>{seconds === null ? '–' : formatTime(seconds)}</td>;
      })}
    </tr>
  );
}

/**
 * The time that one transfer saves over another, by the formula and measured. '' if the formula doesn't apply or a
 * transfer isn't complete.
 */
export function savedInWords(by: FinishedTransfer, over: FinishedTransfer): string {
  const timesOf = ({ run }: FinishedTransfer) => {
    const metrics = run.summary?.flows[0];
    const lost = metrics && repairTime(metrics, run.prediction?.repairs ?? []);
    return { lost: lost ?? null, end: metrics?.completed_at_s ?? null };
  };
  const [one, other] = [timesOf(by), timesOf(over)];
  if (one.lost === null || other.lost === null || one.end === null || other.end === null) return '';
  const formula = formatTime(other.lost - one.lost);
  return t('{one} finishes {measured} before {other}; the formula predicts {formula}.', {
    one: by.label,
    formula,
    other: over.label,
    measured: formatTime(other.end - one.end),
  });
}

interface FinishedTransfer {
  label: string;
  run: Pick<Run, 'summary' | 'prediction'>;
}

/** Explains the row's formula, and why it doesn't apply to some flows. */
export function repairsInWords(repairs: readonly Repairs[]): string {
  const known = repairs.some(({ costs }) => costs !== undefined);
  const reasons = reasonsIn(repairs);
  const explanation = known
    ? t(
        'Time lost to repairs, by the formula of Ahn et al. 1995, section 6.2. It counts 1.25 s for each timeout, an RTT for each fast retransmit, and the time to send each retransmitted segment. It leaves out the cost of the smaller window after a loss.',
      )
    : '';
  if (reasons === '') return explanation;
  return known
    ? `${explanation} ${t('It doesn’t apply {reasons}.', { reasons })}`
    : t('The formula for time lost to repairs (Ahn et al. 1995, section 6.2) doesn’t apply {reasons}.', {
        reasons,
      });
}
