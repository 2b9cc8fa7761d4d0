/** Theory lines on top of measurements, with the same style, scale and words in every panel. */
import { useMemo } from 'react';
import { useObservable } from '../../base/observable';
import { formatTime } from '../../base/words/format';
import { t } from '../../base/words/words';
import { leavesOut } from '../../plot/highlighted';
import type { Ink, Points } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import type { Layout, PlacedLane } from '../../plot/layout';
import { steps } from '../../plot/steps';
import { type Equilibrium, type Theory, theoryOf } from '../../run/equilibria';
import { useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import type { ViewState } from '../../run/view';
import type { TimeWindow } from '../../run/window';
import { outline, THEORY } from '../../ui/marks';
import type { Theme } from '../../ui/theme';

/** True if the panels draw what the theory predicts. */
export const THEORY_SHOWN: ViewState<boolean> = { usual: true, until: 'never' };

/** The theory of a run; null if there is nothing to draw or the user has hidden it. */
export function useTheory(run: Run): Theory | null {
  const wanted = useObservable(useView().of(THEORY_SHOWN));
  return useMemo(() => (wanted ? theoryOf(run) : null), [wanted, run]);
}

/** The lines that show it: one, or two where alpha and beta leave a range. */
export function linesOf(equilibria: readonly Equilibrium[]): Points[] {
  const ranges = equilibria.some(({ low, high }) => low !== null && low !== high);
  const upper = lineOf(equilibria, ({ high }) => high);
  const lines = ranges ? [upper, lineOf(equilibria, ({ low }) => low ?? Number.NaN)] : [upper];
  return lines.filter(({ value }) => value.length > 0);
}

/** Steps from interval to interval, broken where the theory makes no prediction. */
function lineOf(equilibria: readonly Equilibrium[], level: (interval: Equilibrium) => number): Points {
  const points: Points = { time_s: [], value: [] };
  for (const interval of equilibria) {
    if (points.time_s.at(-1) === interval.from_s) {
      points.time_s.pop();
      points.value.pop();
    }
    points.time_s.push(interval.from_s, interval.to_s);
    points.value.push(level(interval), Number.NaN);
  }
  return points;
}

/** Maximum extension of a scale by theory, as a multiple of its length; beyond that the trace would be unreadable. */
const REACH = 1;

/** The measurements' scale, widened to include theory values of the visible time unless they're far off. */
export function widenDomain(
  [low, high]: [number, number],
  lines: readonly Points[],
  window: TimeWindow,
): [number, number] {
  const reach = REACH * (high - low);
  const near = levelsIn(lines, window).filter((level) => level >= low - reach && level <= high + reach);
  const room = 0.06 * (high - low);
  const beyond = near.filter((level) => level > high - room);
  const below = near.filter((level) => level < low);
  return [
    below.length > 0 ? Math.max(0, Math.min(...below) - room) : low,
    beyond.length > 0 ? Math.max(high, Math.max(...beyond) + room) : high,
  ];
}

function levelsIn(lines: readonly Points[], window: TimeWindow): number[] {
  return lines.flatMap(({ time_s, value }) =>
    value.filter(
      (level, i) =>
        Number.isFinite(level) &&
        (time_s[i] ?? 0) <= window.to &&
        (time_s[i + 1] ?? Number.POSITIVE_INFINITY) >= window.from,
    ),
  );
}

/**
 * Draws dashes over a line in the background's color: the dashes are visible on the background, and the gaps on a measured
 * line of the same color. A level off the scale is drawn as a labeled arrow at the edge.
 */
export function drawTheory(
  context: Ink,
  lines: readonly Points[],
  token: string,
  layout: Layout,
  lane: PlacedLane,
  theme: Theme,
): void {
  if (leavesOut('theory')) return;
  const { width, dash } = THEORY;
  const end = layout.window.to;
  for (const points of lines) {
    steps(context, points, layout.x, lane, { color: theme.color('panel'), width }, end);
    steps(context, points, layout.x, lane, { color: theme.color(token), width, dash }, end);
  }
  const [low = 0, high = 0] = lane.domain;
  const levels = levelsIn(lines, layout.window);
  if (levels.some((level) => level > high)) arrow(context, 'triangle_up', token, layout, lane.top + 7, theme);
  if (levels.some((level) => level < low))
    arrow(context, 'triangle_down', token, layout, lane.bottom - 7, theme);
}

function arrow(
  context: Ink,
  shape: 'triangle_up' | 'triangle_down',
  token: string,
  layout: Layout,
  y: number,
  theme: Theme,
): void {
  context.save();
  context.fillStyle = theme.color(token);
  context.strokeStyle = theme.color('panel');
  context.lineWidth = 4;
  context.font = theme.font(10.5);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  const words = t('theory is off the scale');
  context.strokeText(words, layout.width - 14, y);
  context.fillText(words, layout.width - 14, y);
  context.beginPath();
  outline(context, shape, layout.width - 6, y, 4);
  context.fill();
  context.restore();
}

export function legendOf(equilibria: readonly Equilibrium[], what: string, token: string): LegendEntry[] {
  return equilibria.length === 0
    ? []
    : [{ label: t('theory: {what}', { what }), line: 'theory', token, explains: 'theory' }];
}

/** Most intervals listed one by one. */
const MAX_INTERVALS = 6;

/** " In theory it is 20.4 seg."; empty if the theory makes no prediction. */
export function inWords(
  what: string,
  equilibria: readonly Equilibrium[],
  format: (value: number) => string,
): string {
  const levels = equilibria.map(({ from_s, low, high }) => ({
    from_s,
    level: levelInWords(low, high, format),
  }));
  const changes = levels.filter(({ level }, i) => level !== levels[i - 1]?.level);
  const [first, ...later] = changes.slice(0, MAX_INTERVALS);
  if (first === undefined) return '';
  const then = later.map(({ from_s, level }) =>
    t('from {time} on {level}', { time: formatTime(from_s), level }),
  );
  const more = changes.length > MAX_INTERVALS ? [t('and so on')] : [];
  return ` ${t('In theory {what} is {levels}.', { what, levels: [first.level, ...then, ...more].join(', ') })}`;
}

function levelInWords(low: number | null, high: number, format: (value: number) => string): string {
  if (low === null) return t('{level} at most', { level: format(high) });
  return format(low) === format(high)
    ? format(high)
    : t('between {low} and {high}', { low: format(low), high: format(high) });
}
