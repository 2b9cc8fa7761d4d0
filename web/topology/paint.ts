/**
 * Draws the moving parts: packets in queues and on links at a moment, and drops. Called for every frame during playback, so it
 * looks up ranges in sorted columns and allocates nothing.
 *
 * On the link, a packet extends from its last bit to its first. The part that has not been sent yet is in the queue.
 */
import type { Ink } from '../plot/ink';
import { MARKS, outline } from '../ui/marks';
import type { Drops } from './drops';
import { LANE, type Lane, type Layout } from './layout';
import { type LinkStep, stepAt } from './network';
import { ACK, DATA, type Passages, whereabouts } from './passages';

/** The contents of one directed link, ready to paint. */
export interface LinkContents {
  steps: readonly LinkStep[];
  /** Null if unknown; then the queue is drawn from its level alone. */
  passages: Passages | null;
  /** Buffer contents at a moment, in the unit of its limit. */
  level(moment: number): number;
  /** Contents that fill the queue's box, in the unit of its limit. */
  full: number;
  /** True if `full` counts bytes. */
  in_bytes: boolean;
  drops: Drops | null;
}

export interface Paint {
  /** Colors of flows and sources, by number. */
  colors: readonly string[];
  level: string;
  drop: string;
  /** Bytes of packets, by flow and kind. */
  sizes: readonly (readonly number[])[];
  /** The highlighted flow: packets of other flows are drawn faintly. Null if all look alike. */
  highlight: number | null;
  /** Time that a drop stays visible, s of simulated time. */
  fall_s: number;
  /** True if drops don't move, for users who prefer reduced motion. */
  reducedMotion: boolean;
}

const THICK = [LANE - 3, 3, 2];
const LEAST = 3.5;
const FAINT = 0.22;
/** Pixels that a drop falls. */
const FALL = 34;

const ranges = { first: 0, held: 0, waiting: 0, end: 0 };

export function paint(
  context: Ink,
  layout: Layout,
  links: readonly LinkContents[],
  moment: number,
  style: Paint,
): void {
  for (const lane of layout.lanes) {
    fillQueue(context, lane, links, moment, style);
    for (const link of lane.links) {
      const contents = links[link];
      if (contents?.passages) sendPackets(context, lane, contents, contents.passages, moment, style);
    }
  }
  context.globalAlpha = 1;
  for (const lane of layout.lanes)
    for (const link of lane.links) dropPackets(context, lane, links[link], moment, style, layout.down);
  context.globalAlpha = 1;
}

/** The link with the fullest queue of a bundle, so that an overflowing queue isn't hidden by empty ones. */
export function fullest(lane: Lane, links: readonly LinkContents[], moment: number): number {
  let best = lane.links[0] ?? 0;
  let most = -1;
  if (lane.links.length === 1) return best;
  for (const link of lane.links) {
    const one = links[link];
    const share = one === undefined ? 0 : one.level(moment) / one.full;
    if (share > most) {
      most = share;
      best = link;
    }
  }
  return best;
}

function fillQueue(
  context: Ink,
  lane: Lane,
  links: readonly LinkContents[],
  moment: number,
  style: Paint,
): void {
  const contents = links[fullest(lane, links, moment)];
  if (contents === undefined) return;
  const room = lane.queue - 3;
  const { passages } = contents;
  if (passages === null) {
    const share = Math.min(1, contents.level(moment) / contents.full);
    if (share <= 0) return;
    context.globalAlpha = 0.55;
    begin(context, style.level, LANE - 3);
    stretch(context, lane, lane.queue - 1 - share * room, lane.queue - 1);
    context.stroke();
    return;
  }
  const { held, end } = whereabouts(passages, moment, ranges);
  let to = lane.queue - 1;
  let pen = -1;
  for (let at = held; at < end && to > 1; at += 1) {
    const flow = passages.flow[at] as number;
    const kind = passages.kind[at] as number;
    const size = contents.in_bytes ? (style.sizes[flow]?.[kind] ?? 0) : 1;
    const starts = passages.starts[at] as number;
    const leaves = passages.leaves[at] as number;
    const left = moment <= starts ? 1 : (leaves - moment) / (leaves - starts);
    const from = Math.max(1, to - (left * size * room) / contents.full);
    if (pen !== 4 * flow + kind) {
      if (pen >= 0) context.stroke();
      pen = 4 * flow + kind;
      context.globalAlpha = style.highlight === null || style.highlight === flow ? 1 : FAINT;
      begin(context, style.colors[flow] ?? style.level, kind === DATA ? LANE - 3 : LANE - 7);
    }
    stretch(context, lane, to - from > 2.5 ? from + 0.8 : from, to);
    to = from;
  }
  if (pen >= 0) context.stroke();
}

