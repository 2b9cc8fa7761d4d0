/** What the two sequence panels share: one tap of one or more flows, sequence number against time. */
import { MARKS, type SegmentKind } from '../design/marks';
import { flowToken, type Theme } from '../design/theme';
import { SEGMENT_KINDS } from '../engine/schema';
import type { Reading } from '../plot/CursorLayer';
import { formatBytes } from '../plot/format';
import { marks as drawMarks, type Points } from '../plot/ink';
import type { LegendEntry } from '../plot/Legend';
import { type Lane, type Layout, laneNamed } from '../plot/layout';
import { drawSigns } from '../plot/signs';
import { PixelGrid } from '../run/reduce';
import type { Run, Trace } from '../run/trace';
import { rowAt, rowsWithin, type TimeWindow } from '../run/window';
import { joined, type Table, tableOf } from './TableView';

/** A tap sees some kinds of events; they are drawn in this order, so that the last lie on top. */
export interface Tap {
  kinds: readonly SegmentKind[];
  /** Which of them carry data and which acknowledge it, for the cursor's reading. */
  data: readonly SegmentKind[];
  acks: readonly SegmentKind[];
}

export interface SequenceMarks {
  /** Divides bytes into the unit of the axis. */
  unit: { name: string; bytes: number };
  domain: [number, number];
  /** Height of one segment in pixels: dots grow with it. */
  segment_px: number;
  layers: Layer[];
}

interface Layer {
  kind: SegmentKind;
  flow: number;
  token: string;
  points: Points;
}

const KIND_NUMBER = new Map(SEGMENT_KINDS.map((kind, number) => [kind, number]));

function kindNumber(kind: SegmentKind): number {
  return KIND_NUMBER.get(kind) ?? -1;
}

export function isSend(number: number | undefined): boolean {
  return number === KIND_NUMBER.get('send');
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
  const domain: [number, number] = [Math.max(low - room, -smss) / unit.bytes, (high + room) / unit.bytes];
  const perSecond = width / (window.to - window.from);
  const perUnit = height / (domain[1] - domain[0]);

  // One layer per kind and flow, by kind number; rows of other kinds have none.
  const layers = tap.kinds.flatMap((kind) =>
    flows.map(
      (flow): Layer => ({
        kind,
        flow,
        token: MARKS[kind].token ?? flowToken(flow),
        points: { time_s: [], value: [] },
      }),
    ),
  );
  for (const flow of flows) {
    const own: (Layer | undefined)[] = [];
    for (const layer of layers) if (layer.flow === flow) own[kindNumber(layer.kind)] = layer;
    const grids = own.map((layer) =>
      layer === undefined || MARKS[layer.kind].always ? null : clearGrid(layer.kind, width, height),
    );
    const { time_s, kind: kinds, seq } = trace.rows('segments', flow);
    const bytes = smssOf(trace, flow) / unit.bytes;
    const [first, last] = rowsWithin(time_s, window);
    for (let row = first; row < last; row += 1) {
      const number = kinds[row] ?? -1;
      const points = own[number]?.points;
      if (points === undefined) continue;
      const time = time_s[row] ?? 0;
      const value = (seq[row] ?? 0) * bytes;
      // Dots of one kind on one pixel look like one dot. Loss and repair are kept, each of them.
      if (grids[number]?.take((time - window.from) * perSecond, (domain[1] - value) * perUnit) === false)
        continue;
      points.time_s.push(time);
      points.value.push(value);
    }
  }
  return { unit, domain, segment_px: (smss / unit.bytes) * perUnit, layers };
}

/** Numbers on the axis stay short enough to be read. */
const UNITS = [
  { name: 'bytes', bytes: 1, below: 20_000 },
  { name: 'KiB', bytes: 1024, below: 20 * 1024 ** 2 },
  { name: 'MiB', bytes: 1024 ** 2, below: 20 * 1024 ** 3 },
];

/** Selecting is never interrupted, so one grid per kind serves all panels. */
const GRIDS = new Map(SEGMENT_KINDS.map((kind) => [kind, new PixelGrid()]));

function clearGrid(kind: SegmentKind, width: number, height: number): PixelGrid | null {
  const grid = GRIDS.get(kind) ?? null;
  grid?.clear(width, height);
  return grid;
}

/** Lowest and highest byte in the window, and the largest segment. */
function bounds(
  trace: Trace,
  flows: readonly number[],
  tap: Tap,
  window: TimeWindow,
): [number, number, number] {
  const seen = new Set(tap.kinds.map(kindNumber));
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let smss = 1;
  for (const flow of flows) {
    const { time_s, kind, seq } = trace.rows('segments', flow);
    const size = smssOf(trace, flow);
    smss = Math.max(smss, size);
    const [first, last] = rowsWithin(time_s, window);
    for (let row = first; row < last; row += 1) {
      if (!seen.has(kind[row] ?? -1)) continue;
      const bytes = (seq[row] ?? 0) * size;
      if (bytes < low) low = bytes;
      if (bytes > high) high = bytes;
    }
  }
  return low <= high ? [low, high, smss] : [0, smss, smss];
}

