/** Packets at a link's buffer: dropped at a full buffer, lost on the link, marked. */
import { eventsOf } from '../run/series';
import type { Trace } from '../run/trace';
import type { TimeWindow } from '../run/window';
import type { SegmentKind } from '../ui/marks';
import { formatCount, formatTime } from '../words/format';
import { t } from '../words/words';

export const FULL: SegmentKind[] = ['drop_full', 'ack_drop_full', 'datagram_drop_full'];
export const ERROR: SegmentKind[] = ['drop_error', 'ack_drop_error', 'datagram_drop_error'];
export const MARKED: SegmentKind[] = ['marked', 'ack_marked', 'datagram_marked'];
/** All the time that there is. */
export const ALL: TimeWindow = { from: 0, to: Number.POSITIVE_INFINITY };

/** The moments at which packets met one of some fates at a directed link. */
export function fatesAt(
  trace: Trace,
  link: number,
  kinds: readonly SegmentKind[],
  window: TimeWindow,
): number[] {
  const times: number[] = [];
  // The rows of datagram sources stand after those of the flows.
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

/** Describes losses and marks at a link: counts and first times. */
export function fatesInWords(trace: Trace, link: number): string[] {
  const told = (kinds: readonly SegmentKind[], words: (fate: { count: string; time: string }) => string) => {
    const times = fatesAt(trace, link, kinds, ALL);
    const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
    return times.length === 0 ? [] : [words({ count: formatCount(times.length), time: formatTime(first) })];
  };
  const losses = [
    ...told(FULL, (fate) => t('{count} dropped, the first at {time}', fate)),
    ...told(ERROR, (fate) => t('{count} lost on the link, the first at {time}', fate)),
  ];
  return [
    ...(losses.length === 0 ? [t('nothing was dropped')] : losses),
    ...told(MARKED, (fate) => t('{count} marked, the first at {time}', fate)),
  ];
}
