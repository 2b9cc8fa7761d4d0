/** Shared by the overlays of several panels. */
import type { Points } from '../../plot/ink';
import { type Layout, laneNamed } from '../../plot/layout';
import type { Other, Place } from './over';

/** The last point of a line that is in the picture. */
export function endOf(points: Points | undefined, layout: Layout, lane: string, until: number): Place | null {
  if (points === undefined) return null;
  const isShown = (time: number) => time <= layout.window.to;
  const last = points.time_s.findLastIndex((time, i) => isShown(time) && !Number.isNaN(points.value[i]));
  const value = points.value[last];
  if (value === undefined) return null;
  // The line may break before the end.
  const end = Math.min(until, layout.window.to, points.time_s[last + 1] ?? until);
  return { x: layout.x(end), y: laneNamed(layout, lane).y(value) };
}

/** The point of a cloud that is furthest to the right. */
export function lastOf(points: Points | undefined, layout: Layout, lane: string): Place | null {
  const last = (points?.time_s.length ?? 0) - 1;
  if (points === undefined || last < 0) return null;
  return { x: layout.x(points.time_s[last] ?? 0), y: laneNamed(layout, lane).y(points.value[last] ?? 0) };
}

/** One value of each flow at the cursor. */
export function readings({ run, flows }: Other, label: string, tell: (flow: number) => string | null) {
  return flows.flatMap((flow) => {
    const value = tell(flow);
    if (value === null) return [];
    const name = flows.length > 1 ? `${run.scenario.flows[flow]?.name ?? flow}: ` : '';
    return [{ label: name + label, value }];
  });
}
