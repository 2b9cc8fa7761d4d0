/**
 * Draws the moving parts: packets in queues and on links at a moment, and drops. Called for every frame during playback, so it
 * looks up ranges in sorted columns and allocates nothing.
 *
 * On the link, a packet extends from its last bit to its first. The part that has not been sent yet is in the queue.
 */

import { formatCount } from '../../base/words/format';
import type { Ink } from '../../plot/ink';
import type { Rows } from '../../run/trace';
import { MARKS, outline } from '../../ui/marks';
import type { Drops } from './drops';
import type { Lane, Layout } from './layout';
import { type LinkStep, stepAt } from './network';
import { ACK, DATA, type Passages, whereabouts } from './passages';
import { boxLength } from './queueBox';

/** The contents of one directed link, ready to paint. */
export interface LinkContents {
  steps: readonly LinkStep[];
  /** Null if unknown; then packets are drawn from the queue's rows, without their flows. */
  passages: Passages | null;
  /** The queue's contents over time. */
  queue: Rows<'queues'>;
  /** Buffer contents at a moment, in the unit of its limit. */
  level(moment: number): number;
  /** Contents that fill the queue's box, in the unit of its limit. */
  full: number;
  /** True if the queue's limit fills the box; other boxes are as long as the queue needs. */
  limited: boolean;
  /** True if `full` counts bytes. */
  in_bytes: boolean;
  /** `full` in full packets. */
  packets: number;
  drops: Drops | null;
  /** The passages of the packet that the user follows, and of the ACK that covers it. */
  followed: readonly number[];
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
  /** The packet that the user follows, by its number in the trace. */
  followed: { flow: number; seq: number } | null;
  /** Ink and ground of the followed packet's outline and number, and their font. */
  outline: string;
  ground: string;
  font: string;
}

const LEAST = 3.5;
const FAINT = 0.22;
/** Opacity of packets whose flows are unknown. */
const UNKNOWN = 0.55;
/** Packets of at most this many bytes are taken for ACKs if their kind is unknown. */
const SMALL = 80;
/** Pixels that a drop falls. */
const FALL = 34;

const ranges = { first: 0, held: 0, waiting: 0, end: 0 };

/** Sizes across the lane: of packets on the link by kind, and in the queue. */
function thickness({ width }: Lane, kind: number): number {
  if (kind === DATA) return width - 3;
  return kind === ACK ? Math.max(3, Math.round(0.3 * width)) : 2;
}

function depthOf({ depth }: Lane, kind: number): number {
  return kind === DATA ? depth - 3 : Math.max(3, Math.round(0.36 * depth));
}

/** Length of the queue's box, which ends where the queue's room ends. */
export function boxOf(lane: Lane, contents: Pick<LinkContents, 'packets'> | undefined): number {
  return lane.elastic ? boxLength(contents?.packets ?? 1, lane.queue) : lane.queue;
}

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
      else if (contents !== undefined) sendUnknown(context, lane, contents, moment, style);
    }
  }
  context.globalAlpha = 1;
  for (const lane of layout.lanes)
    for (const link of lane.links) dropPackets(context, lane, links[link], moment, style, layout.down);
  context.globalAlpha = 1;
  if (style.followed === null) return;
  for (const lane of layout.lanes)
    for (const link of lane.links) outlineFollowed(context, lane, links[link], moment, style, style.followed);
}

/** Distance between the stripes in the box of a queue that wasn't recorded. */
const STRIPES_PX = 4;

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
  const box = boxOf(lane, contents);
  const room = box - 3;
  const open = lane.queue - box + 1;
  const { passages } = contents;
  let to = lane.queue - 1;
  if (passages === null) {
    const share = Math.min(1, contents.level(moment) / contents.full);
    if (share <= 0) return;
    context.globalAlpha = UNKNOWN;
    begin(context, style.level, lane.depth - 3);
    if (Number.isNaN(share)) {
      // Stripes across the whole box: its contents weren't recorded.
      for (; to - 1 > lane.queue - box; to -= STRIPES_PX) stretch(context, lane, to - 1, to);
      context.stroke();
      return;
    }
    const least = to - share * room;
    const slot = lane.elastic ? room / contents.packets : room;
    while (to > least + 0.1) {
      const from = Math.max(least, to - slot);
      stretch(context, lane, slot > 2.5 && lane.elastic ? Math.min(to, from + 0.8) : from, to);
      to = from;
    }
    context.stroke();
    return;
  }
  const { held, end } = whereabouts(passages, moment, ranges);
  let pen = -1;
  for (let at = held; at < end && to > open; at += 1) {
    const flow = passages.flow[at] as number;
    const kind = passages.kind[at] as number;
    const from = Math.max(open, to - inQueue(contents, passages, at, moment, style.sizes, room));
    if (pen !== 4 * flow + kind) {
      if (pen >= 0) context.stroke();
      pen = 4 * flow + kind;
      context.globalAlpha = style.highlight === null || style.highlight === flow ? 1 : FAINT;
      begin(context, style.colors[flow] ?? style.level, depthOf(lane, kind));
    }
    stretch(context, lane, to - from > 2.5 ? from + 0.8 : from, to);
    to = from;
  }
  if (pen >= 0) context.stroke();
}

