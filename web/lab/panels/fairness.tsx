/** Fairness over time: Jain's index of the flows' throughputs in a sliding window (Jain, Chiu & Hawe 1984). */
import { memo, useCallback } from 'react';
import { formatCount, formatIndex, formatPlain, formatTime } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import type { Reading } from '../../plot/CursorLayer';
import { hatch } from '../../plot/hatch';
import { type Ink, level, type Points } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import { type Lane, type Layout, laneNamed } from '../../plot/layout';
import { steps } from '../../plot/steps';
import { acknowledgedBytes, isOpenThroughout, longestBaseRtt, openSpans, roundUp } from '../../run/goodput';
import { useView } from '../../run/hooks';
import { union } from '../../run/series';
import { fairnessOf } from '../../run/statistics';
import type { Run } from '../../run/trace';
import { span, type TimeWindow } from '../../run/window';
import { type Column, type Table, TIME } from '../../ui/TableView';
import type { Theme } from '../../ui/theme';
import type { Overlay } from './over';
import { endOf } from './overlays';
import { describeFinished, Panel, type PanelProps } from './Panel';

export interface FairnessMarks {
  /** Length of the sliding window, s. */
  length_s: number;
  /** The index over the time before each moment; NaN with fewer than two flows. */
  index: Points;
  /** The reason for an empty plot; null if there is something to see. */
  empty: string | null;
  /** The times before which the ACKs of an open flow weren't recorded. */
  unrecorded: TimeWindow[];
}

/** Sliding windows that fit into the visible time, at least. */
const WINDOWS = 20;
/** Steps of the sliding window per length. */
const STEPS = 10;
/** Least length of the sliding window in round trips: in fewer, the index shows how the flows take turns. */
const ROUND_TRIPS = 10;

function lengthOf({ trace }: Run, flows: readonly number[], window: TimeWindow): number {
  return roundUp(Math.max(span(window) / WINDOWS, ROUND_TRIPS * longestBaseRtt(trace, flows), 1e-5));
}

/** A function from a moment to the throughputs, in the time before it, of the flows that were open during all of it; bytes. */
function sharesOf(run: Run, flows: readonly number[], length_s: number): (moment: number) => number[] {
  const measured = flows.map((flow) => ({
    bytesAt: acknowledgedBytes(run, flow),
    spans: openSpans(run.trace, flow),
  }));
  return (moment) =>
    measured.flatMap(({ bytesAt, spans }) =>
      isOpenThroughout(spans, moment - length_s, moment)
        ? [bytesAt(moment) - bytesAt(moment - length_s)]
        : [],
    );
}

function indexOf(shares: readonly number[]): number {
  return shares.length < 2 ? Number.NaN : fairnessOf(shares);
}