function sendPackets(
  context: Ink,
  lane: Lane,
  { steps }: LinkContents,
  passages: Passages,
  moment: number,
  style: Paint,
): void {
  const { first, waiting } = whereabouts(passages, moment, ranges);
  const room = lane.length - lane.queue - 1;
  const fixed = steps.length === 1 ? (steps[0] as LinkStep).delay_s : -1;
  let pen = -1;
  let before = Number.NaN;
  for (let at = first; at < waiting; at += 1) {
    const flow = passages.flow[at] as number;
    const kind = passages.kind[at] as number;
    const leaves = passages.leaves[at] as number;
    const delay = fixed >= 0 ? fixed : stepAt(steps, leaves).delay_s;
    let to = lane.queue + room * shareOf(moment - (passages.starts[at] as number), delay);
    let from = lane.queue + room * shareOf(moment - leaves, delay);
    // Packets that would cover each other on the screen are drawn once.
    if (Math.abs(to - before) < 0.4) continue;
    before = to;
    if (to - from < LEAST) {
      from = Math.max(lane.queue, to - LEAST);
      to = Math.min(lane.length - 1, from + LEAST);
    }
    if (pen !== 4 * flow + kind) {
      if (pen >= 0) context.stroke();
      pen = 4 * flow + kind;
      context.globalAlpha = style.highlight === null || style.highlight === flow ? 1 : FAINT;
      begin(context, style.colors[flow] ?? style.level, THICK[kind] ?? 2);
    }
    stretch(context, lane, to - from > LEAST + 1 ? from + 0.8 : from, to);
    if (kind !== DATA && kind !== ACK) {
      context.stroke();
      lozenge(context, lane, (from + to) / 2);
      pen = -1;
    }
  }
  if (pen >= 0) context.stroke();
}

/** Position of a bit on the link after this time, 0 to 1. */
function shareOf(underway_s: number, delay_s: number): number {
  if (underway_s <= 0) return 0;
  return underway_s >= delay_s ? 1 : underway_s / delay_s;
}

function begin(context: Ink, color: string, width: number): void {
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = width;
  context.beginPath();
}

/** Traces a lane from one distance to another. */
function stretch(context: Ink, lane: Lane, from: number, to: number): void {
  const { points, along } = lane;
  const last = along.length - 1;
  let corner = 1;
  while (corner < last && (along[corner] as number) <= from) corner += 1;
  locate(lane, from, corner);
  context.moveTo(place.x, place.y);
  while (corner < last && (along[corner] as number) < to) {
    context.lineTo(points[2 * corner] as number, points[2 * corner + 1] as number);
    corner += 1;
  }
  locate(lane, to, corner);
  context.lineTo(place.x, place.y);
}

const place = { x: 0, y: 0 };

/** Writes the position at a distance along a lane into `place`. `corner` is the first corner after it. */
function locate({ points, along }: Lane, distance: number, corner: number): void {
  const before = along[corner - 1] as number;
  const share = (distance - before) / ((along[corner] as number) - before || 1);
  const [x, y] = [points[2 * corner - 2] as number, points[2 * corner - 1] as number];
  place.x = x + share * ((points[2 * corner] as number) - x);
  place.y = y + share * ((points[2 * corner + 1] as number) - y);
}

/** Draws a datagram. */
function lozenge(context: Ink, lane: Lane, distance: number): void {
  let corner = 1;
  while (corner < lane.along.length - 1 && (lane.along[corner] as number) <= distance) corner += 1;
  locate(lane, distance, corner);
  context.beginPath();
  outline(context, 'diamond', place.x, place.y, (LANE - 2) / 2);
  context.fill();
}

function dropPackets(
  context: Ink,
  lane: Lane,
  contents: LinkContents | undefined,
  moment: number,
  { colors, drop, fall_s, reducedMotion, highlight }: Paint,
  down: boolean,
): void {
  if (!contents?.drops) return;
  const { time_s, flow, error } = contents.drops;
  for (let at = lastAt(time_s, moment); at >= 0 && moment - (time_s[at] as number) < fall_s; at -= 1) {
    const share = (moment - (time_s[at] as number)) / fall_s;
    const far = error[at] === 1 && cameDamaged(contents.passages, time_s[at] as number);
    locate(lane, far ? lane.length - 4 : 4, far ? lane.along.length - 1 : 1);
    const fallen = reducedMotion ? LANE + 3 : 6 + FALL * share * share;
    const aside = 5 * ((at % 5) - 2);
    const x = place.x + (down ? fallen : aside);
    const y = place.y + (down ? aside : fallen);
    const mark = error[at] === 1 ? MARKS.drop_error : MARKS.drop_full;
    const own = flow[at] as number;
    context.globalAlpha =
      (reducedMotion ? 1 : 1 - share * share) * (highlight === null || highlight === own ? 1 : FAINT);
    begin(context, colors[own] ?? drop, 5);
    context.fillRect(x - 3, y - 3, 6, 6);
    begin(context, drop, 2);
    outline(context, mark.shape, x, y, mark.radius);
    context.stroke();
  }
}

function lastAt(sorted: Float64Array, value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] as number) <= value) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** Returns true if the packet was lost to damage at the far end, not at the entry: a packet arrived at that moment. */
function cameDamaged(passages: Passages | null, moment: number): boolean {
  if (passages === null) return false;
  const at = lastAt(passages.arrives, moment);
  return at >= 0 && passages.arrives[at] === moment;
}
