/** Alpha and beta: a delay-based rule leaves cwnd unchanged while diff is between them. */

import { formatExact } from '../../base/words/format';
import type { Scenario } from '../../engine/schema';
import { type Ink, level } from '../../plot/ink';
import { type Layout, laneNamed } from '../../plot/layout';
import { leavesOut } from '../../plot/lit';
import type { Theme } from '../../ui/theme';

export interface Thresholds {
  alpha: number;
  beta: number;
}

/** The thresholds of any avoidance rule that has an alpha and a beta. */
export function thresholdsOf(scenario: Scenario, flow: number): Thresholds | null {
  const rule = scenario.flows[flow]?.sender.avoidance as { alpha?: unknown; beta?: unknown } | undefined;
  return typeof rule?.alpha === 'number' && typeof rule.beta === 'number'
    ? { alpha: rule.alpha, beta: rule.beta }
    : null;
}

const LABEL_PX = 11;

export function drawThresholds(
  context: Ink,
  { alpha, beta }: Thresholds,
  layout: Layout,
  theme: Theme,
): void {
  const lane = laneNamed(layout, 'diff');
  if (leavesOut('thresholds')) return;
  const stroke = { color: theme.color('muted'), width: 1, dash: [2, 2.5] };
  level(context, alpha, layout.x, lane, stroke);
  level(context, beta, layout.x, lane, stroke);
  context.save();
  context.font = theme.font(10.5);
  context.fillStyle = theme.color('muted');
  context.strokeStyle = theme.color('panel');
  context.lineWidth = 4;
  context.textAlign = 'right';
  const [low, high] = [`alpha ${formatExact(alpha)}`, `beta ${formatExact(beta)}`];
  // In a low plot the lines are closer than a label is high.
  const labels: [words: string, value: number][] =
    lane.y(alpha) - lane.y(beta) < LABEL_PX
      ? [[`${low}, ${high}`, beta]]
      : [
          [low, alpha],
          [high, beta],
        ];
  for (const [words, value] of labels) {
    const y = lane.y(value) - 3;
    if (y < lane.top) continue;
    context.strokeText(words, layout.width - 3, y);
    context.fillText(words, layout.width - 3, y);
  }
  context.restore();
}
