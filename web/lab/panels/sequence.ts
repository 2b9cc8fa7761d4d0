/** Shared by both sequence panels: sequence number against time, for one tap of one or more flows. */

import { formatBytes } from '../../base/words/format';
import { t } from '../../base/words/words';
import { SEGMENT_KINDS } from '../../engine/schema';
import type { Reading } from '../../plot/CursorLayer';
import { hatch, nameHatched } from '../../plot/hatch';
import { marks as drawMarks, type Ink, type Points } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import { type Lane, type Layout, laneNamed } from '../../plot/layout';
import { leavesOut } from '../../plot/lit';
import { drawSigns } from '../../plot/signs';
import type { EventMarks } from '../../plot/snap';
import type { TraceEvent } from '../../run/event';
import { eventsOf, kindNumber, unrecorded } from '../../run/series';
import { timerWaits } from '../../run/timerWaits';
import type { Run, Trace } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { MARKS, type SegmentKind } from '../../ui/marks';
import { type Column, FLOW, joined, type Table, TIME, tableOf } from '../../ui/TableView';
import { flowToken, type Theme } from '../../ui/theme';

/**
 * Names of event kinds in files, independent of the page's language. They equal the marks' English labels, so that the page
 * can translate them.
 */
export const EVENT_NAMES: Record<SegmentKind, string> = {
  send: 'segment sent',
  retransmit_fast: 'fast retransmit',
  retransmit_early: 'early retransmit',
  retransmit_timeout: 'retransmit after timeout',
  ack: 'ACK',
  dup_ack: 'duplicate ACK',
  data_arrived: 'segment arrived',
  ack_sent: 'ACK',
  dup_ack_sent: 'duplicate ACK',
  drop_full: 'dropped: queue full',
  drop_error: 'lost on the link',
  ack_drop_full: 'dropped: queue full',
  ack_drop_error: 'lost on the link',
  marked: 'marked: congestion (ECN)',
  ack_marked: 'marked: congestion (ECN)',
  datagram_sent: 'segment sent',
  datagram_arrived: 'segment arrived',
  datagram_drop_full: 'dropped: queue full',
  datagram_drop_error: 'lost on the link',
  datagram_marked: 'marked: congestion (ECN)',
};

/** The event kinds that a tap sees, in drawing order: the last are on top. */
export interface Tap {
  kinds: readonly SegmentKind[];
  /** The kinds that carry data and those that acknowledge it, for the cursor's reading. */
  data: readonly SegmentKind[];
  acks: readonly SegmentKind[];
}

export interface SequenceMarks {
  /** The axis unit and its size in bytes. */
  unit: { name: string; bytes: number };
  domain: [number, number];
  /** Height of one segment in pixels; dots scale with it. */
  segment_px: number;
  layers: Layer[];
  /** The times in which a flow's sender waited for its timer; empty at the receiver. */
  waits: { from: number; to: number }[];
  unrecorded: TimeWindow[];
}

interface Layer {
  kind: SegmentKind;
  flow: number;
  /** The flow's name. */
  name: string;
  token: string;
  points: Points;
}

export function isSend(number: number | undefined): boolean {
  return number === kindNumber('send');
}

export function smssOf(trace: Trace, flow: number): number {
  return trace.scenario.flows[flow]?.smss_bytes ?? 1;
}

export function select(
  trace: Trace,
  flows: readonly number[],
  tap: Tap,
  window: TimeWindow,
  width: number,
  height: number,
): SequenceMarks {
  const [low, high, smss] = bounds(trace, flows, tap, window);
  const unit = UNITS.find(({ below }) => high - low < below) ?? { name: 'GiB', bytes: 1024 ** 3 };
  const room = Math.max(smss, (high - low) * 0.04);
  const scale = scaleOf(Math.max(low - room, -smss), high + room, height);
  const domain: [number, number] = [scale.from / unit.bytes, scale.to / unit.bytes];
  const columns = Math.max(1, Math.ceil(width));

  // In the order of the kinds, so that the last are on top.
  const layers = tap.kinds.flatMap((kind) =>
    flows.map((flow): Layer => {
      const events = eventsOf(trace, flow, kind);
      const [first, last] = events.within(window);
      const size = smssOf(trace, flow);
      // Keep every loss and retransmission, unless there are so many that their marks overlap.
      const { time_s, value: numbers } =
        MARKS[kind].always && last - first <= MANY
          ? events.points(window)
          : events.dots(window, columns, {
              line: (number) => Math.floor((number * size) / scale.pixel),
              key: `${scale.pixel} bytes`,
            });
      const value = numbers.map((number) => (number * size) / unit.bytes);
      const name = trace.scenario.flows[flow]?.name ?? String(flow);
      return { kind, flow, name, token: MARKS[kind].token ?? flowToken(flow), points: { time_s, value } };
    }),
  );
  const waits = seesTimer(tap) ? flows.flatMap((flow) => timerWaits(trace, flow, window)) : [];
  return {
    unit,
    domain,
    segment_px: smss / scale.pixel,
    layers,
    waits,
    unrecorded: unrecorded(trace, 'segments', flows, window, columns),
  };
}

