/** Packets that a link drops, loses or marks: their times, and a description. */

import { formatCount, formatTime } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { TraceEvent } from '../../run/event';
import { ALWAYS, type Band, eventsOf } from '../../run/series';
import type { Trace } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import type { SegmentKind } from '../../ui/marks';

export const FULL: SegmentKind[] = ['drop_full', 'ack_drop_full', 'datagram_drop_full'];
export const ERROR: SegmentKind[] = ['drop_error', 'ack_drop_error', 'datagram_drop_error'];
export const MARKED: SegmentKind[] = ['marked', 'ack_marked', 'datagram_marked'];
export { ALWAYS as ALL } from '../../run/series';

/** Times of the events of these kinds at a directed link. */
export function eventTimesAt(
  trace: Trace,
  link: number,
  kinds: readonly SegmentKind[],
  window: TimeWindow,
): number[] {
  const times: number[] = [];
  // Datagram sources are numbered after the flows.
  const { flows, datagrams } = trace.scenario;
  [...flows, ...datagrams].forEach((_, flow) => {
    const { time_s, place } = trace.rows('segments', flow);
    for (const kind of kinds) {
      const events = eventsOf(trace, flow, kind);
      const [first, last] = events.within(window);
      for (let i = first; i < last; i += 1) {
        const row = events.row(i);
        if (place[row] === link) times.push(time_s[row] as number);
      }
    }
  });
  return times;
}

/** The ranges of a queue when it got packets that its link marked, where a long run's rows are thinned. */
export function markBands(
  { sums, whole_until_s }: Trace,
  link: number,
  unit: 'bytes' | 'packets',
  { from, to }: TimeWindow,
): Band[] {
  if (sums.width_s === 0 || to < whole_until_s) return [];
  const thinned = { from: Math.max(from, whole_until_s), to };
  return sums.of('marks', link, unit, thinned).map(({ from_s, to_s, min, max }) => {
    return { from: Math.max(from_s, whole_until_s), to: to_s, low: min, high: max };
  });
}

/** True if every event of these kinds was recorded. */
export function areWhole(trace: Trace, kinds: readonly SegmentKind[]): boolean {
  const { flows, datagrams } = trace.scenario;
  return [...flows, ...datagrams].every((_, flow) =>
    kinds.every((kind) => eventsOf(trace, flow, kind).wholeIn(ALWAYS)),
  );
}

/** The event of one of these kinds at a directed link at a moment; null if there is none. */
export function eventAt(
  trace: Trace,
  link: number,
  kinds: readonly SegmentKind[],
  time_s: number,
): TraceEvent | null {
  const { flows, datagrams } = trace.scenario;
  for (let flow = 0; flow < flows.length + datagrams.length; flow += 1) {
    const { place } = trace.rows('segments', flow);
    for (const kind of kinds) {
      const events = eventsOf(trace, flow, kind);
      const [first, last] = events.within({ from: time_s, to: time_s });
      for (let i = first; i < last; i += 1) {
        const row = events.row(i);
        if (place[row] === link) return { time_s, flow, table: 'segments', row };
      }
    }
  }
  return null;
}

/** Describes losses and marks at a link: counts and first times. */
export function linkEventsInWords(trace: Trace, link: number): string[] {
  const describe = (
    kinds: readonly SegmentKind[],
    words: (values: { count: string; time: string }) => string,
  ) => {
    const times = eventTimesAt(trace, link, kinds, ALWAYS);
    const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
    return times.length === 0 ? [] : [words({ count: formatCount(times.length), time: formatTime(first) })];
  };
  const losses = [
    ...describe(FULL, (values) => t('{count} dropped, the first at {time}', values)),
    ...describe(ERROR, (values) => t('{count} lost on the link, the first at {time}', values)),
  ];
  return [
    ...(losses.length === 0 ? [t('nothing was dropped')] : losses),
    ...(areWhole(trace, MARKED)
      ? describe(MARKED, (values) => t('{count} marked, the first at {time}', values))
      : []),
  ];
}
