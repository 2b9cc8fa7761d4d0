/** The states of a sender, as a band above its curves. */
import { t } from '../../base/words/words';
import { FLOW_STATES } from '../../engine/schema';
import { leavesOut } from '../../plot/highlighted';
import type { Ink } from '../../plot/ink';
import { type Layout, type PlacedLane, plain } from '../../plot/layout';
import type { Run, Trace } from '../../run/trace';
import { rowAt, type TimeWindow } from '../../run/window';
import { flowToken, type Theme } from '../../ui/theme';
import type { Channel, Mark } from './definition';

export type State = (typeof FLOW_STATES)[number];

export const STATES: Record<State, { label(): string; token: string }> = {
  slow_start: { label: () => t('slow start'), token: 'state-slow-start' },
  avoidance: { label: () => t('avoidance'), token: 'state-avoidance' },
  recovery: { label: () => t('recovery'), token: 'state-recovery' },
  timeout: { label: () => t('timeout'), token: 'state-timeout' },
  done: { label: () => t('done'), token: 'state-over' },
  aborted: { label: () => t('aborted'), token: 'state-over' },
};

export interface Span {
  state: State;
  from: number;
  to: number;
}

/** Minimum height of a band with labels. */
const WORDS_PX = 12;
/** Horizontal padding around a label, both sides together. */
const WORDS_ASIDE_PX = 8;

export function spansOf(trace: Trace, flow: number, until: number): Span[] {
  return [...trace.rows('states', flow).state.keys()].map((row) => spanOf(trace, flow, row, until));
}

export function spansWithin(trace: Trace, flow: number, until: number, window: TimeWindow): Span[] {
  const { time_s } = trace.rows('states', flow);
  const spans: Span[] = [];
  for (let row = Math.max(0, rowAt(time_s, window.from)); (time_s[row] ?? Infinity) < window.to; row += 1) {
    const span = spanOf(trace, flow, row, until);
    if (span.to > window.from) spans.push(span);
  }
  return spans;
}

function spanOf(trace: Trace, flow: number, row: number, until: number): Span {
  const { time_s, state } = trace.rows('states', flow);
  return {
    state: FLOW_STATES[state[row] ?? 0] ?? 'done',
    from: time_s[row] ?? 0,
    to: time_s[row + 1] ?? until,
  };
}

/**
 * A flow's band.
 *
 * @param signed true if a mark in the flow's color is next to it
 */
export function stateBand(
  { trace, now_s }: Run,
  flow: number,
  lane: string,
  spans: Channel<Span[]>,
  signed: boolean,
): Mark {
  return {
    lane,
    flow,
    channel: spans,
    draw: ({ ink, frame, layout, lane, theme }) => drawBand(ink, frame.of(spans), layout, lane, theme),
    drawFixed: ({ ink, frame, layout, lane, theme }) => {
      nameBand(ink, frame.of(spans), layout, lane, theme);
      if (!signed) return;
      ink.fillStyle = theme.color(flowToken(flow));
      ink.fillRect(-6, lane.top, 4, lane.bottom - lane.top);
    },
    drawCompared: ({ ink, frame, layout, lane, theme }) => {
      drawBand(ink, frame.of(spans), layout, lane, theme);
      nameBand(ink, frame.of(spans), layout, lane, theme);
    },
    drawLetter: ({ ink, lane: { top, bottom }, theme }, style) => {
      ink.save();
      ink.font = `700 ${theme.font(10.5)}`;
      ink.textAlign = 'right';
      ink.textBaseline = 'middle';
      ink.fillStyle = theme.color(style.token);
      if (bottom - top > 9) ink.fillText(style.letter, -5, (top + bottom) / 2);
      else ink.fillRect(-6, top, 4, bottom - top);
      ink.restore();
    },
    legend: () => {
      const present = new Set(spansOf(trace, flow, now_s).map(({ state }) => state));
      return FLOW_STATES.filter((state) => present.has(state)).map((state) => ({
        label: STATES[state].label(),
        band: true,
        token: STATES[state].token,
        explains: `state_${state}`,
      }));
    },
  };
}

function drawBand(context: Ink, spans: Span[], layout: Layout, lane: PlacedLane, theme: Theme): void {
  const { top, bottom } = lane;
  const place = placesOn(layout);
  // Draw state by state, because changing a canvas's fill color is slow. It also keeps short recoveries and timeouts on top.
  for (const state of FLOW_STATES) {
    if (leavesOut(`state_${state}`)) continue;
    context.fillStyle = theme.color(STATES[state].token);
    for (const span of spans) {
      if (span.state !== state) continue;
      const left = place(span.from);
      context.fillRect(left, top, Math.max(1, place(span.to) - left - 1), bottom - top);
    }
  }
}

/** Draws the names of states, if they fit, in the visible part of each state's time. */
function nameBand(context: Ink, spans: Span[], layout: Layout, lane: PlacedLane, theme: Theme): void {
  const { top, bottom } = lane;
  if (bottom - top < WORDS_PX) return;
  const place = placesOn(layout);
  context.save();
  context.font = theme.font(10.5);
  context.textBaseline = 'middle';
  for (const { state, from, to } of spans) {
    const left = place(from);
    const room = place(to) - left - WORDS_ASIDE_PX;
    if (room <= 0 || leavesOut(`state_${state}`)) continue;
    const label = STATES[state].label();
    if (context.measureText(label).width >= room) continue;
    context.fillStyle = theme.color(state === 'timeout' ? 'panel' : 'ink');
    context.fillText(label, left + 4, (top + bottom) / 2 + 0.5);
  }
  context.restore();
}

/** Maps times to positions, clamped to the plot's edges. */
function placesOn(layout: Layout): (time: number) => number {
  const x = plain(layout.x);
  return (time) => Math.min(layout.width, Math.max(0, x(time)));
}
