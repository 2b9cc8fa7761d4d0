/** Writes each flow's number at the end of its line, so that flows differ by more than color. */
import type { Theme } from '../ui/theme';
import type { Ink, Points } from './ink';
import type { Layout, PlacedLane } from './layout';

/** A flow's short name in drawings, next to its swatch and at its line. */
export function flowSign(flow: number): string {
  return String(flow + 1);
}

interface Line {
  flow: number;
  token: string;
  points: Points;
}

/** Height of a number, pixels. */
const HEIGHT = 12;

/** Draws the numbers, unless there is only one line. Numbers that would touch are stacked. */
export function drawSigns(
  context: Ink,
  lines: readonly Line[],
  layout: Layout,
  lane: PlacedLane,
  theme: Theme,
): void {
  if (lines.length < 2) return;
  context.save();
  context.font = `700 ${theme.font(11.5)}`;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = theme.color('panel');
  const placed: { x: number; y: number }[] = [];
  for (const { flow, token, points } of lines) {
    const end = lastIn(points, layout, lane);
    if (end === null) continue;
    const x = Math.max(16, end.x);
    let y = Math.max(lane.top + HEIGHT / 2, end.y - 8);
    const touches = () =>
      placed.some((other) => Math.abs(other.x - x) < 16 && Math.abs(other.y - y) < HEIGHT);
    while (touches()) y += HEIGHT;
    // Below the lane are the labels of the time axis.
    if (y > lane.bottom - HEIGHT / 4) {
      y = lane.bottom - HEIGHT / 4;
      while (touches()) y -= HEIGHT;
    }
    placed.push({ x, y });
    context.strokeText(flowSign(flow), x, y);
    context.fillStyle = theme.color(token);
    context.fillText(flowSign(flow), x, y);
  }
  context.restore();
}

/** The last visible point of a line. */
function lastIn(
  { time_s, value }: Points,
  layout: Layout,
  lane: PlacedLane,
): { x: number; y: number } | null {
  const { from, to } = layout.window;
  for (let at = time_s.length - 1; at >= 0; at -= 1) {
    const time = time_s[at] ?? 0;
    const y = lane.y(value[at] ?? Number.NaN);
    if (time < from || time > to || !(y >= lane.top && y <= lane.bottom)) continue;
    return { x: layout.x(time), y };
  }
  return null;
}
