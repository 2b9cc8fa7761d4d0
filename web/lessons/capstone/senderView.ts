/**
 * Draws only what a sender can know at a moment of a run: its window, its segments, acknowledgments, and round-trip times. The trace also
 * contains queues, drops, other flows and later moments; this module ignores them.
 */

import { formatMs } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { marks as drawMarks, type Ink, type Points } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import { type Lane, type Layout, laneNamed } from '../../plot/layout';
import type { RunStyle } from '../../plot/runStyle';
import { filledSteps, steps } from '../../plot/steps';
import { curveOf, eventsOf } from '../../run/series';
import type { Trace } from '../../run/trace';
import { rowAt, type TimeWindow } from '../../run/window';
import { MARKS, type SegmentKind } from '../../ui/marks';
import { flowToken, type Theme } from '../../ui/theme';
import { type Move, windowAt } from './game';
import { OWN_FLOW } from './score';

const TOKEN = flowToken(OWN_FLOW);

/** Events that signal a loss to a sender, in drawing order. */
const LOSS_EVENTS = ['dup_ack', 'retransmit_timeout', 'retransmit_early', 'retransmit_fast'] as const;

const RETRANSMISSIONS: readonly SegmentKind[] = ['retransmit_timeout', 'retransmit_early', 'retransmit_fast'];

export interface ViewMarks {
  now_s: number;
  /** Ranges of the axes: segments, segments per second, ms. */
  maxSegments: number;
  maxAckRate: number;
  rttDomain: [number, number];
  cwnd: Points;
  flight: Points;
  /** Rate of acknowledgments over the last second, segments per second. */
  acked: Points;
  rtts: Points;
  shortest: Points;
  lossEvents: { kind: SegmentKind; points: Points }[];
  /** Windows of other senders on the same path. */
  others: { style: RunStyle; cwnd: Points }[];
}

/** A run of another sender, whose window is drawn next to the student's, up to the moment shown. */
export interface OtherRun {
  style: RunStyle;
  label: string;
  trace: Trace;
}

/** Length of the window over which ACKs are counted, and its step. A shorter one would show bursts instead of the rate. */
const COUNTED_S = 1;
const STEP_S = 0.25;

/** The part of a time window that is in the past. */
function past(window: TimeWindow, now_s: number): TimeWindow {
  return { from: window.from, to: Math.max(Math.min(window.to, now_s), window.from + 1e-6) };
}

export function select(
  trace: Trace,
  moves: readonly Move[],
  firstCwnd: number,
  now_s: number,
  window: TimeWindow,
  width: number,
  runs: readonly OtherRun[] = [],
): ViewMarks {
  const seen = past(window, now_s);
  const columns = Math.max(1, Math.round(width));
  const cwnd = windowLine(moves, firstCwnd, seen);
  const flight = upTo(now_s, curveOf(trace, 'windows', OWN_FLOW, 'flight').line(seen, columns));
  const acked = ackRates(trace, seen);
  const rtts = curveOf(trace, 'rtts', OWN_FLOW, 'rtt_ms').points(seen);
  const shortest = upTo(now_s, curveOf(trace, 'rtts', OWN_FLOW, 'base_rtt_ms').line(seen, columns));
  const others = runs.map(({ style, trace: other }) => ({
    style,
    cwnd: upTo(now_s, curveOf(other, 'windows', OWN_FLOW, 'cwnd').line(seen, columns)),
  }));
  const most = Math.max(
    ...[cwnd, flight, ...others.map((one) => one.cwnd)].map(({ value }) => highest(value)),
  );
  return {
    now_s,
    maxSegments: roundUp(Math.max(8, most)),
    maxAckRate: roundUp(Math.max(10, highest(acked.value))),
    rttDomain: rttDomainOf(highest(shortest.value.slice(-1)), highest(rtts.value)),
    cwnd,
    flight,
    acked,
    rtts,
    shortest,
    lossEvents: LOSS_EVENTS.map((kind) => ({ kind, points: lossEventsOf(trace, kind, seen) })),
    others,
  };
}

function ackRates(trace: Trace, { from, to }: TimeWindow): Points {
  const points: Points = { time_s: [], value: [] };
  for (let step = Math.floor(from / STEP_S); step * STEP_S <= to; step += 1) {
    points.time_s.push(step * STEP_S);
    points.value.push(ackRate(trace, step * STEP_S));
  }
  return points;
}

