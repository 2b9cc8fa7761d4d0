/** Alpha and beta: a delay-based rule leaves cwnd unchanged while diff is between them. */
import type { Scenario } from '../engine/schema';
import { type Ink, level } from '../plot/ink';
import { type Layout, laneNamed } from '../plot/layout';
import type { Theme } from '../ui/theme';
import { formatExact } from '../words/format';

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

export function drawThresholds(
  context: Ink,
  { alpha, beta }: Thresholds,
  layout: Layout,
  theme: Theme,
): void {
  const lane = laneNamed(layout, 'diff');
  const stroke = { color: theme.color('muted'), width: 1, dash: [2, 2.5] };
  level(context, alpha, layout.x, lane, stroke);
  level(context, beta, layout.x, lane, stroke);
  context.save();
  context.font = theme.font(10.5);
  context.fillStyle = theme.color('muted');
  context.strokeStyle = theme.color('panel');
  context.lineWidth = 4;
  context.textAlign = 'right';
  for (const [name, value] of [
    ['alpha', alpha],
    ['beta', beta],
  ] as const) {
    const y = lane.y(value) - 3;
    if (y < lane.top) continue;
    const words = `${name} ${formatExact(value)}`;
    context.strokeText(words, layout.width - 3, y);
    context.fillText(words, layout.width - 3, y);
  }
  context.restore();
}
