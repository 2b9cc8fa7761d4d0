/**
 * Writes out the calculation behind a decision. Rules compute in their own ways, so a step is only shown as a
 * calculation if the row's values confirm it; otherwise the value appears alone. Values that a rule lacks are omitted.
 */

import { t } from '../../base/words/words';
import { DECISION_VERDICTS } from '../../engine/schema';
import type { Rows } from '../../run/trace';
import { asWritten, exact, milliseconds, queued, rate } from './numbers';

type Decisions = Rows<'decisions'>;

const SLOW_START = new Set(
  (['leave_slow_start', 'stay_in_slow_start'] as const).map((verdict) => DECISION_VERDICTS.indexOf(verdict)),
);

/** Relative tolerance when comparing two values that were computed differently. */
const ROUNDING = 1e-6;

function agree(a: number, b: number): boolean {
  return Math.abs(a - b) <= ROUNDING * Math.max(1, Math.abs(a), Math.abs(b));
}

export function arithmetic(decisions: Decisions, row: number): string {
  const metric = (column: Exclude<keyof Decisions, 'time_s' | 'verdict'>) =>
    decisions[column][row] ?? Number.NaN;
  const [cwnd, base_rtt, rtt] = [metric('cwnd'), metric('base_rtt_ms'), metric('rtt_ms')];
  const [expected, actual] = [metric('expected'), metric('actual')];
  // In slow start there is one threshold instead of two.
  const threshold = SLOW_START.has(decisions.verdict[row] ?? -1) ? 'gamma' : 'alpha = beta =';
  const steps = [
    rateStep('expected', expected, cwnd, 'base_rtt', base_rtt),
    rateStep('actual', actual, cwnd, 'rtt', rtt),
    diffStep(metric('diff'), expected, actual, base_rtt, metric('alpha'), metric('beta'), threshold),
  ].filter((step) => step !== '');
  // A rule without rates may still use round-trip times.
  if (steps.length === 0) {
    if (Number.isFinite(base_rtt)) steps.push(`base_rtt ${milliseconds(base_rtt)}`);
    if (Number.isFinite(rtt)) steps.push(`RTT ${milliseconds(rtt)}`);
  }
  return steps.join(', ');
}

/** "expected = cwnd / base_rtt = 12.0 / 113 ms = 106.2 segments/s" */
function rateStep(name: string, value: number, cwnd: number, over: string, ms: number): string {
  if (!Number.isFinite(value)) return '';
  const formula = agree(value, (cwnd / ms) * 1000)
    ? `cwnd / ${over} = ${exact(cwnd)} / ${exact(ms)} ms = `
    : '';
  return `${name} = ${formula}${t('{rate} segments/s', { rate: rate(value) })}`;
}

/** "diff = (106.2 − 91.6) × 113.0 ms = 1.65, rounded 2; alpha 1 ≤ 2 ≤ beta 3" */
function diffStep(
  diff: number,
  expected: number,
  actual: number,
  base_rtt: number,
  alpha: number,
  beta: number,
  threshold: string,
): string {
  if (!Number.isFinite(diff)) return '';
  const computed = ((expected - actual) * base_rtt) / 1000;
  const rounded = Math.abs(computed - diff) <= 0.5 + ROUNDING && Number.isInteger(diff);
  const formula =
    Number.isFinite(computed) && (rounded || agree(computed, diff))
      ? `(${rate(expected)} − ${rate(actual)}) × ${exact(base_rtt)} ms = ${queued(computed)}`
      : queued(diff);
  const compared = rounded && !agree(computed, diff) ? asWritten(diff) : queued(diff);
  const note =
    rounded && !agree(computed, diff) ? `, ${t('rounded {number}', { number: asWritten(diff) })}` : '';
  const limits = Number.isFinite(alpha) || Number.isFinite(beta);
  return `diff = ${formula}${note}${limits ? `; ${comparison(diff, compared, alpha, beta, threshold)}` : ''}`;
}

function comparison(diff: number, shown: string, alpha: number, beta: number, threshold: string): string {
  if (agree(alpha, beta)) return `${shown} ${sign(diff, alpha)} ${threshold} ${asWritten(alpha)}`;
  if (diff < alpha) return `${shown} < alpha ${asWritten(alpha)}`;
  if (diff > beta) return `${shown} > beta ${asWritten(beta)}`;
  const least = Number.isFinite(alpha) ? `alpha ${asWritten(alpha)} ≤ ` : '';
  const most = Number.isFinite(beta) ? ` ≤ beta ${asWritten(beta)}` : '';
  return `${least}${shown}${most}`;
}

function sign(a: number, b: number): string {
  return a < b ? '<' : a > b ? '>' : '=';
}