/** Segments acknowledged per second, counted over the last second, or since the start if that is shorter. */
function ackRate(trace: Trace, moment: number): number {
  const span = Math.min(COUNTED_S, moment);
  return span > 0 ? (ackedAt(trace, moment) - ackedAt(trace, moment - span)) / span : 0;
}

/** Segments acknowledged up to a moment. */
function ackedAt(trace: Trace, moment: number): number {
  return eventsOf(trace, OWN_FLOW, 'ack').valueAt(moment) ?? 0;
}

/** The events of one kind, all at the same height. */
function lossEventsOf(trace: Trace, kind: SegmentKind, seen: TimeWindow): Points {
  const { time_s } = eventsOf(trace, OWN_FLOW, kind).points(seen);
  return { time_s, value: time_s.map(() => 0.5) };
}

/** Range of the RTT axis: from just below the shortest RTT to about 1.5 times it, or to the longest one. */
function rttDomainOf(shortest: number, slowest: number): [number, number] {
  const low = 0.9 * shortest;
  return [low, low + roundUp(Math.max(20, 0.6 * shortest, slowest - low))];
}

/** Drops points after the current moment. Reduced lines contain one point after the window, which must not be shown yet. */
function upTo(now_s: number, { time_s, value }: Points): Points {
  const end = time_s.findLastIndex((time) => time <= now_s) + 1;
  return { time_s: time_s.slice(0, end), value: value.slice(0, end) };
}

function highest(values: readonly number[]): number {
  return values.reduce((max, value) => Math.max(max, value), 0);
}

/** Rounds an axis limit up, so that it doesn't change with every sample: to 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten, plus 8 %. */
function roundUp(value: number): number {
  const ten = 10 ** Math.floor(Math.log10(value));
  return 1.08 * ten * ([1, 1.5, 2, 3, 4, 5, 6, 8].find((step) => step * ten >= value) ?? 10);
}

/** The window over time, according to the moves. */
function windowLine(moves: readonly Move[], firstCwnd: number, { from, to }: TimeWindow): Points {
  const inside = moves.filter(({ at_s }) => at_s > from && at_s <= to);
  return {
    time_s: [from, ...inside.map(({ at_s }) => at_s)],
    value: [windowAt(moves, from, firstCwnd), ...inside.map(({ cwnd }) => cwnd)],
  };
}

export function lanes({ maxSegments, maxAckRate, rttDomain }: ViewMarks): Lane[] {
  return [
    { name: 'losses', label: '', domain: [0, 1], pixels: 16 },
    { name: 'segments', label: t('window (segments)'), domain: [0, maxSegments], share: 1.6 },
    { name: 'rtt', label: t('round-trip time (ms)'), domain: rttDomain, share: 1 },
    {
      name: 'acked',
      label: t('acknowledged in the last second (segments)'),
      domain: [0, maxAckRate],
      share: 0.8,
    },
  ];
}

export function draw(context: Ink, marks: ViewMarks, layout: Layout, theme: Theme): void {
  const color = theme.color(TOKEN);
  const { x } = layout;
  const own = laneNamed(layout, 'segments');
  filledSteps(context, marks.flight, x, own, { color, alpha: 0.25 }, marks.now_s);
  for (const { style, cwnd } of marks.others) {
    const line = { color: theme.color(style.token), width: 1.4, dash: style.dash };
    steps(context, cwnd, x, own, line, marks.now_s);
  }
  steps(context, marks.cwnd, x, own, { color, width: 2.2 }, marks.now_s);
  const rtt = laneNamed(layout, 'rtt');
  drawMarks(context, { ...MARKS.send, radius: 1.1 }, color, marks.rtts, x, rtt);
  steps(context, marks.shortest, x, rtt, { color, width: 1.3, dash: [6, 4] }, marks.now_s);
  const acked = laneNamed(layout, 'acked');
  const ink = theme.color('mark-ack');
  filledSteps(context, marks.acked, x, acked, { color: ink, alpha: 0.3 }, marks.now_s);
  steps(context, marks.acked, x, acked, { color: ink, width: 1.6 }, marks.now_s);
  drawLossEvents(context, marks, layout, theme);
  drawNow(context, x(marks.now_s), layout, theme);
}