export function lanes(marks: SequenceMarks): Lane[] {
  return [
    { name: 'sequence', label: `sequence number (${marks.unit.name})`, domain: marks.domain, share: 1 },
  ];
}

export function draw(
  context: CanvasRenderingContext2D,
  marks: SequenceMarks,
  layout: Layout,
  theme: Theme,
): void {
  const lane = laneNamed(layout, 'sequence');
  const dot = Math.min(2.6, Math.max(1, marks.segment_px / 2));
  for (const { kind, token, points } of marks.layers) {
    const mark = MARKS[kind];
    drawMarks(
      context,
      mark,
      theme.colour(token),
      points,
      layout.x,
      lane,
      mark.shape === 'dot' ? dot : mark.radius,
    );
  }
  const data = marks.layers.filter(({ kind }) => MARKS[kind].token === null);
  drawSigns(context, data, layout, lane, theme);
}

export function legend(trace: Trace, flows: readonly number[], kinds: readonly SegmentKind[]): LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const kind of kinds) {
    const mark = MARKS[kind];
    // Losses on the link itself are the exception; every other mark keeps its place, so that legends hold still.
    if (mark.shape === 'saltire_ring' && !flows.some((flow) => census(trace, flow)[kind].count > 0)) continue;
    entries.set(mark.label, { label: mark.label, mark, token: mark.token ?? flowToken(flows[0] ?? 0) });
  }
  return [...entries.values()];
}

export function read(run: Run, flows: readonly number[], tap: Tap, moment: number): Reading[] {
  const several = flows.length > 1;
  return flows.flatMap((flow) => {
    const { time_s, kind, seq } = run.trace.rows('segments', flow);
    const last = rowAt(time_s, moment);
    const name = several ? `${run.scenario.flows[flow]?.name ?? flow}: ` : '';
    const latest = (kinds: readonly SegmentKind[], label: string, token: string): Reading[] => {
      const numbers = kinds.map(kindNumber);
      for (let row = last; row >= 0; row -= 1) {
        if (!numbers.includes(kind[row] ?? -1)) continue;
        return [
          { label: name + label, value: formatBytes((seq[row] ?? 0) * smssOf(run.trace, flow)), token },
        ];
      }
      return [];
    };
    return [...latest(tap.data, 'data', flowToken(flow)), ...latest(tap.acks, 'ACK', 'mark-ack')];
  });
}

export type Census = Record<SegmentKind, { count: number; first_s: number }>;

/** Counted once per set of rows, however many ask. */
const COUNTED = new WeakMap<object, Census>();

/** How often each kind of event happened, and when first. */
export function census(trace: Trace, flow: number): Census {
  const rows = trace.rows('segments', flow);
  const known = COUNTED.get(rows);
  if (known !== undefined) return known;
  const counts = SEGMENT_KINDS.map(() => ({ count: 0, first_s: Number.NaN }));
  const { time_s, kind } = rows;
  for (let row = 0; row < kind.length; row += 1) {
    const entry = counts[kind[row] ?? -1];
    if (entry === undefined) continue;
    if (entry.count === 0) entry.first_s = time_s[row] ?? 0;
    entry.count += 1;
  }
  const result = Object.fromEntries(SEGMENT_KINDS.map((name, number) => [name, counts[number]])) as Census;
  COUNTED.set(rows, result);
  return result;
}

export function table(run: Run, flows: readonly number[], tap: Tap, window: TimeWindow): Table {
  const seen = new Set(tap.kinds.map(kindNumber));
  return joined(
    flows.map((flow) => {
      const { time_s, kind, seq, place } = run.trace.rows('segments', flow);
      const smss = smssOf(run.trace, flow);
      return tableOf(
        ['time (s)', 'flow', 'event', 'sequence (bytes)', 'segment', 'where'],
        time_s,
        window,
        (row) => {
          const name = SEGMENT_KINDS[kind[row] ?? -1];
          if (name === undefined || !seen.has(kind[row] ?? -1)) return null;
          const dropped = name.includes('drop');
          return [
            (time_s[row] ?? 0).toFixed(6),
            run.scenario.flows[flow]?.name ?? String(flow),
            MARKS[name].label,
            String((seq[row] ?? 0) * smss),
            String(seq[row] ?? 0),
            dropped ? (run.trace.links[place[row] ?? -1] ?? '') : '',
          ];
        },
      );
    }),
  );
}
