/** Writes the letter of each run at the end of its line; letters that would touch are stacked. */

import type { Place } from '../panels/over';
import type { Ink } from '../plot/ink';
import type { Layout } from '../plot/layout';
import type { RunStyle } from '../plot/runStyle';
import type { Theme } from '../ui/theme';

const SIZE_PX = 13;

export function drawLetters(
  context: Ink,
  ends: readonly (Place & { style: RunStyle })[],
  layout: Layout,
  theme: Theme,
): void {
  context.save();
  context.font = `700 ${theme.font(12)}`;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.lineJoin = 'round';
  const placed: Place[] = [];
  for (const { x: at, y: height, style } of ends.toSorted((a, b) => b.y - a.y)) {
    const x = Math.min(Math.max(at, SIZE_PX / 2), layout.width - SIZE_PX / 2);
    let y = height - SIZE_PX / 2;
    while (placed.some((other) => Math.abs(other.x - x) < SIZE_PX && Math.abs(other.y - y) < SIZE_PX))
      y -= SIZE_PX;
    placed.push({ x, y });
    context.strokeStyle = theme.colour('panel');
    context.lineWidth = 4;
    context.strokeText(style.letter, x, y);
    context.fillStyle = theme.colour(style.token);
    context.fillText(style.letter, x, y);
  }
  context.restore();
}
