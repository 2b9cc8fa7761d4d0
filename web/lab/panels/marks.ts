/** The kinds of marks in panels. What's drawn for a compared run has its color, and lines have its dashes. */

import { drawBands } from '../../plot/bands';
import { leavesOut } from '../../plot/highlighted';
import { level as drawLevel, marks as drawMarks, type Points, line as straight } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import type { Layout, PlacedLane } from '../../plot/layout';
import { filledSteps, steps } from '../../plot/steps';
import type { TraceEvent } from '../../run/event';
import type { TimeWindow } from '../../run/window';
import type { Explained } from '../../ui/explanations';
import type { Mark as Shape } from '../../ui/marks';
import { flowToken } from '../../ui/theme';
import type { Channel, Frame, Mark, MarkEnd, Pen, Place } from './definition';
import { drawTheory } from './theory';

/** Dash patterns, pixels. Dashed lines start at the plot's edge, so they are drawn in place. */
const DASHES = { dashed: [6, 4], dotted: [2, 2.5] };

/** Opacity of a band where a long run's line is only known to be in it. */
const BAND = 0.4;

interface Styled {
  lane?: string;
  flow?: number;
  points: Channel<Points>;
  /** The color's name; that of the flow by default. */
  token?: string;
  kind: Explained;
  /** Its entry in the legend; none if it has no label. */
  label?: string;
}

interface Curve extends Styled {
  /** Width of the line; 0 for an area without a line. */
  width: number;
  /** Values hold until the next one; a straight line goes from value to value. */
  line?: 'solid' | 'dashed' | 'straight';
  alpha?: number;
  /** Opacity of the area under the line. */
  fill?: number;
  /** True if the line goes on after the run. */
  endless?: boolean;
  /** Width of a compared run's line; by default there is none. */
  compared?: number;
}

/** A line. NaN breaks it. */
export function curve({
  lane,
  flow,
  points,
  token = flowToken(flow ?? 0),
  kind,
  label,
  width,
  line = 'solid',
  alpha,
  fill,
  endless = false,
  compared,
}: Curve): Mark {
  const draw = (pen: Pen) => {
    const shown = pen.frame.of(points);
    const color = pen.theme.color(token);
    const end = endless ? pen.layout.window.to : pen.end;
    const opacity = width > 0 ? BAND * (alpha ?? 1) : (fill ?? 0) / 2;
    drawBands(pen.ink, shown.bands, pen.layout.x, pen.lane, { color, alpha: opacity, kind, under: fill });
    if (fill !== undefined)
      filledSteps(pen.ink, shown, pen.layout.x, pen.lane, { color, alpha: fill, kind }, end);
    const stroke = { color, width, dash: line === 'dashed' ? DASHES.dashed : undefined, alpha, kind };
    if (line === 'straight') straight(pen.ink, shown, pen.layout.x, pen.lane, stroke);
    else if (width > 0) steps(pen.ink, shown, pen.layout.x, pen.lane, stroke, end);
  };
  const mark: Mark = {
    kind,
    lane,
    flow,
    channel: points,
    line: points,
    [line === 'dashed' ? 'drawFixed' : 'draw']: draw,
  };
  if (label !== undefined)
    mark.legend = () => [
      {
        label,
        line: fill !== undefined ? 'area' : line === 'dashed' ? line : 'solid',
        token,
        explains: kind,
      },
    ];
  if (compared !== undefined) {
    mark.end = { points, place: endOfLine };
    mark.drawCompared = ({ ink, frame, layout, lane, theme, end }, style) => {
      const stroke = { color: theme.color(style.token), width: compared, dash: style.dash, kind };
      const shown = frame.of(points);
      drawBands(ink, shown.bands, layout.x, lane, { color: stroke.color, alpha: BAND, kind });
      steps(ink, shown, layout.x, lane, stroke, end);
    };
  }
  return mark;
}

/** The last point of a line that is in the picture. The line may break before the end. */
function endOfLine(this: MarkEnd, frame: Frame, layout: Layout, lane: PlacedLane): Place | null {
  const { time_s, value } = frame.of(this.points);
  const last = time_s.findLastIndex((time, i) => time <= layout.window.to && !Number.isNaN(value[i]));
  const level = value[last];
  if (level === undefined) return null;
  const end = Math.min(frame.run.now_s, layout.window.to, time_s[last + 1] ?? Number.POSITIVE_INFINITY);
  return { x: layout.x(end), y: lane.y(level) };
}

