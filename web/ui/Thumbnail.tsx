/** A small picture of a run: congestion windows above, the queue at the bottleneck below, drops in red. */
import { GRID, type Thumbnail as Picture, type ThumbnailLine } from '../scenario/content/thumbnail';
import './Thumbnail.css';

/** Coordinates of the drawing; it's stretched to the size that its style gives it. */
const WIDTH = 480;
const HEIGHT = 192;

/** Upper and lower edge of the windows and of the queue. */
const WINDOWS = { top: 8, bottom: 128 };
const QUEUE = { top: 144, bottom: 188 };

type Lane = typeof WINDOWS;

interface Props {
  of: Picture;
  /** The picture in words; without it, screen readers skip the picture. */
  label?: string;
}

export function Thumbnail({ of: { windows, queue, drops }, label }: Props) {
  const queued = pathOf(queue.points, QUEUE);
  const drawing = (
    <>
      <path className="thumbnail-queue" d={`${queued}H${WIDTH}V${QUEUE.bottom}H0Z`} />
      {queue.limit !== null && (
        <path className="thumbnail-limit" d={pathOf([0, queue.limit, GRID, queue.limit], QUEUE)} />
      )}
      {windows.map(({ color, points }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
        <path key={place} d={pathOf(points, WINDOWS)} stroke={`var(--hue-${color})`} />
      ))}
      <path className="thumbnail-drops" d={drops.map((x) => `M${xOf(x)} ${QUEUE.top - 10}v8`).join('')} />
    </>
  );
  const frame = {
    className: 'thumbnail',
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
  };
  if (label === undefined)
    return (
      <svg {...frame} aria-hidden="true">
        {drawing}
      </svg>
    );
  return (
    <svg {...frame} role="img" aria-label={label}>
      {drawing}
    </svg>
  );
}

function xOf(x: number): number {
  return Math.round((WIDTH * x) / GRID);
}

/** A path with short, relative steps, because pages have many. */
function pathOf(points: ThumbnailLine, { top, bottom }: Lane): string {
  let path = '';
  let [x, y] = [0, 0];
  for (let at = 0; at + 1 < points.length; at += 2) {
    const right = xOf(points[at] as number);
    const down = Math.round(bottom - ((bottom - top) * (points[at + 1] as number)) / GRID);
    if (at === 0) path = `M${right} ${down}`;
    else if (down === y) path += `h${right - x}`;
    else if (right === x) path += `v${down - y}`;
    else path += `l${right - x}${down < y ? '' : ' '}${down - y}`;
    [x, y] = [right, down];
  }
  return path;
}
