/** A small picture of a run: congestion windows above, the queue at the bottleneck below, drops in red. */
import { GRID, type Thumbnail as Picture, type ThumbnailLine } from '../content/thumbnail';
import { flowToken } from './theme';
import './Thumbnail.css';

/** Coordinates of the drawing; it's stretched to the size that its style gives it. */
const WIDTH = 240;
const HEIGHT = 96;

/** Upper and lower edge of the windows and of the queue. */
const WINDOWS = { top: 4, bottom: 64 };
const QUEUE = { top: 72, bottom: 94 };

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
      <path className="thumbnail-queue" d={`${queued}V${QUEUE.bottom}H0Z`} />
      {queue.limit !== null && (
        <path className="thumbnail-limit" d={pathOf([0, queue.limit, GRID, queue.limit], QUEUE)} />
      )}
      {windows.map(({ flow, points }) => (
        <path key={flow} d={pathOf(points, WINDOWS)} stroke={`var(--${flowToken(flow)})`} />
      ))}
      <path
        className="thumbnail-drops"
        d={drops.map((x) => `M${xOf(x)} ${QUEUE.top - 5}V${QUEUE.top - 1}`).join('')}
      />
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
  return round((WIDTH * x) / GRID);
}

function pathOf(points: ThumbnailLine, { top, bottom }: Lane): string {
  let path = '';
  for (let at = 0; at + 1 < points.length; at += 2) {
    const y = round(bottom - ((bottom - top) * (points[at + 1] as number)) / GRID);
    path += `${at === 0 ? 'M' : 'L'}${xOf(points[at] as number)} ${y}`;
  }
  return path;
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
