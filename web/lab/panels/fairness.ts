/** Fairness over time: Jain's index of the flows' throughputs in a sliding window (Jain, Chiu & Hawe 1984). */
import { formatCount, formatIndex, formatPlain, formatTime } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import type { Points } from '../../plot/ink';
import {
  acknowledgedWithin,
  countableLength,
  isOpenThroughout,
  longestBaseRtt,
  openSpans,
  roundUp,
} from '../../run/goodput';
import { union } from '../../run/series';
import { fairnessOf } from '../../run/statistics';
import type { Run } from '../../run/trace';
import { span, type TimeWindow } from '../../run/window';
import type { Channel, Definition, Mark } from './definition';
import { curve, level } from './marks';
import { type Rows, rowsOf } from './rows';

/** The length of the sliding window, s. */
export interface Common {
  length_s: number;
}

interface Indices {
  points: Points;
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

function lengthOf(run: Run, flows: readonly number[], window: TimeWindow): number {
  const least = Math.max(span(window) / WINDOWS, ROUND_TRIPS * longestBaseRtt(run.trace, flows), 1e-5);
  return countable(run, window, roundUp(least));
}

/** A length whose steps end where ACKs can be counted. */
function countable(run: Run, window: TimeWindow, length_s: number): number {
  return STEPS * countableLength(run, window, length_s / STEPS);
}

/** A function from a moment to the throughputs, in the time before it, of the flows that were open during all of it; bytes. */
function sharesOf(
  run: Run,
  window: TimeWindow,
  flows: readonly number[],
  length_s: number,
): (moment: number) => number[] {
  const measured = flows.map((flow) => ({
    bytesAt: acknowledgedWithin(run, window, flow),
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

/** The last moment until which the ACKs can be counted. */
function knownMoment({ trace }: Run, window: TimeWindow, moment: number): number {
  const isThinned = trace.within(window) === trace && moment >= trace.whole_until_s;
  return isThinned ? trace.sums.startAt(moment) : moment;
}

/** The index over the time before each moment; NaN with fewer than two flows. */
function indicesIn(run: Run, flows: readonly number[], window: TimeWindow, length_s: number): Indices {
  const sharesAt = sharesOf(run, window, flows, length_s);
  const time_s = momentsIn(run, window, length_s);
  const shares = time_s.map(sharesAt);
  const value = shares.map(indexOf);
  const step = length_s / STEPS;
  const unrecorded = time_s.flatMap((from, i) =>
    shares[i]?.some(Number.isNaN) ? [{ from, to: from + step }] : [],
  );
  const empty = unrecorded.length > 0 ? null : reasonIfEmpty(flows, value, length_s);
  return { points: { time_s, value }, empty, unrecorded: union(unrecorded) };
}

/** The reason for an empty plot, in its middle; null if there is something to see. */
function notice(words: Channel<string | null>): Mark {
  return {
    channel: words,
    drawFixed: ({ ink, frame, layout, lane, theme }) => {
      const text = frame.of(words);
      if (text === null) return;
      ink.save();
      ink.font = theme.font(12);
      ink.fillStyle = theme.color('muted');
      ink.textAlign = 'center';
      ink.textBaseline = 'middle';
      ink.fillText(text, layout.width / 2, (lane.top + lane.bottom) / 2);
      ink.restore();
    },
  };
}

function reasonIfEmpty(flows: readonly number[], values: readonly number[], length_s: number): string | null {
  if (flows.length < 2) return t('Fairness compares flows: show two or more.');
  if (values.some((value) => !Number.isNaN(value))) return null;
  return t('No two of these flows are open for {length} s at the same time.', {
    length: formatPlain(length_s),
  });
}

export function describe(run: Run, flows: readonly number[]): string {
  const whole = { from: 0, to: run.now_s };
  const length_s = lengthOf(run, flows, whole);
  const { points: index, empty, unrecorded } = indicesIn(run, flows, whole, length_s);
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

/** The flows' throughputs in the time before a moment. */
interface Row {
  time_s: number;
  length_s: number;
  shares: number[];
}

function rows(run: Run, flows: readonly number[], compared: boolean): Rows {
  const rowsAt = (moments: readonly number[], window: TimeWindow, length_s: number): Row[] => {
    const sharesAt = sharesOf(run, window, flows, length_s);
    return moments.map((time_s) => ({ time_s, length_s, shares: sharesAt(time_s) }));
  };
  return rowsOf<Row>(
    run,
    {
      time: ({ time_s }) => time_s,
      within(window, limit) {
        const length_s = lengthOf(run, flows, window);
        const moments = momentsIn(run, window, length_s);
        return { rows: rowsAt(moments.slice(0, limit), window, length_s), total: moments.length };
      },
      at(moment, window) {
        const length_s = lengthOf(run, flows, window);
        return rowsAt([knownMoment(run, window, moment)], window, length_s)[0] ?? null;
      },
    },
    [
      { column: { name: 'window (s)', label: () => t('window (s)') }, value: ({ length_s }) => length_s },
      { column: { name: 'flows', label: () => t('flows') }, value: ({ shares }) => shares.length },
      {
        column: { name: "Jain's index", label: () => t("Jain's index"), digits: 4 },
        value: ({ shares }) => indexOf(shares),
        read({ length_s, shares }) {
          const index = indexOf(shares);
          if (compared)
            return Number.isNaN(index) ? null : { label: t("Jain's index"), value: formatIndex(index) };
          const label = t("Jain's index, last {length} s", { length: formatPlain(length_s) });
          return { label, value: Number.isNaN(index) ? '–' : formatIndex(index), token: 'ink' };
        },
      },
      {
        read: ({ shares }) => (compared ? null : { label: t('flows'), value: formatCount(shares.length) }),
      },
    ],
  );
}

export const PLOT: Definition<undefined, Common> = {
  height: 180,
  plot({ run, flows, compared, common }) {
    const length: Channel<number> = ({ window }) =>
      common ? countable(run, window, common.length_s) : lengthOf(run, flows, window);
    const indices: Channel<Indices> = (frame) => indicesIn(run, flows, frame.window, frame.of(length));
    return {
      lanes: () => [{ name: 'fairness', label: t("Fairness (Jain's index)"), domain: [0, 1.08], share: 1 }],
      unrecorded: (frame) => frame.of(indices).unrecorded,
      marks: [
        curve({
          kind: 'fairness',
          label: t("Jain's index"),
          points: (frame) => frame.of(indices).points,
          token: 'ink',
          width: 1.6,
          compared: 1.4,
        }),
        level({
          kind: 'equal_shares',
          label: t('equal shares'),
          value: (frame) => (frame.of(indices).empty === null ? 1 : null),
          token: 'muted',
          width: 1,
          line: 'dotted',
        }),
        notice((frame) => frame.of(indices).empty),
      ],
      common: (frame) => ({ length_s: frame.of(length) }),
      rows: [rows(run, flows, compared !== null)],
      describe: () => describe(run, flows),
    };
  },
};