/** True at the sender, where the causes of transmissions are known. */
function seesTimer({ data }: Tap): boolean {
  return data.includes('retransmit_timeout');
}

/** Number of pixel sizes (bytes per pixel) per doubling. */
const SIZES = 32;

/**
 * The bytes at the lower and upper edge of a plot that fits a range. Bytes per pixel has one of a few values, and the lower edge
 * is a whole number of pixels above zero. So while a transfer continues at one rate, its picture shifts with the window
 * instead of being rescaled and redrawn.
 */
export function scaleOf(
  low: number,
  high: number,
  height: number,
): { from: number; to: number; pixel: number } {
  const rough = (high - low) / Math.max(1, height - 1);
  const pixel = 2 ** (Math.ceil(SIZES * Math.log2(rough)) / SIZES);
  const from = Math.floor(low / pixel) * pixel;
  return { from, to: from + height * pixel, pixel };
}

/** Above this many, marks of one kind that share a pixel are drawn once. */
const MANY = 2000;

/** Axis units; `below` keeps the axis numbers short. */
const UNITS = [
  { name: 'bytes', bytes: 1, below: 4096 },
  { name: 'KiB', bytes: 1024, below: 20 * 1024 ** 2 },
  { name: 'MiB', bytes: 1024 ** 2, below: 20 * 1024 ** 3 },
];

/** Lowest and highest byte in the window, and the largest segment. */
function bounds(
  trace: Trace,
  flows: readonly number[],
  tap: Tap,
  window: TimeWindow,
): [number, number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let smss = 1;
  for (const flow of flows) {
    const size = smssOf(trace, flow);
    smss = Math.max(smss, size);
    for (const kind of tap.kinds) {
      const events = eventsOf(trace, flow, kind);
      const [first, last] = events.within(window);
      if (first === last) continue;
      const [least, most] = events.extent([first, last]);
      low = Math.min(low, least * size);
      high = Math.max(high, most * size);
    }
  }
  return low <= high ? [low, high, smss] : [0, smss, smss];
}

export function lanes(marks: SequenceMarks): Lane[] {
  const label =
    marks.unit.name === 'bytes'
      ? t('Sequence number (bytes)')
      : t('Sequence number ({unit})', { unit: marks.unit.name });
  return [{ name: 'sequence', label, domain: marks.domain, binary: 1, share: 1 }];
}

export function drawUnder(
  context: Ink,
  marks: SequenceMarks,
  layout: Layout,
  theme: Theme,
  until: number,
): void {
  drawWaits(context, marks, layout, theme);
  hatch(context, marks.unrecorded, layout, laneNamed(layout, 'sequence'), theme, until);
}

export function draw(context: Ink, marks: SequenceMarks, layout: Layout, theme: Theme): void {
  const lane = laneNamed(layout, 'sequence');
  const dot = Math.min(2.6, Math.max(1, marks.segment_px / 2));
  for (const { kind, token, points } of marks.layers) {
    const mark = MARKS[kind];
    drawMarks(
      context,
      mark,
      theme.color(token),
      points,
      layout.x,
      lane,
      mark.shape === 'dot' ? dot : mark.radius,
    );
  }
}

/** A band behind each time in which a sender waited for its timer. */
function drawWaits(context: Ink, { waits }: SequenceMarks, layout: Layout, theme: Theme): void {
  if (leavesOut('timer_wait')) return;
  const { top, bottom } = laneNamed(layout, 'sequence');
  const { x, width } = layout;
  context.save();
  context.fillStyle = theme.color('line');
  context.globalAlpha = 0.5;
  for (const { from, to } of waits) {
    const [left, right] = [Math.max(0, x(from)), Math.min(width, x(to))];
    if (right > left) context.fillRect(left, top, right - left, bottom - top);
  }
  context.restore();
}

export function drawFixed(
  context: Ink,
  marks: SequenceMarks,
  layout: Layout,
  theme: Theme,
  until: number,
): void {
  const lane = laneNamed(layout, 'sequence');
  const data = marks.layers.filter(({ kind }) => MARKS[kind].token === null);
  drawSigns(context, data, layout, lane, theme);
  nameHatched(context, marks.unrecorded, layout, lane, theme, until);
}

/** The events among the marks. */
export function eventsIn(trace: Trace, flows: readonly number[], tap: Tap, marks: SequenceMarks): EventMarks {
  return {
    trace,
    layers: marks.layers.map(({ kind, flow, points }) => ({
      lane: 'sequence',
      points,
      rare: MARKS[kind].always,
      event: (index) => {
        const bytes = (points.value[index] ?? 0) * marks.unit.bytes;
        return segmentEvent(trace, flow, kind, points.time_s[index] ?? 0, bytes / smssOf(trace, flow));
      },
    })),
    place: ({ flow, table, row }) => {
      const { kind, seq } = trace.rows('segments', flow);
      const name = SEGMENT_KINDS[kind[row] ?? -1];
      if (table !== 'segments' || name === undefined || !tap.kinds.includes(name) || !flows.includes(flow))
        return null;
      return { lane: 'sequence', value: ((seq[row] ?? 0) * smssOf(trace, flow)) / marks.unit.bytes };
    },
  };
}

