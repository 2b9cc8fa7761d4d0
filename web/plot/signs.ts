/** Writes each flow's name at the end of its line, so that flows differ by more than color. */
import type { Theme } from '../ui/theme';
import type { Ink, Points } from './ink';
import type { Layout, PlacedLane } from './layout';

/** A flow's short name in drawings, next to its swatch and at its line. */
export function flowSign(flow: number): string {
  return String(flow + 1);
}

export interface SignedLine {
  flow: number;
  /** The flow's name. */
  name: string;
  token: string;
  points: Points;
}

/** Height of a label, pixels. */
const HEIGHT = 12;
/** Room between two labels next to each other, and left of a label, pixels. */
const ASIDE = 4;
/** Longest name, in characters, and widest share of the plot that all names may take if they were in a row. */
const LONGEST = 18;
const NAMED_SHARE = 0.75;

export interface Sign {
  label: string;
  token: string;
  /** Its right end, and its middle. */
  x: number;
  y: number;
  width: number;
}

/**
 * Places each flow's name at its line's end, unless there is only one line. Labels that would touch are stacked. Where names would cover
 * too much of the plot, there are the flows' numbers.
 */
export function signsOf(
  context: Pick<Ink, 'font' | 'measureText'>,
  lines: readonly SignedLine[],
  layout: Layout,
  lane: PlacedLane,
  theme: Theme,
): Sign[] {
  if (lines.length < 2) return [];
  context.font = fontOf(theme);
  const named = lines.map(({ name }) => shortened(name));
  const widths = named.map((label) => context.measureText(label).width);
  const hasRoom = widths.reduce((sum, width) => sum + width, 0) <= NAMED_SHARE * layout.width;
  const placed: Sign[] = [];
  lines.forEach(({ flow, token, points }, place) => {
    const end = lastIn(points, layout, lane);
    if (end === null) return;
    const label = hasRoom ? (named[place] ?? '') : flowSign(flow);
    const width = hasRoom ? (widths[place] ?? 0) : context.measureText(label).width;
    const x = Math.max(width + ASIDE, end.x);
    let y = Math.max(lane.top + HEIGHT / 2 + 2, end.y - 8);
    const touches = () =>
      placed.some(
        (other) =>
          x - width < other.x + ASIDE && other.x - other.width < x + ASIDE && Math.abs(other.y - y) < HEIGHT,
      );
    while (touches()) y += HEIGHT;
    // Below the lane are the labels of the time axis.
    if (y > lane.bottom - HEIGHT / 4) {
      y = lane.bottom - HEIGHT / 4;
      while (touches()) y -= HEIGHT;
    }
    placed.push({ label, token, x, y, width });
  });
  return placed;
}

function fontOf(theme: Theme): string {
  return `700 ${theme.font(11.5)}`;
}

export function drawSigns(context: Ink, signs: readonly Sign[], theme: Theme): void {
  context.save();
  context.font = fontOf(theme);
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = theme.color('panel');
  for (const { label, token, x, y } of signs) {
    context.strokeText(label, x, y);
    context.fillStyle = theme.color(token);
    context.fillText(label, x, y);
  }
  context.restore();
}

function shortened(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
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
