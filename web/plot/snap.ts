/** Finds the event whose mark is nearest to the pointer, and the place of an event in a plot. */
import { bisectLeft } from 'd3-array';
import type { Packet, TraceEvent } from '../run/event';
import type { Trace } from '../run/trace';
import type { View, ViewState } from '../run/view';
import type { Points } from './ink';
import { type Layout, laneNamed, plain } from './layout';

/** Drawn points that each stand for an event. */
export interface EventLayer {
  lane: string;
  points: Points;
  /** True for losses and retransmissions, which the pointer finds among the plain segments around them. */
  rare: boolean;
  /** The event of a point; null if the trace doesn't contain it. */
  event(index: number): TraceEvent | null;
}

/** The events that a plot shows. */
export interface EventMarks {
  /** The trace of the run that the plot shows. */
  trace: Trace;
  layers: readonly EventLayer[];
  /** The lane and the value at which the plot shows an event; null if it doesn't. */
  place(event: TraceEvent): { lane: string; value: number } | null;
}

/** Describes the events of the run shown. It is injected, because sentences are made in a later room than plots. */
interface Narration {
  /** The trace of that run. Plots of other runs, as in a comparison, show no events. */
  readonly trace: Trace | null;
  /** The event in a sentence, with its numbers. */
  describe(event: TraceEvent): Promise<string>;
  /** The packet that an event is about; null if it's about none. */
  packet(event: TraceEvent): Packet | null;
}

/** Null while nothing describes events; then the cursor doesn't snap to them. */
export const NARRATION: ViewState<Narration | null> = { usual: null, until: 'never' };

/** The events of a plot, if they are of the run whose events the view describes; else null. */
export function describedEvents(events: EventMarks | null, view: View): EventMarks | null {
  return events !== null && view.of(NARRATION).value?.trace === events.trace ? events : null;
}

/** Largest distance between the pointer and a mark that it finds, pixels. */
const SNAP_PX = 12;

/** A rare mark counts as this much nearer than it is. */
const RARE = 0.5;

/** The event nearest to a position in the plot; null if there is none within reach. */
export function nearestEvent(marks: EventMarks, layout: Layout, x: number, y: number): TraceEvent | null {
  const across = plain(layout.x);
  let best: { layer: EventLayer; index: number } | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const layer of marks.layers) {
    const { time_s, value } = layer.points;
    const down = plain(laneNamed(layout, layer.lane).y);
    const start = bisectLeft(time_s, layout.x.invert(x - SNAP_PX));
    for (let i = start; i < time_s.length; i += 1) {
      const aside = across(time_s[i] as number) - x;
      if (aside > SNAP_PX) break;
      const away = Math.hypot(aside, down(value[i] as number) - y);
      const rated = layer.rare ? away * RARE : away;
      // Later layers are on top of earlier ones.
      if (!(away <= SNAP_PX && rated <= least)) continue;
      least = rated;
      best = { layer, index: i };
    }
  }
  return best === null ? null : best.layer.event(best.index);
}

/** The position of an event in the plot; null if the plot doesn't show it in the time window. */
export function positionOf(
  marks: EventMarks | null,
  layout: Layout,
  event: TraceEvent,
): { x: number; y: number } | null {
  const place = marks?.place(event) ?? null;
  if (place === null || event.time_s < layout.window.from || event.time_s > layout.window.to) return null;
  const lane = laneNamed(layout, place.lane);
  const y = Math.min(lane.bottom, Math.max(lane.top, lane.y(place.value)));
  return Number.isNaN(y) ? null : { x: layout.x(event.time_s), y };
}