/** The event of a kind at a moment, about a segment number if one is given; null if there is none. */
export function segmentEvent(
  trace: Trace,
  flow: number,
  kind: SegmentKind,
  time_s: number,
  seq: number | null = null,
): TraceEvent | null {
  const events = eventsOf(trace, flow, kind);
  const [first, last] = events.within({ from: time_s, to: time_s });
  for (let place = first; place < last; place += 1)
    if (seq === null || events.value(place) === Math.round(seq))
      return { time_s, flow, table: 'segments', row: events.row(place) };
  return null;
}

/** @param occurring leaves out marks of which there are none */
export function legend(trace: Trace, flows: readonly number[], tap: Tap, occurring = false): LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const kind of tap.kinds) {
    const mark = MARKS[kind];
    // Link losses are rare, so list them only if there are any. List all other marks always, so that the legend doesn't jump during a drag.
    if (
      (occurring || mark.shape === 'saltire_ring') &&
      !flows.some((flow) => census(trace, flow)[kind].count > 0)
    )
      continue;
    entries.set(mark.label, { label: mark.label, mark, token: mark.token ?? flowToken(flows[0] ?? 0) });
  }
  // On a narrow screen only the first are in sight: data, then losses and retransmissions, ACKs last.
  const rank = (entry: LegendEntry) =>
    !('mark' in entry) || entry.mark.shape === 'dot' ? 0 : entry.mark.always ? 1 : 2;
  const ranked = [...entries.values()].toReversed().toSorted((a, b) => rank(a) - rank(b));
  const waits = seesTimer(tap) && flows.some((flow) => census(trace, flow).retransmit_timeout.count > 0);
  const wait: LegendEntry = {
    label: t('waiting for the timer'),
    band: true,
    token: 'line',
    explains: 'timer_wait',
  };
  return waits ? [...ranked, wait] : ranked;
}

export function read(run: Run, flows: readonly number[], tap: Tap, moment: number): Reading[] {
  const several = flows.length > 1;
  return flows.flatMap((flow) => {
    const { seq } = run.trace.rows('segments', flow);
    const name = several ? `${run.scenario.flows[flow]?.name ?? flow}: ` : '';
    const latest = (kinds: readonly SegmentKind[], label: string, token: string): Reading[] => {
      let row = -1;
      for (const kind of kinds) row = Math.max(row, eventsOf(run.trace, flow, kind).rowAt(moment));
      const unknown = kinds.some((kind) => eventsOf(run.trace, flow, kind).isUnknownSince(row, moment));
      if (row < 0 && !unknown) return [];
      const number = unknown ? Number.NaN : (seq[row] ?? 0);
      return [{ label: name + label, value: formatBytes(number * smssOf(run.trace, flow)), token }];
    };
    return [
      ...latest(tap.data, t('last data'), flowToken(flow)),
      ...latest(tap.acks, t('last ACK'), 'mark-ack'),
    ];
  });
}

export type Census = Record<SegmentKind, { count: number; first_s: number }>;

/** Counts each kind of event, with the time of the first. */
export function census(trace: Trace, flow: number): Census {
  const counts = SEGMENT_KINDS.map((kind) => {
    const events = eventsOf(trace, flow, kind);
    return [kind, { count: events.length, first_s: events.length > 0 ? events.time(0) : Number.NaN }];
  });
  return Object.fromEntries(counts) as Census;
}

const COLUMNS: Column[] = [
  TIME,
  FLOW,
  { name: 'event', label: () => t('event'), words: true },
  { name: 'sequence (bytes)', label: () => t('sequence (bytes)') },
  { name: 'segment', label: () => t('segment') },
  { name: 'where', label: () => t('where') },
];

export function table(
  run: Run,
  flows: readonly number[],
  tap: Tap,
  window: TimeWindow,
  limit: number,
): Table {
  const seen = new Set(tap.kinds.map(kindNumber));
  return joined(
    flows.map((flow) => {
      const { time_s, kind, seq, place } = run.trace.rows('segments', flow);
      const smss = smssOf(run.trace, flow);
      return tableOf(
        COLUMNS,
        time_s,
        window,
        limit,
        (row) => {
          const name = SEGMENT_KINDS[kind[row] ?? -1];
          if (name === undefined || !seen.has(kind[row] ?? -1)) return null;
          const dropped = name.includes('drop');
          return [
            time_s[row] ?? 0,
            run.scenario.flows[flow]?.name ?? String(flow),
            EVENT_NAMES[name],
            (seq[row] ?? 0) * smss,
            seq[row] ?? 0,
            dropped ? (run.trace.links[place[row] ?? -1] ?? '') : '',
          ];
        },
        countWithin(run.trace, flow, tap.kinds, window),
      );
    }),
    limit,
  );
}

/** Counts events of some kinds within a window. */
export function countWithin(
  trace: Trace,
  flow: number,
  kinds: readonly SegmentKind[],
  window: TimeWindow,
): number {
  return kinds.reduce((sum, kind) => {
    const [first, last] = eventsOf(trace, flow, kind).within(window);
    return sum + last - first;
  }, 0);
}
