/** Drops by hand: entries of a scenario's `drops` that the reader turns on and off. An entry that is off only marks its segment. */
import type { Scenario } from '../../engine/schema';
import type { TraceEvent } from '../../run/event';
import { eventsOf, type SegmentKind } from '../../run/series';
import type { Run } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import type { DropsByHand } from '../lesson';

type Scripted = Pick<Scenario, 'drops'>;
type ScriptedDrop = Scripted['drops'][number];

const isOn = ({ effect }: ScriptedDrop) => effect === 'drop';

/** The segments that the reader's entries drop, in their order. */
export function droppedIn({ drops }: Scripted, { most }: DropsByHand): number[] {
  return drops
    .slice(0, most)
    .filter(isOn)
    .map(({ segment }) => segment ?? Number.NaN)
    .sort((a, b) => a - b);
}

/**
 * The scenario's drops with this segment dropped or, if it's dropped already, no more. The lesson's entry for a segment comes first, so that
 * taking everything back restores its scenario. If all entries are on, the last one moves to the segment.
 */
export function withToggled(
  { drops }: Scripted,
  original: Scripted,
  { most }: DropsByHand,
  segment: number,
): ScriptedDrop[] {
  const own = drops.slice(0, most);
  const on = own.findIndex((drop) => isOn(drop) && drop.segment === segment);
  if (on >= 0)
    return replaced(drops, on, { segment: original.drops[on]?.segment ?? segment, effect: 'mark' });
  const free = own.flatMap((drop, place) => (isOn(drop) ? [] : [place]));
  const same = free.find((place) => drops[place]?.segment === segment);
  return replaced(drops, same ?? free[0] ?? most - 1, { segment, effect: 'drop' });
}

function replaced(
  drops: readonly ScriptedDrop[],
  at: number,
  change: Pick<ScriptedDrop, 'segment' | 'effect'>,
): ScriptedDrop[] {
  return drops.map((drop, place) => (place === at ? { ...drop, ...change } : drop));
}

const PICKABLE: readonly SegmentKind[] = ['send', 'drop_error', 'drop_full'];

/** The segment that a click on an event means: one that's sent for the first time, or lost. Null for other events. */
export function segmentAt({ trace }: Run, { table, flow, row, time_s }: TraceEvent): number | null {
  if (table !== 'segments') return null;
  for (const kind of PICKABLE) {
    const events = eventsOf(trace, flow, kind);
    const [first, last] = events.within({ from: time_s, to: time_s });
    for (let place = first; place < last; place += 1)
      if (events.row(place) === row) return events.value(place);
  }
  return null;
}

/** The first transmission of a segment; null if it's never sent. */
export function sendingOf({ trace }: Run, flow: number, segment: number): TraceEvent | null {
  const events = eventsOf(trace, flow, 'send');
  for (let place = 0; place < events.length; place += 1)
    if (events.value(place) === segment)
      return { time_s: events.time(place), flow, table: 'segments', row: events.row(place) };
  return null;
}

/** The first and the last segment that may be dropped and is sent first in the window; null if there is none. */
export function reachable(
  { trace }: Run,
  flow: number,
  { segments: [from, to] }: DropsByHand,
  window: TimeWindow,
): [first: number, last: number] | null {
  const events = eventsOf(trace, flow, 'send');
  const [start, end] = events.within(window);
  const sent: number[] = [];
  for (let place = start; place < end; place += 1) {
    const segment = events.value(place);
    if (segment >= from && segment <= to) sent.push(segment);
  }
  return sent.length === 0 ? null : [Math.min(...sent), Math.max(...sent)];
}
