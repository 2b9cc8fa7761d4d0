/** Draws a run as a small picture: congestion windows, the queue at the bottleneck, and drops, as a few whole numbers. */
import type { simulateText } from '../../../scripts/check/simulated.mjs';
import { colorsIn } from '../../plot/hues';
import { busiest, limitOf } from '../../run/bottleneck';
import { eventsOf, type SegmentKind } from '../../run/series';
import { mustBeWhole } from '../../run/thinned';
import { type Run, Trace } from '../../run/trace';
import { GRID, type Thumbnail } from '../../scenario/content/thumbnail';

/** Flows drawn; of a crowd, those that sent the most. */
const MAX_FLOWS = 5;

/** Points of all lines together, for a picture on demand and for one of many on a page. */
const MAX_POINTS = 240;
export const FEW_POINTS = 120;

/** Share of the points that the windows may have. The queue has the rest, a point per column. */
const WINDOWS_SHARE = 0.6;

/** Columns in which lines are reduced to their extremes before they are simplified, and to which drops are rounded. */
const COLUMNS = 250;

/** A line may miss a point by this much, in units of the grid. Crowded pictures get a multiple of it. */
const TOLERANCE = 2;

/** A picture is several times as wide as a lane is high, so a distance in time looks that much longer. */
const ASPECT = 4;

/** A limit more than this many times the longest queue isn't drawn: it would flatten the queue's line. */
const REACH = 4;

const DROPS: readonly SegmentKind[] = [
  'drop_full',
  'drop_error',
  'datagram_drop_full',
  'datagram_drop_error',
];

/** The scenario of a picture, with every row recorded. */
export function recordedInFull(scenario: string): string {
  const json = JSON.parse(scenario);
  return JSON.stringify({ ...json, record: { ...json.record, max_rows: MAX_ROWS } });
}

/** The largest limit that a scenario may have. */
const MAX_ROWS = 20_000_000;

/** Draws a finished run. */
export function drawThumbnail({ trace, scenario, summary }: Run, max_points = MAX_POINTS): Thumbnail {
  if (summary === null) throw new Error('A run is drawn when it has finished.');
  mustBeWhole({ trace });
  const end = summary.ended_at_s;
  const flows = largestFlows(summary);
  const windows = flows.map((flow): Rows => {
    const { time_s, cwnd } = trace.rows('windows', flow);
    return { time_s, value: cwnd };
  });
  const bottleneck = busiest({ trace, summary });
  const { value: limit, unit } = limitOf({ scenario }, bottleneck);
  const { time_s, [unit]: held } = trace.rows('queues', bottleneck);
  const longest = highest(held);
  const reachable = limit !== null && limit <= REACH * longest ? limit : null;
  const top_segments = Math.max(1, ...windows.map(({ value }) => highest(value)));
  const top = Math.max(1, longest, reachable ?? 0);
  const colors = colorsIn([{ scenario }], []);
  const drawn = drawnLines(
    windows.map((rows) => ({ rows, top: top_segments })),
    end,
    WINDOWS_SHARE * max_points,
  );
  const points = simplify(
    peaks({ time_s, value: held }, end, top, Math.round((1 - WINDOWS_SHARE) * max_points)),
    TOLERANCE,
  );
  return {
    duration_s: end,
    top_segments,
    windows: flows.map((flow, at) => ({
      color: colors[flow % colors.length] ?? 1,
      points: drawn[at] ?? [],
    })),
    queue: {
      link: trace.links[bottleneck] ?? '',
      unit,
      top,
      limit: reachable === null ? null : Math.round((GRID * reachable) / top),
      points,
    },
    drops: dropTimes(trace, scenario.flows.length + scenario.datagrams.length, end),
  };
}

/** Draws a run of the engine under Node. */
export function drawSimulated(
  { scenario, chunks, summary }: Awaited<ReturnType<typeof simulateText>>,
  max_points?: number,
): Thumbnail {
  const trace = new Trace(scenario);
  for (const chunk of chunks) trace.append(chunk);
  const run = { id: 1, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s };
  return drawThumbnail(run, max_points);
}

/** Indexes of the flows to draw, in order. */
function largestFlows({ flows }: NonNullable<Run['summary']>): number[] {
  const sent = (flow: number) => flows[flow]?.segments_sent ?? 0;
  return [...flows.keys()]
    .sort((a, b) => sent(b) - sent(a) || a - b)
    .slice(0, MAX_FLOWS)
    .sort((a, b) => a - b);
}

