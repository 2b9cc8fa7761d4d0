/** Bands: spans of a long run in which a value is only known to be between two others. */
import type { Band } from '../run/series';
import type { Explained } from '../ui/explanations';
import { leavesOut } from './highlighted';
import { clipped, type Ink, type X } from './ink';
import { type PlacedLane, plain } from './layout';

interface Fill {
  color: string;
  alpha: number;
  kind?: Explained;
  /** Opacity of the area under the bands. */
  under?: number | undefined;
}

/** Least height of a band, pixels. */
const LEAST_PX = 1.5;

/** Fills the bands; those that touch are one shape, so that no seam is visible. */
export function drawBands(
  context: Ink,
  bands: readonly Band[] | undefined,
  x: X,
  lane: PlacedLane,
  { color, alpha, kind, under }: Fill,
): void {
  if (bands === undefined || bands.length === 0 || leavesOut(kind)) return;
  const [across, up] = [plain(x), plain(lane.y)];
  // Infinite values are above the lane, where they are clipped.
  const y = (value: number) => Math.max(lane.top - 4, up(Math.min(value, Number.MAX_VALUE)));
  clipped(context, lane, x, () => {
    context.fillStyle = color;
    for (const shape of joined(bands)) {
      const places = shape.map(({ from, to, low, high }) => {
        const [top, bottom] = [y(high), y(low)];
        const more = Math.max(0, LEAST_PX - (bottom - top)) / 2;
        return { left: across(from), right: across(to), top: top - more, bottom: bottom + more };
      });
      const fill = (
        opacity: number,
        topOf: (place: (typeof places)[number]) => number,
        bottomOf: typeof topOf,
      ) => {
        context.globalAlpha = opacity;
        context.beginPath();
        places.forEach((place, i) => {
          const top = topOf(place);
          if (i === 0) context.moveTo(place.left, top);
          else context.lineTo(place.left, top);
          context.lineTo(place.right, top);
        });
        for (const place of places.toReversed()) {
          context.lineTo(place.right, bottomOf(place));
          context.lineTo(place.left, bottomOf(place));
        }
        context.closePath();
        context.fill();
      };
      if (under !== undefined)
        fill(
          under,
          ({ bottom }) => bottom,
          () => lane.bottom,
        );
      fill(
        alpha,
        ({ top }) => top,
        ({ bottom }) => bottom,
      );
    }
  });
}

/** The bands in groups of those that touch. Those without a known value are left out. */
function joined(bands: readonly Band[]): Band[][] {
  const groups: Band[][] = [];
  for (const band of bands) {
    if (Number.isNaN(band.low)) continue;
    const last = groups.at(-1);
    if (last !== undefined && last.at(-1)?.to === band.from) last.push(band);
    else groups.push([band]);
  }
  return groups;
}