/** Draws the events that signal losses, in a band of their own at the top. */
function drawLossEvents(context: Ink, { lossEvents }: ViewMarks, layout: Layout, theme: Theme): void {
  const lane = laneNamed(layout, 'losses');
  context.save();
  context.fillStyle = theme.color('raised');
  context.fillRect(0, lane.top, layout.width, lane.bottom - lane.top);
  context.restore();
  for (const { kind, points } of lossEvents) {
    const mark = MARKS[kind];
    drawMarks(context, mark, theme.color(mark.token ?? TOKEN), points, layout.x, lane);
  }
}

/** Draws a line at the current moment. */
function drawNow(context: Ink, at: number, layout: Layout, theme: Theme): void {
  if (at < 0 || at > layout.width) return;
  context.save();
  context.strokeStyle = theme.color('muted');
  context.lineWidth = 1;
  context.setLineDash([2, 3]);
  context.beginPath();
  for (const { top, bottom } of layout.lanes) {
    context.moveTo(Math.round(at) + 0.5, top);
    context.lineTo(Math.round(at) + 0.5, bottom);
  }
  context.stroke();
  context.restore();
}

export function legend(runs: readonly OtherRun[]): LegendEntry[] {
  return [
    { label: t('your window'), line: 'solid', token: TOKEN },
    ...runs.map(
      ({ style, label }): LegendEntry => ({
        label: t('{sender}’s window', { sender: label }),
        dash: style.dash,
        token: style.token,
      }),
    ),
    { label: t('outstanding: sent, not acknowledged'), line: 'area', token: TOKEN },
    { label: t('round trip'), mark: MARKS.send, token: TOKEN },
    { label: t('shortest so far'), line: 'dashed', token: TOKEN },
    { label: t('ACKs'), line: 'area', token: 'mark-ack' },
    ...(['dup_ack', 'retransmit_fast', 'retransmit_timeout'] as const).map(
      (kind): LegendEntry => ({
        label: MARKS[kind].label,
        mark: MARKS[kind],
        token: MARKS[kind].token ?? TOKEN,
      }),
    ),
  ];
}

/** A sender's measurements at a moment. */
export interface SenderStats {
  flight: number;
  /** The last and the shortest RTT sample; null before the first ACK. */
  rtt_ms: number | null;
  shortest_ms: number | null;
  /** Segments acknowledged in the last second. */
  acked_per_s: number;
  dup_acks: number;
  resent: number;
  /** Retransmissions after a coarse timeout. */
  timeouts: number;
}

export function senderStatsAt(trace: Trace, now_s: number): SenderStats {
  const windows = trace.rows('windows', OWN_FLOW);
  const rtts = trace.rows('rtts', OWN_FLOW);
  const count = (kinds: readonly SegmentKind[]) =>
    kinds.reduce((sum, kind) => sum + eventsOf(trace, OWN_FLOW, kind).placeAt(now_s, true), 0);
  const row = rowAt(rtts.time_s, now_s);
  return {
    flight: windows.flight[rowAt(windows.time_s, now_s)] ?? 0,
    rtt_ms: row < 0 ? null : (rtts.rtt_ms[row] ?? null),
    shortest_ms: row < 0 ? null : (rtts.base_rtt_ms[row] ?? null),
    acked_per_s: ackRate(trace, now_s),
    dup_acks: count(['dup_ack']),
    resent: count(RETRANSMISSIONS),
    timeouts: count(['retransmit_timeout']),
  };
}

/** Describes the measurements in a sentence for screen readers. */
export function inWords(stats: SenderStats, cwnd: number, now_s: number): string {
  const { flight, rtt_ms, shortest_ms, acked_per_s, resent } = stats;
  const rtt =
    rtt_ms === null || shortest_ms === null
      ? t('no ACK yet')
      : t('round trip {rtt}, shortest {shortest}', {
          rtt: formatMs(rtt_ms),
          shortest: formatMs(shortest_ms),
        });
  return plural(
    resent,
    'At {moment} s: window {cwnd}, {flight} outstanding, {rtt}, {acked} acknowledged in the last second, {n} segment retransmitted.',
    'At {moment} s: window {cwnd}, {flight} outstanding, {rtt}, {acked} acknowledged in the last second, {n} segments retransmitted.',
    { moment: now_s.toFixed(0), cwnd, flight, rtt, acked: acked_per_s.toFixed(0) },
  );
}
