/** Several runs in one plot: sequence numbers sent against time, each line labeled at its end. */
import { useCallback, useMemo } from 'react';
import { formatBytes, formatTime } from '../base/words/format';
import { t } from '../base/words/words';
import { Panel } from '../lab/panels/Panel';
import * as sequence from '../lab/panels/sequence';
import type { Reading } from '../plot/CursorLayer';
import { hatch } from '../plot/hatch';
import { marks as drawMarks, type Ink, type Points } from '../plot/ink';
import type { LegendEntry } from '../plot/Legend';
import { type Lane, type Layout, laneNamed } from '../plot/layout';
import { eventsOf, union, unrecorded } from '../run/series';
import type { Run } from '../run/trace';
import { rowsWithin, type TimeWindow } from '../run/window';
import { MARKS, type SegmentKind } from '../ui/marks';
import { type Column, joined, TIME, tableOf } from '../ui/TableView';
import { flowToken, type Theme } from '../ui/theme';

export interface OverlaidRun {
  label: string;
  run: Run;
}

/** A span of time in one run, with a label. */
export interface OverlayNote {
  /** The run's place in the list. */
  place: number;
  from_s: number;
  to_s: number;
  words: string;
}

export interface OverlayMarks {
  top_kib: number;
  lines: {
    label: string;
    token: string;
    layers: { kind: SegmentKind; points: Points }[];
    end: { time_s: number; kib: number } | null;
  }[];
  unrecorded: TimeWindow[];
}

/** The measured transfer is the first flow of its scenario. */
const FLOW = 0;

const TAP: sequence.Tap = {
  kinds: ['send', 'retransmit_timeout', 'retransmit_early', 'retransmit_fast', 'drop_full', 'drop_error'],
  data: ['send', 'retransmit_fast', 'retransmit_early', 'retransmit_timeout'],
  acks: [],
};

const KIB = 1024;
const LABEL_PX = 15;

export function select(
  runs: readonly OverlaidRun[],
  window: TimeWindow,
  width: number,
  height: number,
): OverlayMarks {
  let top = KIB;
  const lines = runs.map(({ label, run }, index) => {
    const frame = { window, width, height };
    const scale = sequence.scaleFor(run.trace, [FLOW], TAP, frame);
    const layers = TAP.kinds.map((kind) => ({
      kind,
      points: sequence.pointsOf(run.trace, FLOW, kind, frame, scale, { name: 'KiB', bytes: KIB }),
    }));
    const end = endOf(run, window);
    if (end !== null) top = Math.max(top, end.kib);
    return { label, token: flowToken(index), layers, end };
  });
  const gaps = runs.flatMap(({ run }) =>
    unrecorded(run.trace, 'segments', [FLOW], window, Math.max(1, width)),
  );
  return { top_kib: top * 1.14, lines, unrecorded: union(gaps) };
}

/** End of the line: the highest byte sent within the time window. */
function endOf(run: Run, window: TimeWindow): { time_s: number; kib: number } | null {
  const { time_s, seq } = run.trace.rows('segments', FLOW);
  const [first, last] = rowsWithin(time_s, window);
  let best = -1;
  for (let row = first; row < last; row += 1) {
    if (!Number.isNaN(seq[row]) && (best < 0 || (seq[row] ?? 0) > (seq[best] ?? 0))) best = row;
  }
  if (best < 0) return null;
  return { time_s: time_s[best] ?? 0, kib: ((seq[best] ?? 0) * sequence.smssOf(run.trace, FLOW)) / KIB };
}

export function lanes({ top_kib }: OverlayMarks): Lane[] {
  return [
    {
      name: 'sequence',
      label: t('Sequence number ({unit})', { unit: 'KiB' }),
      domain: [0, top_kib],
      binary: 1,
      share: 1,
    },
  ];
}

export function draw(context: Ink, marks: OverlayMarks, layout: Layout, theme: Theme): void {
  const lane = laneNamed(layout, 'sequence');
  hatch(context, marks.unrecorded, layout, lane, theme, Number.POSITIVE_INFINITY);
  marks.lines.forEach(({ layers, token }, place) => {
    // Later lines have smaller dots, so that identical transfers are both visible.
    const dot = Math.max(0.9, 1.9 - 0.35 * place);
    for (const { kind, points } of layers) {
      const mark = MARKS[kind];
      drawMarks(
        context,
        mark,
        theme.color(mark.token ?? token),
        points,
        layout.x,
        lane,
        mark.shape === 'dot' ? dot : mark.radius,
      );
    }
  });
}

/** Bytes sent by a moment, in KiB; 0 before the first segment, NaN if that wasn't recorded. */
function sentBy({ run }: OverlaidRun, moment: number): number {
  const sent = eventsOf(run.trace, FLOW, 'send').valueAt(moment) ?? 0;
  return (sent * sequence.smssOf(run.trace, FLOW)) / KIB;
}

/**
 * The place of the run whose line is closest to a point of the plot.
 *
 * @param share height of the point, from 0 at the bottom to 1 at the top
 */
export function nearestRun(
  runs: readonly OverlaidRun[],
  window: TimeWindow,
  moment: number,
  share: number,
): number {
  const { top_kib } = select(runs, window, 1, 1);
  const distances = runs.map((one) => Math.abs(sentBy(one, moment) - share * top_kib));
  return distances.indexOf(Math.min(...distances));
}

/** Height of a note's text, as a share of the plot from the top: where the rising lines leave room. */
const NOTE_SHARE = 0.35;