/** The moments in a window at which the index is computed: multiples of a step, so that they stay in place while the window moves. */
function momentsIn(run: Run, window: TimeWindow, length_s: number): number[] {
  const step = length_s / STEPS;
  const first = Math.max(0, Math.floor(window.from / step));
  const last = Math.floor(Math.min(run.now_s, window.to + step) / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
}

export function select(
  run: Run,
  flows: readonly number[],
  window: TimeWindow,
  length_s = lengthOf(run, flows, window),
): FairnessMarks {
  const sharesAt = sharesOf(run, flows, length_s);
  const time_s = momentsIn(run, window, length_s);
  const shares = time_s.map(sharesAt);
  const value = shares.map(indexOf);
  const step = length_s / STEPS;
  const unrecorded = time_s.flatMap((from, i) =>
    shares[i]?.some(Number.isNaN) ? [{ from, to: from + step }] : [],
  );
  const empty = unrecorded.length > 0 ? null : reasonIfEmpty(flows, value, length_s);
  return { length_s, index: { time_s, value }, empty, unrecorded: union(unrecorded) };
}

function reasonIfEmpty(flows: readonly number[], values: readonly number[], length_s: number): string | null {
  if (flows.length < 2) return t('Fairness compares flows: show two or more.');
  if (values.some((value) => !Number.isNaN(value))) return null;
  return t('No two of these flows are open for {length} s at the same time.', {
    length: formatPlain(length_s),
  });
}

export function lanes(): Lane[] {
  return [{ name: 'fairness', label: t("Fairness (Jain's index)"), domain: [0, 1.08], share: 1 }];
}

function drawUnder(
  context: Ink,
  { unrecorded }: FairnessMarks,
  layout: Layout,
  theme: Theme,
  until: number,
): void {
  hatch(context, unrecorded, layout, laneNamed(layout, 'fairness'), theme, until);
}

export function draw(
  context: Ink,
  { index }: FairnessMarks,
  layout: Layout,
  theme: Theme,
  until: number,
): void {
  const lane = laneNamed(layout, 'fairness');
  const end = Math.min(until, layout.window.to);
  steps(context, index, layout.x, lane, { color: theme.color('ink'), width: 1.6, kind: 'fairness' }, end);
}

export function drawFixed(context: Ink, { empty }: FairnessMarks, layout: Layout, theme: Theme): void {
  const lane = laneNamed(layout, 'fairness');
  if (empty === null) {
    level(context, 1, layout.x, lane, {
      color: theme.color('muted'),
      width: 1,
      dash: [2, 2.5],
      kind: 'equal_shares',
    });
    return;
  }
  context.save();
  context.font = theme.font(12);
  context.fillStyle = theme.color('muted');
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(empty, layout.width / 2, (lane.top + lane.bottom) / 2);
  context.restore();
}

const LEGEND = (): LegendEntry[] => [
  { label: t("Jain's index"), line: 'solid', token: 'ink', explains: 'fairness' },
  { label: t('equal shares'), line: 'dotted', token: 'muted', explains: 'equal_shares' },
];

function read(run: Run, flows: readonly number[], moment: number, length_s: number): Reading[] {
  const shares = sharesOf(run, flows, length_s)(moment);
  const index = indexOf(shares);
  return [
    {
      label: t("Jain's index, last {length} s", { length: formatPlain(length_s) }),
      value: Number.isNaN(index) ? '–' : formatIndex(index),
      token: 'ink',
    },
    { label: t('flows'), value: formatCount(shares.length) },
  ];
}

export function describe(run: Run, flows: readonly number[]): string {
  const whole = { from: 0, to: run.now_s };
  const { length_s, index, empty, unrecorded } = select(run, flows, whole);
  if (empty !== null) return empty;
  if (unrecorded.length > 0) return t('The trace lacks ACKs, so Jain’s index isn’t known for the whole run.');
  const known = index.value.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const least = index.value.reduce((best, value, i) => (value < (index.value[best] ?? 2) ? i : best), -1);
  return t(
    "Jain's index of {flows}, over {length} s before each moment: {mean} on average, and lowest at {time}: {least}. It's 1 if all shares are equal, and 1 divided by the number of flows if one has everything (Jain, Chiu & Hawe 1984).",
    {
      flows: plural(flows.length, '{n} flow', '{n} flows'),
      length: formatPlain(length_s),
      mean: formatIndex(mean),
      time: formatTime(index.time_s[least] ?? 0),
      least: formatIndex(index.value[least] ?? Number.NaN),
    },
  );
}

const COLUMNS: Column[] = [
  TIME,
  { name: 'window (s)', label: () => t('window (s)') },
  { name: 'flows', label: () => t('flows') },
  { name: "Jain's index", label: () => t("Jain's index"), digits: 4 },
];

export function table(run: Run, flows: readonly number[], window: TimeWindow, limit: number): Table {
  const length_s = lengthOf(run, flows, window);
  const sharesAt = sharesOf(run, flows, length_s);
  const moments = momentsIn(run, window, length_s);
  const rows = moments.slice(0, limit).map((moment) => {
    const shares = sharesAt(moment);
    return [moment, length_s, shares.length, indexOf(shares)];
  });
  return { columns: COLUMNS, rows, total: moments.length };
}

export const OVERLAY: Overlay<FairnessMarks, FairnessMarks> = {
  select: (own, { run, flows }, window) => select(run, flows, window, own.length_s),
  depends: ({ length_s }) => String(length_s),
  lanes,
  draw(context, { index }, { style, run }, layout, theme) {
    const lane = laneNamed(layout, 'fairness');
    const end = Math.min(run.now_s, layout.window.to);
    const stroke = { color: theme.color(style.token), width: 1.4, dash: style.dash };
    steps(context, index, layout.x, lane, stroke, end);
    return endOf(index, layout, 'fairness', run.now_s);
  },
  place: ({ index }, layout) => endOf(index, layout, 'fairness', index.time_s.at(-1) ?? layout.window.to),
  read({ run, flows }, moment) {
    const index = indexOf(sharesOf(run, flows, lengthOf(run, flows, { from: 0, to: run.now_s }))(moment));
    return Number.isNaN(index) ? [] : [{ label: t("Jain's index"), value: formatIndex(index) }];
  },
  describe: ({ run, flows }) => describe(run, flows),
};

function FairnessPanel({ run, flows, title = t('Fairness') }: PanelProps) {
  const view = useView();
  const until = run.now_s;
  return (
    <Panel
      name="fairness"
      title={title}
      height={180}
      legend={LEGEND()}
      select={useCallback((window: TimeWindow) => select(run, flows, window), [run, flows])}
      lanes={lanes}
      drawUnder={useCallback(
        (context: Ink, marks: FairnessMarks, layout: Layout, theme: Theme) =>
          drawUnder(context, marks, layout, theme, until),
        [until],
      )}
      draw={useCallback(
        (context: Ink, marks: FairnessMarks, layout: Layout, theme: Theme) =>
          draw(context, marks, layout, theme, until),
        [until],
      )}
      drawFixed={drawFixed}
      read={(moment) => read(run, flows, moment, lengthOf(run, flows, view.window))}
      words={useCallback(() => describeFinished(run, () => describe(run, flows)), [run, flows])}
      table={(window, limit) => table(run, flows, window, limit)}
    />
  );
}

export const Component = memo(FairnessPanel);
