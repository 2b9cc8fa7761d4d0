/** Alpha and beta: a delay-based rule leaves cwnd unchanged while diff is between them. */

import { formatExact } from '../../base/words/format';
import { leavesOut } from '../../plot/highlighted';
import { level } from '../../plot/ink';
import type { Run } from '../../run/trace';
import type { Mark } from './definition';

export interface Thresholds {
  alpha: number;
  beta: number;
}

/** The thresholds of any avoidance rule that has an alpha and a beta, segments. Those per ms grow with the sender's last base_rtt. */
export function thresholdsOf(
  { scenario, trace }: Pick<Run, 'scenario' | 'trace'>,
  flow: number,
): Thresholds | null {
  const rule = scenario.flows[flow]?.sender.avoidance as
    | { alpha?: unknown; beta?: unknown; unit?: unknown }
    | undefined;
  if (typeof rule?.alpha !== 'number' || typeof rule.beta !== 'number') return null;
  const last = () =>
    trace.sums.lastBefore('rtts', flow, Number.POSITIVE_INFINITY)?.base_rtt_ms ??
    trace.rows('rtts', flow).base_rtt_ms.findLast((ms) => ms > 0);
  const base_ms = rule.unit === 'per_ms' ? last() : 1;
  if (base_ms === undefined) return null;
  return { alpha: rule.alpha * base_ms, beta: rule.beta * base_ms };
}

const LABEL_PX = 11;

/** Two labeled lines in the lane of diff. */
export function thresholdLines({ alpha, beta }: Thresholds): Mark {
  return {
    kind: 'thresholds',
    lane: 'diff',
    channel: () => null,
    drawFixed: ({ ink, layout, lane, theme }) => {
      if (leavesOut('thresholds')) return;
      const stroke = { color: theme.color('muted'), width: 1, dash: [2, 2.5] };
      level(ink, alpha, layout.x, lane, stroke);
      level(ink, beta, layout.x, lane, stroke);
      ink.save();
      ink.font = theme.font(10.5);
      ink.fillStyle = theme.color('muted');
      ink.strokeStyle = theme.color('panel');
      ink.lineWidth = 4;
      ink.textAlign = 'right';
      const [low, high] = [alpha, beta].map((value) => formatExact(Number(value.toPrecision(3))));
      // In a low plot the lines are closer than a label is high.
      const labels: [words: string, value: number][] =
        lane.y(alpha) - lane.y(beta) < LABEL_PX
          ? [[`alpha ${low}, beta ${high}`, beta]]
          : [
              [`alpha ${low}`, alpha],
              [`beta ${high}`, beta],
            ];
      for (const [words, value] of labels) {
        const y = lane.y(value) - 3;
        if (y < lane.top) continue;
        ink.strokeText(words, layout.width - 3, y);
        ink.fillText(words, layout.width - 3, y);
      }
      ink.restore();
    },
    legend: () => [{ label: 'alpha, beta', line: 'dotted', token: 'muted', explains: 'thresholds' }],
  };
}
