/** Sequence numbers against time, for one tap of one or more flows. Both sequence panels are of this kind. */
import { useContext } from 'react';
import { formatBytes } from '../../base/words/format';
import { t } from '../../base/words/words';
import { SEGMENT_KINDS } from '../../engine/schema';
import type { Reading } from '../../plot/CursorLayer';
import type { Points } from '../../plot/ink';
import type { TraceEvent } from '../../run/event';
import { eventsOf, kindNumber, Series, unrecorded } from '../../run/series';
import { timerWaits } from '../../run/timerWaits';
import type { Run, Trace } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { MARKS, type SegmentKind } from '../../ui/marks';
import { flowToken } from '../../ui/theme';
import type { Channel, Definition, Frame } from './definition';
import { events, shade } from './marks';
import { inRange, type Rows, readIn, rowsIn, rowsOf } from './rows';
import { StackContext } from './stack';

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
  drop_full: 'dropped by the queue',
  drop_error: 'lost on the link',
  ack_drop_full: 'dropped by the queue',
  ack_drop_error: 'lost on the link',
  marked: 'marked: congestion (ECN)',
  ack_marked: 'marked: congestion (ECN)',
  datagram_sent: 'segment sent',
  datagram_arrived: 'segment arrived',
  datagram_drop_full: 'dropped by the queue',
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

/** An axis unit, and its size in bytes. */
export interface Unit {
  name: string;
  bytes: number;
}

interface Scale {
  unit: Unit;
  /** The bytes at the lower and upper edge. */
  from: number;
  to: number;
  /** Bytes per pixel. */
  pixel: number;
  /** The largest segment, bytes. */
  smss: number;
}

function smssOf(trace: Trace, flow: number): number {
  return trace.scenario.flows[flow]?.smss_bytes ?? 1;
}

/** Fits the events in a window. */
function scaleFor(
  trace: Trace,
  flows: readonly number[],
  tap: Tap,
  { window, height }: Pick<Frame, 'window' | 'height'>,
): Scale {
  const [low, high, smss] = bounds(trace, flows, tap, window);
  const unit = UNITS.find(({ below }) => high - low < below) ?? { name: 'GiB', bytes: 1024 ** 3 };
  const room = Math.max(smss, (high - low) * 0.04);
  return { ...scaleOf(Math.max(low - room, -smss), high + room, height), unit, smss };
}

/**
 * Events of a kind, by their first byte. Every loss and retransmission is there, unless there are so many that their marks overlap.
 */
export function pointsOf(
  trace: Trace,
  flow: number,
  kind: SegmentKind,
  { window, width }: Pick<Frame, 'window' | 'width'>,
  { pixel }: Scale,
  unit: Unit,
): Points {
  const found = eventsOf(trace, flow, kind);
  const [first, last] = found.within(window);
  const size = smssOf(trace, flow);
  const {
    time_s,
    value: numbers,
    bands,
  } = MARKS[kind].always && last - first <= MANY
    ? found.points(window)
    : found.dots(window, Math.max(1, Math.ceil(width)), {
        line: (number) => Math.floor((number * size) / pixel),
        key: `${pixel} bytes`,
      });
  const scaled = (number: number) => (number * size) / unit.bytes;
  return {
    time_s,
    value: numbers.map(scaled),
    bands: bands?.map(({ from, to, low, high }) => ({ from, to, low: scaled(low), high: scaled(high) })),
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
      const [least, most] = eventsOf(trace, flow, kind).extentIn(window);
      if (Number.isNaN(least)) continue;
      low = Math.min(low, least * size);
      high = Math.max(high, most * size);
    }
  }
  return low <= high ? [low, high, smss] : [0, smss, smss];
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

