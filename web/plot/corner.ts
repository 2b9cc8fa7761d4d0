/** Puts the readings at the cursor into a corner of a small plot, where they cover the fewest marks. */
import { bisectLeft, bisectRight } from 'd3-array';
import { type Layout, laneNamed, plain } from './layout';
import type { EventMarks } from './snap';

/** A plot lower or narrower than this has its readings in a corner; a list next to the cursor would cover the curves. */
const LOW_PX = 150;
const NARROW_PX = 560;

/** Room for the readings: a share of the plot's width, and two lines or a share of the height. */
export const CORNER_SHARE = 0.5;
const TWO_LINES_PX = 34;
const HEIGHT_SHARE = 0.25;

export function cornerHeight({ height }: Layout): number {
  return Math.max(TWO_LINES_PX, HEIGHT_SHARE * height);
}

interface Corner {
  side: 'left' | 'right';
  edge: 'top' | 'bottom';
}

export function isSmall({ width, height }: Layout): boolean {
  return height < LOW_PX || width < NARROW_PX;
}

/** A corner on the side away from the cursor: at the top, unless fewer marks are at the bottom. */
export function cornerOf(layout: Layout, events: EventMarks | null, cursorOnLeft: boolean): Corner {
  const { x, width, height } = layout;
  const left = cursorOnLeft ? (1 - CORNER_SHARE) * width : 0;
  const [from, to] = [x.invert(left), x.invert(left + CORNER_SHARE * width)];
  const room = cornerHeight(layout);
  let [above, below] = [0, 0];
  for (const { lane, points } of events?.layers ?? []) {
    const y = plain(laneNamed(layout, lane).y);
    const end = bisectRight(points.time_s, to);
    for (let place = bisectLeft(points.time_s, from); place < end; place += 1) {
      const at = y(points.value[place] ?? Number.NaN);
      if (at <= room) above += 1;
      if (at >= height - room) below += 1;
    }
  }
  return { side: cursorOnLeft ? 'right' : 'left', edge: below < above ? 'bottom' : 'top' };
}