/** Pixels of a packet that are still in a queue's box. */
function inQueue(
  { in_bytes, full }: LinkContents,
  { flow, kind, starts, leaves }: Passages,
  at: number,
  moment: number,
  sizes: Paint['sizes'],
  room: number,
): number {
  const size = in_bytes ? (sizes[flow[at] as number]?.[kind[at] as number] ?? 0) : 1;
  const [from, to] = [starts[at] as number, leaves[at] as number];
  const left = moment <= from ? 1 : (to - moment) / (to - from);
  return (left * size * room) / full;
}

const extent = { from: 0, to: 0 };

/** Writes the part of the lane that a packet on the link takes up into `extent`. */
function onLink(lane: Lane, starts: number, leaves: number, delay: number, moment: number): void {
  const room = lane.length - lane.queue - 1;
  extent.to = lane.queue + room * shareOf(moment - starts, delay);
  extent.from = lane.queue + room * shareOf(moment - leaves, delay);
  if (extent.to - extent.from >= LEAST) return;
  extent.from = Math.max(lane.queue, extent.to - LEAST);
  extent.to = Math.min(lane.length - 1, extent.from + LEAST);
}

/** Rows after the moment that are searched for the departure of the packet in transmission. */
const ROWS_AHEAD = 64;

/**
 * Draws packets on the link from the queue's rows: a row with a packet less than the row before it is a departure. Flows are
 * unknown, but whether it's a small packet is not.
 */