interface Events extends Omit<Styled, 'kind' | 'label'> {
  shape: Shape;
  radius?: Channel<number>;
  /** Radius of a compared run's marks; by default there are none. */
  compared?: number;
  /** False if it isn't in the legend. */
  listed?(): boolean;
  /** True if the cursor finds it among plain marks around it; like losses and retransmissions by default. */
  rare?: boolean;
  /** The event of a mark, to which the cursor snaps; null if the trace doesn't contain it. */
  event?(time_s: number, value: number, frame: Frame): TraceEvent | null;
  /** The value at which the plot shows an event; null if it's none of these. */
  place?: Mark['place'];
}

/** A mark at each event. */
export function events({
  lane,
  flow,
  points,
  shape,
  token = shape.token ?? flowToken(flow ?? 0),
  radius,
  compared,
  listed = () => true,
  rare = shape.always,
  event,
  place,
}: Events): Mark {
  const draw = (pen: Pen, color: string, size: number) => {
    const shown = pen.frame.of(points);
    drawBands(pen.ink, shown.bands, pen.layout.x, pen.lane, { color, alpha: BAND, kind: shape.explains });
    drawMarks(pen.ink, shape, color, shown, pen.layout.x, pen.lane, size);
  };
  const mark: Mark = {
    kind: shape.explains,
    lane,
    flow,
    channel: points,
    draw: (pen) => draw(pen, pen.theme.color(token), radius ? pen.frame.of(radius) : shape.radius),
    legend: () => (listed() ? [{ label: shape.label, mark: shape, token }] : []),
    place,
  };
  if (event !== undefined)
    mark.events = (frame, lane) => {
      const { time_s, value } = frame.of(points);
      const at = (index: number) => event(time_s[index] ?? 0, value[index] ?? 0, frame);
      return [{ lane, points: { time_s, value }, rare, event: at }];
    };
  if (compared !== undefined) {
    if (shape.token === null) mark.end = { points, place: lastOfCloud };
    mark.drawCompared = (pen, style) => draw(pen, pen.theme.color(style.token), compared);
  }
  return mark;
}

/** The point of a cloud that is furthest to the right. */
function lastOfCloud(this: MarkEnd, frame: Frame, layout: Layout, lane: PlacedLane): Place | null {
  const { time_s, value } = frame.of(this.points);
  const last = time_s.length - 1;
  return last < 0 ? null : { x: layout.x(time_s[last] ?? 0), y: lane.y(value[last] ?? 0) };
}

interface Level {
  lane?: string;
  /** Null if there is none in the window. */
  value: Channel<number | null>;
  token: string;
  width: number;
  line: 'dashed' | 'dotted';
  kind: Explained;
  label: string;
}

/** A horizontal line across the plot, for example a limit. */
export function level({ lane, value, token, width, line, kind, label }: Level): Mark {
  return {
    kind,
    lane,
    channel: value,
    drawFixed: ({ ink, frame, layout, lane, theme }) => {
      const at = frame.of(value);
      const stroke = { color: theme.color(token), width, dash: DASHES[line], kind };
      if (at !== null) drawLevel(ink, at, layout.x, lane, stroke);
    },
    legend: () => [{ label, line, token, explains: kind }],
  };
}

interface Shade {
  spans: Channel<TimeWindow[]>;
  token: string;
  kind: Explained;
  label: string;
  listed(): boolean;
}

/** A band behind everything else in each span of time. */
export function shade({ spans, token, kind, label, listed }: Shade): Mark {
  return {
    kind,
    channel: spans,
    drawUnder: ({ ink, frame, layout: { x, width }, lane: { top, bottom }, theme }) => {
      if (leavesOut(kind)) return;
      ink.save();
      ink.fillStyle = theme.color(token);
      ink.globalAlpha = 0.5;
      for (const { from, to } of frame.of(spans)) {
        const [left, right] = [Math.max(0, x(from)), Math.min(width, x(to))];
        if (right > left) ink.fillRect(left, top, right - left, bottom - top);
      }
      ink.restore();
    },
    legend: () => (listed() ? [{ label, band: true, token, explains: kind }] : []),
  };
}

/** The theory's values over time. One mark of a plot has the legend's entry, which is about all of them. */
export function theoryLines(
  lines: Channel<Points[]>,
  { token, lane, entry = [] }: { token: string; lane?: string; entry?: LegendEntry[] },
): Mark {
  return {
    kind: 'theory',
    lane,
    channel: lines,
    drawFixed: ({ ink, frame, layout, lane, theme }) =>
      drawTheory(ink, frame.of(lines), token, layout, lane, theme),
    legend: () => entry,
  };
}