/** The legend's order: on a narrow screen only the first are in sight. Data, then losses and retransmissions, ACKs last. */
function legendOrder({ kinds }: Tap): string[] {
  const rank = (kind: SegmentKind) => (MARKS[kind].shape === 'dot' ? 0 : MARKS[kind].always ? 1 : 2);
  const ranked = kinds.toReversed().toSorted((a, b) => rank(a) - rank(b));
  return ranked.map((kind) => MARKS[kind].explains ?? '');
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

/** Counts events of some kinds within a window. */
function countWithin(trace: Trace, flow: number, kinds: readonly SegmentKind[], window: TimeWindow): number {
  return kinds.reduce((sum, kind) => {
    const [first, last] = eventsOf(trace, flow, kind).within(window);
    return sum + last - first;
  }, 0);
}

function rows(run: Run, flow: number, tap: Tap, compared: boolean): Rows {
  const { trace } = run;
  const { time_s, kind, seq, place } = trace.rows('segments', flow);
  const smss = smssOf(trace, flow);
  const seen = new Set(tap.kinds.map(kindNumber));
  const latest =
    (kinds: readonly SegmentKind[], label: string, token: string) =>
    (_: number, moment: number): Reading | null => {
      const series = kinds.map((one) => eventsOf(trace, flow, one));
      const range = Series.latest(series, moment);
      if (range === null) return null;
      return { label, value: inRange(range, (seq) => formatBytes(seq * smss)) ?? '', token };
    };
  const nameOf = (row: number) => SEGMENT_KINDS[kind[row] ?? -1];
  return rowsOf(
    run,
    {
      ...rowsIn(
        time_s,
        (row) => seen.has(kind[row] ?? -1),
        (window) => countWithin(trace, flow, tap.kinds, window),
      ),
      at: () => 0,
    },
    [
      {
        column: { name: 'event', label: () => t('event'), words: true },
        value: (row) => EVENT_NAMES[nameOf(row) ?? 'send'],
      },
      {
        column: { name: 'sequence (bytes)', label: () => t('sequence (bytes)') },
        value: (row) => (seq[row] ?? 0) * smss,
      },
      { column: { name: 'segment', label: () => t('segment') }, value: (row) => seq[row] ?? 0 },
      {
        column: { name: 'where', label: () => t('where') },
        value: (row) => (nameOf(row)?.includes('drop') ? (trace.links[place[row] ?? -1] ?? '') : ''),
      },
      { read: latest(tap.data, t('last data'), flowToken(flow)) },
      ...(compared ? [] : [{ read: latest(tap.acks, t('last ACK'), 'mark-ack') }]),
    ],
    flow,
  );
}

/** The plot of a tap. The choice is whether the legend has only what occurs. */
export function sequencePlot(
  height: number,
  tap: Tap,
  describe: (run: Run, flows: readonly number[]) => string,
): Definition<boolean, Unit> {
  return {
    height,
    useChoice: () => ({ choice: useContext(StackContext)?.lesson !== undefined }),
    choiceFor: () => false,
    plot({ run, flows, choice: occurring, compared, common }) {
      const { trace } = run;
      const scale: Channel<Scale> = (frame) => scaleFor(frame.trace, flows, tap, frame);
      const unit: Channel<Unit> = (frame) => common ?? frame.of(scale).unit;
      const dot: Channel<number> = (frame) => {
        const { smss, pixel } = frame.of(scale);
        return Math.min(2.6, Math.max(1, smss / pixel / 2));
      };
      // The first segment that an ACK releases often has its place. The ends of the dash stay in sight.
      const dash: Channel<number> = (frame) => Math.max(MARKS.ack.radius, 2.2 * frame.of(dot));
      const layer = (kind: SegmentKind, flow: number) => {
        const shape = MARKS[kind];
        const isDot = shape.shape === 'dot';
        // Link losses are rare, so they are listed only if there are any; all other marks always, so that the legend doesn't jump during a drag.
        const mayLack = occurring || shape.shape === 'saltire_ring';
        return events({
          flow,
          shape,
          points: (frame) => pointsOf(frame.trace, flow, kind, frame, frame.of(scale), frame.of(unit)),
          radius: isDot ? dot : shape.shape === 'dash' ? dash : undefined,
          // ACKs of compared runs would hide the data.
          compared: tap.acks.includes(kind) ? undefined : isDot ? 0.9 : shape.radius * 0.8,
          listed: () => !mayLack || eventsOf(trace, flow, kind).length > 0,
          event: (time_s, value, frame) =>
            segmentEvent(trace, flow, kind, time_s, (value * frame.of(unit).bytes) / smssOf(trace, flow)),
          place(event, frame) {
            const { kind: kinds, seq } = trace.rows('segments', flow);
            if (event.table !== 'segments' || event.flow !== flow) return null;
            if (SEGMENT_KINDS[kinds[event.row] ?? -1] !== kind) return null;
            return ((seq[event.row] ?? 0) * smssOf(trace, flow)) / frame.of(unit).bytes;
          },
        });
      };
      const waits = shade({
        kind: 'timer_wait',
        label: t('waiting for the timer'),
        spans: ({ trace, window }) => flows.flatMap((flow) => timerWaits(trace, flow, window)),
        token: 'line',
        listed: () => flows.some((flow) => eventsOf(trace, flow, 'retransmit_timeout').length > 0),
      });
      return {
        lanes: (frame) => {
          const { name, bytes } = frame.of(unit);
          const { from, to } = frame.of(scale);
          const label =
            name === 'bytes' ? t('Sequence number (bytes)') : t('Sequence number ({unit})', { unit: name });
          return [{ name: 'sequence', label, domain: [from / bytes, to / bytes], binary: 1, share: 1 }];
        },
        unrecorded: ({ trace, window, width }) =>
          unrecorded(trace, 'segments', flows, window, Math.max(1, Math.ceil(width))),
        // In the order of the kinds, so that the last are on top.
        marks: [
          ...(seesTimer(tap) ? [waits] : []),
          ...tap.kinds.flatMap((kind) => flows.map((flow) => layer(kind, flow))),
        ],
        legend: legendOrder(tap),
        common: unit,
        rows: flows.map((flow) => readIn(run, (shown) => rows(shown, flow, tap, compared !== null))),
        describe: () => describe(run, flows),
      };
    },
  };
}