function highest(values: ArrayLike<number>): number {
  let most = 0;
  for (let row = 0; row < values.length; row += 1) most = Math.max(most, values[row] as number);
  return most;
}

/** Values over time; each is valid until the next. */
export interface Rows {
  time_s: Float64Array;
  value: ArrayLike<number>;
}

/** Lines on the grid from 0 to `end`, each with the top of its scale, simplified to so many points together. */
export function drawnLines(
  lines: readonly { rows: Rows; top: number }[],
  end: number,
  max_points: number,
): number[][] {
  return simplified(
    lines.map(({ rows, top }) => steps(rows, end, top)),
    max_points,
  );
}

/** A line that keeps each value until the next row, on the grid and reduced to the extremes of each column. */
function steps({ time_s, value }: Rows, end: number, top: number): number[] {
  const points: number[] = [];
  let column = -1;
  let [low, high, last] = [0, 0, 0];
  const addColumn = () => {
    const middle = Math.round(((column + 0.5) * GRID) / COLUMNS);
    for (const extreme of [low, high, last]) if (points.at(-1) !== extreme) points.push(middle, extreme);
  };
  for (let row = 0; row < time_s.length; row += 1) {
    const time = time_s[row] as number;
    const y = Math.round((GRID * (value[row] as number)) / top);
    const x = Math.round((GRID * time) / end);
    const own = Math.min(COLUMNS - 1, Math.floor((COLUMNS * time) / end));
    if (own === column) {
      low = Math.min(low, y);
      high = Math.max(high, y);
    } else {
      if (column >= 0) {
        addColumn();
        points.push(x, last);
      }
      points.push(x, y);
      column = own;
      low = y;
      high = y;
    }
    last = y;
  }
  if (column < 0) return points;
  addColumn();
  points.push(GRID, last);
  return points;
}

/** The highest value in each column, because a queue often goes up and down with every packet. */
function peaks({ time_s, value }: Rows, end: number, top: number, columns: number): number[] {
  const points: number[] = [];
  let row = 0;
  let last = 0;
  for (let column = 0; column < columns; column += 1) {
    let high = last;
    for (; row < time_s.length && (time_s[row] as number) * columns < (column + 1) * end; row += 1) {
      last = value[row] as number;
      high = Math.max(high, last);
    }
    points.push(Math.round(((column + 0.5) * GRID) / columns), Math.round((GRID * high) / top));
  }
  return points;
}

/** Simplifies lines with the smallest tolerance that leaves few enough points. */
function simplified(lines: number[][], max_points: number): number[][] {
  for (let tolerance = TOLERANCE; ; tolerance *= 1.5) {
    const some = lines.map((line) => simplify(line, tolerance));
    if (some.reduce((sum, { length }) => sum + length / 2, 0) <= max_points) return some;
  }
}

/** Leaves out the points that the line misses by no more than the tolerance (Douglas and Peucker 1973). */
function simplify(points: number[], tolerance: number): number[] {
  const count = points.length / 2;
  const kept = new Uint8Array(count);
  kept[0] = 1;
  kept[count - 1] = 1;
  const open: [number, number][] = [[0, count - 1]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [from, to] = range;
    let farthest = -1;
    let most = tolerance;
    for (let at = from + 1; at < to; at += 1) {
      const distance = distanceTo(points, from, to, at);
      if (distance <= most) continue;
      most = distance;
      farthest = at;
    }
    if (farthest < 0) continue;
    kept[farthest] = 1;
    open.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, at) => kept[at >> 1] === 1);
}

/** Distance of a point from the segment between two others. */
function distanceTo(points: readonly number[], from: number, to: number, at: number): number {
  const x = (one: number) => ASPECT * (points[2 * one] as number);
  const y = (one: number) => points[2 * one + 1] as number;
  const [across, up] = [x(to) - x(from), y(to) - y(from)];
  const length = across * across + up * up;
  const along = length === 0 ? 0 : ((x(at) - x(from)) * across + (y(at) - y(from)) * up) / length;
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(x(at) - x(from) - share * across, y(at) - y(from) - share * up);
}

/** Times of drops on the grid, one per column. */
function dropTimes(trace: Trace, sources: number, end: number): number[] {
  const columns = new Set<number>();
  for (let source = 0; source < sources; source += 1)
    for (const kind of DROPS) {
      const drops = eventsOf(trace, source, kind);
      for (let place = 0; place < drops.length; place += 1)
        columns.add(Math.round((COLUMNS * drops.time(place)) / end));
    }
  return [...columns].sort((a, b) => a - b).map((column) => Math.round((column * GRID) / COLUMNS));
}