function sendUnknown(
  context: Ink,
  lane: Lane,
  { steps, queue }: LinkContents,
  moment: number,
  style: Paint,
): void {
  const { time_s, bytes, packets } = queue;
  const { delay_s, rate_bps } = stepAt(steps, moment);
  const now = lastAt(time_s, moment);
  let before = Number.NEGATIVE_INFINITY;
  let thick = -1;
  for (let row = Math.max(1, lastAt(time_s, moment - delay_s)); row < time_s.length; row += 1) {
    if (row > now + ROWS_AHEAD) break;
    if ((packets[row - 1] as number) - (packets[row] as number) !== 1) continue;
    const leaves = time_s[row] as number;
    const size = (bytes[row - 1] as number) - (bytes[row] as number);
    const starts = leaves - (8 * size) / rate_bps;
    if (leaves <= moment - delay_s) continue;
    if (starts >= moment) break;
    onLink(lane, starts, leaves, delay_s, moment);
    if (Math.abs(extent.to - before) >= 0.4) {
      before = extent.to;
      const wanted = thickness(lane, size <= SMALL ? ACK : DATA);
      if (thick !== wanted) {
        if (thick >= 0) context.stroke();
        thick = wanted;
        context.globalAlpha = style.highlight === null ? UNKNOWN : FAINT;
        begin(context, style.level, thick);
      }
      const { from, to } = extent;
      stretch(context, lane, to - from > LEAST + 1 ? from + 0.8 : from, to);
    }
    if (leaves > moment) break;
  }
  if (thick >= 0) context.stroke();
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
  const fixed = steps.length === 1 ? (steps[0] as LinkStep).delay_s : -1;
  let pen = -1;
  let before = Number.NaN;
  for (let at = first; at < waiting; at += 1) {
    const flow = passages.flow[at] as number;
    const kind = passages.kind[at] as number;
    const leaves = passages.leaves[at] as number;
    const delay = fixed >= 0 ? fixed : stepAt(steps, leaves).delay_s;
    onLink(lane, passages.starts[at] as number, leaves, delay, moment);
    const { from, to } = extent;
    // Packets that would cover each other on the screen are drawn once.
    if (Math.abs(to - before) < 0.4) continue;
    before = to;
    if (pen !== 4 * flow + kind) {
      if (pen >= 0) context.stroke();
      pen = 4 * flow + kind;
      context.globalAlpha = style.highlight === null || style.highlight === flow ? 1 : FAINT;
      begin(context, style.colors[flow] ?? style.level, thickness(lane, kind));
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
  outline(context, 'diamond', place.x, place.y, (lane.width - 2) / 2);
  context.fill();
}

function dropPackets(
  context: Ink,
  lane: Lane,
  contents: LinkContents | undefined,
  moment: number,
  style: Paint,
  down: boolean,
): void {
  if (!contents?.drops) return;
  const { colors, drop, fall_s, reducedMotion, highlight, followed } = style;
  const { time_s, flow, error, seq } = contents.drops;
  const entry = lane.queue - boxOf(lane, contents) + 4 * (lane.elastic ? -1 : 1);
  for (let at = lastAt(time_s, moment); at >= 0 && moment - (time_s[at] as number) < fall_s; at -= 1) {
    const share = (moment - (time_s[at] as number)) / fall_s;
    const far = error[at] === 1 && cameDamaged(contents.passages, time_s[at] as number);
    locate(lane, far ? lane.length - 4 : Math.max(4, entry), far ? lane.along.length - 1 : 1);
    const fallen = reducedMotion ? lane.width + 3 : 6 + FALL * share * share;
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
    if (followed !== null && followed.flow === own && followed.seq === seq[at]) {
      context.globalAlpha = 1;
      number(context, style, followed.seq, x + 8, y + 4, 'left');
    }
  }
}

/** Outlines the followed packet and its ACK where they are on this lane, and writes the packet's number above it. */
function outlineFollowed(
  context: Ink,
  lane: Lane,
  contents: LinkContents | undefined,
  moment: number,
  style: Paint,
  followed: { seq: number },
): void {
  const { passages } = contents ?? { passages: null };
  if (contents === undefined || passages === null) return;
  for (const at of contents.followed) {
    if (!locatePacket(lane, contents, passages, at, moment, style.sizes)) continue;
    const kind = passages.kind[at] as number;
    const queued = (passages.leaves[at] as number) > moment && (passages.starts[at] as number) >= moment;
    const thick = queued ? depthOf(lane, kind) : thickness(lane, kind);
    begin(context, style.outline, thick + 5);
    stretch(context, lane, Math.max(0, extent.from - 2), Math.min(lane.length, extent.to + 2));
    context.stroke();
    begin(context, style.colors[passages.flow[at] as number] ?? style.level, thick);
    stretch(context, lane, extent.from, extent.to);
    context.stroke();
    let corner = 1;
    const middle = (extent.from + extent.to) / 2;
    while (corner < lane.along.length - 1 && (lane.along[corner] as number) <= middle) corner += 1;
    locate(lane, middle, corner);
    number(context, style, followed.seq, place.x, place.y - thick / 2 - 5, 'center');
  }
}

function number(context: Ink, style: Paint, seq: number, x: number, y: number, align: CanvasTextAlign): void {
  context.font = style.font;
  context.textAlign = align;
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = style.ground;
  context.fillStyle = style.outline;
  const text = formatCount(seq);
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/** Writes a packet's part of the lane into `extent`; false if it isn't there at this moment. */
function locatePacket(
  lane: Lane,
  contents: LinkContents,
  passages: Passages,
  at: number,
  moment: number,
  sizes: Paint['sizes'],
): boolean {
  const { first, held, end } = whereabouts(passages, moment, ranges);
  if (at < first || at >= end) return false;
  const starts = passages.starts[at] as number;
  const leaves = passages.leaves[at] as number;
  if (starts < moment) {
    onLink(lane, starts, leaves, stepAt(contents.steps, leaves).delay_s, moment);
    return true;
  }
  const room = boxOf(lane, contents) - 3;
  extent.to = lane.queue - 1;
  for (let before = held; before < at; before += 1)
    extent.to -= inQueue(contents, passages, before, moment, sizes, room);
  extent.from = extent.to - inQueue(contents, passages, at, moment, sizes, room);
  return true;
}

/** Pixels by which a click may miss a packet. */
const NEAR = 5;

/** The passage of the packet nearest to a distance along a lane; null if none is near. */
export function packetAt(
  lane: Lane,
  contents: LinkContents,
  moment: number,
  distance: number,
  sizes: Paint['sizes'],
): number | null {
  const { passages } = contents;
  if (passages === null) return null;
  const { first, end } = whereabouts(passages, moment, ranges);
  let nearest: number | null = null;
  let least = NEAR;
  for (let at = first; at < end; at += 1) {
    if (!locatePacket(lane, contents, passages, at, moment, sizes)) continue;
    const miss = Math.max(0, extent.from - distance, distance - extent.to);
    if (miss >= least) continue;
    least = miss;
    nearest = at;
    if (miss === 0) break;
  }
  return nearest;
}

/** The passages of a followed packet, its retransmissions, and the first ACK that covers it. */
export function passagesOfPacket(
  passages: Passages | null,
  followed: { flow: number; seq: number } | null,
): readonly number[] {
  if (passages === null || followed === null) return NONE;
  const found: number[] = [];
  let covered = false;
  for (let at = 0; at < passages.count; at += 1) {
    if (passages.flow[at] !== followed.flow) continue;
    const seq = passages.seq[at] as number;
    if (passages.kind[at] !== ACK) {
      if (seq === followed.seq) found.push(at);
    } else if (!covered && seq > followed.seq) {
      covered = true;
      found.push(at);
    }
  }
  return found;
}

const NONE: readonly number[] = [];

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
