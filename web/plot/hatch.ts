/** Hatches the times of which a long run has no samples, so that nobody takes them for a flat line. */

import { t } from '../base/words/words';
import type { TimeWindow } from '../run/window';
import type { Theme } from '../ui/theme';
import type { Ink } from './ink';
import { type Layout, type PlacedLane, plain } from './layout';

/** Distance between the lines of the hatching, pixels. */
const SPACING_PX = 7;

/** The visible parts of spans, in pixels. */
function visible(spans: readonly TimeWindow[], { x, width }: Layout, until: number): [number, number][] {
  const across = plain(x);
  return spans
    .map(({ from, to }): [number, number] => [
      Math.max(0, across(from)),
      Math.min(width, across(Math.min(to, until))),
    ])
    .filter(([left, right]) => right > left);
}

export function hatch(
  context: Ink,
  spans: readonly TimeWindow[],
  layout: Layout,
  { top, bottom, y }: PlacedLane,
  theme: Theme,
  until: number,
  color = theme.color('muted'),
): void {
  const places = visible(spans, layout, until);
  if (places.length === 0) return;
  const height = bottom - top;
  // The lines move with both axes, so that a shifted picture fits what's drawn at its edges.
  const start = (plain(layout.x)(0) + plain(y)(0) - top) % SPACING_PX;
  context.save();
  context.beginPath();
  for (const [left, right] of places) context.rect(left, top, right - left, height);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.globalAlpha = 0.45;
  context.setLineDash([]);
  context.beginPath();
  let drawn = Number.NEGATIVE_INFINITY;
  for (const [left, right] of places) {
    const first = start + SPACING_PX * Math.floor((left - start) / SPACING_PX);
    for (let at = Math.max(first, drawn); at < right + height; at += SPACING_PX) {
      context.moveTo(at, top);
      context.lineTo(at - height, bottom);
      drawn = at + SPACING_PX;
    }
  }
  context.stroke();
  context.restore();
}

/** Names the widest hatched span, if the words fit. */
export function nameHatched(
  context: Ink,
  spans: readonly TimeWindow[],
  layout: Layout,
  { top, bottom }: PlacedLane,
  theme: Theme,
  until: number,
): void {
  const [left, right] = visible(spans, layout, until).reduce(
    (widest, span) => (span[1] - span[0] > widest[1] - widest[0] ? span : widest),
    [0, 0],
  );
  const words = t('not recorded');
  context.save();
  context.font = theme.font(11.5);
  if (context.measureText(words).width + 16 <= right - left && bottom - top >= 16) {
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 5;
    context.strokeStyle = theme.color('panel');
    context.fillStyle = theme.color('ink');
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    context.strokeText(words, x, y);
    context.fillText(words, x, y);
  }
  context.restore();
}