/** Brackets the span of each note, with its words above. */
function drawNotes(
  context: Ink,
  notes: readonly OverlayNote[],
  runs: readonly OverlaidRun[],
  layout: Layout,
  theme: Theme,
): void {
  const lane = laneNamed(layout, 'sequence');
  context.save();
  context.font = theme.font(12);
  context.textBaseline = 'bottom';
  context.textAlign = 'left';
  context.lineJoin = 'round';
  for (const { place, from_s, to_s, words } of notes) {
    const run = runs[place];
    if (run === undefined || to_s < layout.window.from || from_s > layout.window.to) continue;
    const [left, right] = [layout.x(from_s), layout.x(to_s)];
    const middle = Math.min(Math.max((left + right) / 2, 4), layout.width - 4);
    const y = lane.y(sentBy(run, from_s)) - 5;
    const top = lane.top + NOTE_SHARE * (lane.bottom - lane.top);
    context.lineWidth = 1;
    context.strokeStyle = theme.color('ink');
    context.beginPath();
    context.moveTo(left, y + 4);
    context.lineTo(left, y);
    context.lineTo(right, y);
    context.lineTo(right, y + 4);
    context.moveTo(middle, y);
    context.lineTo(middle, top);
    context.stroke();
    const x = Math.min(middle, layout.width - context.measureText(words).width);
    context.lineWidth = 4;
    context.strokeStyle = theme.color('panel');
    context.strokeText(words, x, top - 2);
    context.fillStyle = theme.color('ink');
    context.fillText(words, x, top - 2);
  }
  context.restore();
}

/** Writes each line's name above its end; names that would touch are stacked. */
export function drawFixed(context: Ink, marks: OverlayMarks, layout: Layout, theme: Theme): void {
  const lane = laneNamed(layout, 'sequence');
  context.save();
  context.font = `600 ${theme.font(12.5)}`;
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.textAlign = 'center';
  const placed: { x: number; y: number }[] = [];
  for (const { label, token, end } of marks.lines) {
    if (end === null) continue;
    const width = context.measureText(label).width;
    const x = Math.min(layout.x(end.time_s), layout.width - width / 2);
    let y = lane.y(end.kib) - 10;
    while (placed.some((other) => Math.abs(other.x - x) < width + 6 && Math.abs(other.y - y) < LABEL_PX))
      y -= LABEL_PX;
    placed.push({ x, y });
    context.strokeStyle = theme.color('panel');
    context.lineWidth = 4;
    context.strokeText(label, x, y);
    context.fillStyle = theme.color(token);
    context.fillText(label, x, y);
  }
  context.restore();
}

export function describe(runs: readonly OverlaidRun[]): string {
  const finished = runs.flatMap(({ label, run }) => {
    const at = run.summary?.flows[FLOW]?.completed_at_s;
    return typeof at === 'number' ? [{ label, at }] : [];
  });
  finished.sort((a, b) => a.at - b.at);
  if (finished.length === 0) return t('No transfer has finished yet.');
  const inOrder = finished.map(({ label, at }) =>
    t('{name} after {time}', { name: label, time: formatTime(at) }),
  );
  return t('The last byte was acknowledged: {transfers}.', { transfers: inOrder.join(', ') });
}

const LEGEND_KINDS: SegmentKind[] = [
  'retransmit_fast',
  'retransmit_early',
  'retransmit_timeout',
  'drop_full',
];

const COLUMNS: Column[] = [
  TIME,
  { name: 'transfer', label: () => t('transfer') },
  { name: 'sequence (bytes)', label: () => t('sequence (bytes)') },
];

interface OverlayProps {
  runs: OverlaidRun[];
  title: string;
  /** Must keep its identity while it stays the same. */
  notes: readonly OverlayNote[];
}

export function Overlay({ runs, title, notes }: OverlayProps) {
  const legend = useMemo(
    (): LegendEntry[] => [
      ...runs.map(({ label }, index): LegendEntry => ({ label, line: 'solid', token: flowToken(index) })),
      ...LEGEND_KINDS.map(
        (kind): LegendEntry => ({
          label: MARKS[kind].label,
          mark: MARKS[kind],
          token: MARKS[kind].token ?? 'muted',
        }),
      ),
    ],
    [runs],
  );
  const read = (moment: number): Reading[] =>
    runs.map((one, index) => ({
      label: one.label,
      value: formatBytes(KIB * sentBy(one, moment)),
      token: flowToken(index),
    }));
  return (
    <Panel
      name="overlay"
      title={title}
      height={440}
      legend={legend}
      select={useCallback(
        (window: TimeWindow, width: number, height: number) => select(runs, window, width, height),
        [runs],
      )}
      lanes={lanes}
      draw={draw}
      drawFixed={useCallback(
        (context: Ink, marks: OverlayMarks, layout: Layout, theme: Theme) => {
          drawFixed(context, marks, layout, theme);
          drawNotes(context, notes, runs, layout, theme);
        },
        [notes, runs],
      )}
      read={read}
      words={useCallback(() => describe(runs), [runs])}
      table={(window, limit) =>
        joined(
          runs.map(({ label, run }) => {
            const { time_s, seq, kind } = run.trace.rows('segments', FLOW);
            return tableOf(
              COLUMNS,
              time_s,
              window,
              limit,
              (row) =>
                sequence.isSend(kind[row])
                  ? [time_s[row] ?? 0, label, (seq[row] ?? 0) * sequence.smssOf(run.trace, FLOW)]
                  : null,
              sequence.countWithin(run.trace, FLOW, ['send'], window),
            );
          }),
          limit,
        )
      }
    />
  );
}
